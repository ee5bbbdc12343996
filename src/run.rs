//! Which run is this? The run id and the parent run facet.

use std::borrow::Cow;

use md5::{Digest, Md5};
use serde::Serialize;
use uuid::{Builder, Uuid};

use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::settings::DEFAULT_JOB_NAMESPACE;

/// The producer that Hop's sink names when none is configured.
///
/// Source: `OpenLineageSinkConfig`, the default of `HOP_LINEAGE_OPENLINEAGE_PRODUCER`.
pub const HOP_PRODUCER: &str = "https://github.com/apache/hop/tree/main/plugins/tech/openlineage";

/// The schema of [`ParentRunFacet`].
pub const PARENT_SCHEMA_URL: &str = crate::event::facet::Facet::Parent.schema_url();

/// A run id, and whether it had to be derived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunId<'a> {
    /// A UUID of 36 characters.
    pub run_id: Cow<'a, str>,
    /// Whether the id is a name-based UUID, made here because the log channel id is none.
    pub derived: bool,
}

/// The id of the run with this log channel, else of the job with this name.
///
/// A log channel id that is a UUID (all 36 characters of one) is answered verbatim. Other text becomes the
/// name-based UUID of `hop:` and the text. Without a log channel id the job name takes its place, which makes
/// the fallback deterministic.
///
/// Source: contract v3, "Run identity"; `OpenLineageEventMapper` for the name-based form.
///
/// # Errors
///
/// [`Code::NoRunId`] when there is neither.
///
/// ```
/// use lineage_identity::run::run_id;
/// let id = run_id(Some("0192f0aa-1b2c-7d3e-8f40-5a6b7c8d9e0f"), None)?;
/// assert_eq!((id.run_id.as_ref(), id.derived), ("0192f0aa-1b2c-7d3e-8f40-5a6b7c8d9e0f", false));
/// assert_eq!(run_id(Some("job-unknown"), None)?.run_id, "eaa5221e-b392-35d1-8b30-a960753aeaaf");
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
pub fn run_id<'a>(log_channel_id: Option<&'a str>, job_name: Option<&str>) -> Result<RunId<'a>, NoIdentity> {
    match (present(log_channel_id), present(job_name)) {
        (Some(id), _) if is_uuid(id) => Ok(RunId {
            run_id: Cow::Borrowed(id),
            derived: false,
        }),
        (Some(text), _) | (None, Some(text)) => Ok(RunId {
            run_id: Cow::Owned(name_based(text)),
            derived: true,
        }),
        (None, None) => Err(Code::NoRunId.into()),
    }
}

/// Text that is not empty. Blanks count as text, as in Hop.
fn present(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty())
}

/// Whether the text is the 36 characters of a UUID, in any letter case.
#[must_use]
pub fn is_uuid(text: &str) -> bool {
    text.len() == 36 && Uuid::try_parse(text).is_ok()
}

/// The UUID that Java's `nameUUIDFromBytes` makes of `hop:` and the text: plain MD5, version 3.
fn name_based(text: &str) -> String {
    let digest = Md5::new().chain_update("hop:").chain_update(text).finalize();
    Builder::from_md5_bytes(digest.into()).into_uuid().to_string()
}

/// The facet by which a child run names the Hop run above it.
///
/// Source: contract v3, "Run identity"; the specification's `ParentRunFacet` 1-2-0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ParentRunFacet<'a> {
    /// Who made the facet.
    #[serde(rename = "_producer")]
    pub producer: Cow<'a, str>,
    /// Which schema the facet follows.
    #[serde(rename = "_schemaURL")]
    pub schema_url: &'static str,
    /// The parent run.
    pub run: ParentRun<'a>,
    /// The parent job.
    pub job: ParentJob<'a>,
}

/// The run in a [`ParentRunFacet`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ParentRun<'a> {
    /// The parent's run id.
    #[serde(rename = "runId")]
    pub run_id: Cow<'a, str>,
}

/// The job in a [`ParentRunFacet`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ParentJob<'a> {
    /// The parent's job namespace.
    pub namespace: Cow<'a, str>,
    /// The parent's job name.
    pub name: Cow<'a, str>,
}

impl<'a> ParentRunFacet<'a> {
    /// The facet of this producer for children of this run.
    #[must_use]
    pub fn new(
        producer: impl Into<Cow<'a, str>>,
        run_id: impl Into<Cow<'a, str>>,
        job_namespace: impl Into<Cow<'a, str>>,
        job_name: impl Into<Cow<'a, str>>,
    ) -> Self {
        ParentRunFacet {
            producer: producer.into(),
            schema_url: PARENT_SCHEMA_URL,
            run: ParentRun {
                run_id: run_id.into(),
            },
            job: ParentJob {
                namespace: job_namespace.into(),
                name: job_name.into(),
            },
        }
    }

    /// The facet for children of this run of the Hop workflow or pipeline `job_name`. A blank job namespace
    /// is Hop's default; without a job name there is no facet.
    ///
    /// ```
    /// use lineage_identity::run::{ParentRunFacet, run_id};
    /// let id = run_id(Some("0192f0aa-1b2c-7d3e-8f40-5a6b7c8d9e0f"), None)?;
    /// let facet = ParentRunFacet::of_hop(id.run_id, None, Some("nightly")).unwrap();
    /// assert_eq!((facet.job.namespace.as_ref(), facet.job.name.as_ref()), ("hop", "nightly"));
    /// # Ok::<(), lineage_identity::NoIdentity>(())
    /// ```
    #[must_use]
    pub fn of_hop(
        run_id: Cow<'a, str>,
        job_namespace: Option<&'a str>,
        job_name: Option<&'a str>,
    ) -> Option<Self> {
        let namespace = crate::text::non_blank(job_namespace).unwrap_or(DEFAULT_JOB_NAMESPACE);
        Some(Self::new(HOP_PRODUCER, run_id, namespace, present(job_name)?))
    }
}

impl ParentRunFacet<'_> {
    /// The same facet, free of what it borrowed.
    #[must_use]
    pub fn into_owned<'b>(self) -> ParentRunFacet<'b> {
        fn owned<'b>(text: Cow<'_, str>) -> Cow<'b, str> {
            Cow::Owned(text.into_owned())
        }
        ParentRunFacet {
            producer: owned(self.producer),
            schema_url: self.schema_url,
            run: ParentRun {
                run_id: owned(self.run.run_id),
            },
            job: ParentJob {
                namespace: owned(self.job.namespace),
                name: owned(self.job.name),
            },
        }
    }
}
