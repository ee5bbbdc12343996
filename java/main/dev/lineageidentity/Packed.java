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
    String namespace;
    if (head >= NUMBERED) {
      String known = HEADS[head - NUMBERED];
      namespace = from == to ? known : known.concat(text.substring(from, to));
    } else if (head == from) {
      namespace = text.substring(0, to);
    } else if (from == to) {
      namespace = text.substring(0, head);
    } else {
      namespace = text.substring(0, head).concat(text.substring(from, to));
    }
    return new Identity(namespace, name);
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
