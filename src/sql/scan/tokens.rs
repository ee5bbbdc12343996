//! The tokens of a script: strings, names, comments and templates as each dialect writes them.

use super::super::dialect::Grammar;
use super::With;
use super::word::{end_of_word, is_word};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    QuotedName,
    Literal,
    Symbol,
    /// `{% … %}`.
    Block,
    Template(With),
    End,
}

pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
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

pub(super) struct Scanner<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    lexis: Lexis,
    grammar: Grammar,
    /// Whether the token before can end an operand, so that what follows is an operator.
    pub(super) operand: bool,
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str, grammar: Grammar) -> Self {
        Scanner {
            text,
            bytes: text.as_bytes(),
            at: 0,
            lexis: Lexis::of(grammar),
            grammar,
            operand: false,
        }
    }

    #[inline]
    pub(super) fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn find(&self, from: usize, needle: &str) -> Option<usize> {
        let found = memchr::memmem::find(self.bytes.get(from..)?, needle.as_bytes())?;
        Some(from + found)
    }

    /// Moves behind blanks and comments.
    #[inline]
    pub(super) fn skip(&mut self) {
        loop {
            // Most that stands between tokens is a blank, and most bytes that follow it begin a word.
            while self.peek(0) == b' ' {
                self.at += 1;
            }
            if self.peek(0).is_ascii_alphabetic() {
                return;
            }
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

    /// The token here, where no blank stands.
    pub(super) fn token(&mut self) -> Token {
        let start = self.at;
        let kind = self.kind();
        self.at = self.at.min(self.bytes.len());
        while self.peek(0) >= 0x80 && !self.text.is_char_boundary(self.at) {
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
            b'`' if self.grammar != Grammar::Postgres => {
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
            b'@' | b'#' if self.grammar != Grammar::Postgres => {
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

    fn skip_word(&mut self) {
        self.at = end_of_word(self.bytes, self.at.min(self.bytes.len()));
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
        self.skip_word();
        if self.grammar == Grammar::Oracle {
            while matches!(self.peek(0), b'@' | b'#') {
                self.at += 1;
                self.skip_word();
            }
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
        let before = self.at.checked_sub(1).map_or(0, |at| self.bytes[at]);
        let glued = is_word(before);
        self.at += 1;
        let operator = self.operand || before == b'@' || matches!(self.peek(0), b'|' | b'&');
        if self.grammar == Grammar::Postgres && operator {
            return Kind::Symbol;
        }
        let plain = self.at;
        while self.peek(0).is_ascii_digit() {
            self.at += 1;
        }
        match self.grammar {
            Grammar::Sqlite => Kind::Literal,
            // No value of one byte would keep apart from a word before or behind it.
            _ if self.at == plain && (glued || is_word(self.peek(0))) => Kind::Symbol,
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
