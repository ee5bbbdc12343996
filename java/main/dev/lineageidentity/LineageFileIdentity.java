package dev.lineageidentity;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;

/**
 * The OpenLineage identity of files: a drop-in for Hop's helper of the same name.
 *
 * <p>All methods are static, stateless and safe for any thread; none does input or output.
 */
public final class LineageFileIdentity {
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
    String[] answer =
        Native.resolveFile(
            uri,
            options.naming() == FileOptions.Naming.LEGACY,
            options.form() == FileOptions.Form.PATH,
            options.contract().number(),
            options.jobNamespace(),
            Connections.handle(options.connections()));
    Reference.reachabilityFence(options);
    return Resolution.of(answer);
  }

  private static Identity[] identifyAll(String[] texts, boolean path) {
    if (texts == null) {
      return null;
    }
    var identities = new Identity[texts.length];
    if (NativeLibrary.isAvailable()) {
      new FileBatch(path).identify(texts, identities);
    } else {
      NativeLibrary.refuse();
    }
    return identities;
  }

  static Identity identify(String text, boolean path) {
    if (!NativeLibrary.isAvailable()) {
      NativeLibrary.refuse();
      return null;
    }
    if (text == null) {
      return null;
    }
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    long packed = Native.file(bytes, bytes.length, bytes.length, text, path);
    if (packed < Packed.NONE) {
      bytes = Packed.room(packed);
      packed = Native.file(bytes, bytes.length, 0, text, path);
    }
    return Packed.read(text, bytes, 0, packed);
  }
}
