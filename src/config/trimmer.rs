//! Name trimmers: partition and date folders at the end of a name are no part of the dataset's name.
//!
//! Names and meaning are those of OpenLineage's Java client. Each looks at the end of the name, and they take
//! turns until none finds anything. At least one folder is left.

use super::ConfigError;

/// A trimmer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trimmer {
    /// A folder that is a date, with or without a time.
    Date,
    /// A folder `key=value`.
    KeyValue,
    /// Folders `yyyy/MM` or `yyyy/MM/dd`.
    MultiDirDate,
    /// A folder `yyyyMM` or `yyyy-MM`.
    YearMonth,
}

/// The package of OpenLineage's trimmers.
const PACKAGE: &str = "io.openlineage.client.dataset.partition.trimmer.";

/// Their class names. The documentation calls the third one `MultiDirTrimmer` as well.
const TRIMMERS: &[(&str, Trimmer)] = &[
    ("DateTrimmer", Trimmer::Date),
    ("KeyValueTrimmer", Trimmer::KeyValue),
    ("MultiDirDateTrimmer", Trimmer::MultiDirDate),
    ("MultiDirTrimmer", Trimmer::MultiDirDate),
    ("YearMonthTrimmer", Trimmer::YearMonth),
];

/// The trimmers that are on.
#[derive(Debug, Clone, Default)]
pub(super) struct Trimmers(Vec<Trimmer>);

impl Trimmers {
    /// All but the disabled ones. The lists hold class names, separated by semicolons.
    ///
    /// Source: OpenLineage's `DatasetConfig`.
    pub(super) fn new(on: bool, disabled: Option<&str>, extra: Option<&str>) -> Result<Self, ConfigError> {
        let disabled = listed("dataset.disabledTrimmers", disabled)?;
        let mut trimmers = listed("dataset.extraTrimmers", extra)?;
        for (_, trimmer) in TRIMMERS {
            if !trimmers.contains(trimmer) && !disabled.contains(trimmer) {
                trimmers.push(*trimmer);
            }
        }
        trimmers.retain(|trimmer| on && !disabled.contains(trimmer));
        Ok(Trimmers(trimmers))
    }

    /// The name without what the trimmers take away; nothing when that is nothing.
    pub(super) fn trim<'t>(&self, name: &'t str) -> Option<&'t str> {
        let mut rest = name.strip_suffix('/').unwrap_or(name);
        let start = rest.len();
        while let Some(shorter) = self.0.iter().find_map(|trimmer| trimmer.trim(rest)) {
            rest = shorter;
        }
        (rest.len() < start).then_some(rest)
    }
}

fn listed(place: &str, classes: Option<&str>) -> Result<Vec<Trimmer>, ConfigError> {
    let classes = classes.unwrap_or_default().split(';').map(str::trim);
    let named = |class: &str| {
        let name = class.strip_prefix(PACKAGE)?;
        TRIMMERS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, trimmer)| *trimmer)
    };
    classes
        .filter(|class| !class.is_empty())
        .map(|class| {
            named(class).ok_or_else(|| {
                ConfigError::at(place, "only the trimmers of OpenLineage's own client are known")
            })
        })
        .collect()
}

impl Trimmer {
    /// The name without its last folder or folders, where this trimmer knows them.
    fn trim(self, name: &str) -> Option<&str> {
        let at = name.rfind('/')?;
        let (parent, last) = (&name[..at], &name[at + 1..]);
        if parent.is_empty() {
            return None;
        }
        match self {
            Trimmer::Date => is_date(last).then_some(parent),
            Trimmer::KeyValue => (last.matches('=').count() == 1).then_some(parent),
            Trimmer::YearMonth => is_year_month(last).then_some(parent),
            Trimmer::MultiDirDate => folders_of_date(name),
        }
    }
}

/// `yyyy-MM-dd`, `dd.MM.yyyy` or `yyyyMMdd` somewhere in the text, and besides it only digits, blanks, `:`, `.`,
/// `-`, and a `T` and a `Z` at most.
///
/// Source: OpenLineage's `DateTrimmer`.
fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let count = |letter| bytes.iter().filter(|byte| **byte == letter).count();
    bytes
        .iter()
        .all(|byte| byte.is_ascii_digit() || b" \t\n\x0b\x0c\r:.-TZ".contains(byte))
        && count(b'T') <= 1
        && count(b'Z') <= 1
        && ["yyyy-MM-dd", "dd.MM.yyyy", "yyyyMMdd"]
            .iter()
            .any(|format| holds(bytes, format.as_bytes()))
}

