package dev.lineageidentity;

import dev.lineageidentity.LineageFileIdentity.Identity;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the packed answers of natives, whose layout is described in {@code src/jni/pack.rs}. */
final class Packed {
  /** No identity. Answers below ask for room. */
  static final long NONE = -1;

  private static final long IN_ROOM = 1L << 62;
  private static final long IS_ASCII = 1L << 60;
  private static final int NUMBERED = 128;

  /** The beginnings that answers name by number. */
  private static final String[] HEADS = Native.heads();

  private Packed() {}

  /** Room of the size that an answer asks for. */
  static byte[] room(long packed) {
    return new byte[Math.toIntExact(-2 - packed)];
  }

  /**
   * The identity of an answer, which is not below {@link #NONE}.
   *
   * @param bytes the room; or, where the text is plain, its bytes
   * @param start where in {@code bytes} the text begins
   */
  static Identity read(String text, byte[] bytes, int start, long packed) {
    if (packed < 0) {
      return null;
    }
    if ((packed & IN_ROOM) != 0) {
      return fromRoom(bytes, packed);
    }
    String name = text.substring((int) (packed >>> 12) & 0xfff, (int) packed & 0xfff);
    String namespace =
        (packed & IS_ASCII) != 0 ? known(text, bytes, start, packed >>> 24) : make(text, packed >>> 24);
    return new Identity(namespace, name);
  }

  /** A namespace made before, and the parts of the plain text that it was made of: few are needed often. */
  private record Known(long places, byte[] parts, String namespace) {}

  private static final Known[] KNOWN = new Known[256];

  private static String known(String text, byte[] bytes, int start, long places) {
    int head = head(places) < NUMBERED ? head(places) : 0;
    int from = from(places);
    int to = to(places);
    int end = Math.max(head, to);
    int slot = (int) places * 31 + bytes[start + Math.max(end, 1) - 1] * 7 + bytes[start + from] & 255;
    // Threads may overwrite each other's: whatever stands there is whole, and compared before use.
    Known known = KNOWN[slot];
    if (known != null && known.places == places) {
      byte[] parts = known.parts;
      int begin = head == 0 ? from : 0;
      boolean same =
          parts.length == end - begin
              ? Arrays.equals(parts, 0, parts.length, bytes, start + begin, start + end)
              : Arrays.equals(parts, 0, head, bytes, start, start + head)
                  && Arrays.equals(parts, head, parts.length, bytes, start + from, start + to);
      if (same) {
        return known.namespace;
      }
    }
    // What stands between the parts may be credentials, and is not kept.
    byte[] parts = Arrays.copyOfRange(bytes, start, start + head + to - from);
    System.arraycopy(bytes, start + from, parts, head, to - from);
    String namespace = make(text, places);
    KNOWN[slot] = new Known(places, parts, namespace);
    return namespace;
  }

  private static int head(long places) {
    return (int) (places >>> 24) & 0xff;
  }

  private static int from(long places) {
    return (int) (places >>> 12) & 0xfff;
  }

  private static int to(long places) {
    return (int) places & 0xfff;
  }

  private static String make(String text, long places) {
    int head = head(places);
    int from = from(places);
    if (head == from) {
      return text.substring(0, to(places));
    }
    String beginning = head < NUMBERED ? text.substring(0, head) : HEADS[head - NUMBERED];
    return beginning.concat(text.substring(from, to(places)));
  }

  private static Identity fromRoom(byte[] room, long packed) {
    var charset =
        (packed & IS_ASCII) != 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
    int namespace = (int) (packed >>> 30) & 0x3fff_ffff;
    int name = (int) packed & 0x3fff_ffff;
    return new Identity(
        new String(room, 0, namespace, charset), new String(room, namespace, name, charset));
  }
}
