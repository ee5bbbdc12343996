package dev.lineageidentity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.lineageidentity.Cases.Case;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** The conformance cases, through {@code evaluate} and, where a case maps, through the typed classes. */
class ConformanceTest {
  @Test
  void evaluateAnswersEveryCase() throws IOException {
    check("evaluate", Set.of(), (test, fields) -> Lineage.evaluate(test.request()));
  }

  @Test
  void typedFileCallsAnswerTheirCases() throws IOException {
    var known = Set.of("op", "uri", "naming", "form", "job_namespace", "contract");
    check(
        "typed file",
        known,
        (test, fields) -> {
          if (!is(fields, "file") || !isTyped(test, fields, known)) {
            return null;
          }
          var options =
              FileOptions.DEFAULT
                  .withNaming(FileOptions.Naming.valueOf(upper(fields, "naming", "SPEC")))
                  .withForm(FileOptions.Form.valueOf(upper(fields, "form", "VFS")))
                  .withContract(contract(fields))
                  .withJobNamespace(text(fields, "job_namespace"));
          Resolution resolution = LineageFileIdentity.resolve(text(fields, "uri"), options);
          return json(resolution);
        });
  }

  @Test
  void theFastFileCallsAnswerTheirCases() throws IOException {
    var known = Set.of("op", "uri", "form");
    check(
        "fast file",
        known,
        (test, fields) -> {
          if (!is(fields, "file") || !isTyped(test, fields, known)) {
            return null;
          }
          String uri = text(fields, "uri");
          boolean path = upper(fields, "form", "VFS").equals("PATH");
          var one = path ? LineageFileIdentity.ofPath(uri) : LineageFileIdentity.of(uri);
          String[] texts = {uri, null, uri};
          var all = path ? LineageFileIdentity.ofAllPaths(texts) : LineageFileIdentity.ofAll(texts);
          assertEquals(one, all[0], test.id());
          assertEquals(null, all[1], test.id());
          assertEquals(one, all[2], test.id());
          // The fast calls give neither reason nor warnings: those are the case's own.
          var answer = new StringBuilder(json(new Resolution(one, null, List.of())));
          test.response()
              .properties()
              .forEach(
                  field -> {
                    if (!field.getKey().equals("identity")) {
                      answer.insert(
                          answer.length() - 1, ",\"" + field.getKey() + "\":" + field.getValue());
                    }
                  });
          return answer.toString();
        });
  }

  @Test
  void typedRelationalCallsAnswerTheirCases() throws IOException {
    var known =
        Set.of(
            "op", "type", "host", "port", "default_port", "url", "instance", "catalog",
            "preferred_schema", "database", "schema", "table", "contract", "options", "aliases");
    check(
        "typed relational",
        known,
        (test, fields) -> {
          if (!is(fields, "relational") || !isTyped(test, fields, known)) {
            return null;
          }
          var connection =
              RelationalConnection.of(text(fields, "type"))
                  .withHost(text(fields, "host"))
                  .withPort(text(fields, "port"))
                  .withUrl(text(fields, "url"))
                  .withInstance(text(fields, "instance"))
                  .withCatalog(text(fields, "catalog"))
                  .withPreferredSchema(text(fields, "preferred_schema"))
                  .withDatabase(text(fields, "database"))
                  .withServerSettings(settings(fields))
                  .withAliases(fields.path("aliases").asBoolean())
                  .withContract(contract(fields));
          if (fields.hasNonNull("default_port")) {
            connection = connection.withDefaultPort(fields.get("default_port").asInt());
          }
          if (!fields.hasNonNull("table")) {
            String namespace = LineageRelationalIdentity.namespace(connection);
            assertEquals(test.response().path("namespace").textValue(), namespace, test.id());
            return null;
          }
          var table = new RelationalTable(null, text(fields, "schema"), text(fields, "table"));
          return json(LineageRelationalIdentity.resolve(connection, table));
        });
  }

  @Test
  void typedJdbcCallsAnswerTheirCases() throws IOException {
    var known =
        Set.of(
            "op", "url", "type", "properties", "database", "schema", "table", "contract", "options",
            "aliases");
    check(
        "typed jdbc",
        known,
        (test, fields) -> {
          if (!is(fields, "jdbc") || !isTyped(test, fields, known) || !fields.hasNonNull("table")) {
            return null;
          }
          String url = text(fields, "url");
          String table = text(fields, "table");
          var options =
              JdbcOptions.DEFAULT
                  .withType(text(fields, "type"))
                  .withProperties(texts(fields.path("properties")))
                  .withDatabase(text(fields, "database"))
                  .withSchema(text(fields, "schema"))
                  .withServerSettings(settings(fields))
                  .withAliases(fields.path("aliases").asBoolean())
                  .withContract(contract(fields));
          var fast = LineageJdbcIdentity.of(url, table);
          assertEquals(
              LineageJdbcIdentity.resolve(url, table, JdbcOptions.DEFAULT).identity(), fast, test.id());
          return json(LineageJdbcIdentity.resolve(url, table, options));
        });
  }

  @Test
  void typedStoresAnswerTheirCases() throws IOException {
    var known = Set.of("op", "store", "parts");
    check(
        "typed store",
        known,
        (test, fields) -> {
          if (!is(fields, "store") || !isTyped(test, fields, known)) {
            return null;
          }
          var parts = texts(fields.path("parts"));
          var resolution = LineageStore.resolve(text(fields, "store"), parts);
          assertEquals(
              resolution.identity(), LineageStore.identity(text(fields, "store"), parts), test.id());
          return json(resolution);
        });
  }

