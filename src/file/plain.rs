//! The short way to the name of a plain URI: a known scheme, and bytes that need no closer look. It answers what
//! [`super::read::Reader`] answers, only sooner; whatever it is not sure of goes the long way. A property test holds
//! the two together.
//!
//! It pays because most locations are plain, and because a caller in another language asks for each file anew.

use std::borrow::Cow;

use super::read::named;
use super::scan::{end_of_host, is_plain};
use super::scheme::{self, Kind};
use super::{FileName, FileOptions, Naming};
use crate::contract::Contract;
use crate::text::{each, first};

/// The name of a plain URI in spec naming by contract v3, without a configuration; nothing for what is to go the long way.
#[inline]
pub(super) fn read<'a>(text: &'a str, options: &FileOptions<'a>) -> Option<FileName<'a>> {
    let as_given =
        options.naming == Naming::Spec && options.contract == Contract::V3 && options.config.is_none();
    if !as_given {
        return None;
    }
    let places = Places::of(text.as_bytes())?;
    let place = text.get(places.place.0..places.place.1)?;
    let name = text.get(places.name..)?;
    Some(named(places.scheme, Cow::Borrowed(place), Cow::Borrowed(name)))
}

/// Where the parts of a plain URI's name stand in its text, which is all ASCII.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Places {
    /// What the namespace begins with.
    pub scheme: &'static str,
    /// Whether the text begins with it as well.
    #[cfg_attr(not(feature = "jni"), expect(dead_code, reason = "only Java reads places"))]
    pub as_written: bool,
    /// The rest of the namespace: from, to.
    pub place: (usize, usize),
    /// The name: from here to the end.
    pub name: usize,
}

impl Places {
    /// The places of spec naming by contract v3; nothing for what is to go the long way.
    #[inline]
    pub(crate) fn of(text: &[u8]) -> Option<Places> {
        // Longer schemes, and shorter texts, go the long way.
        let word = u64::from_le_bytes(*text.first_chunk()?);
        let colon = first(word, b':')?;
        let before_colon = !(u64::MAX << (8 * colon));
        let written = word & before_colon;
        let lower = (word | each(b' ')) & before_colon;
        let scheme = scheme::with_key(lower)?;
        let start = colon + 3;
        if text.get(colon + 1..start)? != b"//" || !is_plain(text) {
            return None;
        }
        let (spelling, place, name) = match scheme.kind {
            Kind::Local => (scheme.bare, (0, 0), local(text, start)?),
            kind => {
                let (place, name) = remote(kind, text, start)?;
                (scheme.prefix, place, name)
            }
        };
        Some(Places {
            scheme: spelling,
            as_written: scheme.as_is && written == lower,
            place,
            name,
        })
    }
}

/// Where the absolute path begins that follows `file://`, if it has no drive.
#[inline]
fn local(text: &[u8], start: usize) -> Option<usize> {
    let drive = text.get(start + 2) == Some(&b':');
    (text.get(start) == Some(&b'/') && !drive).then_some(start)
}

/// Where place and name stand that follow `scheme://`.
#[inline]
fn remote(kind: Kind, text: &[u8], start: usize) -> Option<((usize, usize), usize)> {
    let start = match kind {
        Kind::Bucket => start + text.get(start..)?.iter().position(|byte| *byte != b'/')?,
        _ => start,
    };
    let authority = Authority::read(text, start)?;
    let (sound, place) = match kind {
        Kind::Bucket => (authority.port.is_none(), authority.host),
        Kind::Host => (authority.port_is_written_out(text), authority.host),
        // The container stands where others have credentials.
        Kind::Azure => (authority.port.is_none() && authority.has_plain_user(start), start),
        _ => return None,
    };
    let name = authority.end + usize::from(kind == Kind::Bucket);
    (sound && name < text.len()).then_some(((place, authority.end), name))
}

/// Where the parts of a plain authority stand.
struct Authority {
    /// Behind the last `@`, if there is one. It is not empty.
    host: usize,
    /// The slash behind it.
    end: usize,
    /// The only colon of the host.
    port: Option<usize>,
    /// How many `@` there are.
    users: usize,
    /// Whether what stands before the last `@` holds something unusual.
    odd_user: bool,
}

impl Authority {
    /// The authority that starts there, if a slash ends it and its host holds nothing unusual.
    #[inline]
    fn read(text: &[u8], start: usize) -> Option<Authority> {
        let (mut host, mut port, mut users) = (start, None, 0);
        let (mut odd, mut odd_user) = (false, false);
        let mut place = start;
        loop {
            place = end_of_host(text, place);
            match text.get(place)? {
                b'/' => {
                    return (place > host && !odd).then_some(Authority {
                        host,
                        end: place,
                        port,
                        users,
                        odd_user,
                    });
                }
                b'@' => {
                    odd_user |= odd | port.is_some();
                    (host, port, odd) = (place + 1, None, false);
                    users += 1;
                }
                b':' if port.is_none() => port = Some(place),
                _ => odd = true,
            }
            place += 1;
        }
    }

    /// Whether the authority that starts there has a single `@`, behind something that is usual.
    #[inline]
    fn has_plain_user(&self, start: usize) -> bool {
        self.users == 1 && !self.odd_user && start + 1 < self.host
    }

    /// Whether there is no port, or one of digits that do not begin with 0, behind a host.
    #[inline]
    fn port_is_written_out(&self, text: &[u8]) -> bool {
        let Some(colon) = self.port else { return true };
        let digits = text.get(colon + 1..self.end).unwrap_or_default();
        let leading = digits.first().is_some_and(|first| *first != b'0');
        colon > self.host && leading && digits.iter().all(u8::is_ascii_digit)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::read::Reader;
    use super::super::{FileOptions, Form};
    use super::read;

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
            "sftp://user:p@ss!@host:2222/a",
            "s3://key:secret@bucket/k",
            "abfss://c@account.dfs.core.windows.net/p/a.csv",
        ] {
            assert!(read(text, &FileOptions::default()).is_some(), "{text}");
            assert_same(text);
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
        fn the_short_way_drops_the_credentials_that_the_long_way_drops(
            text in "(s3|file|hdfs|sftp|https?|wasbs|ram)://([a-z:/@!\\[%]{0,3}[:@]){0,3}[a-z.!\\[\\]]{0,3}(:[0-9]{0,3})?/a[:@/]?",
        ) {
            assert_same(&text);
        }

        #[test]
        fn the_short_way_answers_what_the_long_way_does_for_any_text(text in "[ -~]{0,40}") {
            assert_same(&text);
        }
    }
}
