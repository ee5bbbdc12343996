//! The arguments of `events`, under the names of the page.
//!
//! Source: the page of `lineage_openlineage`, "Arguments".

use std::borrow::Cow;
use std::time::SystemTime;

use uuid::Uuid;

use super::DEFAULT_NAMESPACE;
use super::lineage::OneOrMany;
use super::time::{is_rfc3339, rfc3339_millis};
use crate::reason::Code;
use crate::request::{RequestError, Text};
use crate::run::is_uuid;
use crate::text::non_blank;

/// The arguments as given. What is absent has the default that the page names.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Options<'a> {
    /// The namespace of every dataset and of the job, in place of those captured.
    #[serde(borrow)]
    pub namespace: Option<Text<'a>>,
    /// The job's name; `extract_lineage` when absent.
    #[serde(borrow)]
    pub job_name: Option<Text<'a>>,
    /// The run's UUID; made when absent.
    #[serde(borrow)]
    pub run_id: Option<Text<'a>>,
    /// The time of the event, RFC 3339; now when absent.
    #[serde(borrow)]
    pub event_time: Option<Text<'a>>,
    /// Whether a single event is indented; true when absent.
    pub pretty: Option<bool>,
    /// The kinds of events: `run`, `job`, `dataset`; `run` when absent.
    #[serde(borrow)]
    pub events: Option<OneOrMany<Text<'a>>>,
    /// The state of the run; `COMPLETE` when absent.
    #[serde(borrow)]
    pub event_type: Option<Text<'a>>,
    /// The name of the one output, in place of its id.
    #[serde(borrow)]
    pub output_name: Option<Text<'a>>,
    /// The scheduled start, and the end where there is one, RFC 3339.
    #[serde(borrow)]
    pub nominal_time: Option<OneOrMany<Text<'a>>>,
    /// The run above this run.
    #[serde(borrow)]
    pub parent: Option<Parent<'a>>,
}

/// The run above the run.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Parent<'a> {
    /// Its UUID.
    #[serde(borrow)]
    pub run_id: Option<Text<'a>>,
    /// Its job's name.
    #[serde(borrow)]
    pub job_name: Option<Text<'a>>,
    /// Its job's namespace; `dplyneage` when absent.
    #[serde(borrow)]
    pub namespace: Option<Text<'a>>,
}

/// Which kinds of events are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Kinds {
    pub run: bool,
    pub job: bool,
    pub dataset: bool,
}

/// The states a run can report.
///
/// Source: the page, `event_type`; `RunEvent.eventType` of the core schema.
pub(super) const EVENT_TYPES: &[&str] = &["COMPLETE", "START", "RUNNING", "ABORT", "FAIL", "OTHER"];

/// The arguments, checked and filled up.
#[derive(Debug, Clone)]
pub(super) struct Checked<'o> {
    pub namespace: Option<&'o str>,
    pub job_name: &'o str,
    pub run_id: Cow<'o, str>,
    pub event_time: Cow<'o, str>,
    pub pretty: bool,
    pub kinds: Kinds,
    pub event_type: &'static str,
    pub output_name: Option<&'o str>,
    pub nominal_time: Option<(&'o str, Option<&'o str>)>,
    pub parent: Option<CheckedParent<'o>>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct CheckedParent<'o> {
    pub run_id: &'o str,
    pub job_name: &'o str,
    pub namespace: &'o str,
}

