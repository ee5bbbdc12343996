//! Goes over a script once, before any grammar sees it: where its statements end, how deep they are, and where
//! they hold what people write and no grammar knows (parameters, variables, templates).

mod depth;
mod keyword;
mod plain;
mod tokens;
mod unknown;
mod word;

use super::dialect::{Dialect, Grammar};
use depth::Counter;
use keyword::word_at;
use tokens::{Kind, Scanner, Token};
use word::Class;

/// A statement of a script, and what the grammar needs to know before it reads it.
#[derive(Debug, Default)]
pub(super) struct Piece {
    /// Where it starts and ends, in bytes.
    pub start: usize,
    pub end: usize,
    /// How deep a tree the statement can make at most, where that was counted.
    pub depth: Option<Depth>,
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

/// The statements of a script, whose columns are to be traced or not. Empty ones are none.
pub(super) fn pieces(text: &str, dialect: Dialect, columns: bool) -> Vec<Piece> {
    match plain::piece(text, dialect.grammar, cfg!(small_frames) && !columns) {
        Some(piece) => vec![piece],
        None => Splitter::new(text, dialect.grammar).run(),
    }
}

/// How deep a tree a text can make at most, for a grammar that writes text as this one does.
pub(super) fn depth(text: &str, grammar: Grammar) -> Depth {
    let pieces = Splitter::new(text, grammar).run();
    let deepest = |most: Depth, depth: Depth| Depth {
        nesting: most.nesting.max(depth.nesting),
        chain: most.chain.max(depth.chain),
        prefix: most.prefix.max(depth.prefix),
    };
    let depths = pieces.iter().filter_map(|piece| piece.depth);
    depths.fold(Depth::default(), deepest)
}

/// The longest operator that goes to PostgreSQL's parser, which looks through all of one again and again. The server
/// reads none of more than 63 bytes (Source: `NAMEDATALEN`).
const LONGEST_OPERATOR: u32 = 255;

/// Where an operator of PostgreSQL's stands that is too long for one, in a text of this depth.
pub(super) fn long_operator(text: &str, depth: Depth) -> Option<usize> {
    if depth.prefix.saturating_add(depth.chain) <= LONGEST_OPERATOR {
        return None;
    }
    let mut scanner = Scanner::new(text, Grammar::Postgres);
    let (mut start, mut end, mut length) = (0, 0, 0);
    loop {
        scanner.skip();
        let token = scanner.token();
        if token.kind == Kind::End {
            return None;
        }
        let part = token.kind == Kind::Symbol && b"+-*/<>=~!@#%^&|`?".contains(&scanner.bytes[token.start]);
        if !part || token.start != end {
            (start, length) = (token.start, 0);
        }
        end = token.end;
        length += u32::from(part);
        if length > LONGEST_OPERATOR {
            return Some(start);
        }
    }
}

/// As many words at the start of a statement say what it is.
const FIRST_WORDS: usize = 8;

/// Whether a symbol can end an operand.
fn ends_operand(symbol: u8) -> bool {
    matches!(symbol, b')' | b']')
}

struct Splitter<'t> {
    scanner: Scanner<'t>,
    grammar: Grammar,
    pieces: Vec<Piece>,
    piece: Piece,
    counter: Counter,
    /// What a line that is no SQL can begin with.
    commands: [u8; 2],
    /// How many words the statement has so far, as far as they say what it is.
    words: usize,
    /// Whether it may make something with a body.
    makes: bool,
    /// Whether it is a `COPY`, and one whose rows follow.
    copies: bool,
    copied: bool,
    /// Whether there is anything of the statement yet.
    begun: bool,
    body: Body,
    blocks: u32,
    seen_block: bool,
    /// What ends a statement, where a script says so (MySQL's `DELIMITER`).
    delimiter: Option<&'t str>,
    /// Where the word starts and ends that is the last token; both 0 where another is.
    before: (usize, usize),
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
            counter: Counter::of(grammar),
            commands: unknown::line_commands(grammar),
            words: 0,
            makes: false,
            copies: false,
            copied: false,
            begun: false,
            body: Body::None,
            blocks: 0,
            seen_block: false,
            delimiter: None,
            before: (0, 0),
            ending: false,
            unknown_from: None,
        }
    }

    fn run(mut self) -> Vec<Piece> {
        loop {
            self.common();
            self.scanner.skip();
            if self.commands.contains(&self.scanner.peek(0)) && self.line_command() {
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

    /// Reads blanks, words and symbols of one byte, which most of a statement is made of, until something else comes.
    ///
    /// It does what [`Self::take`] does for them, less what is only asked of first words, blocks and MySQL.
    fn common(&mut self) {
        let other = self.words < FIRST_WORDS || self.body != Body::None || self.delimiter.is_some();
        if other || self.grammar == Grammar::MySql {
            return;
        }
        let bytes = self.scanner.bytes;
        let (mut at, mut operand, mut before) = (self.scanner.at, self.scanner.operand, self.before);
        while let Some(&byte) = bytes.get(at) {
            match word::class(byte) {
                Class::Blank => at += 1,
                Class::Letter => {
                    let end = word::end_of_word(bytes, at);
                    let literal = matches!(bytes.get(end), Some(b'\'' | b'"' | b'@' | b'#'));
                    if literal || self.commands.contains(&byte) {
                        break;
                    }
                    before = (at, end);
                    operand = self.count_word(at, end);
                    at = end;
                }
                Class::Symbol => {
                    self.counter.symbol(byte, operand);
                    operand = ends_operand(byte);
                    before = (0, 0);
                    at += 1;
                }
                Class::Other => break,
            }
        }
        (self.scanner.at, self.scanner.operand, self.before) = (at, operand, before);
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
        if !self.begun
            && token.kind == Kind::Template(With::Marker)
            && self.scanner.text[token.start..].starts_with("{{")
        {
            // A template's own command, such as dbt's config: no part of the statement.
            return;
        }
        if !std::mem::replace(&mut self.begun, true) {
            self.piece.start = token.start;
        }
        match token.kind {
            Kind::Word => self.word(token.start, token.end),
            Kind::Symbol => {
                let symbol = self.scanner.bytes[token.start];
                self.unknown_sign(symbol);
                self.counter.symbol(symbol, self.scanner.operand);
                self.scanner.operand = ends_operand(symbol);
            }
            Kind::Template(with) => {
                let number = ["LIMIT", "OFFSET", "TOP", "FIRST", "NEXT"];
                let limit = number
                    .iter()
                    .any(|word| word.eq_ignore_ascii_case(self.word_before()));
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
            self.before = (0, 0);
        }
    }

    /// The word that is the token before, or nothing.
    fn word_before(&self) -> &'t str {
        &self.scanner.text[self.before.0..self.before.1]
    }

    fn word(&mut self, start: usize, end: usize) {
        if self.grammar == Grammar::MySql {
            self.unknown_part(start, end);
        }
        self.before = (start, end);
        self.scanner.operand = self.count_word(start, end);
        if self.is_name(start) {
            return;
        }
        if self.words < FIRST_WORDS {
            self.words += 1;
            self.start(&self.scanner.text[start..end]);
        }
        if self.body != Body::None {
            self.block_word(&self.scanner.text[start..end]);
        }
    }

    /// Counts what a word does to the depth, and answers whether it ends an operand.
    #[inline(always)]
    fn count_word(&mut self, start: usize, end: usize) -> bool {
        if self.is_name(start) {
            return true;
        }
        let known = word_at(self.scanner.bytes, start, end);
        self.counter.word(known.role);
        !known.open
    }

    /// Whether a word stands behind a dot, so that it is a name, whatever it says.
    #[inline(always)]
    fn is_name(&self, start: usize) -> bool {
        start > 0 && self.scanner.bytes[start - 1] == b'.'
    }

    /// Counts the blocks that a word opens or closes.
    fn block_word(&mut self, word: &str) {
        let is = |known: &str| known.eq_ignore_ascii_case(word);
        if std::mem::take(&mut self.ending) {
            // END IF, END LOOP, END CASE …: IF and LOOP were not counted, CASE was.
            if ["IF", "LOOP", "WHILE", "REPEAT", "FOR"].into_iter().any(is) {
                self.blocks += 1;
                return;
            }
            if is("CASE") {
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

    /// Reads one of the first words of a statement.
    fn start(&mut self, word: &str) {
        use Grammar as G;
        let is = |known: &str| known.eq_ignore_ascii_case(word);
        if self.words == 1 {
            self.copies = self.grammar == G::Postgres && is("COPY");
            self.makes = is("CREATE") || (is("ALTER") && self.grammar == G::MsSql);
            let scripted = matches!(
                self.grammar,
                G::MsSql | G::Oracle | G::BigQuery | G::Snowflake | G::Databricks
            );
            let db2 = is("BEGIN") && self.grammar == G::Generic;
            self.body = match (scripted || db2, self.grammar) {
                (true, G::Oracle) if is("DECLARE") => Body::Declared,
                (true, _) if ["BEGIN", "IF", "WHILE", "LOOP"].into_iter().any(is) => Body::Blocks,
                _ => Body::None,
            };
        } else if self.makes && self.body == Body::None {
            let routine = ["TRIGGER", "FUNCTION", "PROCEDURE", "PROC", "PACKAGE", "EVENT"];
            if routine.into_iter().any(is) {
                self.body = match self.grammar {
                    G::MsSql => Body::Batch,
                    G::Oracle => Body::Declared,
                    _ => Body::Blocks,
                };
            }
        } else if self.copies {
            self.copied |= is("STDIN");
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
        let counter = std::mem::replace(&mut self.counter, Counter::of(self.grammar));
        let copied = self.copied || (self.copies && self.word_before().eq_ignore_ascii_case("STDIN"));
        if std::mem::take(&mut self.begun) {
            piece.end = end;
            piece.depth = Some(counter.most);
            self.pieces.push(piece);
        }
        self.words = 0;
        (self.copies, self.copied) = (false, false);
        self.body = Body::None;
        self.blocks = 0;
        self.seen_block = false;
        self.ending = false;
        self.before = (0, 0);
        self.scanner.operand = false;
        if copied {
            self.skip_copied_rows();
        }
    }
}
