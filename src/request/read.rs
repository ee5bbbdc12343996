//! Reads a request: finds its operation, then reads the fields into the operation's own type.

use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, MapDeserializer};
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use serde_json::value::RawValue;

use super::answer::Response;
use super::field::Text;
use super::{
    Context, RequestError, accumulate, events, file, hop_event, jdbc, relational, run, settings, sql, store,
    validate,
};
use crate::reason::Code;

/// An operation: its fields, and how it answers.
///
/// The type of an operation carries every field of its request but `op`, and refuses others.
pub(super) trait Operation<'de>: Deserialize<'de> {
    /// The answer, or what is wrong with the fields.
    fn answer(self, context: &Context) -> Result<Response<'de>, RequestError>;
}

/// The one list of operations: calls `$then` for the type of the operation `$op`.
macro_rules! operations {
    ($op:expr, $then:ident($($argument:expr),*), $unknown:expr) => {
        match $op {
            "file" => $then::<file::FileRequest<'de>, _>($($argument),*),
            "accumulate" => $then::<accumulate::AccumulateRequest<'de>, _>($($argument),*),
            "location" => $then::<file::LocationRequest<'de>, _>($($argument),*),
            "events" => $then::<events::EventsRequest<'de>, _>($($argument),*),
            "hop_event" => $then::<hop_event::HopEventRequest<'de>, _>($($argument),*),
            "jdbc" => $then::<jdbc::JdbcRequest<'de>, _>($($argument),*),
            "relational" => $then::<relational::RelationalRequest<'de>, _>($($argument),*),
            "table_name" => $then::<relational::TableNameRequest<'de>, _>($($argument),*),
            "store" => $then::<store::StoreRequest<'de>, _>($($argument),*),
            "run" => $then::<run::RunRequest<'de>, _>($($argument),*),
            "settings" => $then::<settings::SettingsRequest<'de>, _>($($argument),*),
            "sql" => $then::<sql::SqlRequest<'de>, _>($($argument),*),
            "sql_datasets" => $then::<sql::SqlDatasetsRequest<'de>, _>($($argument),*),
            "validate" => $then::<validate::ValidateRequest<'de>, _>($($argument),*),
            _ => $unknown,
        }
    };
}

type Answer<'de> = Result<Response<'de>, RequestError>;

/// Answers a request; what is wrong with it is an answer too.
pub(super) fn answer<'de>(request: &'de str, context: &Context) -> Response<'de> {
    match read(request, context) {
        Ok(Some(answer)) => answer,
        Ok(None) => read_out_of_order(request, context),
        // Only a request that was not understood pays for a second reading, which finds out why.
        Err(_) => Err(explain(request)),
    }
    .unwrap_or_else(|error| Response::Error { error })
}

/// Reads and answers a request in one pass; nothing when its first key is not `op`.
fn read<'de>(request: &'de str, context: &Context) -> serde_json::Result<Option<Answer<'de>>> {
    let mut json = serde_json::Deserializer::from_str(request);
    let answer = json.deserialize_map(RequestVisitor { context })?;
    json.end()?;
    Ok(answer)
}

struct RequestVisitor<'c> {
    context: &'c Context<'c>,
}

impl<'de> Visitor<'de> for RequestVisitor<'_> {
    type Value = Option<Answer<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        match map.next_key::<Text<'de>>()? {
            Some(key) if key.as_str() == "op" => {
                let op = map.next_value::<Text<'de>>()?;
                let fields = MapAccessDeserializer::new(map);
                operations!(
                    op.as_str(),
                    fields_to_answer(fields, self.context),
                    Err(A::Error::custom("op"))
                )
            }
            Some(_) => {
                map.next_value::<IgnoredAny>()?;
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(None)
            }
            None => Ok(None),
        }
    }
}

fn fields_to_answer<'de, T: Operation<'de>, D: Deserializer<'de>>(
    fields: D,
    context: &Context,
) -> Result<Option<Answer<'de>>, D::Error> {
    Ok(Some(T::deserialize(fields)?.answer(context)))
}

/// Reads a request whose first key is not `op`: takes it apart, finds `op`, reads the other fields.
fn read_out_of_order<'de>(request: &'de str, context: &Context) -> Answer<'de> {
    let (op, fields) = take_apart(request)?;
    let answer = operations!(
        op.as_str(),
        fields_to_answer(fields.deserializer(), context),
        Ok(None)
    );
    answer.ok().flatten().unwrap_or_else(|| Err(explain(request)))
}

/// The fields of a request, not read yet. One that stands twice is here twice.
#[derive(Default)]
struct Fields<'a>(Vec<(Text<'a>, &'a RawValue)>);

impl<'a> Fields<'a> {
    fn deserializer(&self) -> impl Deserializer<'a, Error = serde_json::Error> {
        MapDeserializer::new(self.0.iter().map(|(key, value)| (key.clone(), *value)))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;
        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a request")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                let mut fields = Fields::default();
                while let Some(field) = map.next_entry()? {
                    fields.0.push(field);
                }
                Ok(fields)
            }
        }
        deserializer.deserialize_map(FieldsVisitor)
    }
}

