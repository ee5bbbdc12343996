package dev.lineageidentity;

import java.util.Map;
import java.util.stream.Stream;

/**
 * The natives, bound when the library is loaded ({@code src/jni/mod.rs}). Call none of them unless
 * {@link NativeLibrary#isAvailable()}.
 */
final class Native {
  private Native() {}

  /** Keys and values in turns, sorted by key, as natives take them. An entry without key or value is left out. */
  static String[] pairs(Map<String, String> entries) {
    return entries.entrySet().stream()
        .filter(entry -> entry.getKey() != null && entry.getValue() != null)
        .sorted(Map.Entry.comparingByKey())
        .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
        .toArray(String[]::new);
  }

  /** The version of the native library. */
  static native String version();

  /** A JSON response to a JSON request; null when the library failed inside. */
  static native String evaluate(String request, long config);

  /** The beginnings of a namespace that {@link #file} may name by number. */
  static native String[] heads();

  /**
   * A file's identity as places in its text ({@code src/jni/pack.rs} says how they are packed).
   *
   * @param room where to write an answer that is not part of the text
   * @param size the length of {@code room}
   * @param latin1 as many first bytes of {@code room} are all of {@code uri} in ISO 8859-1; 0 where they are not
   * @param uri not null
   */
  static native long file(byte[] room, int size, int latin1, String uri, boolean path);

  /**
   * Files' identities as places in their texts, which stand in {@code texts} as UTF-8 one after the other, each up
   * to its end. An answer that needs room, or the text itself, asks for room.
   */
  static native void files(byte[] texts, int[] ends, int count, boolean path, long[] packed);

  /**
   * Namespace, name, reason code, reason message, then warnings; then, where there are aliases, null and the namespace
   * and name of each. Null when the library failed inside.
   */
  static native String[] resolveFile(
      String uri, boolean legacy, boolean path, int contract, String jobNamespace, long config);

  /** The namespace by Hop's own rule; null where there is none. */
  static native String buildNamespace(String hopType, String host, String port, int defaultPort);

  /** Namespace, reason code, reason message; null when the library failed inside. */
  static native String[] namespace(String[] connection, long defaultPort, int contract);

  /** As {@link #resolveFile}. */
  static native String[] resolveTable(
      String[] connection, long defaultPort, int contract, String[] table, boolean aliases);

  /** Database, schema and table of the filled table, then its dataset name; null for text that is no Unicode. */
  static native String[] tableName(String[] table, String defaultCatalog, String defaultSchema);

  /**
   * A table's identity, written into {@code room}. The first bytes of that are URL and table, as for {@link #file};
   * neither text is null.
   */
  static native long jdbc(
      byte[] room, int size, int urlLatin1, int tableLatin1, String url, String table);

  /** As {@link #resolveFile}. The fields are URL, table, type, database, schema and the server's settings. */
  static native String[] resolveJdbc(
      String[] fields, String[] properties, int contract, boolean aliases);

  /** As {@link #resolveFile}. The parts are keys and values in turns. */
  static native String[] resolveStore(String store, String[] parts);

  /**
   * The answer and the job's facets as JSON, the numbers of inputs and of outputs, namespace, name and facets of each,
   * then notes; null when the library failed inside.
   */
  static native String[] sqlDatasets(
      String metadata, boolean allDialects, boolean legacy, String jobNamespace);

  /** Text, notes as a JSON array, then code, message and field of an error; null when the library failed inside. */
  static native String[] events(String lineage, String options);

  /** Namespace, what stands before a plain table, and the plain characters; null where no table is plain. */
  static native String[] plainTables(
      String[] connection, long defaultPort, int contract, String database, String schema);

  /** A handle of a configuration, 0 for one with a mistake. */
  static native long openConfig(String json);

  /** Code, message and place of a configuration's first mistake; null where there is none. */
  static native String[] checkConfig(String json);

  /** Gives a handle back, once. */
  static native void closeConfig(long config);
}
