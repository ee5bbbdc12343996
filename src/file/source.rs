//! The location itself, fit to be shown: without credentials, percent-encoded where a URI must be.

use std::borrow::Cow;
use std::ops::Range;

use serde::Serialize;

use super::authority::{Authority, azure_secret, split, swallowed_credentials};
use super::read::{has_drive, is_drive_path, split_scheme};
use super::scan::{Marks, escape};
use super::scheme::{self, Kind, Scheme};
use super::{FileOptions, Form, secret};
use crate::identity::NoIdentity;
use crate::text::trim;

/// What the `dataSource` dataset facet says of a file: its legacy name, and its URI without credentials.
///
/// Source: contract v3, "Legacy mode"; Hop's sink for the name; the specification's DatasourceDatasetFacet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DataSource {
    /// The name that legacy naming gives.
    pub name: String,
    /// The location, where it is absolute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
}

/// The facet of a location, in whatever mode the dataset is named.
///
/// # Errors
///
/// The reason why nothing can be said for certain, such as an authority that hides where its password ends.
pub(super) fn data_source(text: &str, options: &FileOptions<'_>) -> Result<DataSource, NoIdentity> {
    let legacy = FileOptions {
        naming: super::Naming::Legacy,
        ..*options
    };
    let name = super::read(text, &legacy)?.name.into_owned();
    let text = if options.form == Form::Vfs {
        trim(text)
    } else {
        text
    };
    let safe = without_credentials(text, options.form, Marks::of(text))?;
    let uri = uri(&safe, options.form);
    Ok(DataSource { name, uri })
}

/// The text without credentials. A location that hides where they end has none.
pub(super) fn without_credentials(text: &str, form: Form, marks: Marks) -> Result<Cow<'_, str>, NoIdentity> {
    match credentials(text, form, marks)? {
        Some(range) if !range.is_empty() => {
            Ok(Cow::Owned([&text[..range.start], &text[range.end..]].concat()))
        }
        _ => Ok(Cow::Borrowed(text)),
    }
}

/// Where the credentials stand, in a layered location those of the physical file.
fn credentials(text: &str, form: Form, marks: Marks) -> Result<Option<Range<usize>>, NoIdentity> {
    let mut rest = text;
    let (name, kind, rest, query) = loop {
        let Some((name, inner)) = split_scheme(rest) else {
            return match is_drive_path(rest) || rest.starts_with(['/', '\\']) {
                true => Ok(None),
                // Such as `user:password@host`.
                false => Ok(swallowed_credentials(text)?.map(|end| 0..end)),
            };
        };
        let known = scheme::known(name);
        match known.map(|scheme| scheme.kind) {
            Some(Kind::Archive | Kind::Compressed) => rest = inner,
            // Such as `jdbc:` before a URL: what follows may hold credentials all the same.
            None if !inner.starts_with('/') => rest = inner,
            kind => {
                break (
                    name,
                    kind,
                    inner,
                    known.is_some_and(|scheme| scheme.query && form == Form::Vfs),
                );
            }
        }
    };
    let offset = |part: &str| text.len() - part.len();
    let swallowed = |path: &str| {
        let inner = path.trim_start_matches('/');
        let end = swallowed_credentials(inner)?;
        Ok(end.map(|end| offset(inner)..offset(inner) + end))
    };
    let authority = |after| split(after, form, query, marks.tail());
    match (kind, rest.strip_prefix("//")) {
        (Some(Kind::Resource), _) => Ok(None),
        (Some(Kind::Bucket), _) => {
            let inner = rest.trim_start_matches('/');
            Ok(user_range(&authority(inner)?, offset(inner)))
        }
        (Some(Kind::Rooted), _) => swallowed(rest),
        (Some(Kind::Null), Some(after)) if after.contains(":/") && name == "null" => {
            swallowed(after.split_once(":/").map_or("", |(_, path)| path))
        }
        (Some(Kind::Local), Some(after)) if !is_drive_path(after) => {
            Ok(user_range(&authority(after)?, offset(after)))
        }
        (Some(Kind::Local), _) => Ok(None),
        (Some(Kind::Azure), Some(after)) if !after.starts_with('/') => {
            let authority = authority(after)?;
            let user = authority.user.unwrap_or_default();
            Ok(azure_secret(user)?.map(|colon| offset(after) + colon..offset(after) + user.len()))
        }
        (_, Some(after)) if !after.starts_with('/') => Ok(user_range(&authority(after)?, offset(after))),
        _ => swallowed(rest),
    }
}

