package dev.lineageidentity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the cases cannot say: arguments that are no metadata at all. */
class SqlDatasetsTest {
  @Test
  void nothingFailsTheCaller() {
    for (String metadata :
        new String[] {
          null, "", " ", "nonsense", "{", "[]", "null", "1", "{}", "\ud800", "\"\\ud800\"",
          "{\"sql_metadata\":{\"query\":\"\\ud800\"}}", "[".repeat(100_000)
        }) {
      for (var datasets :
          List.of(
              SqlDatasets.of(metadata),
              SqlDatasets.ofAllDialects(metadata),
              SqlDatasets.ofLegacy(metadata, "ns"),
              SqlDatasets.ofLegacy(metadata, null))) {
        assertEquals(List.of(), datasets.inputs());
        assertEquals(List.of(), datasets.outputs());
        assertFalse(datasets.notes().isEmpty(), datasets.toJson());
        assertEquals("{}", datasets.jobFacets());
        assertTrue(datasets.toJson().startsWith("{\"inputs\":[],\"outputs\":[],\"notes\":[\""));
      }
    }
  }

  @Test
  void storesTakeWhatIsNoPart() {
    assertEquals("null-argument", LineageStore.resolve(null, Map.of()).reason().code());
    assertEquals("null-argument", LineageStore.resolve("kafka", null).reason().code());
    assertEquals("invalid-field", LineageStore.resolve("no store", Map.of()).reason().code());
    assertEquals("unknown-field", LineageStore.resolve("kafka", Map.of("a", "b")).reason().code());
    assertEquals("invalid-unicode", LineageStore.resolve("\ud800", Map.of()).reason().code());
    assertEquals(
        "invalid-unicode", LineageStore.resolve("kafka", Map.of("topic", "\ud800")).reason().code());
    var parts = new HashMap<String, String>();
    parts.put("host", "h");
    parts.put("port", "9092");
    parts.put("topic", null);
    parts.put(null, "x");
    assertEquals("missing-part", LineageStore.resolve("kafka", parts).reason().code());
    assertNull(LineageStore.identity("kafka", parts));
  }

  @Test
  void settingsThatAreNoneAreRefused() {
    var table = new RelationalTable(null, null, "T");
    var connection = RelationalConnection.of("MYSQL").withHost("h").withServerSettings("nonsense");
    assertEquals(
        "invalid-field", LineageRelationalIdentity.resolve(connection, table).reason().code());
    var options = JdbcOptions.DEFAULT.withServerSettings("{\"odd\":1}");
    assertEquals(
        "invalid-field", LineageJdbcIdentity.resolve("jdbc:mysql://h/d", "T", options).reason().code());
    var blank = connection.withServerSettings(" ").withDatabase("d");
    assertEquals("d.T", LineageRelationalIdentity.resolve(blank, table).identity().name());
  }
}
