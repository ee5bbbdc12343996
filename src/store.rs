//! Names for every store of the naming specification, from their parts.
//!
//! Source: the naming specification, `website/docs/spec/naming.md`: one row of [`STORES`] for each of its rows. It
//! gives formats only; hosts are written in lower case and ports checked, all else stays as it is given.

use crate::identity::{Identity, NoIdentity, Resolution, namespace_warning};
use crate::reason::Code;
use crate::relational::{push_host, read_port};
use crate::text::{has_variable, non_blank, trim};

/// A store: its name, and the formats of its namespace and its name.
///
/// In a format a word in braces stands for a part; what stands in round brackets is left out without its part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Store {
    /// The specification's name of the store.
    pub name: &'static str,
    /// Other names under which it is found.
    pub aliases: &'static [&'static str],
    /// The formats of the namespace, of which the parts choose one.
    pub namespaces: &'static [&'static str],
    /// The formats of the name.
    pub names: &'static [&'static str],
}

const fn store(
    name: &'static str,
    aliases: &'static [&'static str],
    namespaces: &'static [&'static str],
    names: &'static [&'static str],
) -> Store {
    Store {
        name,
        aliases,
        namespaces,
        names,
    }
}

/// Every store of the specification, in its order.
#[rustfmt::skip]
pub const STORES: &[Store] = &[
    store("Athena", &["awsathena"], &["awsathena://athena.{region_name}.amazonaws.com"], &["{catalog}.{database}.{table}"]),
    store("AWS Glue", &["glue"], &["arn:aws:glue:{region}:{account id}"], &["table/{database name}/{table name}"]),
    store("Azure Cosmos DB", &["cosmos", "azurecosmos"], &["azurecosmos://{host}/dbs/{database}"], &["colls/{table}"]),
    store("Azure Data Explorer", &["kusto", "azurekusto"], &["azurekusto://{host}.kusto.windows.net"], &["{database}/{table}"]),
    store("Azure Synapse", &["synapse"], &["sqlserver://{host}:{port}"], &["{schema}.{table}"]),
    store("BigQuery", &[], &["bigquery"], &["{project id}.{dataset name}.{table name}"]),
    store("Cassandra", &[], &["cassandra://{host}:{port}"], &["{keyspace}.{table}"]),
    store("Milvus", &[], &["milvus://{host}:{port}"], &["{database}.{collection}"]),
    store("Microsoft Fabric Warehouse", &["fabric", "fabric-warehouse"], &["fabric-warehouse://{sql analytics endpoint}", "fabric-warehouse://{sql analytics endpoint}:{port}"], &["{database}.{schema}.{table}"]),
    store("MySQL", &[], &["mysql://{host}:{port}"], &["{database}.{table}"]),
    store("CrateDB", &["crate"], &["crate://{host}:{port}"], &["{database}.{schema}.{table}"]),
    store("DB2", &[], &["db2://{host}:{port}"], &["{database}.{schema}.{table}"]),
    store("Hive", &[], &["hive://{host}:{port}"], &["{database}.{table}"]),
    store("MSSQL", &["sqlserver"], &["mssql://{host}:{port}"], &["{database}.{schema}.{table}"]),
    store("OceanBase", &[], &["oceanbase://{host}:{port}"], &["{database}.{table}"]),
    store("Oracle", &[], &["oracle://{host}:{port}"], &["{serviceName}.{schema}.{table}", "{sid}.{schema}.{table}"]),
    store("Postgres", &["postgresql"], &["postgres://{host}:{port}"], &["{database}.{schema}.{table}"]),
    store("Teradata", &[], &["teradata://{host}:{port}"], &["{database}.{table}"]),
    store("Redshift", &[], &["redshift://{cluster_identifier}.{region_name}:{port}"], &["{database}.{schema}.{table}"]),
    store("Snowflake", &[], &["snowflake://{organization name}-{account name}", "snowflake://{account-locator}(.{compliance})(.{cloud_region_id})(.{cloud})"], &["{database}.{schema}.{table}"]),
    store("Spanner", &[], &["spanner://{projectId}:{instanceId}"], &["{database}.{schema}.{table}"]),
    store("Trino", &[], &["trino://{host}:{port}"], &["{catalog}.{schema}.{table}"]),
    store("Unity Catalog", &[], &["unitycatalog://{host}", "unitycatalog://{host}:{port}"], &["{catalog}.{schema}.{table}"]),
    store("ABFSS (Azure Data Lake Gen2)", &["abfss"], &["abfss://{container name}@{service name}.dfs.core.windows.net"], &["{path}"]),
    store("DBFS (Databricks File System)", &["dbfs"], &["dbfs://{workspace name}"], &["{path}"]),
    store("GCS", &["gs"], &["gs://{bucket name}"], &["{object key}"]),
    store("HDFS", &[], &["hdfs://{namenode host}:{namenode port}"], &["{path}"]),
    store("Kafka", &[], &["kafka://{bootstrap server host}:{port}"], &["{topic}"]),
    store("Local file system", &["file"], &["file"], &["{path}"]),
    store("Remote file system", &[], &["file://{host}"], &["{path}"]),
    store("Box", &[], &["box://{host}:{port}/{enterprise ID}"], &["{object key}"]),
    store("FileNet", &[], &["filenet://{host}:{port}/{repository ID}"], &["{object key}"]),
    store("S3", &[], &["s3://{bucket name}"], &["{object key}"]),
    store("SharePoint", &["mssharepoint"], &["mssharepoint://{host}:{port}/{site}"], &["{object key}"]),
    store("WASBS (Azure Blob Storage)", &["wasbs"], &["wasbs://{container name}@{service name}.dfs.core.windows.net"], &["{object key}"]),
    store("PubSub", &[], &["pubsub"], &["topic:{projectId}:{topicId}", "subscription:{projectId}:{subscriptionId}"]),
    store("In memory", &[], &["inmemory://"], &["{temporary dataset name or ID}"]),
];

