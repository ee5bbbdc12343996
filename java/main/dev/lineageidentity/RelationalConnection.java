package dev.lineageidentity;

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

  /** Stands for the default port of the type. */
  static final long PORT_OF_TYPE = Long.MIN_VALUE;

  private final String[] fields;
  private final long defaultPort;
  private final Contract contract;

  private RelationalConnection(String[] fields, long defaultPort, Contract contract) {
    this.fields = fields;
    this.defaultPort = defaultPort;
    this.contract = Objects.requireNonNull(contract, "contract");
  }

  /**
   * A connection of this type, by contract 3 and with the type's default port.
   *
   * @param hopType the id of the Hop database type: {@code POSTGRESQL}
   */
  public static RelationalConnection of(String hopType) {
    return new RelationalConnection(new String[8], PORT_OF_TYPE, Contract.V3).with(TYPE, hopType);
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
    return new RelationalConnection(fields, defaultPort, contract);
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

  /** This connection under another contract. */
  public RelationalConnection withContract(Contract contract) {
    return new RelationalConnection(fields, defaultPort, contract);
  }

  private RelationalConnection with(int field, String value) {
    String[] changed = fields.clone();
    changed[field] = value;
    return new RelationalConnection(changed, defaultPort, contract);
  }

  /** The namespace of the connection's datasets, or null; then its reason's code and message, or null. */
  String[] namespace() {
    return Native.namespace(fields, defaultPort, contract.number());
  }

  /** The identity of a table, as natives answer it. */
  String[] resolve(RelationalTable table) {
    return Native.resolveTable(fields, defaultPort, contract.number(), table.toArray());
  }

  @Override
  public String toString() {
    return "RelationalConnection[" + fields[TYPE] + "]";
  }
}
