package dev.lineageidentity.bench;

import dev.lineageidentity.LineageFileIdentity.Identity;
import dev.lineageidentity.RelationalTable;

/** What Hop's helper does in Java for each table: trims, checks and joins the same parts. */
final class RelationalControl {
  private RelationalControl() {}

  static Identity of(String namespace, String database, RelationalTable table) {
    if (table == null || isBlank(table.table())) {
      return null;
    }
    var name = new StringBuilder();
    append(name, isBlank(table.database()) ? database : table.database());
    append(name, table.schema());
    append(name, table.table());
    return new Identity(namespace, name.toString());
  }

  private static boolean isBlank(String text) {
    return text == null || text.trim().isEmpty();
  }

  private static void append(StringBuilder name, String part) {
    if (isBlank(part)) {
      return;
    }
    if (name.length() > 0) {
      name.append('.');
    }
    name.append(part.trim());
  }
}
