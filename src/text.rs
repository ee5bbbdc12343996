//! Small readings of text that several rules share.

/// The text without characters up to U+0020 at both ends, as Java's `String.trim` has it.
///
/// ```
/// assert_eq!(lineage_identity::text::trim("\t a b\u{1}"), "a b");
/// assert_eq!(lineage_identity::text::trim("\u{a0}a"), "\u{a0}a");
/// ```
#[must_use]
pub fn trim(text: &str) -> &str {
    let counts = |byte: &u8| *byte > b' ';
    let bytes = text.as_bytes();
    if let ([first, ..], [.., last]) = (bytes, bytes)
        && counts(first)
        && counts(last)
    {
        // Most texts: nothing to look for, nothing to cut.
        return text;
    }
    let start = bytes.iter().position(counts).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(counts).map_or(start, |last| last + 1);
    // The bytes before and behind are ASCII, so that both ends are the ends of characters.
    text.get(start..end).unwrap_or_default()
}

/// As many bytes are looked at together; the compiler makes vector instructions of it.
const CHUNK: usize = 16;

/// Whether any of the bytes is such a one. `wanted` should be made of comparisons without branches.
#[inline]
pub(crate) fn any_byte(bytes: &[u8], wanted: impl Fn(u8) -> bool + Copy) -> bool {
    let mark = |byte: u8| u8::from(wanted(byte)).wrapping_neg();
    let Some(last) = bytes.last_chunk::<CHUNK>() else {
        return bytes.iter().fold(0, |any, &byte| any | mark(byte)) != 0;
    };
    // The last chunk may overlap the one before: looking twice costs less than a loop over single bytes.
    let mut marks = last.map(mark);
    for chunk in bytes.as_chunks::<CHUNK>().0 {
        for (any, byte) in marks.iter_mut().zip(chunk) {
            *any |= mark(*byte);
        }
    }
    marks != [0; CHUNK]
}

/// Eight times the same byte.
pub(crate) const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Where the first such byte stands among the eight of a word, of which the first one is the lowest.
#[inline]
pub(crate) fn first(word: u64, byte: u8) -> Option<usize> {
    first_marked(equal(word, byte))
}

/// Which of eight bytes are such a byte: the highest bit of each. A mark is right where none below it is.
#[inline]
fn equal(word: u64, byte: u8) -> u64 {
    let other = word ^ each(byte);
    other.wrapping_sub(each(1)) & !other & each(0x80)
}

#[inline]
fn first_marked(marks: u64) -> Option<usize> {
    (marks != 0).then(|| marks.trailing_zeros() as usize / 8)
}

/// Where a plain host ends that begins at a place: ASCII letters, digits, `.`, `-` and `_`.
#[inline]
pub(crate) fn end_of_host(bytes: &[u8], from: usize) -> usize {
    end_of(bytes, from, beyond_host)
}

/// Where a plain name ends that begins at a place: ASCII letters, digits, `-` and `_`.
#[inline]
pub(crate) fn end_of_name(bytes: &[u8], from: usize) -> usize {
    end_of(bytes, from, beyond_name)
}

/// Where the digits at the beginning of a text end.
#[inline]
pub(crate) fn end_of_digits(bytes: &[u8]) -> usize {
    end_of(bytes, 0, |word| {
        let ascii = word & each(0x7f);
        let at_least = |byte: u8| ascii.wrapping_add(each(0x80 - byte));
        (!at_least(b'0') | at_least(b'9' + 1) | word) & each(0x80)
    })
}

/// Where the first of these bytes stands in a text without 0, or the end.
#[inline]
pub(crate) fn end_before(bytes: &[u8], [one, other]: [u8; 2]) -> usize {
    end_of(bytes, 0, |word| {
        equal(word, one) | equal(word, other) | equal(word, 0)
    })
}

/// Whether a text is a plain name, or nothing.
#[inline]
pub(crate) fn is_name(bytes: &[u8]) -> bool {
    let marks = |chunk: &[u8; 8]| beyond_name(u64::from_le_bytes(*chunk));
    match bytes.last_chunk() {
        // The last word may overlap the one before: looking twice costs less than reading a part of it.
        Some(last) => {
            bytes
                .as_chunks()
                .0
                .iter()
                .fold(marks(last), |all, chunk| all | marks(chunk))
                == 0
        }
        // What follows the last byte is 0, and marked.
        None => first_marked(beyond_name(few(bytes))) == Some(bytes.len()),
    }
}

/// Where the first marked byte from a place on stands, or the end. 0 has to be marked.
///
/// Eight bytes at once, without a branch for each: texts are short, and where their parts end is hard to predict.
#[inline]
fn end_of(bytes: &[u8], from: usize, marks: impl Fn(u64) -> u64) -> usize {
    let mut place = from;
    while let Some(chunk) = bytes.get(place..).and_then(|rest| rest.first_chunk()) {
        if let Some(at) = first_marked(marks(u64::from_le_bytes(*chunk))) {
            return place + at;
        }
        place += 8;
    }
    let rest = bytes.get(place..).unwrap_or_default();
    let word = match bytes.last_chunk() {
        // The last eight bytes, less those that were seen.
        Some(chunk) => u64::from_le_bytes(*chunk)
            .checked_shr(8 * (8 - rest.len() as u32))
            .unwrap_or_default(),
        None => few(rest),
    };
    // What follows the last byte counts as 0.
    place + first_marked(marks(word)).unwrap_or_default()
}

