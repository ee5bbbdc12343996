//! What is read out of JDBC URLs, before anything is named: each family's grammar, and what is refused.

use lineage_identity::jdbc::{JdbcOptions, parse};

/// What a URL says, as `TYPE host:port,… database=… schema=… …`, or the code of the reason.
fn read(url: &str, properties: &[(&str, &str)], hop_type: Option<&str>) -> String {
    let options = JdbcOptions {
        hop_type,
        properties,
        ..JdbcOptions::default()
    };
    let url = match parse(url, &options) {
        Ok(url) => url,
        Err(reason) => return reason.code.text().to_owned(),
    };
    let hosts = url.hosts.iter().map(|host| match &host.port {
        Some(port) => format!("{}:{port}", host.host),
        None => host.host.to_string(),
    });
    let mut text = format!("{} {}", url.database_type, hosts.collect::<Vec<_>>().join(","));
    let fields = [
        ("database", &url.database),
        ("schema", &url.schema),
        ("catalog", &url.catalog),
        ("instance", &url.instance),
    ];
    for (key, value) in fields {
        if let Some(value) = value {
            text.push_str(&format!(" {key}={value}"));
        }
    }
    for warning in &url.warnings {
        text.push_str(&format!(" !{warning}"));
    }
    text
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    let wrong: Vec<_> = cases
        .iter()
        .map(|(url, expected)| (url, *expected, read(url, &[], None)))
        .filter(|(_, expected, given)| expected != given)
        .map(|(url, expected, given)| format!("{url}\n  expected {expected}\n  read     {given}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn postgresql() {
    check(&[
        ("jdbc:postgresql://db/shop", "POSTGRESQL db database=shop"),
        (
            "JDBC:POSTGRESQL://db:5433/shop",
            "POSTGRESQL db:5433 database=shop",
        ),
        (
            "jdbc:postgresql://Host.Example:/mydb",
            "POSTGRESQL Host.Example database=mydb",
        ),
        ("jdbc:postgresql://:/mydb", "POSTGRESQL  database=mydb"),
        (
            "jdbc:postgresql://a,b:5433,[::1]:5434/s",
            "POSTGRESQL a,b:5433,[::1]:5434 database=s",
        ),
        (
            "jdbc:postgresql://db/my%20db?currentSchema=sales,public&ssl=true",
            "POSTGRESQL db database=my db schema=sales",
        ),
        ("jdbc:postgresql:shop", "POSTGRESQL  database=shop"),
        ("jdbc:postgresql:/", "POSTGRESQL "),
        ("jdbc:postgresql://db", "POSTGRESQL db"),
        (
            "jdbc:postgresql://u:p@w@db:6432/shop",
            "POSTGRESQL db:6432 database=shop",
        ),
        ("jdbc:postgresql://u:12/34@db:6432/shop", "ambiguous-user-info"),
        ("jdbc:postgresql://db/shop&password=x", "malformed-url"),
        ("jdbc:pgsql://db/shop", "POSTGRESQL db database=shop"),
        (
            "jdbc:aws-wrapper:postgresql://db/shop",
            "POSTGRESQL db database=shop",
        ),
        ("jdbc:p6spy:mysql://db/shop", "MYSQL db database=shop"),
        (
            "jdbc:vertica://v:5433/dwh?SearchPath=store",
            "VERTICA v:5433 database=dwh schema=store",
        ),
        (
            "jdbc:kingbase8://k:54321/test",
            "KINGBASEES k:54321 database=test",
        ),
        (
            "jdbc:Cache://c:1972/USER/jdbc.log:2:true",
            "CACHE c:1972 database=USER",
        ),
        ("jdbc:IRIS://i:1972/USER", "IRIS i:1972 database=USER"),
        (
            "jdbc:rdbThin://vms:1701/personnel",
            "ORACLERDB vms:1701 database=personnel",
        ),
    ]);
}

#[test]
fn mysql() {
    check(&[
        ("jdbc:mysql://db/shop", "MYSQL db database=shop"),
        (
            "jdbc:mysql:loadbalance://a:3306,b:3307/shop?x=y",
            "MYSQL a:3306,b:3307 database=shop",
        ),
        (
            "jdbc:mysql:replication://address=(type=source)(host=a),address=(type=replica)(host=b)(port=2)/s",
            "MYSQL a,b:2 database=s",
        ),
        ("jdbc:mysql://u:p@a:1,u2:p@b:2/s", "MYSQL a:1,b:2 database=s"),
        (
            "jdbc:mysql://address=(protocol=tcp)(host=a)(port=1),(host=b,port=2,user=u)/s",
            "MYSQL a:1,b:2 database=s",
        ),
        (
            "jdbc:mysql://u:p@[a:1,address=(host=::1)]/s",
            "MYSQL a:1,::1 database=s",
        ),
        ("jdbc:mysql://[::1]:3307/s", "MYSQL [::1]:3307 database=s"),
        ("jdbc:mysql://[2001:db8::1]/s", "MYSQL [2001:db8::1] database=s"),
        ("jdbc:mysql://u:1,2@b/s", "ambiguous-user-info"),
        ("jdbc:mysql://(port=3306)/s", "malformed-url"),
        ("jdbc:mysql:///s", "MYSQL  database=s"),
        (
            "jdbc:mysql+srv://db.example.com/s",
            "MYSQL db.example.com database=s !dns-srv-name",
        ),
        ("jdbc:mariadb:sequential://a,b/s", "MARIADB a,b database=s"),
        (
            "jdbc:mariadb://localhost/s?localSocket=/run/mysqld.sock",
            "local-socket",
        ),
        (
            "jdbc:singlestore:loadbalance://a,b:3307/s",
            "SINGLESTORE a,b:3307 database=s",
        ),
        ("jdbc:oceanbase:hamode://o:2881/s", "OCEANBASE o:2881 database=s"),
    ]);
}

#[test]
fn sql_server() {
    check(&[
        (
            "jdbc:sqlserver://SQL01:14330;databaseName=Ledger",
            "MSSQLNATIVE SQL01:14330 database=Ledger",
        ),
        (
            "jdbc:sqlserver://SQL01\\FIN:14330;database=Ledger",
            "MSSQLNATIVE SQL01:14330 database=Ledger",
        ),
        (
            "jdbc:sqlserver://SQL01\\FIN;databaseName=Ledger",
            "instance-port-unknown",
        ),
        ("jdbc:sqlserver://SQL01;instanceName=FIN", "instance-port-unknown"),
        (
            "jdbc:sqlserver://SQL01\\mssqlserver;databaseName=L",
            "MSSQLNATIVE SQL01 database=L",
        ),
        (
            "jdbc:sqlserver://;serverName=sql01;port=1434;databaseName={a;b}}c}",
            "MSSQLNATIVE sql01:1434 database=a;b}c",
        ),
        (
            "jdbc:sqlserver://;serverName=2001:db8::1\\FIN;portNumber=1500",
            "MSSQLNATIVE 2001:db8::1:1500",
        ),
        (
            "jdbc:sqlserver://h;password={x;databaseName=leak};databaseName=L",
            "MSSQLNATIVE h database=L",
        ),
        (
            "jdbc:sqlserver://(localdb)\\MSSQLLocalDB;databaseName=L",
            "local-socket",
        ),
        ("jdbc:sqlserver://;databaseName=L", "MSSQLNATIVE  database=L"),
        (
            "jdbc:jtds:sqlserver://h:1433/db;instance=i",
            "MSSQL h:1433 database=db",
        ),
        ("jdbc:jtds:sqlserver://h/db;instance=i", "instance-port-unknown"),
        ("jdbc:jtds:sqlserver://h;domain=X", "MSSQL h"),
        ("jdbc:jtds:sqlserver://h/db;namedPipe=true", "local-socket"),
        ("jdbc:jtds:sybase://h:5001/db", "SYBASE h:5001 database=db"),
        (
            "jdbc:sybase:Tds:h:2638/db?CHARSET=utf8",
            "SYBASEIQ h:2638 database=db !database-type-assumed",
        ),
    ]);
}

#[test]
fn oracle() {
    check(&[
        ("jdbc:oracle:thin:@ora:1521:SID", "ORACLE ora:1521 database=SID"),
        ("jdbc:oracle:thin:@ora::SID", "ORACLE ora database=SID"),
        ("jdbc:oracle:thin:@ora:1521:", "ORACLE ora:1521"),
        ("jdbc:oracle:thin:@ora:1521/svc", "ORACLE ora:1521 database=svc"),
        ("jdbc:oracle:thin:@//ora:1521/svc", "ORACLE ora:1521 database=svc"),
        (
            "jdbc:oracle:thin:@//ora/svc:dedicated/inst1",
            "ORACLE ora database=svc",
        ),
        ("jdbc:oracle:thin:@//ora", "ORACLE ora"),
        (
            "jdbc:oracle:thin:scott/tiger@ora:1521:SID",
            "ORACLE ora:1521 database=SID",
        ),
        (
            "jdbc:oracle:thin:scott/\"t@g/r\"@//ora:1521/svc",
            "ORACLE ora:1521 database=svc",
        ),
        (
            "jdbc:oracle:thin:@tcps://ora:2484/svc?wallet_location=/w&user=a@b",
            "ORACLE ora:2484 database=svc",
        ),
        (
            "jdbc:oracle:thin:@tcp://a,b:1522;c/svc",
            "ORACLE a:1522,b:1522,c database=svc",
        ),
        (
            "jdbc:oracle:thin:@[::1]:1521/svc",
            "ORACLE [::1]:1521 database=svc",
        ),
        ("jdbc:oracle:thin:@SALES_TNS", "tns-alias"),
        ("jdbc:oracle:thin:@sales.world?TNS_ADMIN=/etc", "tns-alias"),
        (
            "jdbc:oracle:thin:@ldap://oid:389/SALESDB,cn=OracleContext,dc=x",
            "directory-naming",
        ),
        ("jdbc:oracle:thin:@config-azure://store?key=x", "directory-naming"),
        ("jdbc:oracle:oci:@", "no-host"),
        (
            "jdbc:oracle:oci:@(description=(address=(host=h)(protocol=tcp)(port=1522))(connect_data=(sid=S)))",
            "ORACLE h:1522 database=S",
        ),
        (
            "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS_LIST=(ADDRESS=(PROTOCOL=tcp)(PORT=1)(HOST=a))(ADDRESS=(HOST = \"b\")))(CONNECT_DATA=(CID=(HOST=client)(USER=u))(SID=x)(SERVICE_NAME=svc)))",
            "ORACLE a:1,b database=svc",
        ),
        (
            "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=IPC)(KEY=x)))",
            "no-host",
        ),
        (
            "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=a))",
            "malformed-url",
        ),
        (
            "jdbc:oracle:thin:@(DESCRIPTION_LIST=(DESCRIPTION=(ADDRESS=(HOST=a))(CONNECT_DATA=(SID=x)))(DESCRIPTION=(ADDRESS=(HOST=b))(CONNECT_DATA=(SID=y))))",
            "several-databases",
        ),
    ]);
}

#[test]
fn ibm() {
    check(&[
        ("jdbc:db2://h:50000/SAMPLE", "DB2 h:50000 database=SAMPLE"),
        (
            "jdbc:db2://h/SAMPLE:currentSchema=SALES;user=u;password=p;",
            "DB2 h database=SAMPLE schema=SALES",
        ),
        ("jdbc:db2://[::1]:50000/S", "DB2 [::1]:50000 database=S"),
        ("jdbc:db2:SAMPLE", "DB2  database=SAMPLE"),
        (
            "jdbc:as400://h/MYLIB;naming=sql;password=p",
            "AS/400 h database=MYLIB",
        ),
        (
            "jdbc:informix-sqli://h:1526/stores:INFORMIXSERVER=srv;DELIMIDENT=Y",
            "INFORMIX h:1526 database=stores",
        ),
        (
            "jdbc:informix-sqli://h:1526:INFORMIXSERVER=srv",
            "INFORMIX h:1526",
        ),
        (
            "jdbc:informix-sqli://h:/mydb:INFORMIXSERVER=null;DELIMIDENT=Y",
            "INFORMIX h database=mydb",
        ),
        (
            "jdbc:informix-sqli:/stores:INFORMIXSERVER=srv;SQLH_TYPE=LDAP",
            "directory-naming",
        ),
        ("jdbc:netezza://h:5480/dw;user=u", "NETEZZA h:5480 database=dw"),
        ("jdbc:ibm-u2://h/acc", "UNIVERSE h database=acc"),
    ]);
}

#[test]
fn warehouses() {
    check(&[
        (
            "jdbc:snowflake://acct.snowflakecomputing.com/?db=D&schema=S&warehouse=W",
            "SNOWFLAKE acct.snowflakecomputing.com database=D schema=S",
        ),
        (
            "jdbc:snowflake://acct.snowflakecomputing.com:443/?warehouse=W&db=%22My%20Db%22",
            "SNOWFLAKE acct.snowflakecomputing.com:443 database=\"My Db\"",
        ),
        (
            "jdbc:snowflake://acct.snowflakecomputing.com&role=R",
            "SNOWFLAKE acct.snowflakecomputing.com",
        ),
        (
            "jdbc:bigquery://https://www.googleapis.com/bigquery/v2:443;ProjectId=p;OAuthType=0;DefaultDataset=d",
            "GOOGLEBIGQUERY www.googleapis.com database=p schema=d",
        ),
        ("jdbc:bigquery://:443;ProjectId=p;", "GOOGLEBIGQUERY  database=p"),
        (
            "jdbc:bigquery://Host.Example:1234;;",
            "GOOGLEBIGQUERY Host.Example:1234",
        ),
        (
            "jdbc:databricks://adb-1.azuredatabricks.net:443;HttpPath=/sql/1;ConnCatalog=main;ConnSchema=s;PWD=t",
            "DATABRICKS adb-1.azuredatabricks.net:443 schema=s catalog=main",
        ),
        (
            "jdbc:databricks://adb-1:443/default;HttpPath=/sql/1",
            "DATABRICKS adb-1:443 schema=default",
        ),
        (
            "jdbc:awsathena://AwsRegion=us-west-2;S3OutputLocation=s3://b/;Schema=lake",
            "ATHENA athena.us-west-2.amazonaws.com schema=lake",
        ),
        (
            "jdbc:awsathena://athena.eu-west-1.amazonaws.com:443;UID=u",
            "ATHENA athena.eu-west-1.amazonaws.com",
        ),
        (
            "jdbc:athena://Region=us-east-1;Catalog=c;Database=d;",
            "ATHENA athena.us-east-1.amazonaws.com database=c schema=d catalog=c",
        ),
        ("jdbc:awsathena://S3OutputLocation=s3://b/", "no-host"),
        (
            "jdbc:cloudspanner:/projects/p/instances/i/databases/d;credentials=/k.json",
            "SPANNER  database=d catalog=p instance=i",
        ),
        (
            "jdbc:cloudspanner://localhost:9010/projects/p/instances/i/databases/d?autocommit=false",
            "SPANNER  database=d catalog=p instance=i",
        ),
        (
            "jdbc:cloudspanner:/projects/DEFAULT_PROJECT_ID/instances/i/databases/d",
            "no-host",
        ),
        (
            "jdbc:redshift://cl.abc.us-west-2.redshift.amazonaws.com:5439/dev",
            "REDSHIFT cl.abc.us-west-2.redshift.amazonaws.com:5439 database=dev",
        ),
        (
            "jdbc:redshift:iam://cl:us-west-2/dev?AccessKeyID=x",
            "REDSHIFT cl.us-west-2 database=dev",
        ),
        (
            "jdbc:redshift:iam://cl.abc.us-west-2.redshift.amazonaws.com:5439/dev",
            "REDSHIFT cl.abc.us-west-2.redshift.amazonaws.com:5439 database=dev",
        ),
        (
            "jdbc:teradata://td/DBS_PORT=1030,DATABASE=DWH,USER=etl,PASSWORD=Pa55",
            "TERADATA td:1030 database=DWH",
        ),
        (
            "jdbc:teradata://td/PASSWORD='a,DATABASE=x',DATABASE='My,Db'",
            "TERADATA td database=My,Db",
        ),
        ("jdbc:teradata://td", "TERADATA td"),
        (
            "jdbc:clickhouse://ch:8123/metrics?ssl=false",
            "CLICKHOUSE ch:8123 database=metrics",
        ),
        (
            "jdbc:ch:https://ch/metrics",
            "CLICKHOUSE ch:8443 database=metrics",
        ),
        (
            "jdbc:ch://https://a,grpc://b:9,c/metrics",
            "CLICKHOUSE a:8443,b:9,c database=metrics",
        ),
        ("jdbc:ch://u:p@ch?database=m", "CLICKHOUSE ch database=m"),
        (
            "jdbc:trino://t:8443/hive/s?SSL=true",
            "TRINO t:8443 database=hive schema=s",
        ),
        ("jdbc:presto://t:8080/hive", "PRESTO t:8080 database=hive"),
    ]);
}

#[test]
fn hive_and_its_kin() {
    check(&[
        (
            "jdbc:hive2://h1:10000,h2:10001/db;ssl=true?hive.x=y#v=w",
            "HIVE h1:10000,h2:10001 database=db",
        ),
        (
            "jdbc:hive2://z1,z2/db;serviceDiscoveryMode=zooKeeper;zooKeeperNamespace=hs2",
            "service-discovery",
        ),
        ("jdbc:hive2:///", "HIVE "),
        (
            "jdbc:impala://i:21050/db/;principal=x",
            "CLOUDERA-IMPALA i:21050 database=db",
        ),
        ("jdbc:impala://i:21050/;principal=x", "CLOUDERA-IMPALA i:21050"),
        ("jdbc:spark://s:10001/db;AuthMech=3", "SPARK s:10001 database=db"),
    ]);
}

#[test]
fn files() {
    check(&[
        ("jdbc:sqlite:/data/x.db", "SQLITE  database=/data/x.db"),
        ("jdbc:sqlite:///data/x.db?cipher=y", "SQLITE  database=/data/x.db"),
        ("jdbc:sqlite:C:/data/x.db", "SQLITE  database=C:/data/x.db"),
        (
            "jdbc:sqlite:file:mem?mode=memory&cache=shared",
            "SQLITE  database=:memory:",
        ),
        ("jdbc:sqlite::memory:", "SQLITE  database=:memory:"),
        ("jdbc:sqlite:", "SQLITE "),
        ("jdbc:duckdb:/data/x.duckdb", "DuckDB  database=/data/x.duckdb"),
        (
            "jdbc:duckdb:md:db?motherduck_token=t0ken",
            "DuckDB  database=md:db",
        ),
        (
            "jdbc:ucanaccess:///data/x.accdb;showSchema=true",
            "MSACCESS  database=/data/x.accdb",
        ),
        (
            "jdbc:ucanaccess://C:/data/x.accdb;jackcessOpener=o",
            "MSACCESS  database=C:/data/x.accdb",
        ),
        ("jdbc:h2:mem:test;DB_CLOSE_DELAY=-1", "H2  database=mem:test"),
        (
            "jdbc:h2:/data/x;PASSWORD=p;SCHEMA=S",
            "H2  database=/data/x schema=S",
        ),
        ("jdbc:h2:tcp://h:9092/~/x;USER=sa", "H2 h:9092 database=~/x"),
        (
            "jdbc:h2:tcp://Host.Example:/mydb",
            "H2 Host.Example database=mydb",
        ),
        ("jdbc:h2:ssl://h//data/x", "H2 h database=/data/x"),
        (
            "jdbc:hsqldb:hsql://h:9001/Sales;user=u",
            "HYPERSONIC h:9001 database=Sales",
        ),
        (
            "jdbc:hsqldb:file:/data/x;shutdown=true",
            "HYPERSONIC  database=file:/data/x",
        ),
        (
            "jdbc:derby:/data/derby;user=a;password=b",
            "DERBY  database=/data/derby",
        ),
        ("jdbc:derby://d:1527/db1;create=true", "DERBY d:1527 database=db1"),
        ("jdbc:derby:;databaseName=/data/d", "DERBY  database=/data/d"),
        ("jdbc:derby:memory:m;create=true", "DERBY  database=memory:m"),
        (
            "jdbc:firebirdsql://f:3050//data/x.fdb?encoding=UTF8",
            "FIREBIRD f:3050 database=/data/x.fdb",
        ),
        (
            "jdbc:firebirdsql:f/3051:/data/x.fdb",
            "FIREBIRD f:3051 database=/data/x.fdb",
        ),
        ("jdbc:firebirdsql:fb:C:/x.fdb", "FIREBIRD fb database=C:/x.fdb"),
        (
            "jdbc:firebirdsql:embedded:/data/x.fdb",
            "FIREBIRD  database=/data/x.fdb",
        ),
    ]);
}

#[test]
fn clusters() {
    check(&[
        (
            "jdbc:exa:e:8563;schema=S;user=u;password=p",
            "EXASOL4 e:8563 schema=S",
        ),
        (
            "jdbc:exa:n08..10,m/ABCDEF:8564",
            "EXASOL4 n08:8564,n09:8564,n10:8564,m:8564",
        ),
        (
            "jdbc:exa:n11..13.example.com:8563",
            "EXASOL4 n11.example.com:8563,n12.example.com:8563,n13.example.com:8563",
        ),
        ("jdbc:exa:n1..9999:8563", "malformed-url"),
        (
            "jdbc:sap://h1:30015;h2:30015/?databaseName=T01&currentSchema=S&user=u",
            "SAPHANA h1:30015,h2:30015 database=T01 schema=S",
        ),
        (
            "jdbc:cassandra://a--b:9042/shop?consistency=ONE",
            "CASSANDRA a:9042,b:9042 database=shop",
        ),
        (
            "jdbc:cassandra:dbaas:///ks?secureconnectbundle=/b.zip",
            "service-discovery",
        ),
        ("jdbc:ingres://i:II7/db", "INGRES i database=db"),
        ("jdbc:ingres://i:II0/db;user=u", "INGRES i:21064 database=db"),
        ("jdbc:ingres://i:VW7/db", "VECTORWISE i database=db"),
        ("jdbc:ingres://i:21071/db", "INGRES i:21071 database=db"),
        (
            "jdbc:mongodb://u:p@a:27017,b/db?authSource=admin",
            "MONGODB a:27017,b database=db",
        ),
        (
            "jdbc:mongodb+srv://u:p@c.example.net/?database=db",
            "MONGODB c.example.net database=db !dns-srv-name",
        ),
    ]);
}

#[test]
fn others() {
    check(&[
        (
            "jdbc:dremio-flight://h:32010/x",
            "dremio-flight h:32010 database=x !unknown-url-family",
        ),
        ("jdbc:dremio:direct=h:31010", "unknown-url-family"),
        ("jdbc:odbc:MyDsn", "data-source-name"),
        ("jdbc://none", "unknown-url-family"),
        ("jdbc:", "unknown-url-family"),
        ("postgresql://db/x", "not-a-jdbc-url"),
        ("", "not-a-jdbc-url"),
        ("jdbc:postgresql://${HOST}/x", "unresolved-variable"),
    ]);
}

#[test]
fn properties_and_types_fill_what_the_url_leaves_open() {
    let read = |url, properties: &[(&str, &str)], hop_type| read(url, properties, hop_type);
    for (url, properties, hop_type, expected) in [
        (
            "jdbc:sqlserver://h",
            &[("databaseName", "L")][..],
            None,
            "MSSQLNATIVE h database=L",
        ),
        (
            "jdbc:sqlserver://h;databaseName=A",
            &[("databaseName", "L")],
            None,
            "MSSQLNATIVE h database=A",
        ),
        (
            "jdbc:snowflake://a.snowflakecomputing.com",
            &[("DB", "d"), ("schema", "s")],
            None,
            "SNOWFLAKE a.snowflakecomputing.com database=d schema=s",
        ),
        (
            "jdbc:teradata://td",
            &[("DBS_PORT", "1030")],
            None,
            "TERADATA td:1030",
        ),
        (
            "jdbc:postgresql://g/dw",
            &[],
            Some("greenplum"),
            "GREENPLUM g database=dw",
        ),
        (
            "jdbc:postgresql://g/dw",
            &[],
            Some("GENERIC"),
            "POSTGRESQL g database=dw",
        ),
        (
            "jdbc:postgresql://g/dw",
            &[],
            Some("ORACLE"),
            "POSTGRESQL g database=dw !type-contradicts-url",
        ),
        ("jdbc:mysql://g/dw", &[], Some("DORIS"), "DORIS g database=dw"),
        (
            "jdbc:vertica://g/dw",
            &[],
            Some("VERTICA5"),
            "VERTICA5 g database=dw",
        ),
        (
            "jdbc:sybase:Tds:h:5000/db",
            &[],
            Some("SYBASE"),
            "SYBASE h:5000 database=db",
        ),
        (
            "jdbc:ingres://i:VW7/db",
            &[],
            Some("INGRES"),
            "INGRES i:27839 database=db",
        ),
        (
            "jdbc:foo://h/db",
            &[],
            Some("POSTGRESQL"),
            "POSTGRESQL h database=db !unknown-url-family",
        ),
    ] {
        assert_eq!(read(url, properties, hop_type), expected, "{url}");
    }
}
