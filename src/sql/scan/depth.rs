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

/// Looks a word up. Words longer than the longest keyword here are none.
pub(super) fn word_of(text: &str) -> Word {
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
