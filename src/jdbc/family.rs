//! The families of JDBC URLs: which grammar reads a URL, and which database type it leads to.

use std::borrow::Cow;

use super::{
    JdbcOptions, JdbcUrl, cluster, db2, embedded, hive, mysql, oracle, sqlserver, standard, warehouse,
};
use crate::identity::NoIdentity;
use crate::reason::{Code, Warning};
use crate::relational::compare_ignoring_ascii_case;
use crate::relational::types::{self, DatabaseType};
use crate::text::non_blank;

/// What a grammar reads.
pub(super) struct Input<'a, 'o> {
    /// The sub-protocol as the table of families has it.
    pub(super) sub_protocol: &'static str,
    /// The database type.
    pub(super) database_type: Cow<'a, str>,
    /// The text behind the sub-protocol and its colon.
    pub(super) rest: &'a str,
    /// What is known besides the URL.
    pub(super) options: &'o JdbcOptions<'a>,
}

impl<'a> Input<'a, '_> {
    /// Whether no type was given, so that the URL alone has to tell.
    pub(super) fn type_is_open(&self) -> bool {
        given_type(self.options).is_none()
    }

    /// A URL of this type that says nothing yet.
    pub(super) fn url(&self) -> JdbcUrl<'a> {
        JdbcUrl {
            database_type: self.database_type.clone(),
            ..JdbcUrl::default()
        }
    }
}

type Grammar = for<'a> fn(&Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity>;

/// A family: what stands between `jdbc:` and the rest, the database type, other types that connect by the
/// same URL, and the grammar.
struct Family {
    sub_protocol: &'static str,
    database_type: &'static str,
    kin: &'static [&'static str],
    grammar: Grammar,
}

const fn family(
    sub_protocol: &'static str,
    database_type: &'static str,
    kin: &'static [&'static str],
    grammar: Grammar,
) -> Family {
    Family {
        sub_protocol,
        database_type,
        kin,
        grammar,
    }
}

/// The types that connect by PostgreSQL's URL, by MySQL's, and by those of Hive, SQL Server, jConnect, Ingres
/// and Vertica.
///
/// Source: `hop-databases.json`, URL forms; that products speak another one's protocol is in their own manuals.
const POSTGRESQL_KIN: &[&str] = &["COCKROACHDB", "GREENPLUM", "REDSHIFT", "CRATEDB", "KINGBASEES"];
const MYSQL_KIN: &[&str] = &[
    "MYSQL",
    "MARIADB",
    "DORIS",
    "INFOBRIGHT",
    "SINGLESTORE",
    "OCEANBASE",
];
const HIVE_KIN: &[&str] = &["CLOUDERA-IMPALA", "SPARK"];
const SQL_SERVER_KIN: &[&str] = &["MSSQL", "MSSQLNATIVE", "SYNAPSE", "FABRIC"];

