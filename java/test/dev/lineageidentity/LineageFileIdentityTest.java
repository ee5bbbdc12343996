package dev.lineageidentity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.lineageidentity.LineageFileIdentity.Identity;
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

  /** The fast calls agree with the slow one, whatever they are given. */
  @Test
  void theFastCallsAgreeWithResolve() {
    String[] beginnings = {
      "s3://", "s3a://", "s3:///", "gs://", "file:///", "file:/", "sftp://", "sftp://u:p@", "abfss://c@",
      "hdfs://", "zip:file:///a.zip!/", "my s3:/", "é:/", "S3A://", " s3://", "s3:", "/", "", "C:\\"
    };
    String[] pieces = {
      ":", "/", "//", "u:p@", "host", "b_1", ":22", ".", "..", "%20", "%C3%A9", "%zz", "é", "ß", "😀", "\ud800", "?", "#", " ", "k", "${V}",
      "a".repeat(300), "ü".repeat(200), "long/".repeat(900)
    };
    var random = new Random(7);
    var paths = FileOptions.DEFAULT.withForm(FileOptions.Form.PATH);
    int found = 0;
    for (int round = 0; round < 40_000; round++) {
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
    }
    assertFalse(found < 1_000, "found only " + found);
  }
}
