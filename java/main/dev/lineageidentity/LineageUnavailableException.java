package dev.lineageidentity;

/**
 * The native library cannot be loaded, and strict mode ({@code -Ddev.lineageidentity.strict=true}) asks for an
 * exception instead of null. The cause is {@link NativeLibrary#cause()}.
 */
public final class LineageUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LineageUnavailableException(Throwable cause) {
    super(NativeLibrary.UNAVAILABLE_MESSAGE, cause);
  }
}
