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
    let among = |bytes: &[u8]| bytes.iter().fold(false, |any, &byte| any | wanted(byte));
    let Some(last) = bytes.last_chunk::<CHUNK>() else {
        return among(bytes);
    };
    // The last chunk may overlap the one before: looking twice costs less than a loop over single bytes.
    bytes.as_chunks::<CHUNK>().0.iter().any(|chunk| among(chunk)) || among(last)
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
