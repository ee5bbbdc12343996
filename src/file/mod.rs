//! File datasets: VFS URIs and engine paths.

mod authority;
mod connection;
mod layer;
mod legacy;
mod location;
mod normal;
mod plain;
mod read;
mod rule;
mod scan;
mod scheme;
pub(crate) mod secret;
mod source;

use std::borrow::Cow;

pub use location::location;
pub use rule::Rule;
pub use source::DataSource;
pub(crate) use source::{is_uri_scheme, push_escape};

use crate::config::Config;
use crate::contract::Contract;
use crate::identity::{Identity, NoIdentity, Resolution, namespace_warning};
#[cfg(feature = "jni")]
pub(crate) use plain::Places;
use read::Reader;

/// How a file dataset is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Naming {
    /// As the OpenLineage naming specification has it.
    #[default]
    Spec,
    /// As Hop did before: job namespace and last path segment.
    Legacy,
}

impl Naming {
    /// The names of the values, as requests and the command line write them.
    pub const NAMES: &'static [(&'static str, Naming)] =
        &[("spec", Naming::Spec), ("legacy", Naming::Legacy)];
}

/// In which form the text of a location comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Form {
    /// A URI as commons-vfs prints it: some characters are escaped.
    #[default]
    Vfs,
    /// Path text as Hadoop's `Path` and Beam's `ResourceId` print it: nothing is escaped.
    Path,
}

impl Form {
    /// The names of the values, as requests and the command line write them.
    pub const NAMES: &'static [(&'static str, Form)] = &[("vfs", Form::Vfs), ("path", Form::Path)];
}

/// How to read and name a location.
#[derive(Debug, Clone, Copy, Default)]
pub struct FileOptions<'a> {
    /// How the dataset is named.
    pub naming: Naming,
    /// In which form the text comes.
    pub form: Form,
    /// The version of the contract.
    pub contract: Contract,
    /// The job namespace, which legacy naming needs; blank or absent is `hop`.
    pub job_namespace: Option<&'a str>,
    /// What connections stand for, which namespaces are one, which folders are partitions.
    pub config: Option<&'a Config>,
}

/// An identity that borrows from the text it was read from.
///
/// The namespace is the text of `scheme` and `place` one after the other, so that a namespace whose scheme was
/// replaced still borrows its rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName<'a> {
    /// The namespace's beginning: `s3://`, `sftp://`, `file`.
    pub scheme: &'a str,
    /// The rest of the namespace: bucket, container and account, host and port.
    pub place: Cow<'a, str>,
    /// The dataset's name.
    pub name: Cow<'a, str>,
}

impl From<FileName<'_>> for Identity {
    fn from(file: FileName<'_>) -> Self {
        let mut namespace = String::with_capacity(file.scheme.len() + file.place.len());
        namespace.push_str(file.scheme);
        namespace.push_str(&file.place);
        Identity {
            namespace,
            name: file.name.into_owned(),
        }
    }
}

/// Reads a location into a name that borrows from it.
///
/// # Errors
///
/// The reason why there is no identity.
///
/// ```
/// use lineage_identity::file::{FileOptions, read};
/// let file = read("s3a://bucket/in/a.csv", &FileOptions::default())?;
/// assert_eq!((file.scheme, file.place.as_ref(), file.name.as_ref()), ("s3://", "bucket", "in/a.csv"));
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
pub fn read<'a>(uri: &'a str, options: &FileOptions<'a>) -> Result<FileName<'a>, NoIdentity> {
    match plain::read(uri, options) {
        Some(file) => Ok(file),
        None => read_at_length(uri, options),
    }
}

/// [`read`], for a location of which it is known that it is not plain.
pub(crate) fn read_at_length<'a>(
    uri: &'a str,
    options: &FileOptions<'a>,
) -> Result<FileName<'a>, NoIdentity> {
    Reader::new(uri, options).read(uri)
}

/// The name of a plain URI under the default options, where there is nothing to say besides; nothing for what
/// wants a closer look.
#[inline]
pub(crate) fn read_plain(uri: &str) -> Option<FileName<'_>> {
    let file = plain::read(uri, &FileOptions::default())?;
    namespace_warning(&file.place).is_none().then_some(file)
}

/// The identity of a location under these options, or why there is none, with warnings.
///
/// ```
/// use lineage_identity::file::{FileOptions, resolve};
/// use lineage_identity::Warning;
/// let found = resolve("my-minio:///bucket/a.csv", &FileOptions::default());
/// assert_eq!(found.warnings, [Warning::UnmappedConnection]);
/// ```
#[must_use]
pub fn resolve(uri: &str, options: &FileOptions<'_>) -> Resolution {
    let (file, warning) = match plain::read(uri, options) {
        Some(file) => (Ok(file), None),
        None => {
            let mut reader = Reader::new(uri, options);
            (reader.read(uri), reader.warning)
        }
    };
    let mut resolution = Resolution::from(file.map(Identity::from));
    if let Ok(identity) = &resolution.identity {
        resolution.warnings.extend(warning);
        resolution.warnings.extend(namespace_warning(&identity.namespace));
    }
    resolution
}

/// What the `dataSource` dataset facet says of a location: its legacy name and its URI, without credentials and
/// signed queries, whatever the naming.
///
/// # Errors
///
/// The reason why nothing can be said for certain.
///
/// ```
/// use lineage_identity::file::{FileOptions, data_source};
/// let source = data_source("ftp://etl:secret@host/in/a b.csv", &FileOptions::default())?;
/// assert_eq!(source.name, "a b.csv");
/// assert_eq!(source.uri.as_deref(), Some("ftp://host/in/a%20b.csv"));
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
pub fn data_source(uri: &str, options: &FileOptions<'_>) -> Result<DataSource, NoIdentity> {
    source::data_source(uri, options)
}

/// The rules by which a location gets its name, or by which it gets none, each with its section of
/// `docs/contract.md`.
///
/// ```
/// use lineage_identity::file::{FileOptions, Rule, rules};
/// let rules = rules("s3a:///bucket/a%20b.csv", &FileOptions::default());
/// assert!(rules.contains(&Rule::SchemeAlias) && rules.contains(&Rule::EmptyAuthority));
/// ```
#[must_use]
pub fn rules(uri: &str, options: &FileOptions<'_>) -> Vec<Rule> {
    let mut reader = Reader::new(uri, options);
    // Why there is none is told elsewhere; how far the reading came is told here.
    let _ = reader.read(uri);
    reader.rules.list()
}

/// The identity of a VFS URI in spec naming.
///
/// # Errors
///
/// The reason why there is no identity.
///
/// ```
/// let identity = lineage_identity::file::identity("sftp://user:pw@host:2222/a/b.csv")?;
/// assert_eq!((identity.namespace.as_str(), identity.name.as_str()), ("sftp://host:2222", "/a/b.csv"));
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
pub fn identity(uri: &str) -> Result<Identity, NoIdentity> {
    read(uri, &FileOptions::default()).map(Identity::from)
}
