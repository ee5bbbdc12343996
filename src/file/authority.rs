//! Takes an authority apart, and keeps credentials out of what is left.

use std::borrow::Cow;
use std::ops::Range;

use super::Form;
use super::scan::{decode, places_of};
use crate::identity::NoIdentity;
use crate::reason::Code;

/// The parts of an authority as they were written, and the path behind it.
#[derive(Clone, Copy)]
pub(super) struct Authority<'a> {
    /// The authority as a whole.
    pub whole: &'a str,
    /// What stands before the last `@`: credentials, or a container of Azure.
    pub user: Option<&'a str>,
    /// Host and port, or a bucket.
    pub host: &'a str,
    /// What follows.
    pub path: &'a str,
}

/// Takes apart what follows `//`. `query` says whether a `?` may end the authority for good, `tail` whether
/// there is a `?` or `#` at all.
///
/// A password may hold `@`, `/`, `?` or `#`. The last `@` of the authority ends it. Where the authority ends in
/// something that is no port, it was cut off inside a password: a single `@` further on ends that one, more than
/// one make it a guess, which is not made.
///
/// Source: contract v3, "credentials are dropped"; issue 4, secrets.
pub(super) fn split(text: &str, form: Form, query: bool, tail: bool) -> Result<Authority<'_>, NoIdentity> {
    let end = authority_end(text, form, query, tail);
    let whole = &text[..end];
    if let Some(at) = user_end(whole) {
        // A `?` before the `@` belongs to a password, one behind it ends the host.
        let host_end = at.end + authority_end(&whole[at.end..], form, query, tail);
        let host = &text[at.end..host_end];
        return match !host.is_empty() && has_sound_port(host, form) {
            true => Ok(Authority {
                whole: &text[..host_end],
                user: Some(&text[..at.start]),
                host,
                path: &text[host_end..],
            }),
            false => Err(Code::InvalidAuthority.into()),
        };
    }
    let path = &text[end..];
    if has_sound_port(whole, form) {
        let (user, host) = (None, whole);
        return Ok(Authority {
            whole,
            user,
            host,
            path,
        });
    }
    let mut ats = memchr::memchr_iter(b'@', path.as_bytes());
    let (Some(at), None) = (ats.next(), ats.next()) else {
        return Err(Code::InvalidAuthority.into());
    };
    let at = end + at;
    let host_end = at + 1 + authority_end(&text[at + 1..], form, query, tail);
    let host = &text[at + 1..host_end];
    match has_sound_port(host, form) {
        true => Ok(Authority {
            whole: &text[..host_end],
            user: Some(&text[..at]),
            host,
            path: &text[host_end..],
        }),
        false => Err(Code::InvalidAuthority.into()),
    }
}

/// Where the authority ends: at a slash, at a `?` or `#` where that does not belong to a password.
fn authority_end(text: &str, form: Form, query: bool, tail: bool) -> usize {
    let slash = memchr::memchr(b'/', text.as_bytes()).unwrap_or(text.len());
    if !tail {
        return slash;
    }
    let segment = &text[..slash];
    match places_of(segment, |byte| byte == b'?' || byte == b'#').next() {
        Some(Range { start: at, .. })
            if !segment[at..].contains('@') || (query && has_sound_port(&segment[..at], form)) =>
        {
            at
        }
        _ => slash,
    }
}

/// The last `@`, escaped or not, with its place.
fn user_end(authority: &str) -> Option<Range<usize>> {
    match memchr::memchr(b'%', authority.as_bytes()) {
        Some(_) => places_of(authority, |byte| byte == b'@').last(),
        None => memchr::memrchr(b'@', authority.as_bytes()).map(|at| at..at + 1),
    }
}

/// Whether what follows a colon, if there is one, is a port or nothing, and stands behind a host.
fn has_sound_port(host: &str, form: Form) -> bool {
    let host = decode(host, form);
    match port(&host) {
        Some((name, port)) => !name.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()),
        None => true,
    }
}