/// A word of fewer than eight bytes, the first one lowest, 0 behind them. Without a branch for each: those at both
/// ends are read together and may overlap, which changes nothing.
#[inline]
fn few(bytes: &[u8]) -> u64 {
    if let (Some(head), Some(tail)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let behind = 8 * (bytes.len() as u32 & 7) - 32;
        return u64::from(u32::from_le_bytes(*head)) | u64::from(u32::from_le_bytes(*tail)) << behind;
    }
    match bytes {
        [] => 0,
        [first, ..] => {
            let at = |place: usize| u64::from(bytes[place]) << (8 * place);
            u64::from(*first) | at(bytes.len() / 2) | at(bytes.len() - 1)
        }
    }
}

/// Which of eight bytes are no part of a plain host: the highest bit of each.
#[inline]
fn beyond_host(word: u64) -> u64 {
    // Below 0x80 two numbers, or one and 0x80, have a sum that stays in its byte.
    let ascii = word & each(0x7f);
    let at_least = |word: u64, byte: u8| word.wrapping_add(each(0x80 - byte));
    let is = |byte: u8| !at_least(ascii ^ each(byte), 1);
    let lower = ascii | each(0x20);
    let letter = at_least(lower, b'a') & !at_least(lower, b'z' + 1);
    // `-`, `.`, `/` and the digits are neighbours.
    let number = at_least(ascii, b'-') & !at_least(ascii, b'9' + 1) & !is(b'/');
    (!(letter | number | is(b'_')) | word) & each(0x80)
}

/// Which of eight bytes are no part of a plain name. A mark is right where none below it is.
#[inline]
fn beyond_name(word: u64) -> u64 {
    beyond_host(word) | equal(word, b'.')
}

/// The trimmed text, or nothing when only blanks are left.
#[must_use]
pub fn non_blank(text: Option<&str>) -> Option<&str> {
    text.map(trim).filter(|text| !text.is_empty())
}

/// Whether the text holds a variable that was not resolved: `${...}` or `%%...%%`.
///
/// Source: `DECISIONS`, unresolved variables; Hop's two variable forms.
///
/// ```
/// use lineage_identity::text::has_variable;
/// assert!(has_variable("s3://${BUCKET}/k"));
/// assert!(has_variable("/a/%%DIR%%/b"));
/// assert!(!has_variable("100%% sure"));
/// assert!(!has_variable("a$b{c}"));
/// ```
#[must_use]
pub fn has_variable(text: &str) -> bool {
    // Most texts have neither byte, and this is asked of every text.
    memchr::memchr2(b'$', b'%', text.as_bytes()).is_some()
        && (delimited(text, "${", "}") || delimited(text, "%%", "%%"))
}

/// Whether `open` stands in the text with at least one character before a following `close`.
fn delimited(text: &str, open: &str, close: &str) -> bool {
    let mut rest = text;
    while let Some(start) = rest.find(open) {
        rest = &rest[start + open.len()..];
        match rest.find(close) {
            Some(0) => {}
            Some(_) => return true,
            None => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{end_before, end_of_digits, end_of_host, end_of_name, first, is_name};

    #[test]
    fn hosts_and_names_end_at_the_first_byte_that_is_no_part_of_them() {
        let name: fn(u8) -> bool = |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let host: fn(u8) -> bool = |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        for byte in 0..=u8::MAX {
            for (at, length) in (0..17).flat_map(|at| (at + 1..19).map(move |length| (at, length))) {
                let mut text = vec![b'a'; length];
                text[at] = byte;
                for from in 0..=length {
                    let end = |part: fn(u8) -> bool| (from..length).find(|place| !part(text[*place]));
                    let place = format!("{byte} at {at} of {length} from {from}");
                    assert_eq!(end_of_host(&text, from), end(host).unwrap_or(length), "{place}");
                    assert_eq!(end_of_name(&text, from), end(name).unwrap_or(length), "{place}");
                    assert_eq!(is_name(&text[from..]), end(name).is_none(), "{place}");
                    let rest = &text[from..];
                    let found = |wanted: fn(&u8) -> bool| rest.iter().position(wanted).unwrap_or(rest.len());
                    let separator = |byte: &u8| matches!(byte, 0 | b'&' | b';');
                    assert_eq!(end_before(rest, *b"&;"), found(separator), "{place}");
                    let digits: Vec<u8> = rest.iter().map(|byte| byte.wrapping_sub(b'a' - b'1')).collect();
                    let end = digits.iter().position(|byte| !byte.is_ascii_digit());
                    assert_eq!(end_of_digits(&digits), end.unwrap_or(digits.len()), "{place}");
                }
            }
        }
        assert_eq!(end_of_host(b"", 0), 0);
    }

    #[test]
    fn the_first_of_eight_bytes_is_found() {
        let word = u64::from_le_bytes(*b"s3a://b:");
        assert_eq!(first(word, b':'), Some(3));
        assert_eq!(first(word, b'!'), None);
        assert_eq!(first(word, b's'), Some(0));
    }
}