/// Whether the text holds a valid date in the format. As with a regular expression, digits that look like a date
/// and are none are passed over as a whole.
fn holds(text: &[u8], format: &[u8]) -> bool {
    let mut at = 0;
    while at + format.len() <= text.len() {
        let candidate = &text[at..at + format.len()];
        match read(candidate, format) {
            Some((year, month, day)) if is_valid(year, month, day) => return true,
            Some(_) => at += format.len(),
            None => at += 1,
        }
    }
    false
}

/// Year, month and day of a text of the format's shape. A day that the format lacks is 1.
fn read(text: &[u8], format: &[u8]) -> Option<(u32, u32, u32)> {
    let (mut year, mut month, mut day) = (0, 0, u32::from(!format.contains(&b'd')));
    for (byte, letter) in text.iter().zip(format) {
        let part = match letter {
            b'y' => &mut year,
            b'M' => &mut month,
            b'd' => &mut day,
            _ if byte == letter => continue,
            _ => return None,
        };
        *part = *part * 10 + char::from(*byte).to_digit(10)?;
    }
    (text.len() == format.len()).then_some((year, month, day))
}

/// Java's smart resolving takes day 31 of any month.
fn is_valid(year: u32, month: u32, day: u32) -> bool {
    year > 0 && (1..=12).contains(&month) && (1..=31).contains(&day)
}

fn is_format(text: &str, format: &str) -> bool {
    read(text.as_bytes(), format.as_bytes()).is_some_and(|(year, month, day)| is_valid(year, month, day))
}

/// Source: OpenLineage's `YearMonthTrimmer`.
fn is_year_month(text: &str) -> bool {
    is_format(text, "yyyyMM") || is_format(text, "yyyy-MM")
}

/// The name without folders `yyyy/MM` or `yyyy/MM/dd`, where another folder is left.
///
/// Source: OpenLineage's `MultiDirDateTrimmer`.
fn folders_of_date(name: &str) -> Option<&str> {
    ["yyyy/MM", "yyyy/MM/dd"].iter().find_map(|format| {
        let at = name.len().checked_sub(format.len() + 1)?;
        let (rest, folders) = (name.get(..at)?, name.get(at..)?.strip_prefix('/')?);
        (!rest.is_empty() && is_format(folders, format)).then_some(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::Trimmers;

    #[test]
    fn folders_are_trimmed_as_the_java_client_does() {
        let trimmers = Trimmers::new(true, None, None).unwrap();
        let trim = |name: &'static str| trimmers.trim(name).unwrap_or(name);
        assert_eq!(trim("/tmp/20250721"), "/tmp");
        assert_eq!(trim("tmp/20250721"), "tmp");
        assert_eq!(trim("/tmp/20250722T0901Z"), "/tmp");
        assert_eq!(trim("/tmp/01.09.2025"), "/tmp");
        assert_eq!(trim("/tmp/2025-25-01"), "/tmp/2025-25-01");
        assert_eq!(trim("/tmp/2025-09-01x"), "/tmp/2025-09-01x");
        assert_eq!(trim("/tmp/dt=2025-09-01"), "/tmp");
        assert_eq!(trim("/tmp/a=b=c"), "/tmp/a=b=c");
        assert_eq!(trim("/tmp/2025/09/01"), "/tmp");
        assert_eq!(trim("/tmp/2025/09"), "/tmp");
        assert_eq!(trim("/tmp/202509"), "/tmp");
        assert_eq!(trim("/tmp/202533"), "/tmp/202533");
        assert_eq!(trim("/tmp/2025-09"), "/tmp");
        assert_eq!(trim("/tmp/t/year=2025/month=09/20250901/"), "/tmp/t");
        assert_eq!(trim("/20250721"), "/20250721");
        assert_eq!(trim("20250721"), "20250721");
        assert_eq!(trim("/2025/09/01"), "/2025/09/01");
        assert_eq!(trim("/tmp/part-00000.parquet"), "/tmp/part-00000.parquet");
    }

    #[test]
    fn trimmers_can_be_disabled() {
        let class = "io.openlineage.client.dataset.partition.trimmer.KeyValueTrimmer";
        let trimmers = Trimmers::new(true, Some(class), None).unwrap();
        assert_eq!(trimmers.trim("/t/a=b"), None);
        assert_eq!(trimmers.trim("/t/20250901"), Some("/t"));
        assert!(Trimmers::new(true, Some("Custom"), None).is_err());
        assert_eq!(Trimmers::new(false, None, None).unwrap().trim("/t/a=b"), None);
    }
}
