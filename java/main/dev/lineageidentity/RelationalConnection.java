package dev.lineageidentity;

import dev.lineageidentity.LineageFileIdentity.Identity;
import java.util.Objects;

/**
 * A Hop database connection. Immutable and safe for any thread: each {@code with…} answers another object. Null
 * and blank fields mean the same. Whatever a field holds, the string form shows the type only.
 */
public final class RelationalConnection {
  private static final int TYPE = 0;
  private static final int HOST = 1;
  private static final int PORT = 2;
  private static final int URL = 3;
  private static final int INSTANCE = 4;
  private static final int CATALOG = 5;
  private static final int PREFERRED_SCHEMA = 6;
  private static final int DATABASE = 7;
  private static final int SERVER_SETTINGS = 8;
  private static final int FIELDS = 9;

  /** Stands for the default port of the type. */
  static final long PORT_OF_TYPE = Long.MIN_VALUE;

  private final String[] fields;
  private final long defaultPort;
  private final Contract contract;
  private final boolean aliases;

  private RelationalConnection(
      String[] fields, long defaultPort, Contract contract, boolean aliases) {
    this.fields = fields;
    this.defaultPort = defaultPort;
    this.contract = Objects.requireNonNull(contract, "contract");
    this.aliases = aliases;
  }

  /**
   * A connection of this type, by contract 3 and with the type's default port.
   *
   * @param hopType the id of the Hop database type: {@code POSTGRESQL}
   */
  public static RelationalConnection of(String hopType) {
    return new RelationalConnection(new String[FIELDS], PORT_OF_TYPE, Contract.V3, false)
        .with(TYPE, hopType);
  }

  /** This connection with another host. */
  public RelationalConnection withHost(String host) {
    return with(HOST, host);
  }

  /** This connection with another port, as text as Hop keeps it. */
  public RelationalConnection withPort(String port) {
    return with(PORT, port);
  }

  /** This connection with another default port; 0 and below is none. */
  public RelationalConnection withDefaultPort(int defaultPort) {
    return new RelationalConnection(fields, defaultPort, contract, aliases);
  }

  /** This connection with another manual URL. */
  public RelationalConnection withUrl(String url) {
    return with(URL, url);
  }

  /** This connection with another instance name. */
  public RelationalConnection withInstance(String instance) {
    return with(INSTANCE, instance);
  }

  /** This connection with another catalogue. */
  public RelationalConnection withCatalog(String catalog) {
    return with(CATALOG, catalog);
  }

  /** This connection with another preferred schema, against which bare tables resolve. */
  public RelationalConnection withPreferredSchema(String preferredSchema) {
    return with(PREFERRED_SCHEMA, preferredSchema);
  }

  /** This connection with another database. */
  public RelationalConnection withDatabase(String database) {
    return with(DATABASE, database);
  }

  /**
   * This connection with settings of its server that decide how names are stored, as JSON: {@code
   * {"lower_case_table_names":1}}. They count under contract 4.
   */
  public RelationalConnection withServerSettings(String settingsJson) {
    return with(SERVER_SETTINGS, settingsJson);
  }

  /** This connection under another contract. */
  public RelationalConnection withContract(Contract contract) {
    return new RelationalConnection(fields, defaultPort, contract, aliases);
  }

  /** This connection, whose resolutions have the aliases of a table or not. */
  public RelationalConnection withAliases(boolean aliases) {
    return new RelationalConnection(fields, defaultPort, contract, aliases);
  }

  private RelationalConnection with(int field, String value) {
    String[] changed = fields.clone();
    changed[field] = value;
    return new RelationalConnection(changed, defaultPort, contract, aliases);
  }

  /** The namespace of the connection's datasets, or null; then its reason's code and message, or null. */
  String[] namespace() {
    return Native.namespace(fields, defaultPort, contract.number());
  }

  /** The identity of a table, as natives answer it. */
  String[] resolve(RelationalTable table) {
    return Native.resolveTable(
        fields, defaultPort, contract.number(), table.toArray(), aliases);
  }

  /**
   * The identity of a table, without its warnings. A plain table name needs no call of native code, but for the
   * first of each (database, schema) pair.
   *
   * @return null where there is none or the native library cannot be loaded; {@link
   *     LineageRelationalIdentity#resolve} tells the reason
   */
  public Identity identify(RelationalTable table) {
    if (!NativeLibrary.isAvailable()) {
      NativeLibrary.refuse();
      return null;
    }
    if (table == null) {
      return null;
    }
    Identity plain = plainTables(table.database(), table.schema()).identify(table.table());
    return plain != null ? plain : LineageRelationalIdentity.resolve(this, table).identity();
  }

  /** The identities of many tables, each as {@link #identify}; null for null. */
  public Identity[] identifyAll(RelationalTable[] tables) {
    if (tables == null) {
      return null;
    }
    var identities = new Identity[tables.length];
    for (int at = 0; at < tables.length; at++) {
      identities[at] = identify(tables[at]);
    }
    return identities;
  }

  /** As many (database, schema) pairs are remembered. */
  private static final int REMEMBERED = 16;

  /** The pairs met so far, never changed in place; the last one met stands first. */
  private volatile PlainTables[] remembered = {};

  private PlainTables plainTables(String database, String schema) {
    PlainTables[] known = remembered;
    for (PlainTables tables : known) {
      if (tables.isOf(database, schema)) {
        return tables;
      }
    }
    var tables =
        new PlainTables(
            database,
            schema,
            Native.plainTables(fields, defaultPort, contract.number(), database, schema));
    var more = new PlainTables[Math.min(known.length + 1, REMEMBERED)];
    more[0] = tables;
    System.arraycopy(known, 0, more, 1, more.length - 1);
    remembered = more;
    return tables;
  }

  @Override
  public String toString() {
    return "RelationalConnection[" + fields[TYPE] + "]";
  }
}
