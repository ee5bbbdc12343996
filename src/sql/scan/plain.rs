//! The short way to the statement of a text that has nothing to cut and nothing to replace. It answers what the
//! splitter does, only sooner and without the depth; a property test holds the two together.

use super::super::dialect::Grammar;
use super::super::worker::CALLER_STACK;
use super::Piece;

/// The only statement of a text, whose depth is not counted; nothing for a text that wants a closer look.
///
/// Only where the parser is sure to have stack enough: SQLite's takes none for what is nested, and PostgreSQL's is
/// `known` well enough to bound by the bytes of a short text what it takes, if it is optimised and no column is traced.
pub(super) fn piece(text: &str, grammar: Grammar, known: bool) -> Option<Piece> {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let end = bytes[start].is_ascii_alphabetic().then(|| end(bytes, start))??;
    let plain = match grammar {
        Grammar::Sqlite => is_plain(bytes) && memchr::memchr2(b'{', b'$', bytes).is_none(),
        Grammar::Postgres => known && fits(&bytes[start..end]) && is_plain(bytes) && has_only_casts(bytes),
        _ => false,
    };
    plain.then(|| Piece {
        start,
        end,
        ..Piece::default()
    })
}

/// Whether no percent sign begins a template.
fn is_plain(bytes: &[u8]) -> bool {
    let template = |at: usize| matches!(bytes.get(at + 1), Some(b'%' | b's' | b'd' | b'('));
    !memchr::memchr_iter(b'%', bytes).any(template)
}

/// Whether no colon begins a variable: two of them are a cast.
fn has_only_casts(bytes: &[u8]) -> bool {
    let alone = |at: usize| bytes.get(at + 1) != Some(&b':') && (at == 0 || bytes[at - 1] != b':');
    !memchr::memchr_iter(b':', bytes).any(alone)
}

/// What any byte adds at most to the stack that PostgreSQL's parser and our tree take, in bytes.
const LETTER: u32 = 100;

/// More than there is: a text with such a byte may hold a template, or a line that is no SQL.
const TOO_MUCH: u32 = 1 << 20;

/// What each byte adds at most.
///
/// Measured: what takes stack is an opening bracket, an operator (one before its operand, or one too many), and a
/// word that something nests in, of which `CASE` takes the most for its length and pays with its first letter.
/// `make sql-limits` tries every pair of such words.
static STACK: [u32; 256] = {
    let mut stack = [LETTER; 256];
    let rows: [(&[u8], u32); 4] = [
        (b"([", 1000),
        (b"+-*/<>=~!@#%^&|`", 500),
        (b"cC", 300),
        (b"{$?\\;", TOO_MUCH),
    ];
    let mut row = 0;
    while row < rows.len() {
        let (bytes, most) = rows[row];
        let mut at = 0;
        while at < bytes.len() {
            stack[bytes[at] as usize] = most;
            at += 1;
        }
        row += 1;
    }
    stack
};

/// What may be shared out among the bytes of a text; the rest is what the shortest statement takes.
const SHARED: u32 = (CALLER_STACK - (8 << 10)) as u32;

/// Whether PostgreSQL's parser has enough of its caller's stack, whatever the text says.
fn fits(bytes: &[u8]) -> bool {
    let most = || bytes.iter().map(|byte| STACK[usize::from(*byte)]).sum::<u32>();
    bytes.len() <= (SHARED / LETTER) as usize && most() <= SHARED
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
        for grammar in [Grammar::Sqlite, Grammar::Postgres] {
            let Some(short) = piece(text, grammar, true) else {
                continue;
            };
            let long = Splitter::new(text, grammar).run();
            assert_eq!(long.len(), 1, "{text}");
            let long = &long[0];
            assert_eq!((short.start, short.end), (long.start, long.end), "{text}");
            assert!(long.patches.is_empty() && !long.template, "{text}");
        }
    }

    /// Whether a text goes the short way in each grammar.
    #[track_caller]
    fn assert_short(text: &str, sqlite: bool, postgres: bool) {
        assert_eq!(piece(text, Grammar::Sqlite, false).is_some(), sqlite, "{text}");
        assert_eq!(piece(text, Grammar::Postgres, true).is_some(), postgres, "{text}");
        assert_same(text);
    }

    #[test]
    fn plain_statements_go_the_short_way() {
        for text in [
            "SELECT * FROM t WHERE a LIKE '%green%' AND c = @y",
            " \n INSERT INTO t SELECT * FROM u ; \n",
            "SELECT 'it''s' ;",
        ] {
            assert_short(text, true, true);
        }
        for text in [
            "SELECT 'not closed;",
            "SELECT 1 -- a comment;",
            "SELECT 1; SELECT 2",
            "SELECT * FROM {t}",
            "SELECT * FROM %%T%%",
            "SELECT * FROM t WHERE a = $a(1)",
            "SELECT * FROM t WHERE a = %s",
            "CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END",
            "CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1;",
            "-- only a comment",
            "",
        ] {
            assert_short(text, false, false);
        }
        for text in [
            "SELECT * FROM t WHERE a = ?1",
            "SELECT * FROM t WHERE a = :x",
            "SELECT 1\n\\g\nSELECT 2",
        ] {
            assert_short(text, true, false);
        }
        assert_short("SELECT a::int FROM t", true, true);
        assert!(piece("SELECT 1", Grammar::Postgres, false).is_none());
        assert!(piece("SELECT 1", Grammar::Generic, true).is_none());
    }

    #[test]
    fn what_may_take_much_stack_goes_the_long_way() {
        for (text, times) in [
            ("(", 140),
            ("- ", 250),
            ("CASE ", 200),
            ("NOT ", 320),
            ("a", 1300),
        ] {
            let of = |times: usize| format!("SELECT {}", text.repeat(times));
            assert_short(&of(times), true, false);
            assert_short(&of(times / 2), true, true);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        #[test]
        fn the_short_way_answers_what_the_splitter_does(
            words in prop::collection::vec(prop::sample::select(&[
                "SELECT", "CREATE", "BEGIN", "END", "CASE", "t", "a.b", "é", "'", "\"", "`", "[", "]", "(", ")", ";", "%",
                "%s", "$", "{", "}", "--", "/*", "*/", "\n", "#", "@x", "?", ":a", "::", "\\", "GO", "e'", "COPY", "STDIN",
                "\u{a0}", "\u{feff}", "\0", "1.5e3",
            ]), 0..12),
            between in " ?",
        ) {
            assert_same(&words.join(&between));
        }
    }
}
