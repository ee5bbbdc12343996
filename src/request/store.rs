//! The operation `store`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::answer::{IdentityAnswer, Response};
use super::field::{Port, Text, text};
use super::read::Operation;
use super::{Context, RequestError};
use crate::identity::Resolution;
use crate::reason::Code;
use crate::store;

/// `{"op":"store","store","parts":{NAME:VALUE}}`. A value is text or a whole number.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoreRequest<'a> {
    #[serde(borrow)]
    store: Option<Text<'a>>,
    #[serde(borrow)]
    parts: Option<BTreeMap<Text<'a>, Option<Port<'a>>>>,
}

impl<'de> Operation<'de> for StoreRequest<'de> {
    fn answer(self, context: &Context) -> Result<Response<'de>, RequestError> {
        let name = text(&self.store).ok_or_else(|| RequestError::of_field(Code::MissingField, "store"))?;
        let given = self.parts.iter().flatten();
        let parts: Vec<_> = given
            .filter_map(|(key, value)| Some((key.as_str(), value.as_ref()?.0.as_ref())))
            .collect();
        let resolution = context.resolved(store(name, &parts)?);
        Ok(Response::Identity(IdentityAnswer { resolution }))
    }
}

/// The identity of what these parts name in a store, for doors that have both as texts.
///
/// # Errors
///
/// The store, or the part that it does not have or that stands twice.
pub(crate) fn store(name: &str, parts: &[(&str, &str)]) -> Result<Resolution, RequestError> {
    let store = store::find(name)
        .ok_or_else(|| RequestError::invalid("store", "not a store of the naming specification"))?;
    for (at, (key, _)) in parts.iter().enumerate() {
        let part = store.part(key);
        let is_twice = || parts[..at].iter().any(|(other, _)| store.part(other) == part);
        let code = match part {
            None => Code::UnknownField,
            Some(_) if is_twice() => Code::DuplicateField,
            Some(_) => continue,
        };
        return Err(RequestError::of_field(code, format!("parts.{key}")));
    }
    Ok(store.resolve(parts))
}
