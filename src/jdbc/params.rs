//! The parameters of a URL and the connection properties.

use std::borrow::Cow;

use crate::text::trim;

/// The parameters of a URL, not read yet, and the connection properties beside them.
#[derive(Clone, Copy, Default)]
pub(super) struct Params<'a> {
    text: &'a str,
    separators: &'static [char],
    properties: &'a [(&'a str, &'a str)],
}

impl<'a> Params<'a> {
    /// Parameters `key=value` between these separators.
    pub(super) fn new(
        text: &'a str,
        separators: &'static [char],
        properties: &'a [(&'a str, &'a str)],
    ) -> Self {
        Params {
            text,
            separators,
            properties,
        }
    }

    /// The value of the first of these keys that is there and not blank: the URL's before the properties'.
    /// Keys in any letter case.
    pub(super) fn get(&self, keys: &[&str]) -> Option<&'a str> {
        let in_url = self.text.split(self.separators).filter_map(|param| {
            let (key, value) = param.split_once('=')?;
            Some((trim(key), value))
        });
        let found = |(key, value): (&str, &'a str)| {
            let value = trim(value);
            let asked = keys.iter().any(|asked| asked.eq_ignore_ascii_case(key));
            (asked && !value.is_empty()).then_some(value)
        };
        in_url
            .filter_map(found)
            .next()
            .or_else(|| self.properties.iter().copied().find_map(found))
    }

    /// The same, with its `%XX` decoded.
    pub(super) fn get_decoded(&self, keys: &[&str]) -> Option<Cow<'a, str>> {
        self.get(keys).map(decode)
    }
}

/// Decodes `%XX` as UTF-8. A bad escape, or one that is not UTF-8, stays as text. `+` is a plus.
pub(super) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escape = (*first == b'%').then(|| Some((hex(*tail.first()?)?, hex(*tail.get(1)?)?)));
        if let Some((high, low)) = escape.flatten() {
            bytes.push(high << 4 | low);
            rest = &rest[3..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

fn hex(digit: u8) -> Option<u8> {
    (digit as char)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
}
