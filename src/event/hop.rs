//! What Hop's OpenLineage sink sends, from what Hop tells it.
//!
//! Where Hop's own answer breaks the identity contract, ours follows the contract; `docs/deviations.md` has the list.
//!
//! Source: `hop-sink`; contract v3, "Run identity" and "File datasets".

use std::borrow::Cow;
use std::time::SystemTime;

use serde::Deserialize;

use super::facet::{JobTypeJobFacet, ParentRunFacet, SQLJobFacet};
use super::hop_dataset::{FileIo, RelationalIo, Side};
use super::time::{is_rfc3339, of_unix_millis, rfc3339_millis};
use super::write::{Job, JobFacets, Run, RunEvent, RunFacets};
use super::{Note, event_schema, safe};
use crate::config::Config;
use crate::contract::Contract;
use crate::file::Naming;
use crate::identity::NoIdentity;
use crate::reason::{Code, Warning};
use crate::request::{RequestError, Text};
use crate::run::{HOP_PRODUCER, run_id};
use crate::settings::DEFAULT_JOB_NAMESPACE;
use crate::text::{has_variable, non_blank};

/// What Hop tells its sinks of one event.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct HopEvent<'a> {
    /// Where it happened.
    #[serde(borrow)]
    pub context: HopContext<'a>,
    /// `STARTED`, `FINISHING`, `FINISHED` or `FAILED`: a change in the life of the run.
    #[serde(borrow)]
    pub lifecycle: Option<Text<'a>>,
    /// A file that was read or written.
    #[serde(borrow)]
    pub file: Option<FileIo<'a>>,
    /// Tables that were read or written.
    #[serde(borrow)]
    pub relational: Option<RelationalIo<'a>>,
    /// When it happened, in milliseconds since 1970; now when absent.
    pub timestamp_millis: Option<i64>,
    /// When it happened, RFC 3339, in place of `timestamp_millis`.
    #[serde(borrow)]
    pub event_time: Option<Text<'a>>,
    /// The job namespace; blank is `hop`.
    #[serde(borrow)]
    pub job_namespace: Option<Text<'a>>,
    /// The producer, an absolute URI; blank is Hop's.
    #[serde(borrow)]
    pub producer: Option<Text<'a>>,
}

/// Where something happened in Hop: the fields of its `LineageContext` that a sink reads.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct HopContext<'a> {
    /// `PIPELINE`, `WORKFLOW`, `TRANSFORM`, `ACTION`, `SERVER` or `OTHER`.
    #[serde(borrow)]
    pub subject_type: Option<Text<'a>>,
    /// The log channel id of the subject.
    #[serde(borrow)]
    pub log_channel_id: Option<Text<'a>>,
    /// The name of the pipeline.
    #[serde(borrow)]
    pub pipeline_name: Option<Text<'a>>,
    /// The name of the workflow.
    #[serde(borrow)]
    pub workflow_name: Option<Text<'a>>,
    /// The name of the transform.
    #[serde(borrow)]
    pub transform_name: Option<Text<'a>>,
    /// The name of the action.
    #[serde(borrow)]
    pub action_name: Option<Text<'a>>,
    /// The log channel id of the pipeline around the subject.
    #[serde(borrow)]
    pub pipeline_log_channel_id: Option<Text<'a>>,
    /// The log channel id of the workflow around the subject.
    #[serde(borrow)]
    pub workflow_log_channel_id: Option<Text<'a>>,
}

/// How datasets are named.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct HopOptions<'c> {
    /// How files are named.
    pub naming: Naming,
    /// The version of the contract.
    pub contract: Contract,
    /// What named connections stand for.
    pub config: Option<&'c Config>,
}

/// An event of Hop's sink, ready to be written.
#[derive(Debug)]
pub struct HopMessage {
    event_type: &'static str,
    event_time: String,
    run_id: String,
    job_namespace: String,
    job_name: String,
    is_transform: bool,
    parent: Option<(String, String)>,
    sql: Option<String>,
    inputs: Side,
    outputs: Side,
    producer: String,
    notes: Vec<Note>,
    warnings: Vec<Warning>,
}

/// Text that is not empty. Blanks count as text, as in Hop.
fn present<'t>(text: &'t Option<Text<'_>>) -> Option<&'t str> {
    text.as_ref().map(Text::as_str).filter(|text| !text.is_empty())
}

