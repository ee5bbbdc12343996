package dev.lineageidentity;

/**
 * The OpenLineage identity of tables, in the shape of Hop's helper of the same name.
 *
 * <p>All methods are static, stateless and safe for any thread; none does input or output.
 */
public final class LineageRelationalIdentity {
  private LineageRelationalIdentity() {}

  /**
   * The dataset namespace of a connection, by contract 3.
   *
   * @param hopType the id of the Hop database type: {@code POSTGRESQL}
   * @param host the host field
   * @param port the port field; null or blank is the default port
   * @param defaultPort 0 and below is none
   * @return {@code postgres://db:5432}, or null where there is no namespace or the native library cannot be
   *     loaded
   */
  public static String buildNamespace(String hopType, String host, String port, int defaultPort) {
    if (!NativeLibrary.isAvailable()) {
      NativeLibrary.refuse();
      return null;
    }
    return Native.buildNamespace(hopType, host, port, defaultPort);
  }

  /** The dataset namespace of a connection with the default port of its type. */
  public static String namespace(String hopType, String host, String port) {
    return namespace(RelationalConnection.of(hopType).withHost(host).withPort(port));
  }

  /** The dataset namespace of a connection, or null. */
  public static String namespace(RelationalConnection connection) {
    if (!NativeLibrary.isAvailable()) {
      NativeLibrary.refuse();
      return null;
    }
    String[] answer = connection == null ? null : connection.namespace();
    return answer == null ? null : answer[0];
  }

  /**
   * The dataset name of a table: the segments that are there, joined by dots.
   *
   * @return null for a blank table, for null, and where the native library cannot be loaded
   */
  public static String datasetName(RelationalTable table) {
    String[] answer = tableName(table, null, null);
    return answer == null ? null : answer[3];
  }

  /**
   * The table with its blank segments filled from these; null for null, and the table as it is where the native
   * library cannot be loaded.
   */
  public static RelationalTable withDefaults(
      RelationalTable table, String defaultCatalog, String defaultSchema) {
    String[] answer = tableName(table, defaultCatalog, defaultSchema);
    return answer == null ? table : new RelationalTable(answer[0], answer[1], answer[2]);
  }

  /** The table with a blank database filled from this; null for null. */
  public static RelationalTable withDefaultCatalog(RelationalTable table, String defaultCatalog) {
    return withDefaults(table, defaultCatalog, null);
  }

  /**
   * The identity of a table on a connection, or the reason why there is none.
   *
   * @return never null
   * @throws LineageUnavailableException in strict mode, where the native library cannot be loaded
   */
  public static Resolution resolve(RelationalConnection connection, RelationalTable table) {
    if (!NativeLibrary.isAvailable()) {
      return Resolution.unavailable();
    }
    return connection == null || table == null
        ? Resolution.missingArgument()
        : Resolution.of(connection.resolve(table));
  }

  private static String[] tableName(
      RelationalTable table, String defaultCatalog, String defaultSchema) {
    if (!NativeLibrary.isAvailable()) {
      NativeLibrary.refuse();
      return null;
    }
    return table == null
        ? null
        : Native.tableName(table.toArray(), defaultCatalog, defaultSchema);
  }
}
