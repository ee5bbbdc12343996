//! The parameters of a URL and the connection properties.

use std::borrow::Cow;

use crate::file::secret;
use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::text::trim;

/// How a family writes its parameters.
#[derive(Clone, Copy, Default)]
pub(super) struct Style {
    /// The characters between two parameters.
    pub(super) separators: &'static [char],
    /// The quotes around a value that holds a separator. The closing one is doubled inside.
    pub(super) quotes: Option<(char, char)>,
}

impl Style {
    /// `key=value` between these separators.
    pub(super) const fn between(separators: &'static [char]) -> Style {
        Style {
            separators,
            quotes: None,
        }
    }
}

/// The parameters of a URL, not read yet, and the connection properties beside them.
#[derive(Clone, Copy, Default)]
pub(super) struct Params<'a> {
    text: &'a str,
    style: Style,
    properties: &'a [(&'a str, &'a str)],
}

impl<'a> Params<'a> {
    /// These parameters and properties.
    ///
    /// # Errors
    ///
    /// [`Code::AmbiguousUserInfo`] where an `@` stands before the first `=`: user info, then, with a password that
    /// holds the character at which parameters begin.
    pub(super) fn new(
        text: &'a str,
        style: Style,
        properties: &'a [(&'a str, &'a str)],
    ) -> Result<Self, NoIdentity> {
        if text.split('=').next().is_some_and(|key| key.contains('@')) {
            return Err(Code::AmbiguousUserInfo.into());
        }
        Ok(Params {
            text,
            style,
            properties,
        })
    }

    /// The value of one of these keys, blank ones aside: the URL's before the properties', and of several in the
    /// URL the last, as drivers have it. Keys in any letter case.
    pub(super) fn get(&self, keys: &[&str]) -> Option<Cow<'a, str>> {
        self.in_url(keys).or_else(|| self.in_properties(keys))
    }

    /// The same, with the `%XX` of the URL decoded. A property is as it is.
    pub(super) fn get_decoded(&self, keys: &[&str]) -> Option<Cow<'a, str>> {
        let decoded = self.in_url(keys).map(|value| match value {
            Cow::Borrowed(value) => decode(value),
            Cow::Owned(value) => Cow::Owned(decode(&value).into_owned()),
        });
        decoded.or_else(|| self.in_properties(keys))
    }

    fn in_url(&self, keys: &[&str]) -> Option<Cow<'a, str>> {
        let in_url = Pairs {
            rest: self.text,
            style: self.style,
        };
        let found = in_url
            .filter(|(key, value)| asks(keys, key) && !value.is_empty())
            .last();
        found.map(|(_, value)| value)
    }

    fn in_properties(&self, keys: &[&str]) -> Option<Cow<'a, str>> {
        let mut properties = self.properties.iter();
        let found = properties.find(|(key, value)| asks(keys, trim(key)) && !trim(value).is_empty());
        found.map(|(_, value)| Cow::Borrowed(trim(value)))
    }

    /// The truth value of this parameter, where it has one.
    pub(super) fn truth(&self, key: &str) -> Option<bool> {
        let value = self.get(&[key])?;
        let is = |words: [&str; 2]| words.iter().any(|word| word.eq_ignore_ascii_case(&value));
        is(["true", "1"])
            .then_some(true)
            .or_else(|| is(["false", "0"]).then_some(false))
    }

    /// Whether this parameter has this value, in any letter case.
    pub(super) fn is(&self, key: &str, value: &str) -> bool {
        self.get(&[key])
            .is_some_and(|given| given.eq_ignore_ascii_case(value))
    }
}

/// Whether this key is one of those asked for, in any letter case.
fn asks(keys: &[&str], key: &str) -> bool {
    keys.iter().any(|asked| asked.eq_ignore_ascii_case(key))
}

/// Reads `key=value` pairs, one after the other. What has no `=` is passed over.
struct Pairs<'a> {
    rest: &'a str,
    style: Style,
}

impl<'a> Iterator for Pairs<'a> {
    type Item = (&'a str, Cow<'a, str>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.rest.is_empty() {
                return None;
            }
            let separators = self.style.separators;
            let end = self.rest.find(|c| c == '=' || separators.contains(&c))?;
            let key = trim(&self.rest[..end]);
            let is_pair = self.rest[end..].starts_with('=');
            self.rest = self.rest.get(end + 1..).unwrap_or_default();
            if is_pair {
                return Some((key, self.value()));
            }
        }
    }
}

