package dev.lineageidentity;

import java.lang.ref.Cleaner;

/**
 * A configuration: what named connections stand for, which namespaces are one, which folders are partitions. The
 * format is that of {@code docs/configuration.md}.
 *
 * <p>Immutable and safe for any thread: make one and share it.
 */
public final class Connections {
  private static final Cleaner CLEANER = Cleaner.create();

  /** Of the configuration in native code; 0 where the library cannot be loaded. */
  private final long handle;

  private Connections(long handle) {
    this.handle = handle;
    CLEANER.register(this, () -> Native.closeConfig(handle));
  }

  private Connections() {
    this.handle = 0;
  }

  /**
   * Reads a configuration.
   *
   * @param json as {@code docs/configuration.md} describes it
   * @throws LineageException for the first mistake, with its place
   * @throws LineageUnavailableException in strict mode, where the native library cannot be loaded; else such a
   *     configuration is empty, as all answers are
   */
  public static Connections of(String json) {
    if (!NativeLibrary.isAvailable()) {
      NativeLibrary.refuse();
      return new Connections();
    }
    long handle = Native.openConfig(json);
    if (handle == 0) {
      String[] mistake = Native.checkConfig(json);
      throw mistake == null
          ? new LineageException("panic", "the library failed inside; please report it", null)
          : new LineageException(mistake[0], mistake[1], mistake[2]);
    }
    return new Connections(handle);
  }

  /**
   * The handle for natives, 0 for null. The caller keeps {@code connections} reachable until the native has
   * returned ({@link java.lang.ref.Reference#reachabilityFence}).
   */
  static long handle(Connections connections) {
    return connections == null ? 0 : connections.handle;
  }
}
