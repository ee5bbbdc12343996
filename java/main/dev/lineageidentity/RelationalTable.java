package dev.lineageidentity;

/**
 * A table, by the segments in which it was named; each may be null or blank.
 *
 * @param database the database, or catalogue
 * @param schema the schema
 * @param table the table
 */
public record RelationalTable(String database, String schema, String table) {
  /** The segments as natives take them. */
  String[] toArray() {
    return new String[] {database, schema, table};
  }
}
