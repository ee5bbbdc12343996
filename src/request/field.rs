//! The types of request fields. They borrow from the request where JSON needs no unescaping.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::CowStrDeserializer;
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, Visitor};

/// A text field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Text<'a>(pub Cow<'a, str>);

impl Text<'_> {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Text(Cow::Borrowed(text))
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Text(Cow::Owned(text))
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Text<'de>, E> {
        Ok(Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Text<'de>, E> {
        Ok(Text(Cow::Owned(text.to_owned())))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor)
    }
}

impl<'de> IntoDeserializer<'de, serde_json::Error> for Text<'de> {
    type Deserializer = CowStrDeserializer<'de, serde_json::Error>;

    fn into_deserializer(self) -> Self::Deserializer {
        self.0.into_deserializer()
    }
}

/// A port field: text or a whole number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Port<'a>(pub Cow<'a, str>);

struct PortVisitor;

impl<'de> Visitor<'de> for PortVisitor {
    type Value = Port<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or a whole number")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Port<'de>, E> {
        Ok(Port(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Port<'de>, E> {
        Ok(Port(Cow::Owned(text.to_owned())))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Port<'de>, E> {
        Ok(Port(Cow::Owned(number.to_string())))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Port<'de>, E> {
        Ok(Port(Cow::Owned(number.to_string())))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Port<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PortVisitor)
    }
}

/// The text of an optional field.
pub(super) fn text<'t>(field: &'t Option<Text<'_>>) -> Option<&'t str> {
    field.as_ref().map(Text::as_str)
}

/// The value of an optional field whose values are a closed list, or the default.
///
/// # Errors
///
/// The field's name, when the value is not on the list.
pub(super) fn one_of<T: Copy>(
    name: &'static str,
    field: &Option<Text<'_>>,
    values: &[(&'static str, T)],
    default: T,
) -> Result<T, super::RequestError> {
    let Some(given) = text(field) else {
        return Ok(default);
    };
    match values.iter().find(|(value, _)| *value == given) {
        Some((_, value)) => Ok(*value),
        None => {
            let allowed: Vec<_> = values.iter().map(|(value, _)| *value).collect();
            Err(super::RequestError::invalid(
                name,
                format!("allowed are: {}", allowed.join(", ")),
            ))
        }
    }
}

/// The contract that a request asks for.
///
/// # Errors
///
/// The field `contract`, when there is no such version.
pub(super) fn contract(field: Option<i64>) -> Result<crate::Contract, super::RequestError> {
    let Some(number) = field else {
        return Ok(crate::Contract::default());
    };
    crate::Contract::from_number(number)
        .ok_or_else(|| super::RequestError::invalid("contract", "allowed are: 3, 4"))
}
