package dev.lineageidentity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.lineageidentity.LineageFileIdentity.Identity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineageFileIdentityTest {
  @Test
  void behavesAsHopsHelper() {
    assertEquals(
        new Identity("sftp://host:2222", "/a/b.csv"),
        LineageFileIdentity.of("sftp://user:pw@host:2222/a/b.csv"));
    assertEquals(new Identity("s3://bucket", "key"), LineageFileIdentity.of("s3a://bucket/key"));
    assertEquals(new Identity("s3://bucket", "k"), LineageFileIdentity.of("s3:///bucket/k"));
    assertEquals(
        new Identity("file", "/data/😀.csv"), LineageFileIdentity.of("file:///data/😀.csv"));
    assertEquals(
        new Identity("s3://my_bucket", "in put/a.csv"),
        LineageFileIdentity.of("s3:///my_bucket/in%20put/a.csv"));
    assertNull(LineageFileIdentity.of(" "));
    assertNull(LineageFileIdentity.of("no-scheme"));
    assertNull(LineageFileIdentity.of(null));
  }

  @Test
  void resolveSaysWhatNullHides() {
    var options = FileOptions.DEFAULT;
    assertEquals("blank-input", LineageFileIdentity.resolve(" ", options).reason().code());
    assertEquals("null-argument", LineageFileIdentity.resolve(null, options).reason().code());
    assertFalse(LineageFileIdentity.resolve("no-scheme", options).isFound());
    assertEquals(
        new Identity("prod", "b.csv"),
        LineageFileIdentity.resolve(
                "s3://bucket/a/b.csv",
                options.withNaming(FileOptions.Naming.LEGACY).withJobNamespace("prod"))
            .identity());
  }

  @Test
  void batchesTakeTextsOfAnyLength() {
    String[] uris = new String[40];
    Arrays.setAll(uris, at -> "s3a://bucket/in/" + "x".repeat(at * 1_500) + "é");
    Identity[] identities = LineageFileIdentity.ofAll(uris);
    for (int at = 0; at < uris.length; at++) {
      assertEquals(LineageFileIdentity.of(uris[at]), identities[at]);
      assertEquals(uris[at].length() - 13, identities[at].name().length());
    }
  }

  @Test
  void batchesOfAnySize() {
    assertNull(LineageFileIdentity.ofAll(null));
    assertEquals(0, LineageFileIdentity.ofAll(new String[0]).length);
    for (int size : new int[] {1, 255, 256, 257, 1024}) {
      String[] uris = new String[size];
      Arrays.setAll(uris, at -> "s3a://bucket/in/" + at);
      Identity[] identities = LineageFileIdentity.ofAll(uris);
      assertEquals(size, identities.length);
      for (int at = 0; at < size; at++) {
        assertEquals(new Identity("s3://bucket", "in/" + at), identities[at]);
        assertSame(identities[0].namespace(), identities[at].namespace());
      }
    }
  }

  @Test
  void namespacesAreSharedWhereTheyAreTheSameOnly() {
    String first = LineageFileIdentity.of("hdfs://u:p@h-1-a/x").namespace();
    assertEquals("hdfs://h-1-a", first);
    assertSame(first, LineageFileIdentity.of("hdfs://v:q@h-1-a/y").namespace());
    assertEquals("hdfs://h-2-a", LineageFileIdentity.of("hdfs://u:p@h-2-a/x").namespace());
    assertEquals("http://h-1-a", LineageFileIdentity.of("http://u:p@h-1-a/x").namespace());
    assertEquals("hdfs://h-1-a", LineageFileIdentity.of("hdfs://u:p@h-1-a/x").namespace());
  }

  /** The fast calls agree with the slow one, whatever they are given. */
  @Test
  void theFastCallsAgreeWithResolve() {
    String[] beginnings = {
      "s3://", "s3a://", "s3:///", "gs://", "file:///", "file:/", "sftp://", "sftp://u:p@", "abfss://c@",
      "hdfs://", "zip:file:///a.zip!/", "my s3:/", "é:/", "S3A://", " s3://", "s3:", "/", "", "C:\\"
    };
    String[] pieces = {
      ":", "/", "//", "u:p@", "host", "b_1", ":22", ".", "..", "%20", "%C3%A9", "%zz", "é", "ß", "日", "月", "😀", "\ud800", "?", "#", " ", "k", "${V}",
      "a".repeat(300), "ü".repeat(200), "long/".repeat(900)
    };
    var random = new Random(7);
    var paths = FileOptions.DEFAULT.withForm(FileOptions.Form.PATH);
    int found = 0;
    var uris = new ArrayList<String>();
    for (int round = 0; round < 10_000; round++) {
      var text = new StringBuilder(beginnings[random.nextInt(beginnings.length)]);
      for (int count = random.nextInt(8); count >= 0; count--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      String uri = text.toString();
      var slow = LineageFileIdentity.resolve(uri, FileOptions.DEFAULT);
      assertEquals(slow.identity(), LineageFileIdentity.of(uri), uri);
      assertEquals(
          LineageFileIdentity.resolve(uri, paths).identity(), LineageFileIdentity.ofPath(uri), uri);
      found += slow.isFound() ? 1 : 0;
      uris.add(round % 1000 == 0 ? null : uri);
    }
    String[] texts = uris.toArray(String[]::new);
    Identity[] vfs = LineageFileIdentity.ofAll(texts);
    Identity[] path = LineageFileIdentity.ofAllPaths(texts);
    for (int at = 0; at < texts.length; at++) {
      assertEquals(LineageFileIdentity.of(texts[at]), vfs[at], texts[at]);
      assertEquals(LineageFileIdentity.ofPath(texts[at]), path[at], texts[at]);
    }
    assertFalse(found < 1_000, "found only " + found);
  }
}
