//! The configuration: what connections stand for, which namespaces are one, which folders are partitions.
//!
//! One JSON object, described in `docs/configuration.md`. Its `dataset` section is that of OpenLineage's clients.

mod connection;
mod resolver;
mod trimmer;

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

use connection::ConnectionEntry;
pub(crate) use connection::Target;
use resolver::{Resolver, ResolverEntry};
use trimmer::Trimmers;

use crate::reason::Code;

/// A configuration, checked and ready for use. It does not change, and threads may share it.
///
/// ```
/// use lineage_identity::config::Config;
/// use lineage_identity::file::{FileOptions, resolve};
/// let config = Config::from_json(r#"{"connections":{"prod-sftp":{"kind":"sftp","host":"files","port":2222}}}"#)?;
/// let options = FileOptions { config: Some(&config), ..FileOptions::default() };
/// let identity = resolve("prod-sftp:///in/a.csv", &options).identity.unwrap();
/// assert_eq!((identity.namespace.as_str(), identity.name.as_str()), ("sftp://files:2222", "/in/a.csv"));
/// # Ok::<(), lineage_identity::config::ConfigError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Config {
    connections: HashMap<String, Target>,
    resolvers: Vec<Resolver>,
    trimmers: Trimmers,
}

/// What is wrong with a configuration, and where. No message repeats a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct ConfigError {
    /// The machine-readable reason.
    pub code: Code,
    /// The reason for a reader.
    pub message: String,
    /// The place, as a path: `connections.prod-sftp.port`. Empty for text that is no JSON.
    pub place: String,
    /// The line and the column, from 1, for text that is no JSON.
    pub position: Option<(usize, usize)>,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.position {
            Some((line, column)) => write!(f, " (line {line}, column {column})"),
            None if self.place.is_empty() => Ok(()),
            None => write!(f, " (at {})", self.place),
        }
    }
}

impl ConfigError {
    fn at(place: impl Into<String>, message: impl Into<String>) -> Self {
        ConfigError {
            code: Code::InvalidConfig,
            message: message.into(),
            place: place.into(),
            position: None,
        }
    }
}

impl Config {
    /// Reads a configuration.
    ///
    /// # Errors
    ///
    /// The first mistake, with its place.
    ///
    /// ```
    /// use lineage_identity::config::Config;
    /// let error = Config::from_json(r#"{"connections":{"conn":{"kind":"sftp"}}}"#).unwrap_err();
    /// assert_eq!(error.place, "connections.conn.host");
    /// let error = Config::from_json("{").unwrap_err();
    /// assert_eq!(error.position, Some((1, 1)));
    /// ```
    pub fn from_json(json: &str) -> Result<Config, ConfigError> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let entries: Entries = serde_path_to_error::deserialize(&mut deserializer).map_err(unreadable)?;
        deserializer
            .end()
            .map_err(|error| no_json(error.line(), error.column()))?;
        Self::checked(entries)
    }

    /// Reads a configuration from a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read as UTF-8 text, or the first mistake in it.
    pub fn from_file(path: &Path) -> Result<Config, ConfigError> {
        let json = std::fs::read_to_string(path).map_err(|error| {
            ConfigError::at("", format!("the configuration cannot be read: {}", error.kind()))
        })?;
        Self::from_json(&json)
    }

    fn checked(entries: Entries) -> Result<Config, ConfigError> {
        let connections = entries.connections.unwrap_or_default().0;
        let dataset = entries.dataset.unwrap_or_default();
        let resolvers = dataset.resolvers.unwrap_or_default().0;
        Ok(Config {
            connections: connection::targets(connections)?,
            resolvers: resolvers
                .into_iter()
                .map(|(name, entry)| Resolver::new(name, entry))
                .collect::<Result<_, _>>()?,
            trimmers: Trimmers::new(
                entries.trim_dataset_names == Some(true),
                dataset.disabled_trimmers.as_deref(),
                dataset.extra_trimmers.as_deref(),
            )?,
        })
    }

    /// What the connection of this name stands for.
    pub(crate) fn connection(&self, name: &str) -> Option<&Target> {
        self.connections.get(name)
    }

    /// The logical name of a namespace, where a resolver gives it one: the first that changes it decides.
    ///
    /// Source: OpenLineage's `DatasetNamespaceCombinedResolver`.
    ///
    /// ```
    /// use lineage_identity::config::Config;
    /// let config = Config::from_json(
    ///     r#"{"dataset":{"namespaceResolvers":{"cluster":{"type":"hostList","hosts":["nn1","nn2"]}}}}"#)?;
    /// assert_eq!(config.resolve_namespace("hdfs://nn2:8020").as_deref(), Some("hdfs://cluster:8020"));
    /// assert_eq!(config.resolve_namespace("hdfs://other:8020"), None);
    /// # Ok::<(), lineage_identity::config::ConfigError>(())
    /// ```
    #[must_use]
    pub fn resolve_namespace(&self, namespace: &str) -> Option<String> {
        let mut resolved = self.resolvers.iter().map(|resolver| resolver.resolve(namespace));
        resolved.find_map(|resolved| resolved.filter(|resolved| resolved != namespace))
    }

    /// The name without the partition and date folders at its end, where trimmers are on and find any.
    ///
    /// ```
    /// use lineage_identity::config::Config;
    /// let config = Config::from_json(r#"{"trimDatasetNames":true}"#)?;
    /// assert_eq!(config.trim_name("/data/orders/day=2026-01-01"), Some("/data/orders"));
    /// assert_eq!(config.trim_name("/data/orders"), None);
    /// # Ok::<(), lineage_identity::config::ConfigError>(())
    /// ```
    #[must_use]
    pub fn trim_name<'t>(&self, name: &'t str) -> Option<&'t str> {
        self.trimmers.trim(name)
    }
}

