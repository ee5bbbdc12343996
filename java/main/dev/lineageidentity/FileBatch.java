package dev.lineageidentity;

import dev.lineageidentity.LineageFileIdentity.Identity;
import java.util.Arrays;

/**
 * Many files with few crossings: their texts go to native code as one array of characters, a chunk at a time, so
 * that no chunk holds anything up for long.
 */
final class FileBatch {
  private static final int TEXTS = 256;
  private static final int UNITS = 1 << 15;

  private final boolean path;
  private final char[] units = new char[UNITS];
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
      // What native code leaves unwritten, because it failed inside, is no identity.
      Arrays.fill(packed, 0, to - from, Packed.NONE);
      Native.files(units, ends, to - from, path, packed);
      for (int at = from; at < to; at++) {
        String text = texts[at];
        long answer = packed[at - from];
        if (answer < Packed.NONE || text != null && text.length() > UNITS) {
          identities[at] = LineageFileIdentity.identify(text, path);
        } else if (text != null) {
          identities[at] = Packed.read(text, null, answer);
        }
      }
      from = to;
    }
  }

  /** Fills a chunk with the texts from an index on, and answers up to which. Null, and what is too long for any
   * chunk, goes in as nothing. */
  private int fill(String[] texts, int from) {
    int end = 0;
    int at = from;
    for (; at < texts.length && at - from < TEXTS; at++) {
      String text = texts[at];
      int length = text == null || text.length() > UNITS ? 0 : text.length();
      if (end + length > UNITS) {
        break;
      }
      if (length > 0) {
        text.getChars(0, length, units, end);
      }
      end += length;
      ends[at - from] = end;
    }
    return at;
  }
}
