package dev.lineageidentity;

import dev.lineageidentity.LineageFileIdentity.Identity;
import java.nio.charset.StandardCharsets;

/** Reads the packed answers of natives, whose layout is described in {@code src/jni/pack.rs}. */
final class Packed {
  /** No identity. Answers below ask for room. */
  static final long NONE = -1;

  private static final long IN_ROOM = 1L << 62;
  private static final long ROOM_IS_ASCII = 1L << 60;
  private static final int NUMBERED = 128;

  /** The beginnings that answers name by number. */
  private static final String[] HEADS = Native.heads();

  private Packed() {}

  /** Room of the size that an answer asks for. */
  static byte[] room(long packed) {
    return new byte[Math.toIntExact(-2 - packed)];
  }

  /** The identity of an answer, which is not below {@link #NONE}. */
  static Identity read(String text, byte[] room, long packed) {
    if (packed < 0) {
      return null;
    }
    return (packed & IN_ROOM) == 0 ? fromText(text, packed) : fromRoom(room, packed);
  }

  private static Identity fromText(String text, long packed) {
    int head = (int) (packed >>> 48) & 0xff;
    int from = (int) (packed >>> 36) & 0xfff;
    int to = (int) (packed >>> 24) & 0xfff;
    String name = text.substring((int) (packed >>> 12) & 0xfff, (int) packed & 0xfff);
    return new Identity(namespace(text, head, from, to), name);
  }

  /** Namespaces made before: few are needed often, and a hit costs less than another string of the same text. */
  private static final String[] NAMESPACES = new String[256];

  private static String namespace(String text, int head, int from, int to) {
    String numbered = head < NUMBERED ? null : HEADS[head - NUMBERED];
    int length = (numbered == null ? head : numbered.length()) + to - from;
    int slot = (length * 31 + (to > 0 ? text.charAt(to - 1) : 0) * 7 + (to > from ? text.charAt(from) : 0)) & 255;
    // Threads may overwrite each other's: whatever stands there is a whole string, and compared before use.
    String known = NAMESPACES[slot];
    if (known != null && known.length() == length && matches(known, text, numbered, head, from, to)) {
      return known;
    }
    String namespace = make(text, numbered, head, from, to);
    NAMESPACES[slot] = namespace;
    return namespace;
  }

  private static boolean matches(
      String known, String text, String numbered, int head, int from, int to) {
    if (numbered == null && head == from) {
      return text.startsWith(known);
    }
    boolean begins =
        numbered == null ? known.regionMatches(0, text, 0, head) : known.startsWith(numbered);
    return begins && text.regionMatches(from, known, known.length() - (to - from), to - from);
  }

  private static String make(String text, String numbered, int head, int from, int to) {
    if (numbered == null && head == from) {
      return text.substring(0, to);
    }
    String beginning = numbered == null ? text.substring(0, head) : numbered;
    return from == to ? beginning : beginning.concat(text.substring(from, to));
  }

  private static Identity fromRoom(byte[] room, long packed) {
    var charset =
        (packed & ROOM_IS_ASCII) != 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
    int namespace = (int) (packed >>> 30) & 0x3fff_ffff;
    int name = (int) packed & 0x3fff_ffff;
    return new Identity(
        new String(room, 0, namespace, charset), new String(room, namespace, name, charset));
  }
}
