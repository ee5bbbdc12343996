//! The byte-level readings: which special bytes a text holds, and percent-decoding.
//!
//! A plain URI costs one pass over its bytes here and no allocation anywhere.

use std::borrow::Cow;

use super::Form;

/// Which of the bytes that call for a closer look a text holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks(u8);

impl Marks {
    const PERCENT: u8 = 1;
    const DOLLAR: u8 = 2;
    const HASH: u8 = 4;
    const QUESTION: u8 = 8;

    /// Looks for `%`, `$`, `#`, `?` and `;`.
    ///
    /// The first three are neighbours in ASCII, so that a plain text is told from another by one comparison and
    /// two equalities a byte, which the compiler turns into vector instructions.
    #[inline]
    pub(super) fn of(text: &str) -> Marks {
        let bytes = text.as_bytes();
        let special = |byte: u8| (byte.wrapping_sub(b'#') < 3) | (byte == b'?') | (byte == b';');
        match bytes.iter().fold(false, |any, &byte| any | special(byte)) {
            false => Marks(0),
            true => Self::which(bytes),
        }
    }

    #[cold]
    fn which(bytes: &[u8]) -> Marks {
        Marks(bytes.iter().fold(0, |marks, byte| {
            marks
                | match byte {
                    b'%' => Self::PERCENT,
                    b'$' => Self::DOLLAR,
                    b'#' => Self::HASH,
                    b'?' | b';' => Self::QUESTION,
                    _ => 0,
                }
        }))
    }

    /// Whether there may be an escape.
    #[inline]
    pub(super) fn percent(self) -> bool {
        self.0 & Self::PERCENT != 0
    }

    /// Whether there may be a variable.
    #[inline]
    pub(super) fn variable(self) -> bool {
        self.0 & (Self::PERCENT | Self::DOLLAR) != 0
    }

    /// Whether there may be a query, a fragment or parameters. An escaped `?` counts.
    #[inline]
    pub(super) fn tail(self) -> bool {
        self.0 & (Self::PERCENT | Self::HASH | Self::QUESTION) != 0
    }
}

/// The value of two hexadecimal digits after a `%` at the start of these bytes.
#[inline]
pub(super) fn escape(bytes: &[u8]) -> Option<u8> {
    match bytes {
        [b'%', high, low, ..] => Some((hex(*high)? << 4) | hex(*low)?),
        _ => None,
    }
}

/// What the first of these bytes stands for if it begins an escape, of whatever depth (`%3F`, `%253F`, …), and how
/// many bytes say so. Secrets are looked for by this: whoever decodes a name once more must not find one.
pub(super) fn meaning(bytes: &[u8]) -> Option<(u8, usize)> {
    let first = *bytes.first()?;
    if first != b'%' {
        return Some((first, 1));
    }
    let mut digits = 1;
    while bytes[digits..].starts_with(b"25") {
        digits += 2;
    }
    Some(match bytes.get(digits..digits + 2) {
        Some(&[high, low]) => match (hex(high), hex(low)) {
            (Some(high), Some(low)) => ((high << 4) | low, digits + 2),
            _ => (b'%', digits),
        },
        _ => (b'%', digits),
    })
}

/// Where the text says such a byte, escaped or not.
pub(super) fn places_of<'t>(
    text: &'t str,
    wanted: impl Fn(u8) -> bool + 't,
) -> impl Iterator<Item = std::ops::Range<usize>> + 't {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let (byte, width) = meaning(&text.as_bytes()[at..])?;
            at += width;
            if wanted(byte) {
                return Some(at - width..at);
            }
        }
    })
}

fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// The text with its escapes decoded once, as UTF-8. A `%` that begins no escape stays as it is, and so does an
/// escape whose byte is not part of UTF-8 text. A plus is a plus. In `path` form nothing is escaped.
///
/// Source: `DECISIONS`, decoding.
pub(super) fn decode(text: &str, form: Form) -> Cow<'_, str> {
    let first = match form {
        Form::Vfs => memchr::memchr(b'%', text.as_bytes()),
        Form::Path => None,
    };
    let Some(first) = first else {
        return Cow::Borrowed(text);
    };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut rest = &text[first..];
    while !rest.is_empty() {
        let run = escapes(rest.as_bytes());
        if run.is_empty() {
            let next = memchr::memchr(b'%', &rest.as_bytes()[1..]).map_or(rest.len(), |at| at + 1);
            out.push_str(&rest[..next]);
            rest = &rest[next..];
        } else {
            push_run(&mut out, rest, &run);
            rest = &rest[3 * run.len()..];
        }
    }
    Cow::Owned(out)
}

/// The bytes of the escapes that stand one after the other at the start.
fn escapes(mut bytes: &[u8]) -> Vec<u8> {
    let mut run = Vec::new();
    while let Some(byte) = escape(bytes) {
        run.push(byte);
        bytes = &bytes[3..];
    }
    run
}

/// Adds a run of escapes: decoded where that gives UTF-8, as it was written elsewhere.
fn push_run(out: &mut String, written: &str, run: &[u8]) {
    let mut at = 0;
    for chunk in run.utf8_chunks() {
        out.push_str(chunk.valid());
        at += chunk.valid().len();
        let invalid = chunk.invalid().len();
        out.push_str(&written[3 * at..3 * (at + invalid)]);
        at += invalid;
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, Marks, decode, meaning, places_of};

    #[test]
    fn escapes_of_any_depth_are_seen_through() {
        assert_eq!(meaning(b"%3Fx"), Some((b'?', 3)));
        assert_eq!(meaning(b"%25253Fx"), Some((b'?', 7)));
        assert_eq!(meaning(b"%25"), Some((b'%', 3)));
        assert_eq!(meaning(b"%"), Some((b'%', 1)));
        assert_eq!(meaning(b"%zz"), Some((b'%', 1)));
        assert_eq!(meaning(b""), None);
        assert_eq!(
            places_of("a@b%40c%2540", |byte| byte == b'@').collect::<Vec<_>>(),
            [1..2, 3..6, 7..12]
        );
    }

    #[test]
    fn escapes_are_decoded_once() {
        let vfs = |text| decode(text, Form::Vfs).into_owned();
        assert_eq!(vfs("a%20b"), "a b");
        assert_eq!(vfs("%2520"), "%20");
        assert_eq!(vfs("100%"), "100%");
        assert_eq!(vfs("100%2"), "100%2");
        assert_eq!(vfs("%zz%41"), "%zzA");
        assert_eq!(vfs("%C3%81rs%ff%41"), "Árs%ffA");
        assert_eq!(vfs("%%41%%"), "%A%%");
        assert_eq!(vfs("%e6%97ü"), "%e6%97ü");
        assert_eq!(vfs("+"), "+");
        assert_eq!(decode("a%20b", Form::Path), "a%20b");
    }

    #[test]
    fn marks_find_each_byte() {
        assert!(Marks::of("s3://bucket/in/2026-01-01/part-00000.parquet") == Marks(0));
        assert!(Marks::of("a%b").percent() && Marks::of("a%b").variable());
        assert!(Marks::of("a$b").variable() && !Marks::of("a$b").tail());
        assert!(Marks::of("a#b").tail() && Marks::of("a?b").tail());
    }
}
