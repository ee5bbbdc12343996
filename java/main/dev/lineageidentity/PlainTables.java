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
  /** The plain characters among the first 128. */
  private final boolean[] plain = new boolean[128];

  /** From what {@link Native#plainTables} answers; no character is plain for null. */
  PlainTables(String database, String schema, String[] answer) {
    this.database = database;
    this.schema = schema;
    this.namespace = answer == null ? null : answer[0];
    this.before = answer == null ? null : answer[1];
    String characters = answer == null ? "" : answer[2];
    for (int at = 0; at < characters.length(); at++) {
      plain[characters.charAt(at)] = true;
    }
  }

  boolean isOf(String database, String schema) {
    return Objects.equals(this.database, database) && Objects.equals(this.schema, schema);
  }

  /** The identity of a table with a plain name; null for another name. */
  Identity identify(String table) {
    if (table == null || table.isEmpty()) {
      return null;
    }
    boolean[] plain = this.plain;
    for (int at = 0; at < table.length(); at++) {
      char character = table.charAt(at);
      if (character >= plain.length || !plain[character]) {
        return null;
      }
    }
    return new Identity(namespace, before.concat(table));
  }
}
