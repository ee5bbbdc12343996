package dev.lineageidentity;

import java.nio.charset.StandardCharsets;

/**
 * The OpenLineage identity of files: a drop-in for Hop's helper of the same name.
 *
 * <p>All methods are static, stateless and safe for any thread; none does input or output.
 */
public final class LineageFileIdentity {
  /** What packed answers name by number. */
  private static final String[] HEADS = heads();

  private LineageFileIdentity() {}

  /**
   * The pair by which OpenLineage identifies a dataset.
   *
   * @param namespace where the dataset lives: {@code s3://bucket}, {@code file}
   * @param name what it is called there: {@code in/orders.csv}
   */
  public record Identity(String namespace, String name) {}

  /**
   * The identity of a VFS URI in spec naming, by contract 3.
   *
   * @param vfsUri a URI as commons-vfs prints it
   * @return the identity, or null where there is none or the native library cannot be loaded; {@link
   *     #resolve} tells the reason
   */
  public static Identity of(String vfsUri) {
    return identify(vfsUri, false);
  }

  /**
   * The identity of an engine's path, whose text escapes nothing, in spec naming by contract 3.
   *
   * @param enginePath the text of a Hadoop {@code Path} or a Beam {@code ResourceId}
   * @return as {@link #of}
   */
  public static Identity ofPath(String enginePath) {
    return identify(enginePath, true);
  }

  /**
   * The identities of many VFS URIs, each as {@link #of}.
   *
   * @return as many elements as there are URIs, null where there is no identity; null for null
   */
  public static Identity[] ofAll(String[] vfsUris) {
    return identifyAll(vfsUris, false);
  }

  /** The identities of many engine paths, each as {@link #ofPath}. */
  public static Identity[] ofAllPaths(String[] enginePaths) {
    return identifyAll(enginePaths, true);
  }

  /**
   * The identity of a location under these options, or the reason why there is none.
   *
   * @param uri a URI or a path, as the options say
   * @return never null
   * @throws LineageUnavailableException in strict mode, where the native library cannot be loaded
   */
  public static Resolution resolve(String uri, FileOptions options) {
    if (!NativeLibrary.isAvailable()) {
      return Resolution.unavailable();
    }
    if (options == null) {
      return Resolution.missingArgument();
    }
    return Resolution.of(
        Native.resolveFile(
            uri,
            options.naming() == FileOptions.Naming.LEGACY,
            options.form() == FileOptions.Form.PATH,
            options.contract().number(),
            options.jobNamespace()));
  }

  private static Identity[] identifyAll(String[] texts, boolean path) {
    if (texts == null) {
      return null;
    }
    var identities = new Identity[texts.length];
    for (int at = 0; at < texts.length; at++) {
      identities[at] = identify(texts[at], path);
    }
    return identities;
  }

  private static Identity identify(String text, boolean path) {
    if (!NativeLibrary.isAvailable()) {
      NativeLibrary.refuse();
      return null;
    }
    if (text == null) {
      return null;
    }
    // Escapes are likely decoded, which takes room. A wrong guess costs a second call, nothing else.
    byte[] room = text.indexOf('%') < 0 ? null : new byte[text.length()];
    long packed = Native.file(text, text.length(), path, room);
    if (packed < NONE) {
      room = new byte[Math.toIntExact(-2 - packed)];
      packed = Native.file(text, text.length(), path, room);
    }
    if (packed < 0) {
      return null;
    }
    return (packed & IN_ROOM) == 0 ? fromText(text, packed) : fromRoom(room, packed);
  }

  // The layout of a packed answer is that of src/jni/pack.rs.
  private static final long NONE = -1;
  private static final long IN_ROOM = 1L << 62;
  private static final long ROOM_IS_ASCII = 1L << 60;
  private static final int NUMBERED = 128;

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

  private static String[] heads() {
    return NativeLibrary.isAvailable() ? Native.heads() : null;
  }
}
