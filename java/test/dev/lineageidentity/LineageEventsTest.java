package dev.lineageidentity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LineageEventsTest {
  private static final String LINEAGE =
      "{\"nodes\":[{\"id\":\"orders 😀\",\"type\":\"source\",\"columns\":[\"amount\"]},"
          + "{\"id\":\"daily\",\"type\":\"target\",\"columns\":[\"total\"]}],"
          + "\"edges\":[{\"source\":\"orders 😀\",\"source_column\":\"amount\","
          + "\"target\":\"daily\",\"target_column\":\"total\"}]}";

  @Test
  void saysWhatTheOperationSays() {
    String options =
        "{\"run_id\":\"00000000-0000-4000-8000-000000000000\",\"event_time\":\"2026-01-01T00:00:00.000Z\"}";
    var events = LineageEvents.of(LINEAGE, options);
    assertTrue(events.isFound());
    assertEquals("[]", events.notes());
    assertTrue(events.text().contains("\"name\": \"orders 😀\""), events.text());
    String answer =
        Lineage.evaluate(
            "{\"op\":\"events\",\"lineage\":" + LINEAGE + ",\"options\":" + options + "}");
    String escaped = events.text().replace("\"", "\\\"").replace("\n", "\\n");
    assertEquals("{\"text\":\"" + escaped + "\"}", answer);
  }

  @Test
  void optionsMayBeAbsent() {
    assertTrue(LineageEvents.of(LINEAGE, null).isFound());
    assertTrue(LineageEvents.of(LINEAGE, " ").isFound());
  }

  @Test
  void errorsNameTheArgument() {
    var events = LineageEvents.of(LINEAGE, "{\"event_type\":\"DONE\"}");
    assertFalse(events.isFound());
    assertNull(events.text());
    assertEquals("invalid-field", events.error().code());
    assertEquals("event_type", events.error().field());
    assertTrue(events.error().message().contains("COMPLETE"));
    assertEquals("lineage", LineageEvents.of("{", null).error().field());
    assertEquals("null-argument", LineageEvents.of(null, null).error().code());
    assertEquals("invalid-unicode", LineageEvents.of("\ud800", null).error().code());
    // JSON that ends early does not reach into the options.
    assertEquals("invalid-json", LineageEvents.of("{\"nodes\":[]},\"x\":{", null).error().code());
  }

  @Test
  void whatIsLeftOutIsTold() {
    var events = LineageEvents.of("{\"nodes\":[{\"id\":\"\"}]}", null);
    assertTrue(events.notes().contains("nameless-dataset"), events.notes());
  }
}
