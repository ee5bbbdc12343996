//! Goes over a script once, before any grammar sees it: where its statements end, how deep they are, and where
//! they hold what people write and no grammar knows (parameters, variables, templates).

use super::dialect::{Dialect, Grammar};

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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    QuotedName,
    Literal,
    Symbol,
    /// `{% … %}`.
    Block,
    Template(With),
    End,
}

struct Token {
    kind: Kind,
    start: usize,
    end: usize,
}

/// How a dialect writes strings, names and comments.
struct Lexis {
    backslash: bool,
    dollar: bool,
    hash: bool,
    brackets: bool,
    nested: bool,
    /// A comment of two dashes needs a blank behind them.
    dash_blank: bool,
    triple: bool,
    q_quotes: bool,
    /// `E'…'` takes backslashes.
    e_strings: bool,
}

impl Lexis {
    fn of(grammar: Grammar) -> Self {
        use Grammar as G;
        Lexis {
            backslash: matches!(
                grammar,
                G::MySql | G::BigQuery | G::Spark | G::Databricks | G::Hive | G::ClickHouse | G::Snowflake
            ),
            dollar: matches!(
                grammar,
                G::Postgres | G::Snowflake | G::Generic | G::DuckDb | G::Databricks
            ),
            hash: matches!(grammar, G::MySql | G::BigQuery),
            brackets: matches!(grammar, G::MsSql | G::Sqlite),
            nested: matches!(grammar, G::Postgres | G::MsSql | G::DuckDb | G::Generic),
            dash_blank: grammar == G::MySql,
            triple: grammar == G::BigQuery,
            q_quotes: grammar == G::Oracle,
            e_strings: matches!(grammar, G::Postgres | G::Generic | G::DuckDb),
        }
    }
}

