package dev.lineageidentity;

/**
 * The native library: whether it could be loaded, and why not.
 *
 * <p>It is looked for once, at the first call of this package:
 *
 * <ol>
 *   <li>where the system property {@code dev.lineageidentity.library} points (a file, or a folder with the
 *       file), and then nowhere else;
 *   <li>in the jar: a copy is written to a private folder of its own (inside the folder that {@code
 *       dev.lineageidentity.tmpdir} names, else the one for temporary files, else the user's cache), verified
 *       and loaded. Each class loader has its own copy, because the JVM binds a file to one loader;
 *   <li>on {@code java.library.path}.
 * </ol>
 */
public final class NativeLibrary {
  static final String UNAVAILABLE_CODE = "library-unavailable";
  static final String UNAVAILABLE_MESSAGE =
      "the native library could not be loaded; NativeLibrary.cause() says why";

  private static final Throwable CAUSE = LibraryLoader.load();

  private NativeLibrary() {}

  /** Whether the native library is loaded. Never throws. */
  public static boolean isAvailable() {
    return CAUSE == null;
  }

  /** Why the native library is not loaded, the same each time; null where it is. */
  public static Throwable cause() {
    return CAUSE;
  }

  /** What a call does first when there is no library: nothing, or in strict mode throws. */
  static void refuse() {
    if (Boolean.getBoolean("dev.lineageidentity.strict")) {
      throw new LineageUnavailableException(CAUSE);
    }
  }
}
