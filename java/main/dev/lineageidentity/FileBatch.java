package dev.lineageidentity;

import dev.lineageidentity.LineageFileIdentity.Identity;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Many files with few crossings: their texts go to native code as one array of bytes, a chunk at a time, so that no
 * chunk holds anything up for long.
 */
final class FileBatch {
  private static final int TEXTS = 256;
  private static final int BYTES = 1 << 15;

  private static final byte[] NOTHING = {};

  private final boolean path;
  private final byte[] bytes = new byte[BYTES];
  private final int[] ends = new int[TEXTS];
  private final long[] packed = new long[TEXTS];

  FileBatch(boolean path) {
    this.path = path;
  }

  /** Writes the identity of each text to its place, null where there is none. */
  void identify(String[] texts, Identity[] identities) {
    int from = 0;
    while (from < texts.length) {
      int to = fill(texts, from);
      if (to == from) {
        // Too long for any chunk.
        identities[from] = LineageFileIdentity.identify(texts[from], path);
        from++;
        continue;
      }
      // What native code leaves unwritten, because it failed inside, is no identity.
      Arrays.fill(packed, 0, to - from, Packed.NONE);
      Native.files(bytes, ends, to - from, path, packed);
      for (int at = from; at < to; at++) {
        long answer = packed[at - from];
        int start = at == from ? 0 : ends[at - from - 1];
        identities[at] =
            answer < Packed.NONE
                ? LineageFileIdentity.identify(texts[at], path)
                : Packed.read(texts[at], bytes, start, answer);
      }
      from = to;
    }
  }

  /** Fills a chunk with the texts from an index on, and answers up to which. Null goes in as nothing. */
  private int fill(String[] texts, int from) {
    int end = 0;
    int at = from;
    for (; at < texts.length && at - from < TEXTS; at++) {
      byte[] text = texts[at] == null ? NOTHING : texts[at].getBytes(StandardCharsets.UTF_8);
      if (end + text.length > BYTES) {
        break;
      }
      System.arraycopy(text, 0, bytes, end, text.length);
      end += text.length;
      ends[at - from] = end;
    }
    return at;
  }
}
