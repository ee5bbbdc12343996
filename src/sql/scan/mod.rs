//! Goes over a script once, before any grammar sees it: where its statements end, how deep they are, and where
//! they hold what people write and no grammar knows (parameters, variables, templates).

mod depth;
mod tokens;
mod unknown;

use super::dialect::{Dialect, Grammar};
use depth::{Counter, word_of};
use tokens::{Kind, Scanner, Token};

/// A statement of a script, and what the grammar needs to know before it reads it.
#[derive(Debug, Default)]
pub(super) struct Piece {
    /// Where it starts and ends, in bytes.
    pub start: usize,
    pub end: usize,
    /// How deep a tree the statement can make at most.
    pub depth: Depth,
    /// What to put in the place of which bytes.
    pub patches: Vec<Patch>,
    /// Whether it holds a template's control flow (`{% if … %}`).
    pub template: bool,
}

/// How deep a tree can get.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Depth {
    /// Parentheses, brackets and blocks.
    pub nesting: u32,
    /// Operators, joins and set operations that lean on each other.
    pub chain: u32,
    /// Operators before their operand, one within the other (`NOT NOT a`).
    pub prefix: u32,
}

impl Depth {
    pub(super) fn is_within(self, other: Depth) -> bool {
        self.nesting <= other.nesting && self.chain <= other.chain && self.prefix <= other.prefix
    }
}

/// Bytes that are replaced before the grammar reads them; the length stays.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patch {
    pub start: usize,
    pub end: usize,
    pub with: With,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum With {
    /// Nothing.
    Blank,
    /// A number, in the place of a value.
    Value,
    /// A name that is known again in the answer.
    Marker,
    /// Other words, which may be longer.
    Text(&'static str),
}

/// What the words at the start of a statement say about how it ends.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Body {
    /// It ends at the next semicolon.
    #[default]
    None,
    /// It may hold blocks, and ends at a semicolon outside them.
    Blocks,
    /// It ends at the end of its batch.
    Batch,
    /// It ends at the first semicolon behind a block.
    Declared,
}

/// The statements of a script. Empty ones are none.
pub(super) fn pieces(text: &str, dialect: Dialect) -> Vec<Piece> {
    Splitter::new(text, dialect.grammar).run()
}

/// How deep a tree a text can make at most, for a grammar that writes text as this one does.
pub(super) fn depth(text: &str, grammar: Grammar) -> Depth {
    let pieces = Splitter::new(text, grammar).run();
    let deepest = |most: Depth, piece: &Piece| Depth {
        nesting: most.nesting.max(piece.depth.nesting),
        chain: most.chain.max(piece.depth.chain),
        prefix: most.prefix.max(piece.depth.prefix),
    };
    pieces.iter().fold(Depth::default(), deepest)
}

struct Splitter<'t> {
    scanner: Scanner<'t>,
    grammar: Grammar,
    pieces: Vec<Piece>,
    piece: Piece,
    counter: Counter,
    /// The first words of the statement.
    words: Vec<&'t str>,
    /// Whether there is anything of the statement yet.
    begun: bool,
    body: Body,
    blocks: u32,
    seen_block: bool,
    /// What ends a statement, where a script says so (MySQL's `DELIMITER`).
    delimiter: Option<&'t str>,
    before: &'t str,
    before_at: usize,
    ending: bool,
    /// Where a part starts that no grammar knows and that says nothing of tables: MySQL's `INTO OUTFILE …`.
    unknown_from: Option<usize>,
}

impl<'t> Splitter<'t> {
    fn new(text: &'t str, grammar: Grammar) -> Self {
        Splitter {
            scanner: Scanner::new(text, grammar),
            grammar,
            pieces: Vec::new(),
            piece: Piece::default(),
            counter: Counter::default(),
            words: Vec::new(),
            begun: false,
            body: Body::None,
            blocks: 0,
            seen_block: false,
            delimiter: None,
            before: "",
            before_at: 0,
            ending: false,
            unknown_from: None,
        }
    }

    fn run(mut self) -> Vec<Piece> {
        loop {
            self.scanner.skip();
            if self.line_command() {
                continue;
            }
            let token = self.scanner.token();
            match token.kind {
                Kind::End => break,
                Kind::Symbol if self.is_end(&token) => {
                    self.finish(token.start);
                    continue;
                }
                _ => {}
            }
            if let Some(delimiter) = self.delimiter
                && self.scanner.text[token.start..].starts_with(delimiter)
            {
                self.finish(token.start);
                self.scanner.at = token.start + delimiter.len();
                continue;
            }
            self.take(&token);
        }
        self.finish(self.scanner.bytes.len());
        self.pieces
    }

    fn is_end(&self, token: &Token) -> bool {
        let semicolon = self.scanner.bytes[token.start] == b';' && self.delimiter.is_none();
        semicolon
            && match self.body {
                Body::None => true,
                Body::Blocks => self.blocks == 0,
                Body::Declared => self.blocks == 0 && self.seen_block,
                Body::Batch => false,
            }
    }

