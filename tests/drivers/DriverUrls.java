import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Asks real JDBC drivers about the URLs of the conformance cases: whether they accept them, and, where a driver lets
 * its reading be seen, whether it finds the same hosts, ports and database as the case has.
 *
 * <p>Arguments: the case file, then {@code name=jar:jar} for each driver. Readings are compared with the cases of
 * contract v3 only, whose names are not folded.
 */
public final class DriverUrls {

    /** What a driver reads. A port of 0 or below, or a null database, is one that the driver leaves open. */
    record Place(List<String> hosts, List<Integer> ports, String database) {
        static Place of(String host, int port, String database) {
            return new Place(List.of(host), List.of(port), database);
        }
    }

    interface Reading {
        Place read(ClassLoader loader, String url) throws Exception;
    }

    /** A driver: the URLs that are its own, its class, and how to see its reading (null where it cannot be seen). */
    record Known(String prefix, String driver, Reading reading) {}

    static final Map<String, List<Known>> DRIVERS = new TreeMap<>();

    static void driver(String name, String prefix, String driver, Reading reading) {
        DRIVERS.computeIfAbsent(name, key -> new ArrayList<>()).add(new Known(prefix, driver, reading));
    }

    static {
        driver("as400", "jdbc:as400:", "com.ibm.as400.access.AS400JDBCDriver", (loader, url) -> {
            Object parsed = construct(loader.loadClass("com.ibm.as400.access.JDDataSourceURL"), url);
            return Place.of((String) call(parsed, "getServerName"), -1, (String) call(parsed, "getSchema"));
        });
        driver("clickhouse", "jdbc:clickhouse:", "com.clickhouse.jdbc.ClickHouseDriver", null);
        driver("clickhouse", "jdbc:ch:", "com.clickhouse.jdbc.ClickHouseDriver", null);
        driver("crate", "jdbc:crate:", "io.crate.client.jdbc.CrateDriver", null);
        driver("databricks", "jdbc:databricks:", "com.databricks.client.jdbc.Driver", null);
        driver("db2", "jdbc:db2:", "com.ibm.db2.jcc.DB2Driver", null);
        driver("derby", "jdbc:derby:/", "org.apache.derby.iapi.jdbc.AutoloadedDriver", null);
        driver("derbynet", "jdbc:derby://", "org.apache.derby.client.ClientAutoloadedDriver", null);
        driver("duckdb", "jdbc:duckdb:", "org.duckdb.DuckDBDriver", null);
        driver("exasol", "jdbc:exa:", "com.exasol.jdbc.EXADriver", null);
        driver("h2", "jdbc:h2:", "org.h2.Driver", DriverUrls::readH2);
        driver("hana", "jdbc:sap:", "com.sap.db.jdbc.Driver", null);
        driver("hive", "jdbc:hive2:", "org.apache.hive.jdbc.HiveDriver", null);
        driver("hsqldb", "jdbc:hsqldb:", "org.hsqldb.jdbc.JDBCDriver", (loader, url) -> {
            Method parse = loader.loadClass("org.hsqldb.DatabaseURL")
                .getMethod("parseURL", String.class, boolean.class, boolean.class);
            Object properties = parse.invoke(null, url, true, false);
            String host = (String) call(properties, "getProperty", "host");
            String port = String.valueOf((Object) call(properties, "getProperty", "port"));
            return host == null ? null : Place.of(host, number(port), null);
        });
        driver("informix", "jdbc:informix-sqli:", "com.informix.jdbc.IfxDriver", null);
        driver("iris", "jdbc:IRIS:", "com.intersystems.jdbc.IRISDriver", null);
        driver("jtds", "jdbc:jtds:", "net.sourceforge.jtds.jdbc.Driver", (loader, url) -> {
            Properties read = parseUrl(loader, "net.sourceforge.jtds.jdbc.Driver", url);
            return Place.of(read.getProperty("SERVERNAME"), number(read.getProperty("PORTNUMBER")),
                read.getProperty("DATABASENAME"));
        });
        driver("kingbase", "jdbc:kingbase8:", "com.kingbase8.Driver", null);
        driver("mariadb", "jdbc:mariadb:", "org.mariadb.jdbc.Driver",
            (loader, url) -> readMariaDb(loader, "org.mariadb.jdbc.Configuration", url));
        driver("mssql", "jdbc:sqlserver:", "com.microsoft.sqlserver.jdbc.SQLServerDriver", DriverUrls::readSqlServer);
        driver("mysql", "jdbc:mysql", "com.mysql.cj.jdbc.Driver", DriverUrls::readMySql);
        driver("oceanbase", "jdbc:oceanbase:", "com.oceanbase.jdbc.Driver", null);
        driver("oracle", "jdbc:oracle:", "oracle.jdbc.OracleDriver", null);
        driver("postgresql", "jdbc:postgresql:", "org.postgresql.Driver",
            (loader, url) -> readPostgres(loader, "org.postgresql.Driver", url));
        driver("presto", "jdbc:presto:", "com.facebook.presto.jdbc.PrestoDriver",
            (loader, url) -> readPresto(construct(loader.loadClass("com.facebook.presto.jdbc.PrestoDriverUri"), url,
                user())));
        driver("redshift", "jdbc:redshift:", "com.amazon.redshift.Driver", null);
        driver("singlestore", "jdbc:singlestore:", "com.singlestore.jdbc.Driver",
            (loader, url) -> readMariaDb(loader, "com.singlestore.jdbc.Configuration", url));
        driver("snowflake", "jdbc:snowflake:", "net.snowflake.client.jdbc.SnowflakeDriver", DriverUrls::readSnowflake);
        driver("sqlite", "jdbc:sqlite:", "org.sqlite.JDBC", null);
        driver("teradata", "jdbc:teradata:", "com.teradata.jdbc.TeraDriver", null);
        driver("trino", "jdbc:trino:", "io.trino.jdbc.TrinoDriver", (loader, url) -> {
            Method create = loader.loadClass("io.trino.jdbc.$internal.client.uri.TrinoUri")
                .getMethod("create", String.class, Properties.class);
            return readPresto(create.invoke(null, url.substring("jdbc:".length()), user()));
        });
        driver("ucanaccess", "jdbc:ucanaccess:", "net.ucanaccess.jdbc.UcanaccessDriver", null);
        driver("vertica", "jdbc:vertica:", "com.vertica.jdbc.Driver", null);
    }

