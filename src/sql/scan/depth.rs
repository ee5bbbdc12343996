//! How deep a tree the tokens of a statement can make.

use super::Depth;

/// What a word does to what follows it.
#[derive(Clone, Copy)]
pub(super) struct Word {
    /// An operand is due behind it, so that it ends none.
    pub(super) open: bool,
    pub(super) role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
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

/// Keywords of the same effect: role, whether an operand is due behind them, and which they are.
type Row = (Role, bool, &'static [&'static str]);

const KEYWORDS: &[Row] = &[
    (Role::Select, true, &["SELECT"]),
    (
        Role::SetOperation,
        true,
        &["UNION", "EXCEPT", "INTERSECT", "MINUS"],
    ),
    (Role::Join, true, &["JOIN", "APPLY"]),
    (Role::Logic, true, &["AND", "OR"]),
    (Role::Prefix, true, &["NOT"]),
    (Role::Case, true, &["CASE"]),
    (Role::End, false, &["END"]),
    (
        Role::Clause,
        true,
        &[
            "BY",
            "ELSE",
            "FROM",
            "HAVING",
            "LIMIT",
            "ON",
            "RETURNING",
            "SET",
            "THEN",
            "USING",
            "VALUES",
            "WHEN",
            "WHERE",
            "QUALIFY",
        ],
    ),
    (Role::Clause, false, &["GROUP", "ORDER", "WINDOW"]),
    (
        Role::Operator,
        true,
        &[
            "ALL", "ANY", "BETWEEN", "DIV", "ESCAPE", "GLOB", "ILIKE", "IN", "IS", "LIKE", "MATCH", "MOD",
            "REGEXP", "RLIKE", "SIMILAR", "SOME", "XOR",
        ],
    ),
    (
        Role::Operator,
        false,
        &[
            "AT", "BINARY", "COLLATE", "ISNULL", "NOTNULL", "OPERATOR", "OVERLAPS", "PRIOR",
        ],
    ),
    (
        Role::None,
        true,
        &[
            "AS", "CALL", "DISTINCT", "EXEC", "FETCH", "FIRST", "IF", "INTERVAL", "INTO", "NEXT", "OFFSET",
            "RETURN", "TO", "TOP", "WHILE",
        ],
    ),
];

const LONGEST: usize = 10;

/// The letters of a word in upper case, as a number. What is not made of letters is no keyword's.
const fn key(word: &[u8]) -> u128 {
    let (mut key, mut at) = (0, 0);
    while at < word.len() && at <= LONGEST {
        key = key << 8 | (word[at] & !0x20) as u128;
        at += 1;
    }
    key
}

const SLOTS: usize = 256;

/// The keywords by their keys, each in the first free slot from its own on. Each word of a script is looked up.
static INDEX: [(u128, Word); SLOTS] = {
    let none = Word {
        open: false,
        role: Role::None,
    };
    let mut index = [(0, none); SLOTS];
    let mut row = 0;
    while row < KEYWORDS.len() {
        let (role, open, words) = KEYWORDS[row];
        let mut word = 0;
        while word < words.len() {
            assert!(words[word].len() <= LONGEST, "longer than the longest");
            let key = key(words[word].as_bytes());
            let mut at = slot(key);
            while index[at].0 != 0 {
                at = (at + 1) % SLOTS;
            }
            index[at] = (key, Word { open, role });
            word += 1;
        }
        row += 1;
    }
    index
};

const fn slot(key: u128) -> usize {
    let folded = (key as u64) ^ ((key >> 64) as u64);
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize % SLOTS
}

/// Looks a word up.
pub(super) fn word_of(text: &str) -> Word {
    let key = key(text.as_bytes());
    let mut at = slot(key);
    loop {
        let (known, word) = INDEX[at];
        if known == key || known == 0 {
            return word;
        }
        at = (at + 1) % SLOTS;
    }
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
pub(super) struct Counter {
    outer: Vec<Level>,
    here: Level,
    /// The chains and prefixes of all levels around this one.
    outer_chain: u32,
    outer_prefixes: u32,
    pub(super) most: Depth,
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

    pub(super) fn word(&mut self, role: Role) {
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
    pub(super) fn symbol(&mut self, symbol: u8, operand: bool) {
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

#[cfg(test)]
mod tests {
    use super::{KEYWORDS, Role, word_of};

    #[test]
    fn keywords_are_known_in_any_letter_case() {
        for (role, open, words) in KEYWORDS {
            for word in *words {
                for text in [(*word).to_owned(), word.to_lowercase()] {
                    let found = word_of(&text);
                    assert!(found.role == *role && found.open == *open, "{text}");
                }
                for other in [format!("{word}x"), format!("{word}_"), format!("x{word}x")] {
                    let found = word_of(&other);
                    assert!(found.role == Role::None && !found.open, "{other}");
                }
            }
        }
        let found = word_of("");
        assert!(found.role == Role::None && !found.open);
    }
}