    /// Adds a token to the statement.
    fn take(&mut self, token: &Token) {
        if !self.begun {
            if token.kind == Kind::Template(With::Marker)
                && self.scanner.text[token.start..].starts_with("{{")
            {
                // A template's own command, such as dbt's config: no part of the statement.
                return;
            }
            self.begun = true;
            self.piece.start = token.start;
        }
        let text = &self.scanner.text[token.start..token.end];
        match token.kind {
            Kind::Word => {
                self.unknown_part(text, token.start);
                self.word(text);
                self.before_at = token.start;
            }
            Kind::Symbol => {
                let symbol = self.scanner.bytes[token.start];
                self.counter.symbol(symbol, self.scanner.operand);
                self.scanner.operand = matches!(symbol, b')' | b']');
            }
            Kind::Template(with) => {
                let number = ["LIMIT", "OFFSET", "TOP", "FIRST", "NEXT"];
                let limit = number.iter().any(|word| word.eq_ignore_ascii_case(self.before));
                let with = if with == With::Marker && limit {
                    With::Value
                } else {
                    with
                };
                self.piece.patches.push(Patch {
                    start: token.start,
                    end: token.end,
                    with,
                });
                self.scanner.operand |= with != With::Blank;
            }
            Kind::Block => self.piece.template = true,
            Kind::QuotedName | Kind::Literal => self.scanner.operand = true,
            Kind::End => {}
        }
        if token.kind != Kind::Word {
            self.ending = false;
            self.before = "";
        }
    }

    fn word(&mut self, word: &'t str) {
        let name_before = self.before_is_dot(word);
        if name_before {
            self.scanner.operand = true;
            self.before = word;
            return;
        }
        let known = word_of(word);
        self.counter.word(known.role);
        self.scanner.operand = !known.open;
        let is = |known: &str| known.eq_ignore_ascii_case(word);
        if self.words.len() < 8 {
            self.words.push(word);
            self.start();
        }
        if self.body != Body::None {
            if self.ending {
                // END IF, END LOOP, END CASE …: IF and LOOP were not counted, CASE was.
                self.ending = false;
                if is("IF") || is("LOOP") || is("WHILE") || is("REPEAT") || is("FOR") {
                    self.blocks += 1;
                    self.before = word;
                    return;
                }
                if is("CASE") {
                    self.before = word;
                    return;
                }
            }
            if is("CASE") || (is("BEGIN") && !self.begins_transaction()) {
                self.blocks += 1;
                self.seen_block |= is("BEGIN");
            } else if is("END") {
                self.blocks = self.blocks.saturating_sub(1);
                self.ending = true;
            }
        }
        self.before = word;
    }

    /// Whether the word stands behind a dot, so that it is a name whatever it says.
    fn before_is_dot(&self, word: &str) -> bool {
        let at = word.as_ptr() as usize - self.scanner.text.as_ptr() as usize;
        at > 0 && self.scanner.bytes[at - 1] == b'.'
    }

    /// Whether what follows BEGIN says that it starts a transaction and no block.
    fn begins_transaction(&self) -> bool {
        let rest = self.scanner.text[self.scanner.at..].trim_start();
        let word = rest
            .split(|c: char| !c.is_ascii_alphabetic())
            .next()
            .unwrap_or_default();
        let transaction = [
            "TRAN",
            "TRANSACTION",
            "WORK",
            "DISTRIBUTED",
            "IMMEDIATE",
            "DEFERRED",
            "EXCLUSIVE",
        ];
        rest.is_empty()
            || rest.starts_with(';')
            || transaction.iter().any(|known| known.eq_ignore_ascii_case(word))
    }

    /// Reads the first words of a statement.
    fn start(&mut self) {
        use Grammar as G;
        let is = |at: usize, known: &str| {
            self.words
                .get(at)
                .is_some_and(|word| word.eq_ignore_ascii_case(known))
        };
        let last = self.words.len() - 1;
        let makes = is(0, "CREATE") || (is(0, "ALTER") && self.grammar == G::MsSql);
        let routine = || {
            ["TRIGGER", "FUNCTION", "PROCEDURE", "PROC", "PACKAGE", "EVENT"]
                .iter()
                .any(|word| is(last, word))
        };
        if makes && self.body == Body::None && routine() {
            self.body = match self.grammar {
                G::MsSql => Body::Batch,
                G::Oracle => Body::Declared,
                _ => Body::Blocks,
            };
        } else if last == 0 {
            let scripted = matches!(
                self.grammar,
                G::MsSql | G::Oracle | G::BigQuery | G::Snowflake | G::Databricks
            );
            let db2 = is(0, "BEGIN") && self.grammar == G::Generic;
            self.body = match (scripted || db2, self.grammar) {
                (true, G::Oracle) if is(0, "DECLARE") => Body::Declared,
                (true, _) if is(0, "BEGIN") || is(0, "IF") || is(0, "WHILE") || is(0, "LOOP") => Body::Blocks,
                _ => self.body,
            };
        }
    }

    /// Ends the statement before `end`.
    fn finish(&mut self, end: usize) {
        if self.begun {
            self.end_unknown_part(end);
            if self.grammar == Grammar::Generic {
                self.known_tail(end);
            }
        }
        let mut piece = std::mem::take(&mut self.piece);
        let counter = std::mem::take(&mut self.counter);
        let copied = self.is_copy_from_stdin();
        if std::mem::take(&mut self.begun) {
            piece.end = end;
            piece.depth = counter.most;
            self.pieces.push(piece);
        }
        self.words.clear();
        self.body = Body::None;
        self.blocks = 0;
        self.seen_block = false;
        self.ending = false;
        self.before = "";
        self.scanner.operand = false;
        if copied {
            self.skip_copied_rows();
        }
    }
}
