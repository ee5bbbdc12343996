//! File datasets: VFS URIs and engine paths.

use std::borrow::Cow;

use crate::contract::Contract;
use crate::identity::{Identity, NoIdentity, Resolution};
use crate::reason::Code;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FileOptions<'a> {
    /// How the dataset is named.
    pub naming: Naming,
    /// In which form the text comes.
    pub form: Form,
    /// The version of the contract.
    pub contract: Contract,
    /// The job namespace, which legacy naming needs; blank or absent is `hop`.
    pub job_namespace: Option<&'a str>,
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
pub fn read<'a>(_uri: &'a str, _options: &FileOptions<'a>) -> Result<FileName<'a>, NoIdentity> {
    Err(Code::NoScheme.into())
}

/// The identity of a location under these options, or why there is none.
#[must_use]
pub fn resolve(uri: &str, options: &FileOptions<'_>) -> Resolution {
    read(uri, options).map(Identity::from).into()
}

/// The identity of a VFS URI in spec naming.
///
/// # Errors
///
/// The reason why there is no identity.
pub fn identity(uri: &str) -> Result<Identity, NoIdentity> {
    read(uri, &FileOptions::default()).map(Identity::from)
}
