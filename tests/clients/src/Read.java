import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineageClientUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Reads events into the types of openlineage-java, and compares what it understood with what was written. */
public final class Read {
  private static final ObjectMapper JSON = new ObjectMapper();

  public static void main(String[] arguments) throws Exception {
    int count = 0;
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      JsonNode written = JSON.readTree(line);
      Object event = read(written, line);
      JsonNode understood = JSON.readTree(OpenLineageClientUtils.toJson(event));
      List<String> differences = new ArrayList<>();
      compare("", written, understood, differences);
      if (!differences.isEmpty()) {
        throw new AssertionError(differences + "\nwritten    " + written + "\nunderstood " + understood);
      }
      count++;
    }
    if (count <= 100) {
      throw new AssertionError("only " + count + " events");
    }
    System.out.println("openlineage-java: " + count + " events");
  }

  private static Object read(JsonNode written, String line) throws Exception {
    if (written.has("run")) {
      return OpenLineageClientUtils.runEventFromJson(line);
    }
    Class<?> type = written.has("dataset") ? OpenLineage.DatasetEvent.class : OpenLineage.JobEvent.class;
    return OpenLineageClientUtils.newObjectMapper().readValue(line, type);
  }

  /** Everything that was written has to be there; times and UUIDs may be printed otherwise. */
  private static void compare(String at, JsonNode written, JsonNode understood, List<String> differences) {
    if (written.isObject() && understood.isObject()) {
      for (Iterator<String> names = written.fieldNames(); names.hasNext(); ) {
        String name = names.next();
        JsonNode value = written.get(name);
        boolean nothing = value.isEmpty() && value.isContainerNode();
        if (understood.has(name)) {
          compare(at + "/" + name, value, understood.get(name), differences);
        } else if (!nothing) {
          differences.add(at + "/" + name + " is lost");
        }
      }
    } else if (written.isArray() && understood.isArray() && written.size() == understood.size()) {
      for (int index = 0; index < written.size(); index++) {
        compare(at + "/" + index, written.get(index), understood.get(index), differences);
      }
    } else if (!written.equals(understood)
        && !sameTime(written, understood)
        && !written.asText().equalsIgnoreCase(uuid(understood))) {
      differences.add(at + " differs");
    }
  }

  private static boolean sameTime(JsonNode written, JsonNode understood) {
    try {
      return OffsetDateTime.parse(written.asText()).toInstant().equals(OffsetDateTime.parse(understood.asText()).toInstant());
    } catch (java.time.format.DateTimeParseException e) {
      return false;
    }
  }

  /** The text where it is a UUID, else null. */
  private static String uuid(JsonNode value) {
    try {
      return java.util.UUID.fromString(value.asText()).toString();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
