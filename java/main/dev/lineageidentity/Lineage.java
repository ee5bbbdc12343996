package dev.lineageidentity;

import java.lang.ref.Reference;

/** The structured door: every operation of the library as JSON. */
public final class Lineage {
  private Lineage() {}

  /**
   * Answers one request, for example {@code {"op":"file","uri":"s3a://bucket/key"}}.
   *
   * @param requestJson one JSON object
   * @return one JSON object on one line, never null. What cannot be understood is answered as {@code
   *     {"error":{"code","message",…}}}, with the code {@code library-unavailable} where the native library
   *     cannot be loaded.
   * @throws LineageUnavailableException in strict mode, where the native library cannot be loaded
   */
  public static String evaluate(String requestJson) {
    return evaluate(requestJson, null);
  }

  /** Answers one request as {@link #evaluate(String)} does, under a configuration; null for none. */
  public static String evaluate(String requestJson, Connections connections) {
    if (!NativeLibrary.isAvailable()) {
      NativeLibrary.refuse();
      return error(NativeLibrary.UNAVAILABLE_CODE, NativeLibrary.UNAVAILABLE_MESSAGE);
    }
    String answer = Native.evaluate(requestJson, Connections.handle(connections));
    Reference.reachabilityFence(connections);
    return answer != null ? answer : error("panic", "the library failed inside; please report it");
  }

  /** Both texts are ours and need no escapes. */
  private static String error(String code, String message) {
    return "{\"error\":{\"code\":\"" + code + "\",\"message\":\"" + message + "\"}}";
  }
}
