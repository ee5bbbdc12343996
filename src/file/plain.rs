//! The short way to the name of a plain URI: a known scheme, an authority without credentials, and bytes that
//! need no closer look. It answers what [`super::read::Reader`] answers, only sooner; whatever it is not sure of
//! goes the long way. A property test holds the two together.
//!
//! It pays because most locations are plain, and because a caller in another language asks for each file anew.

use std::borrow::Cow;

use super::read::{named, split_scheme};
use super::scheme::{self, Kind};
use super::{FileName, FileOptions, Naming};
use crate::contract::Contract;
use crate::text::any_byte;

/// The name of a plain URI in spec naming by contract v3, without a configuration; nothing for what is to go the long way.
#[inline]
pub(super) fn read<'a>(text: &'a str, options: &FileOptions<'a>) -> Option<FileName<'a>> {
    let as_given =
        options.naming == Naming::Spec && options.contract == Contract::V3 && options.config.is_none();
    if !as_given || !is_plain(text.as_bytes()) {
        return None;
    }
    let (name, rest) = split_scheme(text)?;
    let scheme = scheme::known(name)?;
    let rest = rest.strip_prefix("//")?;
    if scheme.kind == Kind::Local {
        let drive = rest.as_bytes().get(2) == Some(&b':');
        let local = rest.starts_with('/') && !drive;
        return local.then(|| named(scheme.bare, Cow::Borrowed(""), Cow::Borrowed(rest)));
    }
    let rest = match scheme.kind {
        Kind::Bucket => rest.trim_start_matches('/'),
        _ => rest,
    };
    let authority = Authority::read(rest.as_bytes())?;
    let sound = match scheme.kind {
        Kind::Bucket => authority.port.is_none() && authority.at.is_none(),
        Kind::Host => authority.at.is_none() && authority.port_is_written_out(rest.as_bytes()),
        Kind::Azure => {
            authority.port.is_none() && authority.at.is_some_and(|at| 0 < at && at + 1 < authority.end)
        }
        _ => false,
    };
    if !sound {
        return None;
    }
    let (place, path) = rest.split_at_checked(authority.end)?;
    let name = match scheme.kind {
        Kind::Bucket => path.get(1..).filter(|key| !key.is_empty())?,
        _ => path,
    };
    Some(named(scheme.prefix, Cow::Borrowed(place), Cow::Borrowed(name)))
}

/// The bytes of which plain hosts, buckets and ports are made.
static PART_OF_HOST: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let at = byte as u8;
        table[byte] = at.is_ascii_alphanumeric() || matches!(at, b'.' | b'-' | b'_');
        byte += 1;
    }
    table
};

/// Where the parts of a plain authority stand.
struct Authority {
    /// The slash behind it. There is at least one byte before it.
    end: usize,
    /// The only colon.
    port: Option<usize>,
    /// The only `@`.
    at: Option<usize>,
}

impl Authority {
    /// The authority at the beginning of these bytes, if a slash ends it and it holds nothing unusual.
    #[inline]
    fn read(bytes: &[u8]) -> Option<Authority> {
        let (mut port, mut at) = (None, None);
        let mut place = 0;
        loop {
            place += bytes
                .get(place..)?
                .iter()
                .position(|byte| !PART_OF_HOST[usize::from(*byte)])?;
            match bytes.get(place)? {
                b'/' => return (place > 0).then_some(Authority { end: place, port, at }),
                b':' if port.is_none() => port = Some(place),
                b'@' if at.is_none() => at = Some(place),
                _ => return None,
            }
            place += 1;
        }
    }

    /// Whether there is no port, or one of digits that do not begin with 0, behind a host.
    #[inline]
    fn port_is_written_out(&self, bytes: &[u8]) -> bool {
        let Some(colon) = self.port else { return true };
        let digits = bytes.get(colon + 1..self.end).unwrap_or_default();
        let leading = digits.first().is_some_and(|first| *first != b'0');
        colon > 0 && leading && digits.iter().all(u8::is_ascii_digit)
    }
}

/// Whether no byte calls for a closer look: printable ASCII but blanks, `%`, `$`, `#`, `?`, `;` and `\`.
#[inline]
fn is_plain(bytes: &[u8]) -> bool {
    !any_byte(bytes, |byte| {
        (byte.wrapping_sub(b'!') > b'~' - b'!')
            | (byte.wrapping_sub(b'#') <= b'%' - b'#')
            | (byte == b'?')
            | (byte == b';')
            | (byte == b'\\')
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::read::Reader;
    use super::super::{FileOptions, Form};
    use super::{is_plain, read};

    #[track_caller]
    fn assert_same(text: &str) {
        for form in [Form::Vfs, Form::Path] {
            let options = FileOptions {
                form,
                ..FileOptions::default()
            };
            if let Some(short) = read(text, &options) {
                assert_eq!(Ok(short), Reader::new(text, &options).read(text), "{text}");
            }
        }
    }

    #[test]
    fn plain_uris_go_the_short_way() {
        for text in [
            "s3://bucket/in/a.csv",
            "S3A:///bucket/in/a.csv",
            "gs://b/k",
            "file:///data/in/a.csv",
            "hdfs://namenode:8020/warehouse/a.csv",
            "sftp://host/a",
            "abfss://c@account.dfs.core.windows.net/p/a.csv",
        ] {
            assert!(read(text, &FileOptions::default()).is_some(), "{text}");
            assert_same(text);
        }
    }

    #[test]
    fn every_byte_is_judged_wherever_it_stands() {
        for byte in 0..=u8::MAX {
            let special = !(0x21..=0x7e).contains(&byte) || b"%$#?;\\".contains(&byte);
            for at in [0, 5, 15, 16, 20, 33] {
                let mut bytes = [b'a'; 34];
                bytes[at] = byte;
                assert_eq!(is_plain(&bytes), !special, "{byte} at {at}");
                assert_eq!(is_plain(&bytes[at..]), !special, "{byte} first of {}", 34 - at);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn the_short_way_answers_what_the_long_way_does(
            text in "(?i-u:s3|s3a|gs|gcs|file|hdfs|http|ftp|abfss?|wasb|azure|zip|tmp|null|c|my):/{0,4}[a-z0-9A-Z.:@_\\-!\\[\\]|;,+=~*'(){}&\"<>^`]{0,12}(/[ -~é]{0,24})?",
        ) {
            assert_same(&text);
        }

        #[test]
        fn the_short_way_answers_what_the_long_way_does_for_any_text(text in "[ -~]{0,40}") {
            assert_same(&text);
        }
    }
}
