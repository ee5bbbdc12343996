//! What people write and no grammar knows: left out, said otherwise, or a line of its own.

use super::super::dialect::Grammar;
use super::{Patch, Splitter, With};

/// What a line that is no SQL begins with, in both letter cases. 0xFF stands in no text.
pub(super) fn line_commands(grammar: Grammar) -> [u8; 2] {
    match grammar {
        Grammar::MsSql | Grammar::Generic => *b"Gg",
        Grammar::Oracle => *b"//",
        Grammar::MySql => *b"Dd",
        Grammar::Postgres => *b"\\\\",
        _ => [0xFF; 2],
    }
}

impl Splitter<'_> {
    /// Words that people write and no grammar knows: they are left out, or said otherwise.
    pub(super) fn unknown_part(&mut self, start: usize, end: usize) {
        let word = &self.scanner.text[start..end];
        let is = |known: &str| known.eq_ignore_ascii_case(word);
        match self.grammar {
            Grammar::MySql if self.words == 0 && is("TABLE") => {
                let with = With::Text("SELECT * FROM");
                self.piece.patches.push(Patch { start, end, with });
            }
            Grammar::MySql
                if (is("OUTFILE") || is("DUMPFILE")) && self.word_before().eq_ignore_ascii_case("INTO") =>
            {
                self.unknown_from = Some(self.before.0);
            }
            Grammar::MySql if is("FROM") => self.end_unknown_part(start),
            _ => {}
        }
    }

    /// MySQL's `BINARY` before a sign: the parser would read all that follows twice, and that again for each more.
    pub(super) fn unknown_sign(&mut self, symbol: u8) {
        let signed = self.grammar == Grammar::MySql && matches!(symbol, b'-' | b'+' | b'~' | b'!');
        if signed && self.word_before().eq_ignore_ascii_case("BINARY") {
            let (start, end) = self.before;
            let with = With::Blank;
            self.piece.patches.push(Patch { start, end, with });
        }
    }

    pub(super) fn end_unknown_part(&mut self, end: usize) {
        if let Some(start) = self.unknown_from.take() {
            self.piece.patches.retain(|patch| patch.start < start);
            self.piece.patches.push(Patch {
                start,
                end,
                with: With::Blank,
            });
        }
    }

    /// How Db2's statements end: isolation levels, and promises of what the reader does.
    pub(super) fn known_tail(&mut self, end: usize) {
        const TAILS: &[&[&str]] = &[
            &["WITH", "UR"],
            &["WITH", "CS"],
            &["WITH", "RS"],
            &["WITH", "RR"],
            &["FOR", "FETCH", "ONLY"],
            &["FOR", "READ", "ONLY"],
        ];
        let text = &self.scanner.text[self.piece.start..end];
        let mut kept = text.trim_end();
        'again: loop {
            for tail in TAILS {
                let mut rest = kept;
                let found = tail.iter().rev().all(|word| {
                    let at = rest.len().saturating_sub(word.len());
                    let found = rest.get(at..).is_some_and(|last| last.eq_ignore_ascii_case(word))
                        && rest[..at].ends_with(|c: char| c.is_ascii_whitespace());
                    if found {
                        rest = rest[..at].trim_end();
                    }
                    found
                });
                if found {
                    kept = rest;
                    continue 'again;
                }
            }
            break;
        }
        if kept.len() < text.trim_end().len() {
            let start = self.piece.start + kept.len();
            self.piece.patches.retain(|patch| patch.start < start);
            self.piece.patches.push(Patch {
                start,
                end,
                with: With::Blank,
            });
        }
    }

    /// Moves behind the rows that follow `COPY … FROM STDIN;` in a dump.
    pub(super) fn skip_copied_rows(&mut self) {
        if let Some(end) = self.scanner.find(self.scanner.at, "\n\\.") {
            self.scanner.at = end + 3;
        }
    }

    /// Reads a line that is no SQL, if one starts here: `GO`, `DELIMITER`, Oracle's `/`, psql's `\…`.
    pub(super) fn line_command(&mut self) -> bool {
        use Grammar as G;
        let at = self.scanner.at;
        let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | 0xEF | 0xBB | 0xBF);
        if self.scanner.bytes[..at]
            .iter()
            .rev()
            .find(|byte| !blank(byte))
            .is_some_and(|byte| *byte != b'\n')
        {
            return false;
        }
        let text = self.scanner.text;
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        let line = text[at..end].trim();
        let mut words = line.split_whitespace();
        let (word, argument, rest) = (words.next().unwrap_or_default(), words.next(), words.next());
        let is = |known: &str| known.eq_ignore_ascii_case(word);
        let count = argument.is_none_or(|count| count.bytes().all(|byte| byte.is_ascii_digit()));
        match self.grammar {
            G::MsSql | G::Generic if is("GO") && count && rest.is_none() => self.finish(at),
            G::Oracle if line == "/" => self.finish(at),
            G::MySql if is("DELIMITER") => {
                self.finish(at);
                self.delimiter = argument.filter(|delimiter| *delimiter != ";");
            }
            G::Postgres => {
                if self.begun && !line.starts_with("\\g") {
                    return false;
                }
                self.finish(at);
            }
            _ => return false,
        }
        self.scanner.at = end;
        true
    }
}