/// Sorted by the first word of the sub-protocol, and a longer one after a shorter.
///
/// Source: `hop-databases.json`, URL forms of all types; `identifiers.json`, further stores; the drivers' manuals.
const FAMILIES: &[Family] = &[
    family("as400", "AS/400", &[], standard::parse),
    family("athena", "ATHENA", &[], warehouse::parse_athena),
    family("awsathena", "ATHENA", &[], warehouse::parse_athena),
    family("bigquery", "GOOGLEBIGQUERY", &[], warehouse::parse_bigquery),
    family("cache", "CACHE", &[], standard::parse_first_segment),
    family("cassandra", "CASSANDRA", &[], cluster::parse_cassandra),
    family("ch", "CLICKHOUSE", &[], warehouse::parse_clickhouse),
    family("clickhouse", "CLICKHOUSE", &[], warehouse::parse_clickhouse),
    family("cloudspanner", "SPANNER", &[], warehouse::parse_spanner),
    family("crate", "CRATEDB", &[], standard::parse),
    family("databricks", "DATABRICKS", &[], warehouse::parse_databricks),
    family("db2", "DB2", &[], db2::parse),
    family("derby", "DERBY", &[], embedded::parse_derby),
    family("duckdb", "DuckDB", &[], embedded::parse_file),
    family("exa", "EXASOL4", &[], cluster::parse_exasol),
    family("firebird", "FIREBIRD", &[], embedded::parse_firebird),
    family("firebirdsql", "FIREBIRD", &[], embedded::parse_firebird),
    family("h2", "H2", &[], embedded::parse_h2),
    family("hive", "HIVE", HIVE_KIN, hive::parse),
    family("hive2", "HIVE", HIVE_KIN, hive::parse),
    family("hsqldb", "HYPERSONIC", &[], embedded::parse_hsqldb),
    family("ibm-u2", "UNIVERSE", &[], standard::parse),
    family("ids", "INFORMIX", &[], db2::parse),
    family("impala", "CLOUDERA-IMPALA", &[], hive::parse),
    family("informix-sqli", "INFORMIX", &[], db2::parse),
    family("ingres", "INGRES", &["VECTORWISE"], cluster::parse_ingres),
    family("interbase", "INTERBASE", &[], standard::parse),
    family("iris", "IRIS", &[], standard::parse_first_segment),
    family("jtds:sqlserver", "MSSQL", SQL_SERVER_KIN, sqlserver::parse_jtds),
    family("jtds:sybase", "SYBASE", &["SYBASEIQ"], sqlserver::parse_jtds),
    family("kingbase", "KINGBASEES", &[], standard::parse),
    family("kingbase8", "KINGBASEES", &[], standard::parse),
    family("mariadb", "MARIADB", MYSQL_KIN, mysql::parse),
    family(
        "microsoft:sqlserver",
        "MSSQLNATIVE",
        SQL_SERVER_KIN,
        sqlserver::parse_microsoft,
    ),
    family("monetdb", "MONETDB", &[], standard::parse),
    family("monetdbs", "MONETDB", &[], standard::parse),
    family("mongodb", "MONGODB", &[], cluster::parse_mongodb),
    family("mongodb+srv", "MONGODB", &[], cluster::parse_mongodb),
    family("mysql", "MYSQL", MYSQL_KIN, mysql::parse),
    family("mysql+srv", "MYSQL", MYSQL_KIN, mysql::parse),
    family("netezza", "NETEZZA", &[], standard::parse),
    family("oceanbase", "OCEANBASE", &[], mysql::parse),
    family("odbc", "", &[], |_| Err(Code::DataSourceName.into())),
    family("oracle:oci", "ORACLE", &[], oracle::parse),
    family("oracle:oci8", "ORACLE", &[], oracle::parse),
    family("oracle:thin", "ORACLE", &[], oracle::parse),
    family("pgsql", "POSTGRESQL", POSTGRESQL_KIN, standard::parse),
    family("postgresql", "POSTGRESQL", POSTGRESQL_KIN, standard::parse),
    family("presto", "PRESTO", &[], standard::parse_catalog),
    family("rdbthin", "ORACLERDB", &[], standard::parse),
    family("redshift", "REDSHIFT", &[], standard::parse),
    family("redshift:iam", "REDSHIFT", &[], warehouse::parse_redshift_iam),
    family("sap", "SAPHANA", &[], cluster::parse_hana),
    family("sapdb", "SAPDB", &[], standard::parse),
    family("singlestore", "SINGLESTORE", &[], mysql::parse),
    family("snowflake", "SNOWFLAKE", &[], warehouse::parse_snowflake),
    family("spark", "SPARK", &["DATABRICKS"], hive::parse),
    family("sqlbase", "SQLBASE", &[], standard::parse),
    family("sqlite", "SQLITE", &[], embedded::parse_file),
    family(
        "sqlserver",
        "MSSQLNATIVE",
        SQL_SERVER_KIN,
        sqlserver::parse_microsoft,
    ),
    family("sybase:tds", "SYBASEIQ", &["SYBASE"], sqlserver::parse_jconnect),
    family("teradata", "TERADATA", &[], warehouse::parse_teradata),
    family("trino", "TRINO", &[], standard::parse_catalog),
    family("ucanaccess", "MSACCESS", &[], embedded::parse_file),
    family("vertica", "VERTICA", &["VERTICA5"], standard::parse),
];

/// The database type of a family, known when this is compiled.
pub(super) const fn type_of(sub_protocol: &str) -> &'static DatabaseType {
    let mut row = 0;
    while !is_same(FAMILIES[row].sub_protocol, sub_protocol) {
        row += 1;
    }
    let id = FAMILIES[row].database_type;
    row = 0;
    while !is_same(types::TYPES[row].id, id) {
        row += 1;
    }
    &types::TYPES[row]
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// Drivers that wrap another one and keep its URL behind a word of their own.
const WRAPPERS: &[&str] = &["aws-wrapper", "p6spy", "log4jdbc", "otel"];