struct Scanner<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    lexis: Lexis,
    grammar: Grammar,
    /// Whether the token before can end an operand, so that what follows is an operator.
    operand: bool,
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, grammar: Grammar) -> Self {
        Scanner {
            text,
            bytes: text.as_bytes(),
            at: 0,
            lexis: Lexis::of(grammar),
            grammar,
            operand: false,
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn find(&self, from: usize, needle: &str) -> Option<usize> {
        let found = memchr::memmem::find(self.bytes.get(from..)?, needle.as_bytes())?;
        Some(from + found)
    }

    /// Moves behind blanks and comments.
    fn skip(&mut self) {
        loop {
            match (self.peek(0), self.peek(1)) {
                (b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C, _) => self.at += 1,
                (b'-', b'-') if !self.lexis.dash_blank || self.peek(2) <= b' ' => self.line(),
                (b'#', next) if self.lexis.hash && next != b'{' => self.line(),
                (b'/', b'*') => self.comment(),
                (0xEF, 0xBB) if self.peek(2) == 0xBF => self.at += 3,
                (0xC2, 0xA0) => self.at += 2,
                (0, _) if self.at < self.bytes.len() => self.at += 1,
                _ => return,
            }
        }
    }

    fn line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    }

    fn comment(&mut self) {
        let mut depth = 0_u32;
        while self.at < self.bytes.len() {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'*') if depth == 0 || self.lexis.nested => {
                    depth += 1;
                    self.at += 2;
                }
                (b'*', b'/') => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    /// Moves behind text in quotes, whose opening one is at `self.at`.
    fn quoted(&mut self, close: u8, backslash: bool) {
        self.at += 1;
        while self.at < self.bytes.len() {
            let byte = self.bytes[self.at];
            self.at += 1;
            if byte == b'\\' && backslash {
                self.at += 1;
            } else if byte == close {
                if self.peek(0) != close {
                    return;
                }
                self.at += 1;
            }
        }
        self.at = self.bytes.len();
    }

    fn token(&mut self) -> Token {
        self.skip();
        let start = self.at;
        let kind = self.kind();
        self.at = self.at.min(self.bytes.len());
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        Token {
            kind,
            start,
            end: self.at,
        }
    }

    fn kind(&mut self) -> Kind {
        let byte = self.peek(0);
        match byte {
            0 if self.at >= self.bytes.len() => Kind::End,
            b'\'' => {
                self.string();
                Kind::Literal
            }
            b'"' => {
                if self.lexis.triple && self.bytes[self.at..].starts_with(b"\"\"\"") {
                    self.string();
                } else {
                    self.quoted(b'"', self.lexis.backslash && self.grammar != Grammar::Snowflake);
                }
                Kind::QuotedName
            }
            b'`' => {
                self.quoted(b'`', self.grammar == Grammar::BigQuery);
                Kind::QuotedName
            }
            b'[' if self.lexis.brackets => {
                self.quoted(b']', false);
                Kind::QuotedName
            }
            b'0'..=b'9' => {
                self.number();
                Kind::Literal
            }
            b'{' => self.brace(),
            b'$' => self.dollar(),
            b'%' => self.percent(),
            b'?' => self.question(),
            b':' => self.colon(),
            b'@' | b'#' => {
                // Variables and temporary tables; a word of their own.
                self.at += 1;
                while matches!(self.peek(0), b'@' | b'#') || is_word(self.peek(0)) {
                    self.at += 1;
                }
                if self.at > self.bytes.len() {
                    Kind::End
                } else {
                    Kind::Word
                }
            }
            byte if is_word_start(byte) => self.word(),
            _ => {
                self.at += 1;
                Kind::Symbol
            }
        }
    }

    fn string(&mut self) {
        let quote = self.peek(0);
        if self.lexis.triple && self.peek(1) == quote && self.peek(2) == quote {
            let close = if quote == b'"' { "\"\"\"" } else { "'''" };
            self.at = self
                .find(self.at + 3, close)
                .map_or(self.bytes.len(), |end| end + 3);
        } else {
            self.quoted(quote, self.lexis.backslash);
        }
    }

    fn number(&mut self) {
        while is_word(self.peek(0)) || (self.peek(0) == b'.' && self.peek(1).is_ascii_digit()) {
            self.at += 1;
        }
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        let oracle = self.grammar == Grammar::Oracle;
        while is_word(self.peek(0)) || (oracle && matches!(self.peek(0), b'@' | b'#')) {
            self.at += 1;
        }
        let word = &self.bytes[start..self.at];
        let prefix = |prefix: &[u8]| word.eq_ignore_ascii_case(prefix);
        match self.peek(0) {
            b'\'' if self.lexis.q_quotes && (prefix(b"q") || prefix(b"nq")) => {
                let open = self.peek(1);
                let close = match open {
                    b'[' => "]'",
                    b'{' => "}'",
                    b'(' => ")'",
                    b'<' => ">'",
                    _ => "",
                };
                let end = match close {
                    "" => (self.at + 2..self.bytes.len().saturating_sub(1))
                        .find(|at| self.bytes[*at] == open && self.bytes[at + 1] == b'\''),
                    close => self.find(self.at + 2, close),
                };
                self.at = end.map_or(self.bytes.len(), |end| end + 2);
                Kind::Literal
            }
            b'\'' if self.lexis.e_strings && prefix(b"e") => {
                self.quoted(b'\'', true);
                Kind::Literal
            }
            b'\'' | b'"'
                if self.lexis.triple && (prefix(b"r") || prefix(b"b") || prefix(b"rb") || prefix(b"br")) =>
            {
                self.string();
                Kind::Literal
            }
            b'\'' if word.len() <= 2 && (prefix(b"n") || prefix(b"b") || prefix(b"x") || prefix(b"u")) => {
                self.string();
                Kind::Literal
            }
            _ => Kind::Word,
        }
    }

    /// `$$ … $$`, `$tag$ … $tag$`, `${VAR}`, `$1`.
    fn dollar(&mut self) -> Kind {
        if self.peek(1) == b'{' {
            if let Some(end) = self.find(self.at + 2, "}") {
                self.at = end + 1;
                return Kind::Template(With::Marker);
            }
            self.at += 1;
            return Kind::Symbol;
        }
        if self.lexis.dollar {
            let mut end = self.at + 1;
            while self
                .bytes
                .get(end)
                .is_some_and(|byte| is_word(*byte) && *byte != b'$')
            {
                end += 1;
            }
            let digit = self.peek(1).is_ascii_digit();
            if self.bytes.get(end) == Some(&b'$') && !digit {
                let tag = &self.text[self.at..=end];
                self.at = self
                    .find(end + 1, tag)
                    .map_or(self.bytes.len(), |close| close + tag.len());
                return Kind::Literal;
            }
        }
        self.at += 1;
        while is_word(self.peek(0)) {
            self.at += 1;
        }
        match self.grammar {
            Grammar::Sqlite => self.tcl_variable(),
            _ => Kind::Literal,
        }
    }

    /// `$name::space` and `$array(index)`, which SQLite takes for parameters and its grammar here does not know.
    fn tcl_variable(&mut self) -> Kind {
        let plain = self.at;
        while self.peek(0) == b':' && self.peek(1) == b':' {
            self.at += 2;
            while is_word(self.peek(0)) {
                self.at += 1;
            }
        }
        if self.peek(0) == b'(' {
            let index = self.bytes[self.at..].iter();
            let end = index
                .take_while(|byte| !byte.is_ascii_whitespace())
                .position(|byte| *byte == b')');
            self.at += end.map_or(0, |end| end + 1);
        }
        match self.at > plain {
            true => Kind::Template(With::Value),
            false => Kind::Literal,
        }
    }

    /// `{{ … }}`, `{% … %}`, `{# … #}`, `{name}`.
    fn brace(&mut self) -> Kind {
        let closes = |close: &str| self.find(self.at + 2, close).map(|end| end + 2);
        let (end, kind) = match self.peek(1) {
            b'{' => (closes("}}"), Kind::Template(With::Marker)),
            b'%' => (closes("%}"), Kind::Block),
            b'#' => (closes("#}"), Kind::Template(With::Blank)),
            _ => {
                let mut end = self.at + 1;
                while self
                    .bytes
                    .get(end)
                    .is_some_and(|byte| is_word(*byte) || *byte == b'.')
                {
                    end += 1;
                }
                let name =
                    end > self.at + 1 && is_word_start(self.peek(1)) && self.bytes.get(end) == Some(&b'}');
                (name.then_some(end + 1), Kind::Template(With::Marker))
            }
        };
        match end {
            Some(end) => {
                self.at = end;
                kind
            }
            None => {
                self.at += 1;
                Kind::Symbol
            }
        }
    }

    /// `%s`, `%(name)s`, `%%VAR%%`.
    fn percent(&mut self) -> Kind {
        if self.peek(1) == b'%' {
            let mut end = self.at + 2;
            while self
                .bytes
                .get(end)
                .is_some_and(|byte| is_word(*byte) || *byte == b'.')
            {
                end += 1;
            }
            if end > self.at + 2 && self.bytes[end..].starts_with(b"%%") {
                self.at = end + 2;
                return Kind::Template(With::Marker);
            }
        } else if !self.operand {
            let end = match self.peek(1) {
                b's' | b'd' if !is_word(self.peek(2)) => Some(self.at + 2),
                b'(' => self
                    .find(self.at, ")")
                    .map(|end| end + 1)
                    .filter(|end| self.bytes.get(*end) == Some(&b's'))
                    .map(|end| end + 1),
                _ => None,
            };
            if let Some(end) = end {
                self.at = end;
                return Kind::Template(With::Value);
            }
        }
        self.at += 1;
        Kind::Symbol
    }

    /// `?`, `?1`: a parameter where an operand is due, else one of PostgreSQL's operators on JSON.
    fn question(&mut self) -> Kind {
        self.at += 1;
        if self.grammar == Grammar::Postgres && (self.operand || matches!(self.peek(0), b'|' | b'&')) {
            return Kind::Symbol;
        }
        while self.peek(0).is_ascii_digit() {
            self.at += 1;
        }
        match self.grammar {
            Grammar::Sqlite => Kind::Literal,
            _ => Kind::Template(With::Value),
        }
    }

    /// `:name`, `:'name'`, `:"name"` where an operand is due; else a cast, a slice, a path.
    fn colon(&mut self) -> Kind {
        let before = self.at.checked_sub(1).map_or(0, |at| self.bytes[at]);
        self.at += 1;
        if self.operand || before == b':' || self.peek(0) == b':' || self.grammar == Grammar::Sqlite {
            return Kind::Symbol;
        }
        match self.peek(0) {
            quote @ (b'\'' | b'"') if self.grammar == Grammar::Postgres => {
                self.quoted(quote, false);
                Kind::Template(if quote == b'"' { With::Marker } else { With::Value })
            }
            byte if is_word_start(byte) || byte.is_ascii_digit() => {
                while is_word(self.peek(0)) {
                    self.at += 1;
                }
                Kind::Template(With::Value)
            }
            _ => Kind::Symbol,
        }
    }
}

/// What a word does to what follows it.
#[derive(Clone, Copy)]
struct Word {
    /// An operand is due behind it, so that it ends none.
    open: bool,
    role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    None,
    /// It makes a tree deeper by one, as operators do.
    Operator,
    /// `NOT`, which stands before its operand.
    Prefix,
    /// `AND`, `OR`: no operator before an operand reaches over them.
    Logic,
    /// It starts a new part of a statement, whose operators do not lean on those before.
    Clause,
    Select,
    Join,
    SetOperation,
    Case,
    End,
}

/// Looks a word up. Words longer than the longest keyword here are none.
fn word_of(text: &str) -> Word {
    let mut upper = [0_u8; 10];
    let Some(upper) = upper.get_mut(..text.len()) else {
        return Word {
            open: false,
            role: Role::None,
        };
    };
    upper.copy_from_slice(text.as_bytes());
    upper.make_ascii_uppercase();
    let (open, role) = match &*upper {
        b"SELECT" => (true, Role::Select),
        b"UNION" | b"EXCEPT" | b"INTERSECT" | b"MINUS" => (true, Role::SetOperation),
        b"JOIN" | b"APPLY" => (true, Role::Join),
        b"AND" | b"OR" => (true, Role::Logic),
        b"NOT" => (true, Role::Prefix),
        b"CASE" => (true, Role::Case),
        b"END" => (false, Role::End),
        b"BY" | b"ELSE" | b"FROM" | b"HAVING" | b"LIMIT" | b"ON" | b"RETURNING" | b"SET" | b"THEN"
        | b"USING" | b"VALUES" | b"WHEN" | b"WHERE" | b"QUALIFY" => (true, Role::Clause),
        b"GROUP" | b"ORDER" | b"WINDOW" => (false, Role::Clause),
        b"ALL" | b"ANY" | b"BETWEEN" | b"DIV" | b"ESCAPE" | b"GLOB" | b"ILIKE" | b"IN" | b"IS" | b"LIKE"
        | b"MATCH" | b"MOD" | b"REGEXP" | b"RLIKE" | b"SIMILAR" | b"SOME" | b"XOR" => (true, Role::Operator),
        b"AT" | b"BINARY" | b"COLLATE" | b"ISNULL" | b"NOTNULL" | b"OPERATOR" | b"OVERLAPS" | b"PRIOR" => {
            (false, Role::Operator)
        }
        b"AS" | b"CALL" | b"DISTINCT" | b"EXEC" | b"FETCH" | b"FIRST" | b"IF" | b"INTERVAL" | b"INTO"
        | b"NEXT" | b"OFFSET" | b"RETURN" | b"TO" | b"TOP" | b"WHILE" => (true, Role::None),
        _ => (false, Role::None),
    };
    Word { open, role }
}

/// What leans on what on one level.
#[derive(Debug, Default, Clone, Copy)]
struct Level {
    sets: u32,
    joins: u32,
    operators: u32,
    prefixes: u32,
}

impl Level {
    fn chain(self) -> u32 {
        self.sets + self.joins + self.operators
    }
}

/// Counts how deep a tree can get, level by level.
#[derive(Default)]
struct Counter {
    outer: Vec<Level>,
    here: Level,
    /// The chains and prefixes of all levels around this one.
    outer_chain: u32,
    outer_prefixes: u32,
    most: Depth,
}

impl Counter {
    fn note(&mut self) {
        let nesting = u32::try_from(self.outer.len()).unwrap_or(u32::MAX);
        self.most.nesting = self.most.nesting.max(nesting);
        self.most.chain = self.most.chain.max(self.outer_chain + self.here.chain());
        self.most.prefix = self.most.prefix.max(self.outer_prefixes + self.here.prefixes);
    }

    fn open(&mut self) {
        self.outer_chain += self.here.chain();
        self.outer_prefixes += self.here.prefixes;
        self.outer.push(std::mem::take(&mut self.here));
    }

    fn close(&mut self) {
        if let Some(level) = self.outer.pop() {
            self.here = level;
            self.outer_chain -= level.chain();
            self.outer_prefixes -= level.prefixes;
        }
    }

    /// Ends what operators lean on each other.
    fn end_operators(&mut self) {
        (self.here.operators, self.here.prefixes) = (0, 0);
    }

    fn word(&mut self, role: Role) {
        match role {
            Role::None => return,
            Role::SetOperation => {
                self.here = Level {
                    sets: self.here.sets + 1,
                    ..Level::default()
                };
            }
            Role::Join => {
                self.here.joins += 1;
                self.end_operators();
            }
            Role::Select => {
                self.here.joins = 0;
                self.end_operators();
            }
            Role::Clause => self.end_operators(),
            Role::Operator => self.here.operators += 1,
            Role::Prefix => self.here.prefixes += 1,
            Role::Logic => {
                self.here.operators += 1;
                self.here.prefixes = 0;
            }
            Role::Case => self.open(),
            Role::End => self.close(),
        }
        self.note();
    }

    /// A symbol, and whether an operand stands before it.
    fn symbol(&mut self, symbol: u8, operand: bool) {
        match symbol {
            b'(' | b'[' | b'{' => self.open(),
            b')' | b']' | b'}' => {
                self.close();
                // Subscripts and calls lean on each other: a[1][2].
                self.here.operators += 1;
            }
            b',' => self.end_operators(),
            b'+' | b'-' | b'~' | b'!' | b'@' | b'*' if !operand => self.here.prefixes += 1,
            _ => self.here.operators += 1,
        }
        self.note();
    }
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

    /// Words that people write and no grammar knows: they are left out, or said otherwise.
    fn unknown_part(&mut self, word: &str, at: usize) {
        let is = |known: &str| known.eq_ignore_ascii_case(word);
        match self.grammar {
            Grammar::MySql if self.words.is_empty() && is("TABLE") => {
                let with = With::Text("SELECT * FROM");
                self.piece.patches.push(Patch {
                    start: at,
                    end: at + word.len(),
                    with,
                });
            }
            Grammar::MySql
                if (is("OUTFILE") || is("DUMPFILE")) && self.before.eq_ignore_ascii_case("INTO") =>
            {
                self.unknown_from = Some(self.before_at);
            }
            Grammar::MySql if is("FROM") => self.end_unknown_part(at),
            _ => {}
        }
    }

    fn end_unknown_part(&mut self, end: usize) {
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
    fn known_tail(&mut self, end: usize) {
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
        let routine = ["TRIGGER", "FUNCTION", "PROCEDURE", "PROC", "PACKAGE", "EVENT"]
            .iter()
            .any(|word| is(last, word));
        if makes && routine && self.body == Body::None {
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

    fn is_copy_from_stdin(&self) -> bool {
        let has = |known: &str| self.words.iter().any(|word| word.eq_ignore_ascii_case(known));
        self.grammar == Grammar::Postgres
            && self
                .words
                .first()
                .is_some_and(|word| word.eq_ignore_ascii_case("COPY"))
            && (has("STDIN") || self.before.eq_ignore_ascii_case("STDIN"))
    }

    /// Moves behind the rows that follow `COPY … FROM STDIN;` in a dump.
    fn skip_copied_rows(&mut self) {
        if let Some(end) = self.scanner.find(self.scanner.at, "\n\\.") {
            self.scanner.at = end + 3;
        }
    }

    /// Lines that are no SQL: `GO`, `DELIMITER`, Oracle's `/`, psql's `\…`.
    fn line_command(&mut self) -> bool {
        use Grammar as G;
        let at = self.scanner.at;
        let first = self.scanner.peek(0);
        let possible = match self.grammar {
            G::MsSql | G::Generic => matches!(first, b'G' | b'g'),
            G::Oracle => first == b'/',
            G::MySql => matches!(first, b'D' | b'd'),
            G::Postgres => first == b'\\',
            _ => false,
        };
        let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | 0xEF | 0xBB | 0xBF);
        if !possible
            || self.scanner.bytes[..at]
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
            G::Postgres if first == b'\\' => {
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
