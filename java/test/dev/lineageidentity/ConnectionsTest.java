package dev.lineageidentity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lineageidentity.LineageFileIdentity.Identity;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
  private static final String JSON =
      "{\"connections\":{\"prod-sftp\":{\"kind\":\"sftp\",\"host\":\"files\",\"port\":2222}}}";
  private static final Identity MAPPED = new Identity("sftp://files:2222", "/in/a.csv");

  @Test
  void aConnectionIsNamedByWhatItStandsFor() {
    var options = FileOptions.DEFAULT.withConnections(Connections.of(JSON));
    var resolution = LineageFileIdentity.resolve("prod-sftp:///in/a.csv", options);
    assertEquals(MAPPED, resolution.identity());
    assertTrue(resolution.warnings().isEmpty());
    var unmapped = LineageFileIdentity.resolve("prod-sftp:///in/a.csv", FileOptions.DEFAULT);
    assertEquals("unmapped-connection", unmapped.warnings().get(0));
    String request = "{\"op\":\"file\",\"uri\":\"prod-sftp:///in/a.csv\"}";
    String answer = Lineage.evaluate(request, Connections.of(JSON));
    assertTrue(answer.contains("sftp://files:2222"), answer);
    assertFalse(Lineage.evaluate(request, null).contains("sftp://files:2222"));
  }

  @Test
  void aMistakeIsToldWithItsPlace() {
    var mistake =
        assertThrows(
            LineageException.class,
            () -> Connections.of("{\"connections\":{\"c\":{\"kind\":\"sftp\",\"port\":\"s3cr3t\"}}}"));
    assertTrue(mistake.field().startsWith("connections.c"), mistake.field());
    assertEquals("invalid-config", mistake.code());
    assertFalse(mistake.getMessage().contains("s3cr3t"));
    assertNull(assertThrows(LineageException.class, () -> Connections.of("{")).field());
    assertThrows(LineageException.class, () -> Connections.of(null));
  }

  @Test
  void threadsShareOneAndGarbageIsCollectedMeanwhile() throws Exception {
    var shared = FileOptions.DEFAULT.withConnections(Connections.of(JSON));
    var tasks = new ArrayList<Callable<Void>>();
    for (int task = 0; task < 4; task++) {
      tasks.add(
          () -> {
            for (int round = 0; round < 500; round++) {
              assertEquals(
                  MAPPED, LineageFileIdentity.resolve("prod-sftp:///in/a.csv", shared).identity());
              var own = FileOptions.DEFAULT.withConnections(Connections.of(JSON));
              assertEquals(
                  MAPPED, LineageFileIdentity.resolve("prod-sftp:///in/a.csv", own).identity());
              if (round % 100 == 0) {
                System.gc();
              }
            }
            return null;
          });
    }
    var pool = Executors.newFixedThreadPool(4);
    try {
      for (var result : pool.invokeAll(tasks)) {
        result.get();
      }
    } finally {
      pool.shutdown();
    }
  }
}