impl HopContext<'_> {
    fn is(&self, subject: &str) -> bool {
        self.subject_type
            .as_ref()
            .is_some_and(|given| given.as_str() == subject)
    }

    /// The name of the subject's job. A transform's and an action's begin with what they are part of, so that no
    /// job is its own parent.
    fn job_name(&self) -> Option<Cow<'_, str>> {
        let (pipeline, workflow) = (present(&self.pipeline_name), present(&self.workflow_name));
        let part = |whole: Option<&str>, part: &str| match whole {
            Some(whole) => Cow::Owned(format!("{whole}/{part}")),
            None => Cow::Owned(part.to_owned()),
        };
        if let Some(transform) = present(&self.transform_name).filter(|_| self.is("TRANSFORM")) {
            return Some(part(pipeline, transform));
        }
        if let Some(action) = present(&self.action_name).filter(|_| self.is("ACTION")) {
            return Some(part(workflow, action));
        }
        let rest = [
            pipeline,
            workflow,
            present(&self.transform_name),
            present(&self.action_name),
        ];
        rest.into_iter().flatten().next().map(Cow::Borrowed)
    }

    /// The run and job above the subject: run id, job name.
    fn parent(&self) -> Option<(String, String)> {
        let (channel, name) = match () {
            () if self.is("TRANSFORM") => (&self.pipeline_log_channel_id, &self.pipeline_name),
            () if self.is("ACTION") => (&self.workflow_log_channel_id, &self.workflow_name),
            () => return None,
        };
        let (channel, name) = (present(channel)?, present(name)?);
        Some((
            run_id(Some(channel), None).ok()?.run_id.into_owned(),
            name.to_owned(),
        ))
    }
}

impl HopEvent<'_> {
    /// The event that the sink sends; why it sends none.
    ///
    /// # Errors
    ///
    /// The field that is not as it must be.
    pub fn message(&self, options: &HopOptions<'_>) -> Result<Result<HopMessage, NoIdentity>, RequestError> {
        let job_namespace =
            non_blank(self.job_namespace.as_ref().map(Text::as_str)).unwrap_or(DEFAULT_JOB_NAMESPACE);
        let mut message = HopMessage {
            event_type: "OTHER",
            event_time: self.event_time()?,
            run_id: String::new(),
            job_namespace: safe::text(job_namespace).into_owned(),
            job_name: String::new(),
            is_transform: false,
            parent: None,
            sql: None,
            inputs: Side::default(),
            outputs: Side::default(),
            producer: self.producer()?,
            notes: Vec::new(),
            warnings: Vec::new(),
        };
        let given = [
            self.lifecycle.is_some(),
            self.file.is_some(),
            self.relational.is_some(),
        ];
        if given.iter().filter(|given| **given).count() != 1 {
            let text = "an event has one of: lifecycle, file, relational";
            return Err(RequestError {
                message: text.into(),
                ..RequestError::of(Code::InvalidField)
            });
        }
        if let Some(phase) = &self.lifecycle {
            match phase.as_str() {
                "STARTED" => message.event_type = "START",
                "FINISHED" => message.event_type = "COMPLETE",
                "FAILED" => message.event_type = "FAIL",
                "FINISHING" => return Ok(Err(Code::NoEvent.into())),
                _ => {
                    let allowed = "allowed are: STARTED, FINISHING, FINISHED, FAILED";
                    return Err(RequestError::invalid("lifecycle", allowed));
                }
            }
            message.is_transform = self.context.is("TRANSFORM");
        }
        if let Some(file) = &self.file {
            file.datasets(
                options,
                &message.job_namespace,
                (&mut message.inputs, &mut message.outputs),
                &mut message.notes,
            )?;
        }
        if let Some(relational) = &self.relational {
            relational.datasets(
                options,
                (&mut message.inputs, &mut message.outputs),
                &mut message.notes,
            )?;
            message.sql = relational
                .sql
                .as_ref()
                .map(Text::as_str)
                .filter(|sql| !sql.trim().is_empty())
                .map(str::to_owned);
        }
        let io = self.lifecycle.is_none();
        if io && message.inputs.datasets.is_empty() && message.outputs.datasets.is_empty() {
            let reason = message.notes.first().map_or(Code::NoEvent, |note| note.code);
            return Ok(Err(reason.into()));
        }
        for warning in message.inputs.warnings.iter().chain(&message.outputs.warnings) {
            if !message.warnings.contains(warning) {
                message.warnings.push(*warning);
            }
        }
        Ok(self.run_and_job(io, message))
    }

    /// Which run of which job it is: input and output belong to the pipeline around them, where there is one.
    fn run_and_job(&self, io: bool, mut message: HopMessage) -> Result<HopMessage, NoIdentity> {
        let context = &self.context;
        let pipeline = present(&context.pipeline_log_channel_id).filter(|_| io);
        let around = present(&context.pipeline_name).filter(|_| io);
        let name = around.map(Cow::Borrowed).or_else(|| context.job_name());
        let channel = pipeline.or(present(&context.log_channel_id));
        message.run_id = run_id(channel, name.as_deref())?.run_id.into_owned();
        message.job_name = safe::text(name.as_deref().unwrap_or("unknown")).into_owned();
        if around.is_none() {
            message.parent = context.parent();
        }
        match &message.parent {
            // Hop starts an action under its workflow's channel. The action's own is not known yet.
            Some((parent, _)) if *parent == message.run_id => Err(Code::OwnParent.into()),
            _ => Ok(message),
        }
    }

    fn event_time(&self) -> Result<String, RequestError> {
        match (&self.event_time, self.timestamp_millis) {
            (Some(time), _) if is_rfc3339(time.as_str()) => Ok(time.as_str().to_owned()),
            (Some(_), _) => Err(RequestError::invalid(
                "event_time",
                "allowed are RFC 3339 timestamps with Z or an offset",
            )),
            (None, Some(millis)) => of_unix_millis(millis)
                .ok_or_else(|| RequestError::invalid("timestamp_millis", "allowed are the years 0 to 9999")),
            (None, None) => Ok(rfc3339_millis(SystemTime::now())),
        }
    }

    /// The producer, which every facet names too: an absolute URI that a build filled in.
    ///
    /// Source: reported case `event-producer-placeholder`.
    fn producer(&self) -> Result<String, RequestError> {
        let producer = non_blank(self.producer.as_ref().map(Text::as_str)).unwrap_or(HOP_PRODUCER);
        let is_uri = safe::uri(producer).is_some_and(|uri| uri == producer);
        let placeholder = has_variable(producer) || producer.contains('$');
        match is_uri && !placeholder && safe::text(producer) == producer {
            true => Ok(producer.to_owned()),
            false => Err(RequestError::invalid(
                "producer",
                "allowed is an absolute URI without placeholders and credentials",
            )),
        }
    }
}

