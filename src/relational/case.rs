//! How databases store the letter case of a name.

use std::borrow::Cow;
use std::cmp::Ordering;

/// What becomes of the letters of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Fold {
    /// Nothing.
    #[default]
    Keep,
    /// ASCII letters become lower case.
    LowerAscii,
    /// All letters become lower case.
    Lower,
    /// ASCII letters become upper case.
    UpperAscii,
    /// All letters become upper case, as Java does it: `ß` becomes `SS`.
    Upper,
}

pub(super) const KEEP: Fold = Fold::Keep;
pub(super) const LOWER_ASCII: Fold = Fold::LowerAscii;
pub(super) const LOWER: Fold = Fold::Lower;
pub(super) const UPPER_ASCII: Fold = Fold::UpperAscii;
pub(super) const UPPER: Fold = Fold::Upper;

impl Fold {
    /// The folded name.
    ///
    /// ```
    /// use lineage_identity::relational::Fold;
    /// assert_eq!(Fold::LowerAscii.apply("ÄPFEL"), "Äpfel");
    /// assert_eq!(Fold::Upper.apply("straße"), "STRASSE");
    /// assert_eq!(Fold::Keep.apply("Orders"), "Orders");
    /// ```
    #[must_use]
    pub fn apply(self, name: &str) -> Cow<'_, str> {
        let has = |wanted: fn(&u8) -> bool| name.as_bytes().iter().any(wanted);
        let changes = match self {
            Fold::Keep => false,
            Fold::LowerAscii => has(u8::is_ascii_uppercase),
            Fold::UpperAscii => has(u8::is_ascii_lowercase),
            Fold::Lower => has(u8::is_ascii_uppercase) || !name.is_ascii(),
            Fold::Upper => has(u8::is_ascii_lowercase) || !name.is_ascii(),
        };
        if !changes {
            return Cow::Borrowed(name);
        }
        Cow::Owned(match self {
            Fold::Keep => name.to_owned(),
            Fold::LowerAscii => name.to_ascii_lowercase(),
            Fold::UpperAscii => name.to_ascii_uppercase(),
            Fold::Lower => name.to_lowercase(),
            Fold::Upper => name.to_uppercase(),
        })
    }
}

/// Compares by ASCII letters without their case.
pub(crate) fn compare_ignoring_ascii_case(a: &str, b: &str) -> Ordering {
    let lower = |byte: u8| byte.to_ascii_lowercase();
    a.bytes().map(lower).cmp(b.bytes().map(lower))
}