impl Options<'_> {
    /// The arguments, checked.
    ///
    /// # Errors
    ///
    /// The argument that is not as the page says, and what is allowed.
    pub(super) fn check(&self) -> Result<Checked<'_>, RequestError> {
        Ok(Checked {
            namespace: named("namespace", &self.namespace)?,
            job_name: named("job_name", &self.job_name)?.unwrap_or("extract_lineage"),
            run_id: self.run_id()?,
            event_time: self.event_time()?,
            pretty: self.pretty.unwrap_or(true),
            kinds: self.kinds()?,
            event_type: self.event_type()?,
            output_name: named("output_name", &self.output_name)?,
            nominal_time: self.nominal_time()?,
            parent: self.parent.as_ref().map(Parent::check).transpose()?,
        })
    }

    /// A generated id is a UUIDv7: ordered by time, as the specification recommends.
    fn run_id(&self) -> Result<Cow<'_, str>, RequestError> {
        match &self.run_id {
            None => Ok(Cow::Owned(Uuid::now_v7().to_string())),
            Some(id) if is_uuid(id.as_str()) => Ok(Cow::Borrowed(id.as_str())),
            Some(_) => Err(RequestError::invalid(
                "run_id",
                "allowed is a UUID of 36 characters",
            )),
        }
    }

    fn event_time(&self) -> Result<Cow<'_, str>, RequestError> {
        match &self.event_time {
            None => Ok(Cow::Owned(rfc3339_millis(SystemTime::now()))),
            Some(time) => Ok(Cow::Borrowed(timestamp("event_time", time.as_str())?)),
        }
    }

    fn kinds(&self) -> Result<Kinds, RequestError> {
        let error = || RequestError::invalid("events", "allowed is any combination of: run, job, dataset");
        let Some(OneOrMany(names)) = &self.events else {
            return Ok(Kinds {
                run: true,
                ..Kinds::default()
            });
        };
        let mut kinds = Kinds::default();
        for name in names {
            match name.as_str() {
                "run" => kinds.run = true,
                "job" => kinds.job = true,
                "dataset" => kinds.dataset = true,
                _ => return Err(error()),
            }
        }
        if kinds == Kinds::default() {
            Err(error())
        } else {
            Ok(kinds)
        }
    }

    fn event_type(&self) -> Result<&'static str, RequestError> {
        let given = self.event_type.as_ref().map_or("COMPLETE", Text::as_str);
        let found = EVENT_TYPES.iter().find(|allowed| **allowed == given);
        found.copied().ok_or_else(|| {
            RequestError::invalid("event_type", format!("allowed are: {}", EVENT_TYPES.join(", ")))
        })
    }

    fn nominal_time(&self) -> Result<Option<(&str, Option<&str>)>, RequestError> {
        let check = |time| timestamp("nominal_time", time);
        match self.nominal_time.as_ref().map(|times| times.0.as_slice()) {
            None => Ok(None),
            Some([start]) => Ok(Some((check(start.as_str())?, None))),
            Some([start, end]) => Ok(Some((check(start.as_str())?, Some(check(end.as_str())?)))),
            Some(_) => Err(RequestError::invalid(
                "nominal_time",
                "allowed are one or two timestamps",
            )),
        }
    }
}

impl Parent<'_> {
    fn check(&self) -> Result<CheckedParent<'_>, RequestError> {
        let text = |text: &'_ Option<Text<'_>>| non_blank(text.as_ref().map(Text::as_str)).is_some();
        if !text(&self.run_id) || !text(&self.job_name) {
            let message = "a parent has a run_id and a job_name";
            return Err(RequestError {
                message: message.into(),
                ..RequestError::of_field(Code::MissingField, "parent")
            });
        }
        let run_id = self.run_id.as_ref().map_or("", Text::as_str);
        if !is_uuid(run_id) {
            return Err(RequestError::invalid(
                "parent",
                "the run_id is a UUID of 36 characters",
            ));
        }
        Ok(CheckedParent {
            run_id,
            job_name: self.job_name.as_ref().map_or("", Text::as_str),
            namespace: self
                .namespace
                .as_ref()
                .map(Text::as_str)
                .filter(|namespace| !namespace.trim().is_empty())
                .unwrap_or(DEFAULT_NAMESPACE),
        })
    }
}

/// A name as it is given. Backends refuse blank ones.
fn named<'o>(argument: &'static str, name: &'o Option<Text<'_>>) -> Result<Option<&'o str>, RequestError> {
    match name.as_ref().map(Text::as_str) {
        Some(name) if non_blank(Some(name)).is_none() => {
            Err(RequestError::invalid(argument, "a blank name is not allowed"))
        }
        name => Ok(name),
    }
}

/// A timestamp as it is given.
fn timestamp<'o>(argument: &'static str, time: &'o str) -> Result<&'o str, RequestError> {
    if is_rfc3339(time) {
        Ok(time)
    } else {
        Err(RequestError::invalid(
            argument,
            "allowed are RFC 3339 timestamps with Z or an offset, as 2026-01-01T00:00:00.000Z",
        ))
    }
}
