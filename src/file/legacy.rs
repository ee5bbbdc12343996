//! Naming as Hop did before the contract: job namespace and last path segment.

use std::borrow::Cow;

use super::read::{Reader, named};
use super::rule::Rule;
use super::{FileName, Form};
use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::settings::DEFAULT_JOB_NAMESPACE;
use crate::text::{has_variable, non_blank, trim};

/// The name of a location without any text.
const BLANK: &str = "dataset";

/// The legacy name of a location.
///
/// Cut at the first `?`, then the last segment, undecoded. Credentials are cut out before, a secret tail behind
/// a `#` after. A slash at the end is ignored; without a segment the name is the URI without credentials.
///
/// Source: contract v3, "Legacy mode"; `DECISIONS`, legacy name.
pub(super) fn read<'a>(reader: &mut Reader<'_, 'a>, text: &'a str) -> Result<FileName<'a>, NoIdentity> {
    reader.rules.add(Rule::LegacyName);
    let namespace = non_blank(reader.options.job_namespace).unwrap_or(DEFAULT_JOB_NAMESPACE);
    let name = segment(reader, text)?;
    match has_variable(&name) {
        true => Err(Code::UnresolvedVariable.into()),
        false => Ok(named(namespace, Cow::Borrowed(""), name)),
    }
}

fn segment<'a>(reader: &mut Reader<'_, 'a>, text: &'a str) -> Result<Cow<'a, str>, NoIdentity> {
    let text = if reader.options.form == Form::Vfs {
        trim(text)
    } else {
        text
    };
    let safe = super::source::without_credentials(text, reader.options.form, reader.marks)?;
    let text = match safe {
        Cow::Borrowed(text) => text,
        // Whatever had to be cut out is no hot path: the last segment of the new text, owned.
        Cow::Owned(text) => {
            let name = last_segment(reader.without_secret(&text)).to_owned();
            return Ok(Cow::Owned(name));
        }
    };
    Ok(Cow::Borrowed(last_segment(reader.without_secret(text))))
}

fn last_segment(text: &str) -> &str {
    let text = text.split('?').next().unwrap_or(text);
    if trim(text).is_empty() {
        return BLANK;
    }
    let segment = text.trim_end_matches('/').rsplit('/').next().unwrap_or(text);
    match segment {
        "" => text,
        // Nothing but a scheme and slashes.
        _ if segment.ends_with(':') && segment.len() < text.len() => text,
        _ => segment,
    }
}
