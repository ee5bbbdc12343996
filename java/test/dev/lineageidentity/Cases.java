package dev.lineageidentity;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The conformance cases, and the comparison of answers with them, as tests/support/mod.rs has both. */
final class Cases {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper STRICT =
      new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  private Cases() {}

  record Case(String id, String request, JsonNode response, List<String> absent) {
    /** The request's fields; null where the request is no JSON object or has a key twice. */
    JsonNode fields() {
      try {
        JsonNode fields = STRICT.readTree(request);
        return fields != null && fields.isObject() ? fields : null;
      } catch (IOException notJson) {
        return null;
      }
    }
  }

  static List<Case> all() throws IOException {
    var cases = new ArrayList<Case>();
    try (var files = Files.list(Path.of(System.getProperty("lineage.cases")))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList()) {
        String name = file.getFileName().toString().replace(".jsonl", "");
        for (String line : Files.readAllLines(file)) {
          if (!line.isBlank()) {
            cases.add(read(name, JSON.readTree(line)));
          }
        }
      }
    }
    return cases;
  }

  private static Case read(String file, JsonNode line) {
    JsonNode request = line.get("request");
    var absent = new ArrayList<String>();
    line.path("absent").forEach(text -> absent.add(text.asText()));
    return new Case(
        file + ":" + line.get("id").asText(),
        request.isTextual() ? request.asText() : request.toString(),
        line.get("response"),
        absent);
  }

  /** What is different, or null. */
  static String difference(Case expected, String answer) {
    JsonNode given;
    try {
      given = JSON.readTree(answer);
    } catch (IOException notJson) {
      given = JSON.nullNode();
    }
    boolean same =
        same(expected.response, given) && expected.absent.stream().noneMatch(answer::contains);
    return same
        ? null
        : expected.id
            + "\n  request  " + expected.request
            + "\n  expected " + expected.response
            + "\n  answered " + answer;
  }

  /** Equality, but that an object with a code is compared only by what the case gives of it. */
  private static boolean same(JsonNode expected, JsonNode given) {
    if (expected.isObject() && given.isObject()) {
      if (!expected.has("code") && expected.size() != given.size()) {
        return false;
      }
      for (var field : expected.properties()) {
        JsonNode value = given.get(field.getKey());
        if (value == null || !same(field.getValue(), value)) {
          return false;
        }
      }
      return true;
    }
    if (expected.isArray() && given.isArray()) {
      if (expected.size() != given.size()) {
        return false;
      }
      for (int at = 0; at < expected.size(); at++) {
        if (!same(expected.get(at), given.get(at))) {
          return false;
        }
      }
      return true;
    }
    return expected.equals(given);
  }
}
