//! The structured door: one JSON request in, one JSON response out. C, Java and the CLI share it.
//!
//! A request is read in one pass into the typed form of its operation, which borrows from the request's text.
//! Whatever cannot be understood is answered as `{"error":{"code","message","field"|"offset"}}`.

mod accumulate;
mod answer;
mod connection;
mod error;
mod events;
mod field;
mod file;
mod hop_event;
mod jdbc;
mod naming;
mod plain;
mod read;
mod relational;
mod run;
mod settings;
mod sql;
mod store;
mod validate;

use crate::config::Config;
use crate::event::Problem;
use crate::identity::{NoIdentity, Resolution};

pub use answer::Response;
pub use connection::ConnectionField;
pub use error::RequestError;
pub use events::{EventsText, events};
pub use field::{Port, Text};
pub(crate) use read::offset;
pub(crate) use store::store;

use answer::TextAnswer;

use crate::reason::{Code, Warning};

/// What an operation knows besides its request.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Context<'c> {
    /// The configuration, where there is one. A request that carries its own is answered by that.
    pub config: Option<&'c Config>,
    /// What checks events. The library itself has none, so that it need not carry the schemas; the command
    /// line has.
    pub validate: Option<fn(&str) -> Vec<Problem>>,
}

impl<'c> Context<'c> {
    /// A context with this configuration.
    #[must_use]
    pub fn with_config(config: &'c Config) -> Self {
        Context {
            config: Some(config),
            ..Context::default()
        }
    }

    /// The context with what checks events: `lineage_identity::validate::problems`.
    #[must_use]
    pub fn with_validate(self, validate: fn(&str) -> Vec<Problem>) -> Self {
        Context {
            validate: Some(validate),
            ..self
        }
    }

    /// The logical name of a namespace, where the configuration has one.
    fn resolve_namespace(&self, namespace: &mut String) {
        if let Some(resolved) = self.config.and_then(|config| config.resolve_namespace(namespace)) {
            *namespace = resolved;
        }
    }

    /// The answer of an operation that found a namespace alone, or why there is none.
    fn namespace(
        &self,
        (mut text, warnings): (Result<String, NoIdentity>, Vec<Warning>),
    ) -> Response<'static> {
        if let Ok(namespace) = &mut text {
            self.resolve_namespace(namespace);
        }
        Response::Text(TextAnswer {
            key: "namespace",
            text,
            warnings,
        })
    }

    /// The resolution with the logical name of its namespace.
    fn resolved(&self, mut resolution: Resolution) -> Resolution {
        if let Ok(identity) = &mut resolution.identity {
            self.resolve_namespace(&mut identity.namespace);
        }
        resolution
    }
}

/// Answers one request. The answer is always one JSON object on one line, without a line end.
///
/// ```
/// use lineage_identity::request::{Context, evaluate};
/// let answer = evaluate(r#"{"op":"settings"}"#, &Context::default());
/// assert_eq!(answer, r#"{"job_namespace":"hop","file_spec_naming":false}"#);
/// let answer = evaluate("[]", &Context::default());
/// assert!(answer.starts_with(r#"{"error":{"code":"invalid-json""#));
/// ```
#[must_use]
pub fn evaluate(request: &str, context: &Context<'_>) -> String {
    let mut answer = Vec::new();
    if plain::answer(request, context, &mut answer)
        && let Ok(answer) = String::from_utf8(answer)
    {
        return answer;
    }
    answer::to_json(read::answer(request, context))
}

/// The answer to what a door could not even read as a request: text that is no Unicode, no text at all.
///
/// ```
/// use lineage_identity::{Code, request::refuse};
/// assert!(refuse(Code::InvalidUnicode).starts_with(r#"{"error":{"code":"invalid-unicode""#));
/// ```
#[must_use]
pub fn refuse(code: Code) -> String {
    answer::to_json(Response::Error { error: code.into() })
}

/// Answers one request as [`evaluate`] does, written to the end of `answer`, and says whether there is an answer:
/// not so for one that carries a reason or an error. Bytes that are not UTF-8 are `invalid-unicode`.
///
/// ```
/// use lineage_identity::request::{Context, evaluate_into};
/// let mut answer = Vec::new();
/// assert!(evaluate_into(br#"{"op":"run","job_name":"a"}"#, &Context::default(), &mut answer));
/// assert!(!evaluate_into(b"\xff", &Context::default(), &mut answer));
/// assert!(answer.starts_with(br#"{"run_id":""#));
/// ```
pub fn evaluate_into(request: &[u8], context: &Context, answer: &mut Vec<u8>) -> bool {
    match str::from_utf8(request) {
        Ok(request) if plain::answer(request, context, answer) => true,
        Ok(request) => answer::write(read::answer(request, context), answer),
        Err(error) => {
            let error = RequestError::at(Code::InvalidUnicode, error.valid_up_to());
            answer::write(Response::Error { error }, answer)
        }
    }
}