/// The user info of an authority, its `@` included.
fn user_range(authority: &Authority<'_>, offset: usize) -> Option<Range<usize>> {
    authority
        .user
        .map(|_| offset..offset + authority.whole.len() - authority.host.len())
}

/// The text, free of credentials, as a URI; nothing for a relative path.
fn uri(text: &str, form: Form) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 8);
    if is_drive_path(text) || text.starts_with(r"\\") {
        let slashes = if has_drive(text) { "file:///" } else { "file://" };
        out.push_str(slashes);
        push_parts(&mut out, &text.replace('\\', "/"), form, &scheme::OTHER, false);
        return Some(out);
    }
    if form == Form::Path && text.starts_with('/') {
        out.push_str("file://");
        push_parts(&mut out, text, form, &scheme::OTHER, false);
        return Some(out);
    }
    let mut rest = text;
    let (mut scheme, mut layered) = (&scheme::OTHER, false);
    loop {
        let Some((name, inner)) = split_scheme(rest) else {
            push_parts(&mut out, rest, form, scheme, layered);
            return layered.then_some(out);
        };
        let known = scheme::known(name);
        match known {
            Some(found) => scheme = found,
            None if is_uri_scheme(name) => {}
            None if !inner.starts_with('/') => return None,
            None => {
                out.push_str("null://");
                encode(&mut out, name, form, scheme, false);
                out.push(':');
                push_parts(&mut out, inner.trim_start_matches("//"), form, scheme, layered);
                return Some(out);
            }
        }
        out.push_str(name);
        out.push(':');
        rest = inner;
        match scheme.kind {
            Kind::Archive | Kind::Compressed => layered = true,
            _ => break,
        }
    }
    if let Some(after) = rest.strip_prefix("//") {
        let end = after.find(['/', '?', '#']).unwrap_or(after.len());
        out.push_str("//");
        encode(&mut out, &after[..end], form, scheme, true);
        rest = &after[end..];
    }
    push_parts(&mut out, rest, form, scheme, layered);
    Some(out)
}

/// Adds a path, in a layered location each part for itself, without the tails that carry secrets.
fn push_parts(out: &mut String, path: &str, form: Form, scheme: &Scheme, layered: bool) {
    let parts = if layered {
        path.split("!/").collect()
    } else {
        vec![path]
    };
    for (at, part) in parts.into_iter().enumerate() {
        if at > 0 {
            out.push_str("!/");
        }
        let end = secret::tail(part).unwrap_or(part.len());
        encode(out, &part[..end], form, scheme, false);
    }
}

/// Percent-encodes what may not stand in a URI as it is. In `vfs` form escapes stay, in `path` form there are none.
///
/// Source: RFC 3986, 2.2 and 2.3.
fn encode(out: &mut String, text: &str, form: Form, scheme: &Scheme, authority: bool) {
    let (query, fragment) = match form {
        Form::Vfs => (scheme.query, scheme.fragment),
        Form::Path => (false, false),
    };
    let mut behind_hash = false;
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        let plain = match byte {
            b'%' => form == Form::Vfs && escape(&text.as_bytes()[at..]).is_some(),
            b'?' => query,
            b'#' => fragment && !std::mem::replace(&mut behind_hash, true),
            b'[' | b']' => authority,
            _ => byte.is_ascii_alphanumeric() || b"-._~:/@!$&'()*+,;=".contains(&byte),
        };
        if plain {
            out.push(char::from(byte));
        } else {
            push_escape(out, byte);
        }
    }
}

/// Adds the escape of one byte.
pub(crate) fn push_escape(out: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    for digit in [byte >> 4, byte & 15] {
        out.push(char::from(DIGITS[usize::from(digit)]));
    }
}

/// Source: RFC 3986, 3.1.
pub(crate) fn is_uri_scheme(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}
