package dev.lineageidentity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.lineageidentity.LineageFileIdentity.Identity;
import org.junit.jupiter.api.Test;

class LineageRelationalIdentityTest {
  @Test
  void theWorkedExampleOfTheContract() {
    var connection =
        RelationalConnection.of("POSTGRESQL").withHost(" DB ").withDatabase("analytics");
    var table = new RelationalTable(null, "staging", "orders");
    var resolution = LineageRelationalIdentity.resolve(connection, table);
    assertEquals(
        new Identity("postgres://db:5432", "analytics.staging.orders"), resolution.identity());
  }

  @Test
  void namespacesAreHops() {
    assertEquals(
        "postgres://db:5432",
        LineageRelationalIdentity.buildNamespace("POSTGRESQL", " DB ", "", 5432));
    assertEquals(
        "postgres://db:6000",
        LineageRelationalIdentity.buildNamespace("POSTGRESQL", "db", "6000", 5432));
    assertEquals("foo://db", LineageRelationalIdentity.buildNamespace("FOO", "db", null, -1));
    assertEquals(
        "postgres://db:5432", LineageRelationalIdentity.namespace("POSTGRESQL", "db", null));
    assertNull(LineageRelationalIdentity.namespace("SQLITE", null, null));
    assertNull(LineageRelationalIdentity.buildNamespace(null, null, null, 0));
  }

  @Test
  void tablesAreFilledAndNamed() {
    var bare = new RelationalTable(null, " ", "orders");
    assertEquals(
        new RelationalTable("analytics", "staging", "orders"),
        LineageRelationalIdentity.withDefaults(bare, "analytics", "staging"));
    var filled = LineageRelationalIdentity.withDefaultCatalog(bare, "analytics");
    assertEquals("analytics.orders", LineageRelationalIdentity.datasetName(filled));
    assertNull(LineageRelationalIdentity.datasetName(null));
    assertNull(LineageRelationalIdentity.withDefaults(null, "a", "b"));
  }

  @Test
  void resolveSaysWhatNullHides() {
    var resolution =
        LineageRelationalIdentity.resolve(
            RelationalConnection.of("POSTGRESQL"), new RelationalTable(null, null, "t"));
    assertFalse(resolution.isFound());
    assertEquals("no-host", resolution.reason().code());
    assertEquals(
        "null-argument",
        LineageRelationalIdentity.resolve(RelationalConnection.of("POSTGRESQL"), null)
            .reason()
            .code());
    assertEquals(
        "null-argument",
        LineageRelationalIdentity.resolve(null, new RelationalTable(null, null, "t"))
            .reason()
            .code());
  }

  @Test
  void aConnectionShowsNoSecret() {
    var connection =
        RelationalConnection.of("GENERIC").withHost("s3cr3t").withUrl("jdbc:x://u:s3cr3t@h");
    assertFalse(connection.toString().contains("s3cr3t"));
  }

  /** The way without a crossing agrees with the one that asks, whatever it is given. */
  @Test
  void identifyAgreesWithResolve() {
    String[] types = {
      "POSTGRESQL", "MYSQL", "ORACLE", "MSSQLNATIVE", "SNOWFLAKE", "GOOGLEBIGQUERY", "SQLITE", "H2", "HIVE", "FOO", " "
    };
    String[] qualifiers = {null, "", " ", "sales", "Sales", "\"Sales\"", "a.b", "${S}", "ß", "dbo"};
    String[] names = {
      null, "", " ", "orders", "Orders", "ORDERS", "o_1", "1", " orders", "a.b", "\"Orders\"", "`o`", "[o]", "${T}",
      "straße", "tab😀le", "\ud800", "x".repeat(300), "#tmp", "a b", "o;"
    };
    int found = 0;
    for (String type : types) {
      for (Contract contract : Contract.values()) {
        var connection =
            RelationalConnection.of(type).withHost("db").withDatabase("shop").withContract(contract);
        for (String database : qualifiers) {
          for (String schema : qualifiers) {
            for (String name : names) {
              var table = new RelationalTable(database, schema, name);
              var asked = LineageRelationalIdentity.resolve(connection, table).identity();
              assertEquals(asked, connection.identify(table), () -> type + contract + table);
              assertEquals(asked, connection.identifyAll(new RelationalTable[] {null, table})[1]);
              found += asked == null ? 0 : 1;
            }
          }
        }
      }
    }
    assertFalse(found < 10_000, "found only " + found);
    assertNull(RelationalConnection.of("MYSQL").identify(new RelationalTable(null, null, "t")));
  }

  @Test
  void serverSettingsCount() {
    var connection =
        RelationalConnection.of("MYSQL").withHost("db").withDatabase("shop").withContract(Contract.V4);
    var table = new RelationalTable(null, null, "Orders");
    assertEquals("shop.Orders", connection.identify(table).name());
    var lower = connection.withServerSettings("{\"lower_case_table_names\":1}");
    assertEquals("shop.orders", lower.identify(table).name());
    var mistake = connection.withServerSettings("{\"no_such_setting\":1}");
    assertEquals("invalid-field", LineageRelationalIdentity.resolve(mistake, table).reason().code());
    assertNull(mistake.identify(table));
  }
}
