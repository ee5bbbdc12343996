//! Where words end: sixteen bytes at once, for a loop that looks at each byte ends where it is hard to predict.

use wide::i8x16;

/// Whether a byte is part of a word: ASCII letters, digits, `_`, `$`, and every byte beyond ASCII.
#[inline]
pub(super) fn is_word(byte: u8) -> bool {
    WORD[usize::from(byte)]
}

static WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let at = byte as u8;
        table[byte] = at.is_ascii_alphanumeric() || matches!(at, b'_' | b'$' | 0x80..);
        byte += 1;
    }
    table
};

/// What most of a statement is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Blank,
    /// A letter, or `_`, with which a word begins.
    Letter,
    /// A symbol of its own in every dialect, which begins no comment and ends no statement.
    Symbol,
    /// What wants a closer look.
    Other,
}

#[inline]
pub(super) fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

static CLASSES: [Class; 256] = {
    let (mut classes, mut byte) = ([Class::Other; 256], 0);
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' => Class::Blank,
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => Class::Letter,
            b'(' | b')' | b',' | b'.' | b'*' | b'=' | b'<' | b'>' | b'+' | b'!' | b'~' | b'^' | b'&'
            | b'|' => Class::Symbol,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// As many bytes are looked at together.
const CHUNK: usize = 16;

/// Where the word ends that goes through this place.
#[inline]
pub(super) fn end_of_word(bytes: &[u8], from: usize) -> usize {
    let mut place = from;
    while let Some(chunk) = bytes.get(place..).and_then(|rest| rest.first_chunk()) {
        let others = others(*chunk);
        if others != 0 {
            return place + others.trailing_zeros() as usize;
        }
        place += CHUNK;
    }
    let rest = bytes.get(place..).unwrap_or_default();
    let more = rest.iter().position(|byte| !is_word(*byte));
    more.map_or(bytes.len(), |more| place + more)
}

/// Which of the bytes are no part of a word: a bit each, the first byte's the lowest.
#[inline]
fn others(chunk: [u8; CHUNK]) -> u32 {
    let each = |byte: u8| i8x16::splat(byte as i8);
    // Comparisons are of signed bytes: those beyond ASCII are below all others.
    let bytes: i8x16 = wide::bytemuck::cast(chunk);
    let within =
        |bytes: i8x16, first: u8, last: u8| bytes.simd_gt(each(first - 1)) & each(last + 1).simd_gt(bytes);
    let word = within(bytes | each(0x20), b'a', b'z')
        | within(bytes, b'0', b'9')
        | bytes.simd_eq(each(b'_'))
        | bytes.simd_eq(each(b'$'));
    // A lane's bit is its highest, which bytes beyond ASCII have anyway.
    (word | bytes).to_bitmask() ^ 0xFFFF
}

#[cfg(test)]
mod tests {
    use super::{end_of_word, is_word};

    #[test]
    fn words_end_at_the_first_byte_that_is_no_part_of_them() {
        for byte in 0..=u8::MAX {
            for (at, length) in (0..34).flat_map(|at| (at + 1..36).map(move |length| (at, length))) {
                let mut text = vec![b'a'; length];
                text[at] = byte;
                let end = if is_word(byte) { length } else { at };
                assert_eq!(end_of_word(&text, 0), end, "{byte} at {at} of {length}");
            }
        }
        assert_eq!(end_of_word(b"ab", 2), 2);
    }
}
