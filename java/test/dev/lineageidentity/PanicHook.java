package dev.lineageidentity;

/** Makes natives panic, in a library that was built with {@code test-hooks}. */
final class PanicHook {
  private PanicHook() {}

  /** The next guarded call of this thread panics. */
  static native void arm();

  /** Whether no guarded call came since. */
  static native boolean armed();
}