/// The store of this name, in any letter case: the specification's, with or without what it has in brackets, or an
/// alias.
///
/// ```
/// let kafka = lineage_identity::store::find("kafka").unwrap();
/// let identity = kafka.identity(&[("host", "Broker"), ("port", "9092"), ("topic", "orders")])?;
/// assert_eq!((identity.namespace.as_str(), identity.name.as_str()), ("kafka://broker:9092", "orders"));
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static Store> {
    let name = non_blank(Some(name))?;
    let is_name = |known: &str| known.eq_ignore_ascii_case(name);
    STORES.iter().find(|store| {
        let short = store.name.split(" (").next().unwrap_or_default();
        is_name(store.name) || is_name(short) || store.aliases.iter().any(|alias| is_name(alias))
    })
}

impl Store {
    /// The identity of what these parts name.
    ///
    /// A part is named as in the formats, by the same words in another spelling (`bucket_name`, `bucketName`), or by
    /// those of its first or last words that no other part of the store has (`bucket`).
    ///
    /// # Errors
    ///
    /// [`Code::UnknownField`] and [`Code::DuplicateField`] for a part that is none or stands twice,
    /// [`Code::MissingPart`] and [`Code::ConflictingParts`] when no format takes just these parts, and
    /// [`Code::InvalidHost`], [`Code::InvalidPort`], [`Code::InvalidPart`], [`Code::UnresolvedVariable`] for a part
    /// that cannot stand in a name.
    pub fn identity(&self, parts: &[(&str, &str)]) -> Result<Identity, NoIdentity> {
        let mut given: Vec<(&str, &str)> = Vec::with_capacity(parts.len());
        for (key, value) in parts {
            let part = self.part(key).ok_or(Code::UnknownField)?;
            if given.iter().any(|(known, _)| *known == part) {
                return Err(Code::DuplicateField.into());
            }
            if !is_blank(part, value) {
                given.push((part, value));
            }
        }
        let (namespace, name) = self.formats(&given)?;
        Ok(Identity::new(
            fill(namespace, &given, true)?,
            fill(name, &given, false)?,
        ))
    }

    /// [`Store::identity`], with the warnings.
    #[must_use]
    pub fn resolve(&self, parts: &[(&str, &str)]) -> Resolution {
        let identity = self.identity(parts);
        let warnings = identity
            .iter()
            .filter_map(|identity| namespace_warning(&identity.namespace))
            .collect();
        Resolution {
            warnings,
            ..identity.into()
        }
    }

    /// The formats' name of a part, by one of its spellings.
    #[must_use]
    pub fn part(&self, key: &str) -> Option<&'static str> {
        let key = words(key);
        let parts = || {
            self.namespaces
                .iter()
                .chain(self.names)
                .flat_map(|format| parts_of(format))
        };
        if let Some(part) = parts().find(|part| words(part) == key) {
            return Some(part);
        }
        let begins_or_ends = |part: &&str| {
            let part = words(part);
            !key.is_empty() && (part.starts_with(&key) || part.ends_with(&key))
        };
        let mut candidates = parts().filter(begins_or_ends);
        let found = candidates.next()?;
        candidates.all(|other| other == found).then_some(found)
    }

    /// The formats that take just these parts.
    fn formats(&self, given: &[(&str, &str)]) -> Result<(&'static str, &'static str), NoIdentity> {
        let has = |part: &str| given.iter().any(|(known, _)| *known == part);
        let pairs = || {
            self.namespaces
                .iter()
                .flat_map(|namespace| self.names.iter().map(move |name| (*namespace, *name)))
        };
        let is_complete = |(namespace, name): &(&'static str, &'static str)| {
            required(namespace).chain(required(name)).all(has)
        };
        let takes_all = |(namespace, name): &(&'static str, &'static str)| {
            given.iter().all(|(part, _)| {
                parts_of(namespace)
                    .chain(parts_of(name))
                    .any(|known| known == *part)
            })
        };
        match pairs().find(|pair| is_complete(pair) && takes_all(pair)) {
            Some(pair) => Ok(pair),
            None if pairs().any(|pair| is_complete(&pair)) => Err(Code::ConflictingParts.into()),
            None => Err(Code::MissingPart.into()),
        }
    }
}

