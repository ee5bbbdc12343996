package dev.lineageidentity;

import dev.lineageidentity.LineageFileIdentity.Identity;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The OpenLineage identity of tables that are reached through a JDBC URL: the same that a Hop connection to the
 * same place has.
 *
 * <p>All methods are static, stateless and safe for any thread; none does input or output.
 */
public final class LineageJdbcIdentity {
  private static final int USUAL_ROOM = 48;

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
    byte[] urlBytes = url.getBytes(StandardCharsets.ISO_8859_1);
    byte[] tableBytes = table.getBytes(StandardCharsets.ISO_8859_1);
    int texts = urlBytes.length + tableBytes.length;
    byte[] room = Arrays.copyOf(urlBytes, texts + USUAL_ROOM);
    System.arraycopy(tableBytes, 0, room, urlBytes.length, tableBytes.length);
    long packed = Native.jdbc(room, room.length, urlBytes.length, tableBytes.length, url, table);
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
