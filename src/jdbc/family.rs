//! The families of JDBC URLs: which grammar reads a URL, and which database type it leads to.

use std::borrow::Cow;

use super::{JdbcOptions, JdbcUrl, mysql, standard};
use crate::identity::NoIdentity;
use crate::reason::{Code, Warning};
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

/// The types that connect by PostgreSQL's URL, and by MySQL's.
///
/// Source: `hop-databases.json`, URL forms.
const POSTGRESQL_KIN: &[&str] = &["COCKROACHDB", "GREENPLUM"];
const MYSQL_KIN: &[&str] = &["MARIADB", "DORIS", "INFOBRIGHT", "SINGLESTORE"];

/// Source: `hop-databases.json`, URL forms of all types; `identifiers.json`, further stores; the drivers' manuals.
const FAMILIES: &[Family] = &[
    family("postgresql", "POSTGRESQL", POSTGRESQL_KIN, standard::parse),
    family("pgsql", "POSTGRESQL", POSTGRESQL_KIN, standard::parse),
    family("mysql", "MYSQL", MYSQL_KIN, mysql::parse),
    family("mysql+srv", "MYSQL", MYSQL_KIN, mysql::parse),
    family("mariadb", "MARIADB", MYSQL_KIN, mysql::parse),
    family("singlestore", "SINGLESTORE", &[], mysql::parse),
];

/// Drivers that wrap another one and keep its URL behind a word of their own.
const WRAPPERS: &[&str] = &["aws-wrapper", "p6spy", "log4jdbc", "otel"];

/// Reads what follows `jdbc:`.
pub(super) fn parse<'a>(rest: &'a str, options: &JdbcOptions<'a>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let rest = unwrapped(rest);
    let Some((family, rest)) = FAMILIES
        .iter()
        .filter_map(|family| Some((family, after(rest, family.sub_protocol)?)))
        .max_by_key(|(family, _)| family.sub_protocol.len())
    else {
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
    let mut url = standard::parse(&input)?;
    url.warnings.push(Warning::UnknownUrlFamily);
    Ok(url)
}