/// Whether a value is none: a part of blanks, and a port of 0 or below.
fn is_blank(part: &str, value: &str) -> bool {
    non_blank(Some(value)).is_none() || (is_port(part) && matches!(read_port(Some(value), 0), Ok(None)))
}

fn is_port(part: &str) -> bool {
    part.ends_with("port")
}

fn is_host(part: &str) -> bool {
    part.ends_with("host") || part.ends_with("endpoint")
}

/// The words of a part's name in lower case: `projectId` has two.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut after_lower = false;
    let mut starts = true;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            starts = true;
            continue;
        }
        if starts || (c.is_uppercase() && after_lower) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
        (after_lower, starts) = (c.is_lowercase(), false);
    }
    words
}

/// A piece of a format.
enum Piece<'f> {
    Text(&'f str),
    Part(&'f str),
    /// A dot and a part, both left out without the part.
    Optional(&'f str),
}

/// The pieces of a format.
fn pieces(format: &'static str) -> impl Iterator<Item = Piece<'static>> {
    let mut rest = format;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((part, after)) = rest.strip_prefix("(.{").and_then(|inner| inner.split_once("})")) {
            rest = after;
            return Some(Piece::Optional(part));
        }
        if let Some((part, after)) = rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            rest = after;
            return Some(Piece::Part(part));
        }
        let end = rest[1..].find(['{', '(']).map_or(rest.len(), |at| at + 1);
        let (text, after) = rest.split_at(end);
        rest = after;
        Some(Piece::Text(text))
    })
}

fn parts_of(format: &'static str) -> impl Iterator<Item = &'static str> {
    pieces(format).filter_map(|piece| match piece {
        Piece::Text(_) => None,
        Piece::Part(part) | Piece::Optional(part) => Some(part),
    })
}

fn required(format: &'static str) -> impl Iterator<Item = &'static str> {
    pieces(format).filter_map(|piece| match piece {
        Piece::Text(_) | Piece::Optional(_) => None,
        Piece::Part(part) => Some(part),
    })
}

/// A format with its parts filled in.
fn fill(format: &'static str, given: &[(&str, &str)], is_namespace: bool) -> Result<String, NoIdentity> {
    let value = |part: &str| {
        given
            .iter()
            .find(|(known, _)| *known == part)
            .map(|(_, value)| *value)
    };
    let mut out = String::with_capacity(format.len() + 16);
    for piece in pieces(format) {
        let part = match piece {
            Piece::Text(text) => {
                out.push_str(text);
                continue;
            }
            Piece::Optional(part) if value(part).is_none() => continue,
            Piece::Optional(part) => {
                out.push('.');
                part
            }
            Piece::Part(part) => part,
        };
        let value = value(part).ok_or(Code::MissingPart)?;
        if is_host(part) {
            push_host(&mut out, value)?;
        } else if is_port(part) {
            let port = read_port(Some(value), 0)?.ok_or(Code::MissingPart)?;
            out.push_str(&port.to_string());
        } else {
            out.push_str(checked(value, is_namespace)?);
        }
    }
    Ok(out)
}

/// A part that may stand in a namespace, or in a name, where nearly everything may.
fn checked(value: &str, is_namespace: bool) -> Result<&str, NoIdentity> {
    if has_variable(value) {
        return Err(Code::UnresolvedVariable.into());
    }
    if !is_namespace {
        return Ok(value);
    }
    let value = trim(value);
    let breaks = |c: char| c.is_whitespace() || c.is_control() || "/\\@?#\"'".contains(c);
    if value.contains(breaks) {
        return Err(Code::InvalidPart.into());
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{STORES, find, words};

    #[test]
    fn all_37_are_found_by_each_name() {
        assert_eq!(STORES.len(), 37);
        for store in STORES {
            for name in store.aliases.iter().chain([&store.name]) {
                assert_eq!(find(name), Some(store), "{name}");
            }
        }
        let names: HashSet<_> = STORES
            .iter()
            .flat_map(|store| store.aliases.iter().chain([&store.name]))
            .collect();
        assert_eq!(
            names.len(),
            STORES.iter().map(|store| store.aliases.len() + 1).sum::<usize>()
        );
    }

    #[test]
    fn words_of_names() {
        assert_eq!(words("projectId"), ["project", "id"]);
        assert_eq!(words("bootstrap server host"), ["bootstrap", "server", "host"]);
        assert_eq!(words("account-locator"), ["account", "locator"]);
        assert_eq!(words("enterprise ID"), ["enterprise", "id"]);
    }
}
