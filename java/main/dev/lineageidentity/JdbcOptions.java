package dev.lineageidentity;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What is known of a JDBC connection besides its URL. Immutable: each {@code with…} answers another object. The
 * string form shows no property, since passwords are among them.
 */
public final class JdbcOptions {
  /** A URL alone, by contract 3. */
  public static final JdbcOptions DEFAULT =
      new JdbcOptions(null, new String[0], null, null, Contract.V3);

  private final String hopType;
  private final String[] properties;
  private final String database;
  private final String schema;
  private final Contract contract;

  private JdbcOptions(
      String hopType, String[] properties, String database, String schema, Contract contract) {
    this.hopType = hopType;
    this.properties = properties;
    this.database = database;
    this.schema = schema;
    this.contract = Objects.requireNonNull(contract, "contract");
  }

  /** These options with the Hop database type, which decides where the URL cannot. */
  public JdbcOptions withType(String hopType) {
    return new JdbcOptions(hopType, properties, database, schema, contract);
  }

  /** These options with the connection properties; they count where the URL does not say the same. */
  public JdbcOptions withProperties(Map<String, String> properties) {
    String[] pairs = new String[properties.size() * 2];
    int at = 0;
    for (var property : new TreeMap<>(properties).entrySet()) {
      pairs[at++] = property.getKey();
      pairs[at++] = property.getValue();
    }
    return new JdbcOptions(hopType, pairs, database, schema, contract);
  }

  /** These options with a database for URLs that name none. */
  public JdbcOptions withDatabase(String database) {
    return new JdbcOptions(hopType, properties, database, schema, contract);
  }

  /** These options with a schema for table texts that name none. */
  public JdbcOptions withSchema(String schema) {
    return new JdbcOptions(hopType, properties, database, schema, contract);
  }

  /** These options under another contract. */
  public JdbcOptions withContract(Contract contract) {
    return new JdbcOptions(hopType, properties, database, schema, contract);
  }

  /** The identity of a table, as natives answer it. */
  String[] resolve(String url, String table) {
    return Native.resolveJdbc(
        new String[] {url, table, hopType, database, schema}, properties, contract.number());
  }
}
