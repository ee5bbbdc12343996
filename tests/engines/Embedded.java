import java.nio.charset.StandardCharsets;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks embedded databases how they store names: makes tables by names without and with quotes, and prints what the
 * catalogue has of each.
 *
 * <p>Argument: a folder for their files. A line: type, the database field of a connection, options as JSON, what was
 * written, and the catalogue's catalog, schema and table, separated by tabs.
 */
public final class Embedded {

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private Embedded() {}

    public static void main(String[] arguments) throws SQLException {
        Path folder = Path.of(arguments[0]);
        List<String> plain = List.of("Unquoted_T", "\"Quoted_T\"", "\"a\"\"b\"", "\"Do.t\"", "straße_ä", "ÄPFEL");
        List<String> withBackticks = new ArrayList<>(plain);
        withBackticks.add("`Back_T`");

        String h2 = folder.resolve("H2Db").toString();
        ask("H2", h2, "{}", "jdbc:h2:" + h2, withBackticks);
        String lower = folder.resolve("H2Lower").toString();
        ask("H2", lower, "{\"database_to_lower\":true}", "jdbc:h2:" + lower + ";DATABASE_TO_LOWER=TRUE", plain);
        String kept = folder.resolve("H2Kept").toString();
        ask("H2", kept, "{\"database_to_upper\":false}", "jdbc:h2:" + kept + ";DATABASE_TO_UPPER=FALSE", plain);
        String hsqldb = "file:" + folder.resolve("HsqlDb");
        ask("HYPERSONIC", hsqldb, "{}", "jdbc:hsqldb:" + hsqldb, plain);
        String derby = folder.resolve("DerbyDb").toString();
        ask("DERBY", derby, "{}", "jdbc:derby:" + derby + ";create=true", plain);
        String duckdb = folder.resolve("My.File.duckdb").toString();
        ask("DuckDB", duckdb, "{}", "jdbc:duckdb:" + duckdb, plain);
    }

    private static void ask(String type, String database, String options, String url, List<String> names)
            throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String name : names) {
                statement.execute("CREATE TABLE " + name + " (c INT)");
                print(type, database, options, name, onlyTable(connection));
                statement.execute("DROP TABLE " + name);
            }
        }
    }

    /** The one table there is: its catalog, schema and name. */
    private static List<String> onlyTable(Connection connection) throws SQLException {
        List<List<String>> found = new ArrayList<>();
        String[] kinds = {"TABLE", "BASE TABLE"};
        try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", kinds)) {
            while (tables.next()) {
                String schema = tables.getString("TABLE_SCHEM");
                if (!"INFORMATION_SCHEMA".equalsIgnoreCase(schema)) {
                    found.add(List.of(
                            String.valueOf(tables.getString("TABLE_CAT")), schema, tables.getString("TABLE_NAME")));
                }
            }
        }
        if (found.size() != 1) {
            throw new IllegalStateException("one table was made, the catalogue has " + found);
        }
        return found.get(0);
    }

    private static void print(String type, String database, String options, String written, List<String> stored) {
        OUT.println(String.join("\t", type, database, options, written, String.join("\t", stored)));
    }
}