impl HopMessage {
    /// What was left out.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// What to be careful about with the identities.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The event as JSON, on one line or indented.
    #[must_use]
    pub fn to_json(&self, pretty: bool) -> String {
        struct Shown<'m>(&'m HopMessage, bool);
        impl std::fmt::Display for Shown<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                super::write::write_json(f, &self.0.event(), self.1)
            }
        }
        Shown(self, pretty).to_string()
    }

    fn event(&self) -> impl serde::Serialize + '_ {
        let producer = self.producer.as_str();
        let job_type = self
            .is_transform
            .then(|| JobTypeJobFacet::new(producer, "BATCH".into(), "HOP".into(), Some("TRANSFORM".into())));
        let sql = self
            .sql
            .as_deref()
            .map(|sql| SQLJobFacet::new(producer, Cow::Borrowed(sql), None));
        let facets = (job_type.is_some() || sql.is_some()).then_some(JobFacets { job_type, sql });
        let parent = self.parent.as_ref().map(|(run_id, name)| {
            ParentRunFacet::new(
                producer,
                run_id.as_str(),
                self.job_namespace.as_str(),
                safe::text(name),
            )
        });
        RunEvent {
            event_type: self.event_type,
            event_time: &self.event_time,
            run: Run {
                run_id: &self.run_id,
                facets: parent.map(|parent| RunFacets {
                    nominal_time: None,
                    parent: Some(parent),
                }),
            },
            job: Job {
                namespace: self.job_namespace.as_str().into(),
                name: self.job_name.as_str().into(),
                facets,
            },
            inputs: self
                .inputs
                .datasets
                .iter()
                .map(|dataset| dataset.shown(producer))
                .collect::<Vec<_>>(),
            outputs: self
                .outputs
                .datasets
                .iter()
                .map(|dataset| dataset.shown(producer))
                .collect::<Vec<_>>(),
            producer,
            schema_url: event_schema!("RunEvent"),
        }
    }
}