/// Reads what follows `jdbc:`.
pub(super) fn parse<'a>(rest: &'a str, options: &JdbcOptions<'a>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let Some((family, rest)) = find(rest).or_else(|| find(unwrapped(rest))) else {
        return unknown(rest, options);
    };
    let (database_type, contradiction) = database_type(family, options);
    let input = Input {
        sub_protocol: family.sub_protocol,
        database_type,
        rest,
        options,
    };
    let mut url = (family.grammar)(&input)?;
    url.warnings.extend(contradiction);
    Ok(url)
}

/// The URL behind the words of wrapping drivers.
fn unwrapped(mut rest: &str) -> &str {
    while let Some(inner) = WRAPPERS.iter().find_map(|word| after(rest, word)) {
        rest = inner;
    }
    rest
}

/// The family of a URL with the longest sub-protocol, and what follows it.
fn find(rest: &str) -> Option<(&'static Family, &str)> {
    let first_word = |text: &str| text.find(':').unwrap_or(text.len());
    let word = &rest[..first_word(rest)];
    let start = FAMILIES.partition_point(|family| {
        let known = &family.sub_protocol[..first_word(family.sub_protocol)];
        compare_ignoring_ascii_case(known, word).is_lt()
    });
    let families = FAMILIES.iter().skip(start).take_while(|family| {
        let known = &family.sub_protocol[..first_word(family.sub_protocol)];
        known.eq_ignore_ascii_case(word)
    });
    families
        .filter_map(|family| Some((family, after(rest, family.sub_protocol)?)))
        .last()
}

/// What follows the sub-protocol (in any letter case) and its colon.
fn after<'a>(rest: &'a str, sub_protocol: &str) -> Option<&'a str> {
    let head = rest.get(..sub_protocol.len())?;
    let tail = rest[sub_protocol.len()..].strip_prefix(':')?;
    head.eq_ignore_ascii_case(sub_protocol).then_some(tail)
}

/// The type that the options give where the URL leaves it open, else the URL's own, with a warning when the two
/// contradict each other.
fn database_type<'a>(family: &Family, options: &JdbcOptions<'a>) -> (Cow<'a, str>, Option<Warning>) {
    let own = Cow::Borrowed(family.database_type);
    let Some(given) = given_type(options) else {
        return (own, None);
    };
    if given.eq_ignore_ascii_case(family.database_type) {
        return (own, None);
    }
    match family.kin.iter().find(|kin| kin.eq_ignore_ascii_case(given)) {
        Some(kin) => (Cow::Borrowed(*kin), None),
        None => (own, Some(Warning::TypeContradictsUrl)),
    }
}

/// The type of the options, where it names a database.
fn given_type<'a>(options: &JdbcOptions<'a>) -> Option<&'a str> {
    non_blank(options.hop_type)
        .filter(|given| !given.eq_ignore_ascii_case("GENERIC") && !given.eq_ignore_ascii_case("NONE"))
}

/// Reads a URL of a family that is not in the table: the type of the options, or the sub-protocol as type, and
/// the standard grammar.
///
/// Source: `identifiers.json`, GENERIC.
fn unknown<'a>(rest: &'a str, options: &JdbcOptions<'a>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (sub_protocol, place) = rest.split_once("://").ok_or(Code::UnknownUrlFamily)?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_');
    if sub_protocol.is_empty() || !sub_protocol.chars().all(is_name) {
        return Err(Code::UnknownUrlFamily.into());
    }
    let input = Input {
        sub_protocol: "",
        database_type: Cow::Borrowed(given_type(options).unwrap_or(sub_protocol)),
        rest: &rest[rest.len() - place.len() - 2..],
        options,
    };
    let mut url = standard::parse_first_segment(&input)?;
    url.warnings.push(Warning::UnknownUrlFamily);
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::{FAMILIES, find};

    #[test]
    fn every_family_is_found() {
        for family in FAMILIES {
            let url = format!("{}:x", family.sub_protocol.to_uppercase());
            let (found, rest) = find(&url).unwrap();
            assert_eq!((found.sub_protocol, rest), (family.sub_protocol, "x"));
        }
        assert!(find("postgres:x").is_none());
        assert!(find("jtds:x").is_none());
        assert!(find("").is_none());
    }
}
