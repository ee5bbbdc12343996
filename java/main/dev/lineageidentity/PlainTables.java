package dev.lineageidentity;

import dev.lineageidentity.LineageFileIdentity.Identity;
import java.util.Objects;

/**
 * How a connection names the plain tables of one (database, schema) pair: as they are, behind a text that native
 * code has worked out. Which characters are plain is native code's answer too.
 */
final class PlainTables {
  private final String database;
  private final String schema;
  private final String namespace;
  private final String before;
  // Bit sets of the plain characters below 64 and below 128.
  private final long low;
  private final long high;

  /** From what {@link Native#plainTables} answers; no character is plain for null. */
  PlainTables(String database, String schema, String[] answer) {
    this.database = database;
    this.schema = schema;
    this.namespace = answer == null ? null : answer[0];
    this.before = answer == null ? null : answer[1];
    long below64 = 0;
    long below128 = 0;
    String plain = answer == null ? "" : answer[2];
    for (int at = 0; at < plain.length(); at++) {
      char character = plain.charAt(at);
      if (character < 64) {
        below64 |= 1L << character;
      } else {
        below128 |= 1L << (character - 64);
      }
    }
    this.low = below64;
    this.high = below128;
  }

  boolean isOf(String database, String schema) {
    return Objects.equals(this.database, database) && Objects.equals(this.schema, schema);
  }

  /** The identity of a table with a plain name; null for another name. */
  Identity identify(String table) {
    if (table == null || table.isEmpty()) {
      return null;
    }
    for (int at = 0; at < table.length(); at++) {
      char character = table.charAt(at);
      if (character >= 128 || ((character < 64 ? low : high) >>> character & 1) == 0) {
        return null;
      }
    }
    return new Identity(namespace, before.concat(table));
  }
}