    /** What is known to differ: a driver, a pattern of case ids, and why. One that fits nothing fails the test. */
    record KnownDifference(String driver, String ids, String why) {}

    static final List<KnownDifference> EXCEPTIONS = List.of(
        new KnownDifference("(postgresql|redshift|iris|singlestore|hsqldb|jtds)", "(hop-.*|postgres-empty)-blank-port-v[34]",
            "Hop leaves the colon in place when the port is blank, which these drivers do not take"),
        new KnownDifference("mysql", "hop-infobright-blank-port-v3",
            "Hop's default port for Infobright is 5029; the driver knows only MySQL's"),
        new KnownDifference("mysql", "mysql-srv-v3", "the driver asks DNS for the hosts behind the name"),
        new KnownDifference("postgresql", "(credentials-keep-port|secret-at)-v[34]",
            "the driver knows no user info; people write it all the same, and it must not get out"),
        new KnownDifference("snowflake", "snowflake-quoted-db-v3",
            "the driver hands the quotes on to the server"),
        new KnownDifference("trino", "trino-blank-port-v3",
            "80 without TLS, 443 with it; we fill in 443 as OpenLineage's Java client does"));

    /** The exception for a difference, or null. */
    static KnownDifference exception(String driver, String id) {
        for (KnownDifference one : EXCEPTIONS) {
            if (driver.matches(one.driver) && id.matches(one.ids)) {
                return one;
            }
        }
        return null;
    }

