package dev.lineageidentity;

/**
 * The OpenLineage events of a lineage: a text to post, or the error that says why there is none.
 *
 * @param text one indented event, or one event a line; null where there is an error
 * @param notes what was left out or changed, as a JSON array of {@code {"code","message","field"}}; null where there
 *     is an error
 * @param error why there is no text, or null
 */
public record LineageEvents(String text, String notes, Error error) {

  /**
   * Why there are no events.
   *
   * @param code stable and machine-readable: {@code invalid-field}, {@code library-unavailable}, …
   * @param message for a reader; says what is allowed, and repeats nothing of the input
   * @param field the argument, or the place in the lineage, that is wrong: {@code event_type}, {@code
   *     lineage.nodes[3].id}; may be null
   */
  public record Error(String code, String message, String field) {}

  /** Whether there are events. */
  public boolean isFound() {
    return text != null;
  }

  /**
   * The events of a lineage.
   *
   * @param lineageJson nodes, edges and metadata, as dplyneage's JSON export holds them
   * @param optionsJson the arguments: {@code {"job_name":"nightly","events":["run","dataset"]}}; null for none
   * @return never null
   * @throws LineageUnavailableException in strict mode, where the native library cannot be loaded
   */
  public static LineageEvents of(String lineageJson, String optionsJson) {
    if (!NativeLibrary.isAvailable()) {
      NativeLibrary.refuse();
      return failed(NativeLibrary.UNAVAILABLE_CODE, NativeLibrary.UNAVAILABLE_MESSAGE, null);
    }
    String[] parts = Native.events(lineageJson, optionsJson);
    if (parts == null) {
      return failed("panic", "the library failed inside; please report it", null);
    }
    return parts[0] != null
        ? new LineageEvents(parts[0], parts[1], null)
        : failed(parts[2], parts[3], parts[4]);
  }

  private static LineageEvents failed(String code, String message, String field) {
    return new LineageEvents(null, null, new Error(code, message, field));
  }
}