/// Host and port of `host:port`, brackets respected; nothing where there is no colon.
fn port(host: &str) -> Option<(&str, &str)> {
    match host.strip_prefix('[') {
        None => host.split_once(':'),
        Some(inner) => {
            let close = inner.find(']')? + 2;
            match host[close..].strip_prefix(':') {
                Some(port) => Some((&host[..close], port)),
                // Text after the bracket is no port: let the check for digits refuse it.
                None if close < host.len() => Some((&host[..close], &host[close..])),
                None => None,
            }
        }
    }
}

/// Where the host ends and its port, with the colon, begins.
pub(super) fn host_end(host: &str) -> usize {
    port(host).map_or(host.len(), |(name, _)| name.len())
}

/// Host and port as the namespace has them: port 0 and an empty one are left out, leading zeros are none.
///
/// Source: contract v3, `[:port]`; Hop's code prints a port above 0.
pub(super) fn host_and_port(host: Cow<'_, str>) -> Cow<'_, str> {
    let Some((name, port)) = port(&host) else {
        return host;
    };
    let significant = port.trim_start_matches('0');
    if significant.is_empty() {
        let end = name.len();
        return sub(host, 0..end);
    }
    if significant.len() == port.len() {
        return host;
    }
    Cow::Owned(format!("{name}:{significant}"))
}

/// Container and account as the namespace has them. What follows a colon in the container's place is a secret.
///
/// Source: contract v3, the Azure exception; issue 3, "loses anything that looks like a secret".
pub(super) fn container_and_account<'a>(
    authority: &Authority<'a>,
    form: Form,
) -> Result<(Cow<'a, str>, bool), NoIdentity> {
    let account = host_and_port(decode(authority.host, form));
    let Some(user) = authority.user.filter(|user| !user.is_empty()) else {
        return Ok((account, false));
    };
    let secret = azure_secret(user)?;
    let container = decode(&user[..secret.unwrap_or(user.len())], form);
    let untouched = container.len() + account.len() + 1 == authority.whole.len();
    let place = match untouched {
        true => Cow::Borrowed(authority.whole),
        false => Cow::Owned(format!("{container}@{account}")),
    };
    Ok((place, secret.is_some()))
}

/// Where the secret begins in what stands before the account: at the first colon, if there is one.
pub(super) fn azure_secret(user: &str) -> Result<Option<usize>, NoIdentity> {
    let colon = places_of(user, |byte| byte == b':').next();
    match colon {
        // `c:p@ss@account` and `user:pw@c@account` look alike: which is the container is a guess.
        Some(_) if places_of(user, |byte| byte == b'@').next().is_some() => {
            Err(Code::InvalidAuthority.into())
        }
        colon => Ok(colon.map(|colon| colon.start)),
    }
}

/// Where the credentials end that stand at the start of a path, because the VFS took the authority for its
/// first folder: `user:password@`. A name with an `@` alone is a folder's name. A first folder with a colon and
/// an `@` in a later one may be a password with a slash in it, or not: that is a guess, which is not made.
///
/// Source: `DECISIONS`, credentials in the first segment.
pub(super) fn swallowed_credentials(path: &str) -> Result<Option<usize>, NoIdentity> {
    let (segment, later) = path.split_at(memchr::memchr(b'/', path.as_bytes()).unwrap_or(path.len()));
    let colon = |text: &str| places_of(text, |byte| byte == b':').next();
    if let Some(at) = user_end(segment) {
        return match colon(&segment[..at.start]) {
            Some(_) if at.end == segment.len() => Err(Code::InvalidAuthority.into()),
            found => Ok(found.map(|_| at.end)),
        };
    }
    let Some(colon) = colon(segment) else {
        return Ok(None);
    };
    let is_port = segment[colon.end..].bytes().all(|byte| byte.is_ascii_digit());
    match !is_port && places_of(later, |byte| byte == b'@').next().is_some() {
        true => Err(Code::InvalidAuthority.into()),
        false => Ok(None),
    }
}

/// A part of a text that may be borrowed.
fn sub(text: Cow<'_, str>, range: Range<usize>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[range]),
        Cow::Owned(mut text) => {
            text.truncate(range.end);
            text.drain(..range.start);
            Cow::Owned(text)
        }
    }
}
