//! What every derivation answers: an [`Identity`], or the [`NoIdentity`] that says why there is none.

use std::borrow::Cow;

use serde::Serialize;

use crate::file::{DataSource, Rule};
use crate::reason::{Code, Warning};

/// The pair by which OpenLineage identifies a dataset.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Identity {
    /// Where the dataset lives: `postgres://db:5432`, `s3://bucket`, `file`.
    pub namespace: String,
    /// What it is called there: `analytics.staging.orders`, `in/orders.csv`.
    pub name: String,
}

impl Identity {
    /// An identity of these two parts, taken as they are.
    #[must_use]
    pub fn new(namespace: impl Into<String>, name: impl Into<String>) -> Self {
        Identity {
            namespace: namespace.into(),
            name: name.into(),
        }
    }
}

/// Why there is no identity: a stable code, and a message that repeats nothing of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{code}: {message}")]
#[non_exhaustive]
pub struct NoIdentity {
    /// The machine-readable reason.
    pub code: Code,
    /// The reason for a reader, in our own words.
    pub message: Cow<'static, str>,
}

impl NoIdentity {
    /// The reason of this code, with a message that says more than the code's own.
    #[must_use]
    pub fn with_message(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        NoIdentity {
            code,
            message: message.into(),
        }
    }
}

impl From<Code> for NoIdentity {
    fn from(code: Code) -> Self {
        NoIdentity {
            code,
            message: Cow::Borrowed(code.message()),
        }
    }
}

/// An identity or the reason why there is none, with what a careful caller wants to know besides.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolution {
    /// The identity, or why there is none.
    pub identity: Result<Identity, NoIdentity>,
    /// What to be careful about, each code once, in order of appearance.
    pub warnings: Vec<Warning>,
    /// The dataset facets that were asked for.
    pub facets: Facets,
    /// The rules that fired, where they were asked for.
    pub rules: Vec<Rule>,
    /// Other identities of the same dataset, where they were asked for.
    pub aliases: Vec<Identity>,
}

/// Dataset facets that come with an identity.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct Facets {
    /// Where the data of a file is, without credentials.
    #[serde(rename = "dataSource", skip_serializing_if = "Option::is_none")]
    pub data_source: Option<DataSource>,
}

impl From<Result<Identity, NoIdentity>> for Resolution {
    fn from(identity: Result<Identity, NoIdentity>) -> Self {
        Resolution {
            identity,
            warnings: Vec::new(),
            facets: Facets::default(),
            rules: Vec::new(),
            aliases: Vec::new(),
        }
    }
}

/// What is to be said of a namespace as such.
///
/// Source: Marquez' `NamespaceName`, which takes no other characters.
///
/// ```
/// use lineage_identity::{Warning, identity::namespace_warning};
/// assert_eq!(namespace_warning("postgres://db:5432"), None);
/// assert_eq!(namespace_warning("my files"), Some(Warning::NamespaceRejectedByMarquez));
/// ```
#[must_use]
pub fn namespace_warning(namespace: &str) -> Option<Warning> {
    let taken = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b':' | b';' | b'=' | b'/' | b'_' | b'-' | b'.' | b'@' | b'+')
    };
    (!namespace.bytes().all(taken)).then_some(Warning::NamespaceRejectedByMarquez)
}
