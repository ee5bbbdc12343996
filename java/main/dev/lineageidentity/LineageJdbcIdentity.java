package dev.lineageidentity;

import dev.lineageidentity.LineageFileIdentity.Identity;
import java.nio.charset.StandardCharsets;

/**
 * The OpenLineage identity of tables that are reached through a JDBC URL: the same that a Hop connection to the
 * same place has.
 *
 * <p>All methods are static, stateless and safe for any thread; none does input or output.
 */
public final class LineageJdbcIdentity {
  private LineageJdbcIdentity() {}

  /**
   * The identity of a table, by contract 3.
   *
   * @param url {@code jdbc:postgresql://db/analytics}
   * @param table {@code staging.orders}; split at dots outside quotes
   * @return the identity, or null where there is none or the native library cannot be loaded; {@link
   *     #resolve} tells the reason
   */
  public static Identity of(String url, String table) {
    if (!NativeLibrary.isAvailable()) {
      NativeLibrary.refuse();
      return null;
    }
    if (url == null || table == null) {
      return null;
    }
    // Both as one text: their bytes are most often room enough for the answer, too.
    byte[] room = url.concat(table).getBytes(StandardCharsets.ISO_8859_1);
    // Not so where the halves of one character met between them.
    boolean told = room.length == url.length() + table.length();
    long packed =
        Native.jdbc(
            room, room.length, told ? url.length() : 0, told ? table.length() : 0, url, table);
    if (packed < Packed.NONE) {
      room = Packed.room(packed);
      packed = Native.jdbc(room, room.length, 0, 0, url, table);
    }
    return Packed.read(null, room, 0, packed);
  }

  /**
   * The identity of a table, or the reason why there is none.
   *
   * @return never null
   * @throws LineageUnavailableException in strict mode, where the native library cannot be loaded
   */
  public static Resolution resolve(String url, String table, JdbcOptions options) {
    if (!NativeLibrary.isAvailable()) {
      return Resolution.unavailable();
    }
    return options == null
        ? Resolution.missingArgument()
        : Resolution.of(options.resolve(url, table));
  }
}
