//! The short way to the statement of a text that has nothing to cut and nothing to replace. It answers what the
//! splitter does, only sooner and without the depth; a property test holds the two together.

use super::super::dialect::Grammar;
use super::Piece;

/// The only statement of a text, whose depth is not counted; nothing for a text that wants a closer look.
///
/// Only for SQLite, whose parser takes no stack for what is nested: the others have to know the depth before.
pub(super) fn piece(text: &str, grammar: Grammar) -> Option<Piece> {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let plain = grammar == Grammar::Sqlite && bytes[start].is_ascii_alphabetic() && is_plain(bytes);
    let end = plain.then(|| end(bytes, start))??;
    Some(Piece {
        start,
        end,
        ..Piece::default()
    })
}

/// Whether there is no template and no variable that has to be replaced.
fn is_plain(bytes: &[u8]) -> bool {
    let template = |at: usize| matches!(bytes.get(at + 1), Some(b'%' | b's' | b'd' | b'('));
    memchr::memchr2(b'{', b'$', bytes).is_none() && !memchr::memchr_iter(b'%', bytes).any(template)
}

/// Where the statement ends: at the end, or before one semicolon there.
fn end(bytes: &[u8], start: usize) -> Option<usize> {
    let Some(end) = memchr::memchr(b';', bytes) else {
        return Some(bytes.len());
    };
    // What CREATE makes may have a body with semicolons of its own.
    let creates = bytes[start].eq_ignore_ascii_case(&b'c');
    let last = bytes[end + 1..].iter().all(u8::is_ascii_whitespace);
    (last && !creates && closes_what_it_opens(bytes)).then_some(end)
}

/// Whether no string, name or comment can reach to the end of a text: only strings are looked for.
fn closes_what_it_opens(bytes: &[u8]) -> bool {
    let holds = |open: &[u8]| memchr::memmem::find(bytes, open).is_some();
    let quotes = memchr::memchr_iter(b'\'', bytes).count();
    let names = memchr::memchr3(b'"', b'`', b'[', bytes).is_some();
    quotes.is_multiple_of(2) && !names && !holds(b"--") && !holds(b"/*")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::dialect::Grammar;
    use super::super::Splitter;
    use super::piece;

    #[track_caller]
    fn assert_same(text: &str) {
        let Some(short) = piece(text, Grammar::Sqlite) else {
            return;
        };
        let long = Splitter::new(text, Grammar::Sqlite).run();
        assert_eq!(long.len(), 1, "{text}");
        let long = &long[0];
        assert_eq!((short.start, short.end), (long.start, long.end), "{text}");
        assert!(long.patches.is_empty() && !long.template, "{text}");
    }

    #[test]
    fn plain_statements_go_the_short_way() {
        for (text, plain) in [
            (
                "SELECT * FROM t WHERE a LIKE '%green%' AND b = ?1 AND c = :x AND d = @y",
                true,
            ),
            (" \n INSERT INTO t SELECT * FROM u ; \n", true),
            ("SELECT 'it''s' ;", true),
            ("SELECT 'not closed;", false),
            ("SELECT 1 -- a comment;", false),
            ("SELECT 1; SELECT 2", false),
            ("SELECT * FROM {t}", false),
            ("SELECT * FROM %%T%%", false),
            ("SELECT * FROM t WHERE a = $a(1)", false),
            ("CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END", false),
            ("CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1;", false),
            ("-- only a comment", false),
            ("", false),
        ] {
            assert_eq!(piece(text, Grammar::Sqlite).is_some(), plain, "{text}");
            assert_same(text);
        }
        assert!(piece("SELECT 1", Grammar::Postgres).is_none());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        #[test]
        fn the_short_way_answers_what_the_splitter_does(
            words in prop::collection::vec(prop::sample::select(&[
                "SELECT", "CREATE", "BEGIN", "END", "CASE", "t", "a.b", "é", "'", "\"", "`", "[", "]", "(", ")", ";", "%",
                "%s", "$", "{", "}", "--", "/*", "*/", "\n", "#", "@x", "?", ":a", "\\", "GO", "\u{a0}", "\u{feff}", "\0", "1.5e3",
            ]), 0..12),
            between in " ?",
        ) {
            assert_same(&words.join(&between));
        }
    }
}