impl<'a> Pairs<'a> {
    /// Reads a value, quoted or not, and the separator behind it.
    fn value(&mut self) -> Cow<'a, str> {
        let start = self.rest.trim_start();
        let quoted = self.style.quotes.and_then(|(open, close)| {
            let inner = start.strip_prefix(open)?;
            let end = closing(inner, close)?;
            Some((&inner[..end], &inner[end + close.len_utf8()..], close))
        });
        let (value, rest) = match quoted {
            Some((inner, rest, close)) => (unescape(inner, close), rest),
            None => (Cow::Borrowed(""), self.rest),
        };
        let end = rest.find(self.style.separators).unwrap_or(rest.len());
        let plain = &rest[..end];
        self.rest = rest.get(end + 1..).unwrap_or_default();
        match quoted {
            Some(_) => value,
            None => Cow::Borrowed(trim(plain)),
        }
    }
}

/// Where the first closing quote stands that is not doubled.
fn closing(text: &str, close: char) -> Option<usize> {
    let mut chars = text.char_indices().filter(|(_, c)| *c == close).peekable();
    while let Some((at, c)) = chars.next() {
        if chars.next_if(|(next, _)| *next == at + c.len_utf8()).is_none() {
            return Some(at);
        }
    }
    None
}

/// The text with its doubled closing quotes made single.
fn unescape(text: &str, close: char) -> Cow<'_, str> {
    let doubled = [close, close].iter().collect::<String>();
    match text.contains(&doubled) {
        true => Cow::Owned(text.replace(&doubled, &close.to_string())),
        false => Cow::Borrowed(text),
    }
}

/// Whether parameters hide in a name: a `=`, or one behind escapes that carries a secret.
///
/// A name that was given as a property of its own (`own`) hides none, and may hold a `=`.
///
/// Source: `DECISIONS`, query and fragment, for the keys of secrets.
pub(super) fn hidden_in_name(name: &str, own: bool) -> bool {
    name.contains(['=', '%'])
        && ((name.contains('=') && !own) || secret::tail(&["?", name].concat()).is_some())
}

/// Whether parameters hide in a path: a `=` behind other text than the name of a partition (`/day=2026-01-01/`), or
/// a query that carries a secret.
pub(super) fn hidden_in_path(path: &str, own: bool) -> bool {
    let is_word = |key: &str| {
        key.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let mut keys = path
        .split(['/', '\\'])
        .filter_map(|segment| segment.split_once('='));
    (!own && keys.any(|(key, value)| !is_word(key) || value.contains('='))) || secret::tail(path).is_some()
}

/// Decodes `%XX` as UTF-8. A bad escape, or one that is not UTF-8, stays as text. `+` is a plus.
pub(super) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escape = match tail {
            [high, low, ..] if *first == b'%' => hex(*high).zip(hex(*low)),
            _ => None,
        };
        match escape {
            Some((high, low)) => {
                bytes.push(high << 4 | low);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

fn hex(digit: u8) -> Option<u8> {
    u8::try_from(char::from(digit).to_digit(16)?).ok()
}

#[cfg(test)]
mod tests {
    use super::{Params, Style, decode};

    #[test]
    fn quoted_values_hide_separators() {
        let style = Style {
            separators: &[';'],
            quotes: Some(('{', '}')),
        };
        let params = Params::new(
            "password={a}};databaseName=x;};databaseName = {b;c}x;Y",
            style,
            &[("z", " 1 ")],
        )
        .unwrap();
        assert_eq!(params.get(&["DATABASENAME"]).as_deref(), Some("b;c"));
        assert_eq!(params.get(&["password"]).as_deref(), Some("a};databaseName=x;"));
        assert_eq!(params.get(&["Z"]).as_deref(), Some("1"));
        assert_eq!(params.get(&["y"]), None);
        let open = Params::new("a={b;c=d", style, &[]).unwrap();
        assert_eq!(open.get(&["a"]).as_deref(), Some("{b"));
    }

    #[test]
    fn escapes_are_decoded_once() {
        for (text, expected) in [
            ("a%20b", "a b"),
            ("%2520", "%20"),
            ("50%", "50%"),
            ("%zz%4", "%zz%4"),
            ("%ff", "%ff"),
            ("a+b%C3%A4", "a+bä"),
        ] {
            assert_eq!(decode(text), expected);
        }
    }
}
