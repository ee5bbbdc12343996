//! The versions of the identity contract, and what each one changes.
//!
//! This is the only place that asks "which version?": a rule that differs between versions asks a question
//! that is answered here.

/// A version of the identity contract.
///
/// ```
/// use lineage_identity::Contract;
/// assert_eq!(Contract::default(), Contract::V3);
/// assert_eq!(Contract::from_number(4), Some(Contract::V4));
/// assert_eq!(Contract::from_number(9), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Contract {
    /// What Hop documents and emits. The default.
    #[default]
    V3,
    /// Opt-in: closes the gaps that v3 admits.
    V4,
}

impl Contract {
    /// The version that `lineage_contract_version` and the documents name: the default one.
    pub const CURRENT: Contract = Contract::V3;

    /// The version with this number, if there is one.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Contract> {
        match number {
            3 => Some(Contract::V3),
            4 => Some(Contract::V4),
            _ => None,
        }
    }

    /// The number of this version.
    #[must_use]
    pub fn number(self) -> i32 {
        match self {
            Contract::V3 => 3,
            Contract::V4 => 4,
        }
    }
}

/// What version 4 does otherwise than version 3 in the names of files: the rows of `docs/contract.md`, 1.13.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileChange {
    /// `file://host/x` is on `file://host`, and so is a Windows share; v3 has `file`.
    RemoteFileHost,
    /// Host names in lower case; v3 as given. Buckets and containers are no host names.
    HostLowerCase,
    /// The default ports of ftp, sftp, http and webdav are left out; v3 as given.
    DefaultPort,
    /// An IPv6 address loses its zone, which means something on one machine only; v3 as given.
    ZoneDropped,
    /// `abfs` and `wasb` are their TLS forms; v3 as given.
    AzureTls,
    /// `.`, `..` and doubled slashes are resolved where the store resolves them; v3 as given.
    DotsResolved,
    /// One trailing slash is dropped; v3 as given.
    TrailingSlashDropped,
}

impl Contract {
    /// Whether this version makes the change.
    pub(crate) fn makes(self, change: FileChange) -> bool {
        let since = match change {
            FileChange::RemoteFileHost
            | FileChange::HostLowerCase
            | FileChange::DefaultPort
            | FileChange::ZoneDropped
            | FileChange::AzureTls
            | FileChange::DotsResolved
            | FileChange::TrailingSlashDropped => Contract::V4,
        };
        self >= since
    }
}

impl Contract {
    /// Whether relational datasets are named as their products have it: the namespace form of the naming
    /// specification, the product's levels, its default schema and its stored letter case; v3 names them by host and
    /// port, and keeps the case.
    pub(crate) fn follows_products(self) -> bool {
        self >= Contract::V4
    }
}