  @Test
  void typedSqlDatasetsAnswerTheirCases() throws IOException {
    int[] count = {0};
    var known = Set.of("op", "metadata", "identity", "job_namespace", "dialects");
    check(
        "typed sql_datasets",
        known,
        (test, fields) -> {
          if (!is(fields, "sql_datasets") || !isTyped(test, fields, known)) {
            return null;
          }
          count[0]++;
          String metadata = fields.get("metadata").toString();
          var datasets =
              "legacy".equals(text(fields, "identity"))
                  ? SqlDatasets.ofLegacy(metadata, text(fields, "job_namespace"))
                  : "all".equals(text(fields, "dialects"))
                      ? SqlDatasets.ofAllDialects(metadata)
                      : SqlDatasets.of(metadata);
          var whole = new ObjectNode(JsonNodeFactory.instance);
          putDatasets(whole.putArray("inputs"), datasets.inputs());
          putDatasets(whole.putArray("outputs"), datasets.outputs());
          datasets.notes().forEach(whole.putArray("notes")::add);
          whole.putRawValue("job_facets", new RawValue(datasets.jobFacets()));
          // The parts say the same as the whole.
          assertEquals(null, Cases.difference(test, whole.toString()));
          return datasets.toJson();
        });
    assertTrue(count[0] >= 40, count[0] + " cases");
  }

  private static void putDatasets(ArrayNode array, List<SqlDatasets.Dataset> datasets) {
    for (var dataset : datasets) {
      array
          .addObject()
          .put("namespace", dataset.namespace())
          .put("name", dataset.name())
          .putRawValue("facets", new RawValue(dataset.facets()));
    }
  }

  @Test
  void typedTableNamesAnswerTheirCases() throws IOException {
    int count = 0;
    for (Case test : Cases.all()) {
      JsonNode fields = test.fields();
      if (fields == null || !is(fields, "table_name") || test.response().has("error")) {
        continue;
      }
      var table =
          new RelationalTable(
              text(fields, "database"), text(fields, "schema"), text(fields, "table"));
      var filled =
          LineageRelationalIdentity.withDefaults(
              table, text(fields, "default_catalog"), text(fields, "default_schema"));
      assertEquals(
          test.response().get("name").textValue(),
          LineageRelationalIdentity.datasetName(filled),
          test.id());
      count++;
    }
    System.out.println("Java, typed table_name: " + count + " cases");
  }

  private static void check(
      String door, Set<String> known, BiFunction<Case, JsonNode, String> answer)
      throws IOException {
    var wrong = new ArrayList<String>();
    int count = 0;
    for (Case test : Cases.all()) {
      String given = answer.apply(test, test.fields());
      if (given == null) {
        continue;
      }
      count++;
      String difference = Cases.difference(test, given);
      if (difference != null) {
        wrong.add(difference);
      }
    }
    assertTrue(wrong.isEmpty(), wrong.size() + " cases differ\n" + String.join("\n", wrong));
    assertFalse(known.isEmpty() && count == 0, "no case");
    System.out.println("Java, " + door + ": " + count + " cases");
  }

  /** Whether a case is a request that was understood, of fields that the typed call has. */
  private static boolean isTyped(Case test, JsonNode fields, Set<String> known) {
    return !test.response().has("error")
        && fields.properties().stream()
            .allMatch(field -> field.getValue().isNull() || known.contains(field.getKey()));
  }

  private static boolean is(JsonNode fields, String operation) {
    return fields != null && operation.equals(fields.path("op").textValue());
  }

  private static String text(JsonNode fields, String name) {
    JsonNode field = fields.get(name);
    return field == null || field.isNull() ? null : field.asText();
  }

  private static String upper(JsonNode fields, String name, String absent) {
    String text = text(fields, name);
    return text == null ? absent : text.toUpperCase(java.util.Locale.ROOT);
  }

  /** The texts of an object; those that are null are none. */
  private static Map<String, String> texts(JsonNode object) {
    var texts = new HashMap<String, String>();
    object
        .properties()
        .forEach(p -> texts.put(p.getKey(), p.getValue().isNull() ? null : p.getValue().asText()));
    return texts;
  }

  private static String settings(JsonNode fields) {
    return fields.hasNonNull("options") ? fields.get("options").toString() : null;
  }

  private static Contract contract(JsonNode fields) {
    return fields.path("contract").asInt(3) == 4 ? Contract.V4 : Contract.V3;
  }

  /** A resolution as {@code evaluate} would write it. */
  private static String json(Resolution resolution) {
    var json = new ObjectNode(JsonNodeFactory.instance);
    if (resolution.isFound()) {
      json.putObject("identity")
          .put("namespace", resolution.identity().namespace())
          .put("name", resolution.identity().name());
    } else {
      json.putNull("identity");
      if (resolution.reason() != null) {
        json.putObject("reason")
            .put("code", resolution.reason().code())
            .put("message", resolution.reason().message());
      }
    }
    if (!resolution.warnings().isEmpty()) {
      resolution.warnings().forEach(json.withArray("/warnings")::add);
    }
    for (var alias : resolution.aliases()) {
      json.withArray("/aliases")
          .addObject()
          .put("namespace", alias.namespace())
          .put("name", alias.name())
          .put("type", "TABLE");
    }
    return json.toString();
  }
}
