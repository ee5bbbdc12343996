//! The keywords that say how deep a tree can get, and where an operand is due.

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
    /// `NOT`, which stands before its operand, and what a statement begins with that holds another.
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

impl Role {
    /// As many roles there are.
    pub(super) const COUNT: usize = Role::End as usize + 1;
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
    (
        Role::Prefix,
        true,
        &[
            "NOT", "WITH", "EXPLAIN", "PREPARE", "DECLARE", "INSERT", "MERGE", "CREATE",
        ],
    ),
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

/// As many bytes of a word are looked up at once. No keyword is longer.
const LONGEST: usize = 16;

/// The first bytes of a word in upper case, as two numbers. What is not made of letters is no keyword's.
type Key = (u64, u64);

/// The key of a word of so many bytes, whatever stands behind them.
#[inline]
const fn key(bytes: [u8; LONGEST], length: usize) -> Key {
    let bytes = u128::from_le_bytes(bytes);
    let (low, high) = WITHIN[if length < LONGEST { length } else { LONGEST }];
    (bytes as u64 & low, (bytes >> 64) as u64 & high)
}

/// The bits of a key that a word of so many bytes has, less that by which lower case differs from upper case.
static WITHIN: [Key; LONGEST + 1] = {
    let (mut within, mut length) = ([(0, 0); LONGEST + 1], 1);
    while length <= LONGEST {
        let bits = u128::from_le_bytes([!0x20; LONGEST]) & (u128::MAX >> (8 * (LONGEST - length)));
        within[length] = (bits as u64, (bits >> 64) as u64);
        length += 1;
    }
    within
};

const COUNT: usize = {
    let (mut count, mut row) = (0, 0);
    while row < KEYWORDS.len() {
        count += KEYWORDS[row].2.len();
        row += 1;
    }
    count
};

/// The keywords by their keys, behind a word that is none: its key is no word's.
static WORDS: [(Key, Word); COUNT + 1] = words();

const fn words() -> [(Key, Word); COUNT + 1] {
    let none = Word {
        open: false,
        role: Role::None,
    };
    let (mut words, mut at, mut row) = ([((u64::MAX, u64::MAX), none); COUNT + 1], 1, 0);
    while row < KEYWORDS.len() {
        let (role, open, keywords) = KEYWORDS[row];
        let mut keyword = 0;
        while keyword < keywords.len() {
            let letters = keywords[keyword].as_bytes();
            assert!(letters.len() <= LONGEST, "longer than the longest");
            let (mut padded, mut letter) = ([0; LONGEST], 0);
            while letter < letters.len() {
                padded[letter] = letters[letter];
                letter += 1;
            }
            words[at] = (key(padded, letters.len()), Word { open, role });
            keyword += 1;
            at += 1;
        }
        row += 1;
    }
    words
}

const SLOTS: usize = 1024;

const fn slot((low, high): Key, factor: u64) -> usize {
    ((low ^ high).wrapping_mul(factor) >> (64 - SLOTS.trailing_zeros())) as usize
}

/// A factor by which each keyword has a slot of its own, and which keyword has which slot: one look says which keyword
/// a word can be at all.
static INDEX: (u64, [u8; SLOTS]) = {
    let words = words();
    let mut factor = 0x9e37_79b9_7f4a_7c15_u64;
    'factors: loop {
        let (mut slots, mut at) = ([0; SLOTS], 1);
        while at < words.len() {
            let slot = slot(words[at].0, factor);
            if slots[slot] != 0 {
                factor = factor.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(2);
                continue 'factors;
            }
            slots[slot] = at as u8;
            at += 1;
        }
        break (factor, slots);
    }
};

const _: () = assert!(COUNT < 256, "more keywords than a byte can number");

/// Looks up the word that stands there.
#[inline]
pub(super) fn word_at(bytes: &[u8], start: usize, end: usize) -> Word {
    let length = end - start;
    // Sixteen bytes at once, of which those behind the word are cut off.
    let padded = match bytes.get(start..).and_then(|rest| rest.first_chunk()) {
        Some(chunk) => *chunk,
        None => last(bytes, start),
    };
    let key = key(padded, length);
    let (factor, slots) = &INDEX;
    let (known, word) = WORDS[usize::from(slots[slot(key, *factor)])];
    let found = (known == key) & (length <= LONGEST);
    if found { word } else { WORDS[0].1 }
}

/// The last bytes of a text, with zeros behind them.
#[cold]
fn last(bytes: &[u8], start: usize) -> [u8; LONGEST] {
    let mut padded = [0; LONGEST];
    let rest = bytes.get(start..).unwrap_or_default();
    for (to, from) in padded.iter_mut().zip(rest) {
        *to = *from;
    }
    padded
}

#[cfg(test)]
mod tests {
    use super::{KEYWORDS, Role, Word, word_at};

    fn word_of(text: &str) -> Word {
        let found = word_at(text.as_bytes(), 0, text.len());
        let within = format!("x{text}xxxxxxxxxxxxxxxx");
        let same = word_at(within.as_bytes(), 1, 1 + text.len());
        assert!(found.role == same.role && found.open == same.open, "{text}");
        found
    }

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