    public static void main(String[] args) throws Exception {
        // What drivers log about a URL they refuse is in the differences.
        java.util.logging.LogManager.getLogManager().reset();
        Map<String, ClassLoader> loaders = new HashMap<>();
        for (String argument : Arrays.asList(args).subList(1, args.length)) {
            int equals = argument.indexOf('=');
            List<URL> jars = new ArrayList<>();
            for (String jar : argument.substring(equals + 1).split(File.pathSeparator)) {
                jars.add(new File(jar).toURI().toURL());
            }
            loaders.put(argument.substring(0, equals),
                new URLClassLoader(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader()));
        }
        List<JsonNode> cases = new ArrayList<>();
        ObjectMapper json = new ObjectMapper();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            if (!line.isBlank()) {
                cases.add(json.readTree(line));
            }
        }
        List<String> wrong = new ArrayList<>();
        List<KnownDifference> unused = new ArrayList<>(EXCEPTIONS);
        for (Map.Entry<String, List<Known>> entry : DRIVERS.entrySet()) {
            int asked = 0;
            int read = 0;
            for (Known known : entry.getValue()) {
                Driver driver = (Driver) loaders.get(entry.getKey()).loadClass(known.driver)
                    .getDeclaredConstructor().newInstance();
                for (JsonNode one : cases) {
                    if (!concerns(one, known)) {
                        continue;
                    }
                    asked++;
                    String id = one.get("id").asText();
                    String difference = difference(driver, known, one);
                    KnownDifference exception = exception(entry.getKey(), id);
                    if (difference == null) {
                        boolean compared = known.reading != null && !one.get("request").has("contract");
                        read += compared ? 1 : 0;
                    } else if (exception != null) {
                        unused.remove(exception);
                    } else {
                        wrong.add(entry.getKey() + " " + id + ": " + one.get("request").get("url").asText() + "\n    "
                            + difference);
                    }
                }
            }
            System.out.printf("%-12s %3d URLs asked, %3d readings alike%n", entry.getKey(), asked, read);
            if (asked == 0) {
                wrong.add(entry.getKey() + ": no case has a URL of this driver");
            }
        }
        unused.forEach(one -> wrong.add("an exception that fits no difference: " + one));
        wrong.forEach(System.out::println);
        if (!wrong.isEmpty()) {
            System.exit(1);
        }
    }

    /** Whether the case has a URL of the driver and an identity. */
    static boolean concerns(JsonNode one, Known known) {
        JsonNode request = one.get("request");
        if (!request.isObject() || !request.has("url")) {
            return false;
        }
        String url = request.get("url").asText();
        boolean derbyServer = known.prefix.equals("jdbc:derby:/") && url.startsWith("jdbc:derby://");
        return url.regionMatches(true, 0, known.prefix, 0, known.prefix.length()) && !derbyServer
            && one.get("response").path("identity").isObject();
    }

    /** What the driver sees otherwise than the case, or null. */
    static String difference(Driver driver, Known known, JsonNode one) {
        String url = one.get("request").get("url").asText();
        try {
            if (!driver.acceptsURL(url)) {
                return "the driver does not accept the URL";
            }
            boolean compared = known.reading != null && !one.get("request").has("contract");
            Place place = !compared ? null
                : known.reading.read(driver.getClass().getClassLoader(), url);
            return place == null ? null : compare(place, one);
        } catch (Exception | LinkageError problem) {
            Throwable cause = problem.getCause() == null ? problem : problem.getCause();
            return "the driver refuses: " + cause;
        }
    }

    static String compare(Place place, JsonNode one) {
        JsonNode identity = one.get("response").get("identity");
        String namespace = identity.get("namespace").asText();
        String[] hosts = namespace.substring(namespace.indexOf("://") + 3).split(",");
        if (hosts.length != place.hosts.size()) {
            return "hosts: " + place.hosts;
        }
        for (int i = 0; i < hosts.length; i++) {
            int colon = hosts[i].lastIndexOf(':');
            boolean hasPort = colon > hosts[i].lastIndexOf(']');
            String host = hasPort ? hosts[i].substring(0, colon) : hosts[i];
            if (!bare(host).equals(bare(place.hosts.get(i)))) {
                return "host: " + place.hosts.get(i);
            }
            int port = place.ports.get(i);
            if (port > 0 && port != (hasPort ? Integer.parseInt(hosts[i].substring(colon + 1)) : 0)) {
                return "port: " + port;
            }
        }
        String name = identity.get("name").asText();
        String table = one.get("request").get("table").asText();
        boolean prefixed = name.length() > table.length() && name.endsWith("." + table);
        // The schema, where the table text has none, follows the database.
        boolean same = place.database == null || !prefixed || name.startsWith(place.database + ".");
        return same ? null : "database: " + place.database;
    }

    static String bare(String host) {
        return host.toLowerCase(Locale.ROOT).replace("[", "").replace("]", "");
    }

    // How each driver lets its reading be seen.

    static Place readPostgres(ClassLoader loader, String driver, String url) throws Exception {
        Method parse = loader.loadClass(driver).getMethod("parseURL", String.class, Properties.class);
        Properties read = (Properties) parse.invoke(null, url, null);
        if (read == null) {
            throw new IllegalArgumentException("no reading");
        }
        List<Integer> ports = new ArrayList<>();
        for (String port : read.getProperty("PGPORT").split(",")) {
            ports.add(number(port));
        }
        return new Place(List.of(read.getProperty("PGHOST").split(",")), ports, read.getProperty("PGDBNAME"));
    }

    static Place readMySql(ClassLoader loader, String url) throws Exception {
        Method parse = loader.loadClass("com.mysql.cj.conf.ConnectionUrl")
            .getMethod("getConnectionUrlInstance", String.class, Properties.class);
        Object read = parse.invoke(null, url, new Properties());
        List<String> hosts = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (Object host : (List<?>) call(read, "getHostsList")) {
            hosts.add((String) call(host, "getHost"));
            ports.add((Integer) call(host, "getPort"));
        }
        return new Place(hosts, ports, (String) call(read, "getDatabase"));
    }

    static Place readMariaDb(ClassLoader loader, String configuration, String url) throws Exception {
        Object read = loader.loadClass(configuration).getMethod("parse", String.class).invoke(null, url);
        List<String> hosts = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (Object address : (List<?>) call(read, "addresses")) {
            hosts.add((String) field(address, "host"));
            ports.add((Integer) field(address, "port"));
        }
        return new Place(hosts, ports, (String) call(read, "database"));
    }

    static Place readSqlServer(ClassLoader loader, String url) throws Exception {
        Class<?> util = loader.loadClass("com.microsoft.sqlserver.jdbc.Util");
        Method parse = util.getDeclaredMethod("parseUrl", String.class, java.util.logging.Logger.class);
        Properties read = (Properties) open(parse).invoke(null, url, java.util.logging.Logger.getLogger("drivers"));
        return Place.of(read.getProperty("serverName"), number(read.getProperty("portNumber")),
            read.getProperty("databaseName"));
    }

    static Place readSnowflake(ClassLoader loader, String url) throws Exception {
        Class<?> connect = loader.loadClass("net.snowflake.client.jdbc.SnowflakeConnectString");
        Object read = connect.getMethod("parse", String.class, Properties.class).invoke(null, url, new Properties());
        Map<?, ?> parameters = (Map<?, ?>) call(read, "getParameters");
        Object database = parameters.get("DB") == null ? parameters.get("DATABASE") : parameters.get("DB");
        Object schema = parameters.get("SCHEMA");
        String prefix = database == null ? null : database + (schema == null ? "" : "." + schema);
        return Place.of((String) call(read, "getHost"), (Integer) call(read, "getPort"), prefix);
    }

    static Place readH2(ClassLoader loader, String url) throws Exception {
        Class<?> info = loader.loadClass("org.h2.engine.ConnectionInfo");
        Object read = construct(info, url, new Properties(), null, null);
        if (!(Boolean) call(read, "isRemote")) {
            return null;
        }
        // `//host:port/path`
        String name = (String) field(read, "name");
        URI uri = URI.create("h2:" + name.replace("~", "%7E"));
        return Place.of(uri.getHost(), uri.getPort(), uri.getPath().substring(1));
    }

    static Place readPresto(Object read) throws Exception {
        URI uri = (URI) call(read, "getHttpUri");
        String catalog = optional(call(read, "getCatalog"));
        String schema = optional(call(read, "getSchema"));
        return Place.of(uri.getHost(), uri.getPort(), schema == null ? catalog : catalog + "." + schema);
    }

    // Reflection.

    static Properties user() {
        Properties user = new Properties();
        user.setProperty("user", "u");
        return user;
    }

    static String optional(Object value) {
        Object inner = value instanceof java.util.Optional<?> maybe ? maybe.orElse(null) : value;
        return inner == null || inner.toString().isEmpty() ? null : inner.toString();
    }

    static Properties parseUrl(ClassLoader loader, String type, String url) throws Exception {
        Method parse = loader.loadClass(type).getDeclaredMethod("parseURL", String.class, Properties.class);
        Properties read = (Properties) open(parse).invoke(null, url, new Properties());
        if (read == null) {
            throw new IllegalArgumentException("no reading");
        }
        return read;
    }

    static int number(String port) {
        return port == null || !port.matches("-?[0-9]+") ? -1 : Integer.parseInt(port);
    }

    static <T extends AccessibleObject> T open(T member) {
        member.setAccessible(true);
        return member;
    }

    static Object construct(Class<?> type, Object... arguments) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == arguments.length
                && constructor.getParameterTypes()[0].isInstance(arguments[0])) {
                return open(constructor).newInstance(arguments);
            }
        }
        throw new NoSuchMethodException(type.getName());
    }

    static Object call(Object target, String name, Object... arguments) throws Exception {
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                    return open(method).invoke(target, arguments);
                }
            }
        }
        throw new NoSuchMethodException(target.getClass().getName() + "." + name);
    }

    static Object field(Object target, String name) throws Exception {
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return open(field).get(target);
                }
            }
        }
        throw new NoSuchFieldException(target.getClass().getName() + "." + name);
    }

    private DriverUrls() {}
}
