package dev.lineageidentity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A panic behind any native is an answer, not an abort. Needs a library built with {@code test-hooks}. */
class PanicTest {
  private static final RelationalTable TABLE = new RelationalTable(null, "s", "t");

  @BeforeEach
  void onlyWithTheHook() {
    assumeTrue(Boolean.getBoolean("lineage.panics"), "a library without the hook");
    assertTrue(NativeLibrary.isAvailable(), () -> String.valueOf(NativeLibrary.cause()));
  }

  private static <T> T panicking(Callable<T> call) throws Exception {
    PanicHook.arm();
    T answer = call.call();
    assertFalse(PanicHook.armed(), "the native did not run inside the guard");
    return answer;
  }

  @Test
  void everyNativeStopsAPanic() throws Exception {
    var connection = RelationalConnection.of("MYSQL").withHost("h");
    assertNull(panicking(() -> LineageFileIdentity.of("file:///a")));
    assertNull(panicking(() -> LineageFileIdentity.ofPath("/a")));
    assertNull(panicking(() -> Native.version()));
    assertNull(panicking(() -> Native.heads()));
    assertNull(panicking(() -> LineageFileIdentity.ofAll(new String[] {"file:///a"})[0]));
    assertNull(panicking(() -> LineageRelationalIdentity.buildNamespace("MYSQL", "h", "", 1)));
    assertNull(panicking(() -> LineageRelationalIdentity.namespace("MYSQL", "h", "")));
    assertNull(panicking(() -> LineageRelationalIdentity.datasetName(TABLE)));
    assertNull(panicking(() -> LineageJdbcIdentity.of("jdbc:mysql://h/d", "t")));
    assertNull(panicking(() -> Native.plainTables(new String[9], 0, 3, null, null)));
    for (Resolution resolution :
        List.of(
            panicking(() -> LineageFileIdentity.resolve("file:///a", FileOptions.DEFAULT)),
            panicking(() -> LineageRelationalIdentity.resolve(connection, TABLE)),
            panicking(() -> LineageStore.resolve("kafka", Map.of())),
            panicking(() -> LineageJdbcIdentity.resolve("jdbc:mysql://h/d", "t", JdbcOptions.DEFAULT)))) {
      assertEquals("panic", resolution.reason().code());
    }
    String answer = panicking(() -> Lineage.evaluate("{\"op\":\"settings\"}"));
    assertTrue(answer.startsWith("{\"error\":{\"code\":\"panic\""), answer);
    var datasets = panicking(() -> SqlDatasets.of("{}"));
    assertEquals(List.of(), datasets.inputs());
    assertTrue(datasets.notes().get(0).contains("failed inside"), datasets.toJson());
    assertNull(panicking(() -> Native.events("{}", null)));
    assertEquals(0L, panicking(() -> Native.openConfig("{}")));
    assertNull(panicking(() -> Native.checkConfig("nonsense")));
    panicking(
        () -> {
          Native.closeConfig(0);
          return null;
        });
    assertEquals("panic", panicking(() -> LineageEvents.of("{}", null)).error().code());
    // And the library goes on.
    assertTrue(Objects.nonNull(LineageFileIdentity.of("file:///a")));
  }
}