/// Takes a request apart into its operation and the other fields.
fn take_apart(request: &str) -> Result<(Text<'_>, Fields<'_>), RequestError> {
    if let Err(error) = serde_json::from_str::<IgnoredAny>(request) {
        return Err(RequestError::at(
            Code::InvalidJson,
            offset(request, error.line(), error.column()),
        ));
    }
    let no_object = |_| RequestError {
        message: "a request is one JSON object".into(),
        ..RequestError::at(Code::InvalidJson, 0)
    };
    let Fields(mut fields) = serde_json::from_str(request).map_err(no_object)?;
    let Some(at) = fields.iter().position(|(key, _)| key.as_str() == "op") else {
        return Err(RequestError::of_field(Code::MissingField, "op"));
    };
    let op = match serde_json::from_str(fields.remove(at).1.get()) {
        Ok(Some(op)) => op,
        Ok(None) => return Err(RequestError::of_field(Code::MissingField, "op")),
        Err(_) => return Err(RequestError::of_field(Code::InvalidField, "op")),
    };
    match fields.iter().any(|(key, _)| key.as_str() == "op") {
        true => Err(RequestError::of_field(Code::DuplicateField, "op")),
        false => Ok((op, Fields(fields))),
    }
}

/// Why a request cannot be read.
fn explain<'de>(request: &'de str) -> RequestError {
    let (op, fields) = match take_apart(request) {
        Ok(parts) => parts,
        Err(error) => return error,
    };
    let unknown = RequestError::of_field(Code::UnknownOperation, "op");
    operations!(op.as_str(), explain_fields(fields.deserializer()), unknown)
}

/// Why these fields cannot be read as those of the operation: reads them and keeps track of the place.
pub(super) fn explain_fields<'de, T: Deserialize<'de>, D: Deserializer<'de>>(fields: D) -> RequestError {
    let Err(error) = serde_path_to_error::deserialize::<_, T>(fields) else {
        return RequestError::of(Code::InvalidJson);
    };
    let path = error.path().to_string();
    // serde says what is wrong only in words, and its words may hold values: take the kind, not the text.
    let text = error.inner().to_string();
    for (prefix, code) in [
        ("unknown field `", Code::UnknownField),
        ("missing field `", Code::MissingField),
        ("duplicate field `", Code::DuplicateField),
    ] {
        if let Some(name) = text.strip_prefix(prefix).and_then(|rest| rest.split('`').next()) {
            return RequestError::of_field(code, join(&path, name));
        }
    }
    RequestError::of_field(Code::InvalidField, path)
}

/// The path of the field `name`, where `path` is its parent's or already its own.
fn join(path: &str, name: &str) -> String {
    match path {
        "." => name.to_owned(),
        _ if path == name
            || path
                .strip_suffix(name)
                .is_some_and(|parent| parent.ends_with('.')) =>
        {
            path.to_owned()
        }
        _ => format!("{path}.{name}"),
    }
}

/// The byte at which serde_json stopped, from its line and column, which count from 1.
pub(crate) fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    (start + column.saturating_sub(1)).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::super::{Context, evaluate};

    fn error(request: &str) -> serde_json::Value {
        let answer: serde_json::Value =
            serde_json::from_str(&evaluate(request, &Context::default())).unwrap();
        answer["error"].clone()
    }

    #[track_caller]
    fn assert_field(request: &str, code: &str, field: &str) {
        let error = error(request);
        assert_eq!(
            (error["code"].as_str(), error["field"].as_str()),
            (Some(code), Some(field)),
            "{error}"
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_field("{}", "missing-field", "op");
        assert_field(r#"{"op":null}"#, "missing-field", "op");
        assert_field(r#"{"op":7}"#, "invalid-field", "op");
        assert_field(r#"{"op":"nope"}"#, "unknown-operation", "op");
        assert_field(
            r#"{"op":"file","op":"file","uri":"file:///x"}"#,
            "duplicate-field",
            "op",
        );
        assert_field(
            r#"{"op":"file","uri":"file:///x","typo":1}"#,
            "unknown-field",
            "typo",
        );
        assert_field(
            r#"{"typo":1,"op":"file","uri":"file:///x"}"#,
            "unknown-field",
            "typo",
        );
        assert_field(r#"{"op":"file","uri":7}"#, "invalid-field", "uri");
        assert_field(r#"{"op":"file"}"#, "missing-field", "uri");
        assert_field(r#"{"op":"file","uri":null}"#, "missing-field", "uri");
        assert_field(
            r#"{"op":"file","uri":"file:///x","uri":"file:///y"}"#,
            "duplicate-field",
            "uri",
        );
        assert_field(
            r#"{"op":"file","uri":"file:///x","naming":"other"}"#,
            "invalid-field",
            "naming",
        );
        assert_field(
            r#"{"op":"file","uri":"file:///x","contract":5}"#,
            "invalid-field",
            "contract",
        );
    }

    #[test]
    fn unreadable_json_has_an_offset() {
        let at = |request: &str| error(request)["offset"].as_u64();
        assert_eq!(at(r#"{"op":"file","uri":}"#), Some(19));
        assert_eq!(at("[1]"), Some(0));
        assert_eq!(at(""), Some(0));
        assert!(at(r#"{"op":"file"} x"#).is_some());
    }

    #[test]
    fn no_message_repeats_a_value() {
        for request in [
            r#"{"op":"file","uri":{"a":"s3cr3t"}}"#,
            r#"{"op":"s3cr3t"}"#,
            r#"{"op":"file","uri":"x:/y","contract":"s3cr3t"}"#,
            r#"{"op":"file","uri":"x:/y","naming":"s3cr3t"}"#,
        ] {
            assert!(
                !evaluate(request, &Context::default()).contains("s3cr3t"),
                "{request}"
            );
        }
    }
}
