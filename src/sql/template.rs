//! Puts what a grammar can read into the place of parameters, variables and templates, and knows it again.

use std::borrow::Cow;

use super::scan::{Patch, Piece, With};

/// A word that the script does not hold, put into the place of a name that a template makes. It is empty where there
/// is no template.
#[derive(Debug)]
pub(super) struct Marker(String);

impl Marker {
    /// A word that stands nowhere in this text, for the pieces of it that need one.
    ///
    /// Templates are three bytes long at least, and so is the word; a text that holds every word of three letters
    /// gets a longer one, and its error columns are off by the difference.
    pub(super) fn absent_from(text: &str, pieces: &[Piece]) -> Self {
        let needed = |patch: &Patch| patch.with == With::Marker;
        if !pieces.iter().flat_map(|piece| &piece.patches).any(needed) {
            return Marker(String::new());
        }
        let lower = text.to_ascii_lowercase();
        let letters = || (b'a'..=b'z').rev().map(char::from);
        let words = letters()
            .flat_map(|a| ('0'..='9').flat_map(move |b| letters().map(move |c| format!("{a}{b}{c}"))));
        let word = words.into_iter().find(|word| !lower.contains(word.as_str()));
        Marker(word.unwrap_or_else(|| {
            let mut word = "q0z".to_owned();
            while lower.contains(word.as_str()) {
                word.push('q');
            }
            word
        }))
    }

    /// Whether this part of a name comes from a template, or holds one that was not resolved.
    pub(super) fn is_in(&self, part: &str) -> bool {
        let held = || {
            let mut windows = part.as_bytes().windows(self.0.len());
            windows.any(|window| window.eq_ignore_ascii_case(self.0.as_bytes()))
        };
        // What a template or a variable is called has a letter or a digit: SQLite has a table called "%%^^%%".
        let special = memchr::memchr3(b'$', b'%', b'{', part.as_bytes()).is_some()
            && part.chars().any(char::is_alphanumeric);
        !self.0.is_empty() && held()
            || special && (crate::text::has_variable(part) || part.contains("{{") || part.contains("{%"))
    }
}

/// The text of a statement with its patches put in. Line ends stay, so that lines can be counted.
pub(super) fn patched<'t>(text: &'t str, piece: &Piece, marker: &Marker) -> Cow<'t, str> {
    if piece.patches.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for Patch { start, end, with } in &piece.patches {
        let (start, end) = (start - piece.start, end - piece.start);
        out.push_str(&text[from..start]);
        let glued = out.bytes().next_back().is_some_and(is_word);
        let put = match with {
            With::Blank => "",
            With::Value if glued => " 1",
            With::Value => "1",
            With::Marker => &marker.0,
            With::Text(words) => words,
        };
        out.push_str(put);
        let follows = text[end..].bytes().next().is_some_and(is_word);
        let fill = if follows && *with == With::Marker {
            '_'
        } else {
            ' '
        };
        let replaced = text[start..end].bytes().skip(put.len());
        out.extend(replaced.map(|byte| if byte == b'\n' { '\n' } else { fill }));
        from = end;
    }
    out.push_str(&text[from..]);
    Cow::Owned(out)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::super::dialect::Dialect;
    use super::super::scan::pieces;
    use super::Marker;

    #[test]
    fn the_marker_stands_nowhere_in_the_text() {
        let absent =
            |text| Marker::absent_from(text, &pieces(text, Dialect::find("generic").unwrap(), false));
        let marker = absent("SELECT * FROM {{ z9z }}");
        assert!(!marker.is_in("z9z") && marker.is_in(&format!("{}_orders", marker.0)));
        let every: String = (b'a'..=b'z')
            .flat_map(|a| (b'0'..=b'9').flat_map(move |b| (b'a'..=b'z').map(move |c| [a, b, c, b' '])))
            .flatten()
            .map(char::from)
            .chain("{x}".chars())
            .collect();
        let marker = absent(&every);
        assert!(!marker.0.is_empty() && !every.contains(&marker.0));
    }

    #[test]
    fn variables_in_quoted_names_are_seen() {
        let marker = Marker::absent_from("", &[]);
        for part in ["${P}.ds", "%%V%%", "{{ x }}"] {
            assert!(marker.is_in(part), "{part}");
        }
        for part in ["orders", "%%^^%%", "a$b"] {
            assert!(!marker.is_in(part), "{part}");
        }
    }
}
