//! The byte-level readings: which special bytes a text holds, where a host ends, and percent-decoding.
//!
//! A plain URI costs one pass over its bytes here and no allocation anywhere.

use std::borrow::Cow;

use super::Form;
use crate::text;

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

/// Whether no byte calls for a closer look: printable ASCII but blanks, `%`, `$`, `#`, `?`, `;` and `\`.
#[inline]
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if let Some(last) = bytes.last_chunk() {
        #[allow(unsafe_code, reason = "measured: a URI takes a third less time")]
        // SAFETY: every x86-64 processor has SSE2.
        return unsafe { sse2::is_plain(bytes, last) };
    }
    is_plain_anywhere(bytes)
}

/// [`is_plain`] on any processor.
#[inline]
fn is_plain_anywhere(bytes: &[u8]) -> bool {
    !text::any_byte(bytes, |byte| {
        (byte.wrapping_sub(b'!') > b'~' - b'!')
            | (byte.wrapping_sub(b'#') <= b'%' - b'#')
            | (byte == b'?')
            | (byte == b';')
            | (byte == b'\\')
    })
}

/// [`text::end_of_host`], sooner where the processor can.
#[inline]
pub(super) fn end_of_host(bytes: &[u8], from: usize) -> usize {
    #[cfg(target_arch = "x86_64")]
    if let Some(last) = bytes.last_chunk() {
        #[allow(unsafe_code, reason = "as for `is_plain`")]
        // SAFETY: every x86-64 processor has SSE2.
        return unsafe { sse2::end_of_host(bytes, last, from) };
    }
    text::end_of_host(bytes, from)
}

/// Sixteen bytes at once. All of it is safe on a processor that has SSE2.
#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_min_epu8, _mm_movemask_epi8,
        _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8, _mm_sub_epi8,
    };

    const CHUNK: usize = 16;

    /// Whether no byte is special; `last` are the last ones.
    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn is_plain(bytes: &[u8], last: &[u8; CHUNK]) -> bool {
        // The last chunk may overlap the one before.
        let mut any = special(load(last));
        for chunk in bytes.as_chunks().0 {
            any = _mm_or_si128(any, special(load(chunk)));
        }
        _mm_movemask_epi8(any) == 0
    }

    /// Where a plain host ends that begins at a place; `last` are the last bytes.
    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn end_of_host(bytes: &[u8], last: &[u8; CHUNK], from: usize) -> usize {
        let mut place = from;
        while let Some(chunk) = bytes.get(place..).and_then(|rest| rest.first_chunk()) {
            let beyond = beyond_host(load(chunk));
            if beyond != 0 {
                return place + beyond.trailing_zeros() as usize;
            }
            place += CHUNK;
        }
        let rest = bytes.len().saturating_sub(place);
        // The last bytes, less those that were seen.
        let beyond = beyond_host(load(last)) >> (CHUNK - rest);
        place + rest.min(beyond.trailing_zeros() as usize)
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn load(chunk: &[u8; CHUNK]) -> __m128i {
        let both = u128::from_le_bytes(*chunk);
        _mm_set_epi64x((both >> 64) as i64, both as i64)
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn special(bytes: __m128i) -> __m128i {
        // As signed numbers, those that are not ASCII stand below all others.
        let outside = _mm_or_si128(_mm_cmplt_epi8(bytes, each(b'!')), is(bytes, 0x7f));
        let tail = _mm_or_si128(is(bytes, b'?'), is(bytes, b';'));
        let rest = _mm_or_si128(within(bytes, b'#', b'%'), is(bytes, b'\\'));
        _mm_or_si128(_mm_or_si128(outside, tail), rest)
    }

    /// Which bytes are no part of a plain host: a bit for each, the first one lowest.
    #[target_feature(enable = "sse2")]
    #[inline]
    fn beyond_host(bytes: __m128i) -> u32 {
        let letter = within(_mm_or_si128(bytes, each(b' ')), b'a', b'z');
        // `-`, `.`, `/` and the digits are neighbours.
        let number = _mm_andnot_si128(is(bytes, b'/'), within(bytes, b'-', b'9'));
        let part = _mm_or_si128(_mm_or_si128(letter, number), is(bytes, b'_'));
        _mm_movemask_epi8(part) as u32 ^ 0xffff
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn each(byte: u8) -> __m128i {
        _mm_set1_epi8(byte as i8)
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn is(bytes: __m128i, byte: u8) -> __m128i {
        _mm_cmpeq_epi8(bytes, each(byte))
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn within(bytes: __m128i, first: u8, last: u8) -> __m128i {
        let offset = _mm_sub_epi8(bytes, each(first));
        _mm_cmpeq_epi8(_mm_min_epu8(offset, each(last - first)), offset)
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, Marks, decode, end_of_host, is_plain, is_plain_anywhere, meaning, places_of};
    use crate::text;

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

    #[test]
    fn every_byte_is_judged_alike_wherever_it_stands() {
        for byte in 0..=u8::MAX {
            let special = !(0x21..=0x7e).contains(&byte) || b"%$#?;\\".contains(&byte);
            for length in [1, 15, 16, 17, 31, 32, 34, 50] {
                for at in 0..length {
                    let mut bytes = vec![b'a'; length];
                    bytes[at] = byte;
                    let place = format!("{byte} at {at} of {length}");
                    assert_eq!(is_plain(&bytes), !special, "{place}");
                    assert_eq!(is_plain_anywhere(&bytes), !special, "{place}");
                    for from in 0..=length {
                        let end = end_of_host(&bytes, from);
                        assert_eq!(end, text::end_of_host(&bytes, from), "{place} from {from}");
                    }
                }
            }
        }
        assert!(is_plain(b"") && end_of_host(b"", 0) == 0);
    }
}