/// The configuration as it is written. The sections of an OpenLineage client that have no say in names are
/// passed over, so that one file serves both.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Entries {
    connections: Option<Ordered<ConnectionEntry>>,
    dataset: Option<DatasetEntry>,
    #[serde(rename = "trimDatasetNames")]
    trim_dataset_names: Option<bool>,
    #[serde(rename = "transport")]
    _transport: Option<IgnoredAny>,
    #[serde(rename = "facets")]
    _facets: Option<IgnoredAny>,
    #[serde(rename = "circuitBreaker")]
    _circuit_breaker: Option<IgnoredAny>,
    #[serde(rename = "metrics")]
    _metrics: Option<IgnoredAny>,
    #[serde(rename = "tags")]
    _tags: Option<IgnoredAny>,
    #[serde(rename = "job")]
    _job: Option<IgnoredAny>,
    #[serde(rename = "run")]
    _run: Option<IgnoredAny>,
}

/// The `dataset` section of OpenLineage's clients.
///
/// Source: OpenLineage's `DatasetConfig`.
#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct DatasetEntry {
    #[serde(rename = "namespaceResolvers")]
    resolvers: Option<Ordered<ResolverEntry>>,
    #[serde(rename = "disabledTrimmers")]
    disabled_trimmers: Option<String>,
    #[serde(rename = "extraTrimmers")]
    extra_trimmers: Option<String>,
}

/// An object whose members keep their order. A name that stands twice is a mistake.
struct Ordered<T>(Vec<(String, T)>);

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Ordered(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OrderedVisitor<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for OrderedVisitor<T> {
            type Value = Ordered<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered<T>, A::Error> {
                let mut members: Vec<(String, T)> = Vec::new();
                let mut names = std::collections::HashSet::new();
                while let Some((name, value)) = map.next_entry::<String, T>()? {
                    if !names.insert(name.clone()) {
                        return Err(serde::de::Error::custom("duplicate field `"));
                    }
                    members.push((name, value));
                }
                Ok(Ordered(members))
            }
        }
        deserializer.deserialize_map(OrderedVisitor(std::marker::PhantomData))
    }
}

fn no_json(line: usize, column: usize) -> ConfigError {
    ConfigError {
        position: Some((line, column)),
        ..ConfigError::at("", "the configuration is not valid JSON")
    }
}

/// Why the entries cannot be read. serde's words may hold values: only the kind is taken from them.
fn unreadable(error: serde_path_to_error::Error<serde_json::Error>) -> ConfigError {
    let path = error.path().to_string();
    let inner = error.inner();
    if inner.is_syntax() || inner.is_eof() {
        return no_json(inner.line(), inner.column());
    }
    let words = inner.to_string();
    let message = if words.starts_with("unknown field") {
        "there is no setting of this name"
    } else if words.starts_with("duplicate field") {
        "a setting stands twice"
    } else if words.starts_with("missing field") {
        "a setting is missing here"
    } else {
        "the setting has the wrong type or a value that is not allowed"
    };
    ConfigError::at(if path == "." { String::new() } else { path }, message)
}

#[cfg(test)]
mod tests {
    use super::Config;
    use crate::request::{Context, evaluate};

    const CONFIG: &str = r#"{"dataset":{"namespaceResolvers":{"warehouse":
        {"type":"hostList","hosts":["db1.example","db2.example"],"schema":"postgres"}}}}"#;

    #[test]
    fn a_configuration_counts_for_every_operation_that_names() {
        let config = Config::from_json(CONFIG).unwrap();
        for request in [
            r#"{"op":"relational","type":"POSTGRESQL","host":"DB2.example","database":"d","schema":"s","table":"t"}"#,
            r#"{"op":"relational","type":"POSTGRESQL","host":"db1.example"}"#,
            r#"{"op":"jdbc","url":"jdbc:postgresql://db1.example/d","table":"s.t"}"#,
            r#"{"op":"jdbc","url":"jdbc:postgresql://db1.example/d"}"#,
        ] {
            let answer = evaluate(request, &Context::with_config(&config));
            assert!(
                answer.contains(r#""namespace":"postgres://warehouse:5432""#),
                "{answer}"
            );
            assert!(!evaluate(request, &Context::default()).contains("warehouse"));
        }
    }
}
