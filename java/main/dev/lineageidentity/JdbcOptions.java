package dev.lineageidentity;

import java.util.Map;
import java.util.Objects;

/**
 * What is known of a JDBC connection besides its URL. Immutable: each {@code with…} answers another object. The
 * string form shows no property, since passwords are among them.
 */
public final class JdbcOptions {
  /** A URL alone, by contract 3. */
  public static final JdbcOptions DEFAULT =
      new JdbcOptions(new String[4], new String[0], Contract.V3, false);

  private static final int TYPE = 0;
  private static final int DATABASE = 1;
  private static final int SCHEMA = 2;
  private static final int SERVER_SETTINGS = 3;

  private final String[] fields;
  private final String[] properties;
  private final Contract contract;
  private final boolean aliases;

  private JdbcOptions(String[] fields, String[] properties, Contract contract, boolean aliases) {
    this.fields = fields;
    this.properties = properties;
    this.contract = Objects.requireNonNull(contract, "contract");
    this.aliases = aliases;
  }

  /** These options with the Hop database type, which decides where the URL cannot. */
  public JdbcOptions withType(String hopType) {
    return with(TYPE, hopType);
  }

  /** These options with the connection properties; they count where the URL does not say the same. */
  public JdbcOptions withProperties(Map<String, String> properties) {
    return new JdbcOptions(fields, Native.pairs(properties), contract, aliases);
  }

  /** These options with a database for URLs that name none. */
  public JdbcOptions withDatabase(String database) {
    return with(DATABASE, database);
  }

  /** These options with a schema for table texts that name none. */
  public JdbcOptions withSchema(String schema) {
    return with(SCHEMA, schema);
  }

  /**
   * These options with settings of the server that decide how names are stored, as JSON: {@code
   * {"lower_case_table_names":1}}. They count under contract 4.
   */
  public JdbcOptions withServerSettings(String settingsJson) {
    return with(SERVER_SETTINGS, settingsJson);
  }

  /** These options under another contract. */
  public JdbcOptions withContract(Contract contract) {
    return new JdbcOptions(fields, properties, contract, aliases);
  }

  /** These options, whose resolutions have the aliases of a table or not. */
  public JdbcOptions withAliases(boolean aliases) {
    return new JdbcOptions(fields, properties, contract, aliases);
  }

  private JdbcOptions with(int field, String value) {
    String[] changed = fields.clone();
    changed[field] = value;
    return new JdbcOptions(changed, properties, contract, aliases);
  }

  /** The identity of a table, as natives answer it. */
  String[] resolve(String url, String table) {
    String[] all = {
      url, table, fields[TYPE], fields[DATABASE], fields[SCHEMA], fields[SERVER_SETTINGS]
    };
    return Native.resolveJdbc(all, properties, contract.number(), aliases);
  }
}
