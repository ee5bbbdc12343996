package dev.lineageidentity;

/** What was given cannot be understood. The message says what is wrong and repeats no value. */
public final class LineageException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final String field;

  LineageException(String code, String message, String field) {
    super(field == null ? message : message + " (" + field + ")");
    this.code = code;
    this.field = field;
  }

  /** The machine-readable reason: {@code invalid-config}, {@code invalid-field}, … */
  public String code() {
    return code;
  }

  /** What is wrong, as a path: {@code connections.prod-sftp.port}; null where it is the whole. */
  public String field() {
    return field;
  }
}
