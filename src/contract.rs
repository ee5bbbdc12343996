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
