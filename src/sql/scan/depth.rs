//! How deep a tree the tokens of a statement can make.

use smallvec::SmallVec;

use super::super::dialect::Grammar;
use super::Depth;
use super::keyword::Role;

/// What leans on what on one level: set operations, joins, operators, and prefixes, which are no part of the chain.
type Level = [u32; 4];

const OPERATORS: usize = 2;
const PREFIXES: usize = 3;

fn chain([sets, joins, operators, _]: Level) -> u32 {
    sets + joins + operators
}

/// What a word does to the level it stands on: what it keeps of it, and what it adds to it.
struct Effect {
    keep: Level,
    add: Level,
}

const KEPT: u32 = u32::MAX;

/// The effect of each role, without a branch for each: which word comes next is hard to predict.
type Effects = [Effect; Role::COUNT];

static EFFECTS: Effects = effects(true);

/// A parser that reads on behind an error takes what begins a clause elsewhere for a name, so that nothing ends there.
static RECOVERING: Effects = effects(false);

const fn effects(clauses_end: bool) -> Effects {
    const NOTHING: Effect = Effect {
        keep: [KEPT; 4],
        add: [0; 4],
    };
    let mut effects = [NOTHING; Role::COUNT];
    let rows = [
        (Role::SetOperation, [KEPT, 0, 0, 0], [1, 0, 0, 0]),
        (Role::Join, [KEPT, KEPT, 0, 0], [0, 1, 0, 0]),
        (Role::Select, [KEPT, 0, 0, 0], [0; 4]),
        (Role::Clause, [KEPT, KEPT, 0, 0], [0; 4]),
        (Role::Operator, [KEPT; 4], [0, 0, 1, 0]),
        (Role::Prefix, [KEPT; 4], [0, 0, 0, 1]),
        (Role::Logic, [KEPT, KEPT, KEPT, 0], [0, 0, 1, 0]),
    ];
    let mut row = 0;
    while row < rows.len() {
        let (role, keep, add) = rows[row];
        let keep = if clauses_end { keep } else { [KEPT; 4] };
        effects[role as usize] = Effect { keep, add };
        row += 1;
    }
    effects
}

/// What a bracket or a `CASE` closes with.
type Close = u8;

/// What `CASE` closes with: `END`.
const END: Close = b'E';

/// Counts how deep a tree can get, level by level.
pub(super) struct Counter {
    effects: &'static Effects,
    outer: SmallVec<[(Level, Close); 8]>,
    here: Level,
    /// The chains and prefixes of all levels around this one.
    outer_chain: u32,
    outer_prefixes: u32,
    pub(super) most: Depth,
}

impl Counter {
    pub(super) fn of(grammar: Grammar) -> Self {
        let recovers = grammar == Grammar::Postgres;
        Counter {
            effects: if recovers { &RECOVERING } else { &EFFECTS },
            outer: SmallVec::new(),
            here: Level::default(),
            outer_chain: 0,
            outer_prefixes: 0,
            most: Depth::default(),
        }
    }

    #[inline(always)]
    fn note(&mut self) {
        self.most.chain = self.most.chain.max(self.outer_chain + chain(self.here));
        self.most.prefix = self.most.prefix.max(self.outer_prefixes + self.here[PREFIXES]);
    }

    fn open(&mut self, close: Close) {
        self.outer_chain += chain(self.here);
        self.outer_prefixes += self.here[PREFIXES];
        self.outer.push((std::mem::take(&mut self.here), close));
        let nesting = u32::try_from(self.outer.len()).unwrap_or(u32::MAX);
        self.most.nesting = self.most.nesting.max(nesting);
    }

    /// What closes something else than what was opened last closes nothing.
    fn close(&mut self, close: Close) {
        if let Some(&(level, expected)) = self.outer.last()
            && expected == close
        {
            self.outer.pop();
            self.here = level;
            self.outer_chain -= chain(level);
            self.outer_prefixes -= level[PREFIXES];
        }
    }

    #[inline]
    pub(super) fn word(&mut self, role: Role) {
        match role {
            Role::Case => self.open(END),
            Role::End => self.close(END),
            _ => {
                let effect = &self.effects[role as usize];
                for (part, here) in self.here.iter_mut().enumerate() {
                    *here = (*here & effect.keep[part]) + effect.add[part];
                }
                self.note();
            }
        }
    }

    /// An operator that is a symbol.
    #[inline]
    pub(super) fn operator(&mut self) {
        self.here[OPERATORS] += 1;
        self.note();
    }

    /// A symbol, and whether an operand stands before it.
    #[inline]
    pub(super) fn symbol(&mut self, symbol: u8, operand: bool) {
        match symbol {
            b',' => (self.here[OPERATORS], self.here[PREFIXES]) = (0, 0),
            b'(' => self.open(b')'),
            b'[' => self.open(b']'),
            b'{' => self.open(b'}'),
            b')' | b']' | b'}' => {
                self.close(symbol);
                // Subscripts and calls lean on each other: a[1][2].
                self.operator();
            }
            b'+' | b'-' | b'~' | b'!' | b'@' | b'*' | b'#' | b'`' if !operand => {
                self.here[PREFIXES] += 1;
                self.note();
            }
            _ => self.operator(),
        }
    }
}
