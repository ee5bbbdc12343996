package dev.lineageidentity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Java strings go through whole or not at all. */
class UnicodeTest {
  private static final FileOptions DEFAULTS = FileOptions.DEFAULT;

  @Test
  void textBeyondTheBmpGoesThroughWhole() {
    String answer = Lineage.evaluate("{\"op\":\"run\",\"job_name\":\"tab😀le\"}");
    assertTrue(answer.contains("\"name\":\"tab😀le\""), answer);
    String nul = Lineage.evaluate("{\"op\":\"run\",\"job_name\":\"a\\u0000b\"}");
    assertTrue(nul.contains("\"name\":\"a\\u0000b\""), nul);
  }

  @Test
  void aLoneSurrogateHasNoIdentity() {
    for (String text : new String[] {"\ud800", "file:///a\udc00", "file:///\ud83dx", "s3://b/\ude00\ud83d"}) {
      assertNull(LineageFileIdentity.of(text));
      assertNull(LineageFileIdentity.ofPath(text));
      assertNull(LineageFileIdentity.ofAll(new String[] {text})[0]);
      assertEquals("invalid-unicode", LineageFileIdentity.resolve(text, DEFAULTS).reason().code());
      assertTrue(Lineage.evaluate("{\"op\":\"" + text + "\"}").startsWith("{\"error\":{\"code\":\"invalid-unicode\""));
      assertNull(LineageRelationalIdentity.buildNamespace("POSTGRESQL", text, null, 0));
      assertNull(LineageRelationalIdentity.datasetName(new RelationalTable(null, null, text)));
      assertNull(LineageJdbcIdentity.of(text, "t"));
      assertNull(LineageJdbcIdentity.of("jdbc:postgresql://h/d", text));
      assertEquals(
          "invalid-unicode",
          LineageJdbcIdentity.resolve(text, "t", JdbcOptions.DEFAULT).reason().code());
      var resolution =
          LineageRelationalIdentity.resolve(
              RelationalConnection.of("POSTGRESQL").withHost("db"),
              new RelationalTable(null, text, "t"));
      assertEquals("invalid-unicode", resolution.reason().code());
    }
  }

  /** Whatever has no place in one byte is told from a question mark. */
  @Test
  void jdbcTextsGoThroughWhole() {
    for (String text : new String[] {"?", "é", "日", "月", "😀", "\ud800", "?日", "日?", "??", "\ud83d?", "x".repeat(600)}) {
      for (String url : new String[] {"jdbc:postgresql://h/d" + text, "jdbc:postgresql://h/d?a=" + text, "jdbc:mysql://h/d"}) {
        for (String table : new String[] {"t", "s.t" + text, text}) {
          assertEquals(
              LineageJdbcIdentity.resolve(url, table, JdbcOptions.DEFAULT).identity(),
              LineageJdbcIdentity.of(url, table),
              url + " " + table);
        }
      }
    }
  }

  @Test
  void anyLengthIsTaken() {
    for (int length : new int[] {0, 1, 510, 511, 512, 513, 4095, 4096, 5000, 1 << 20, 1 << 26}) {
      String text = "file:///" + "a".repeat(length);
      var identity = LineageFileIdentity.of(text);
      if (identity != null) {
        assertEquals("file", identity.namespace());
        assertEquals(text.length() - 7, identity.name().length());
      }
      String name = "n".repeat(length);
      String answer = Lineage.evaluate("{\"op\":\"run\",\"job_name\":\"j" + name + "\"}");
      assertTrue(answer.endsWith("\"name\":\"j" + name + "\"}}}"));
    }
  }
}
