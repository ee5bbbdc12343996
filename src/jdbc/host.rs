//! Hosts and ports as URLs write them.

use std::borrow::Cow;

use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::text::trim;

/// A host of a URL, as it is written there, and its port where one is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPort<'a> {
    /// The host: a name, or an address with or without brackets.
    pub host: Cow<'a, str>,
    /// The port. A few products write it as text (`II7`).
    pub port: Option<Cow<'a, str>>,
}

impl<'a> HostPort<'a> {
    /// This host without a port.
    pub(super) fn new(host: &'a str, port: Option<&'a str>) -> Self {
        HostPort {
            host: Cow::Borrowed(host),
            port: port.map(Cow::Borrowed),
        }
    }

    /// Whether the host holds nothing that only other parts of a URL hold. What a host may be is the matter of
    /// [`crate::relational`]; this keeps parameters out of what a URL is read into.
    pub(super) fn may_be_host(&self) -> bool {
        let foreign = |c: char| c.is_whitespace() || c.is_control() || "=@?;,&#\"'{}()/\\<>".contains(c);
        !self.host.contains(foreign) || self.host.eq_ignore_ascii_case("(local)")
    }

    /// Whether the port is a number, or absent.
    pub(super) fn has_number_for_port(&self) -> bool {
        let digits = |port: &str| {
            port.strip_prefix('-')
                .unwrap_or(port)
                .bytes()
                .all(|byte| byte.is_ascii_digit())
        };
        self.port.as_deref().is_none_or(digits)
    }

    /// Reads `host`, `host:port`, `[ipv6]:port` or a bare IPv6 address. A blank port is none.
    pub(super) fn read(text: &'a str) -> Self {
        let text = trim(text);
        let after_brackets = text.rfind(']').map_or(0, |end| end + 1);
        match text[after_brackets..].find(':').map(|at| at + after_brackets) {
            // More than one colon outside brackets: an address, which has no port.
            Some(at) if !text[at + 1..].contains(':') => {
                let port = trim(&text[at + 1..]);
                HostPort::new(&text[..at], Some(port).filter(|port| !port.is_empty()))
            }
            _ => HostPort::new(text, None),
        }
    }
}

/// Reads the hosts of an authority, its user info cut off. Empty places are left out; nothing but empty places is
/// no host.
pub(super) fn read_hosts<'a>(authority: &'a str, separator: &str) -> Vec<HostPort<'a>> {
    let hosts = after_user_info(authority).split(separator).map(HostPort::read);
    hosts.filter(|host| !host.host.is_empty()).collect()
}

/// An authority and what follows its `/`.
///
/// Source: `DECISIONS`, "never a guess": an `@` after the first `/` may belong to the database or may end a
/// password that holds a `/`; which, the text does not say.
pub(super) fn split_authority(text: &str) -> Result<(&str, Option<&str>), NoIdentity> {
    match text.split_once('/') {
        Some((_, path)) if path.contains('@') => Err(Code::AmbiguousUserInfo.into()),
        Some((authority, path)) => Ok((authority, Some(path))),
        None => Ok((text, None)),
    }
}

/// The authority without its user info. An `@` in a password does not end it.
pub(super) fn after_user_info(authority: &str) -> &str {
    authority.rsplit_once('@').map_or(authority, |(_, hosts)| hosts)
}

/// Gives a port also to the hosts without one before it, as drivers do that write one port at the end of a list.
pub(super) fn spread_ports(hosts: &mut [HostPort<'_>]) {
    let mut port = None;
    for host in hosts.iter_mut().rev() {
        match &host.port {
            Some(own) => port = Some(own.clone()),
            None => host.port.clone_from(&port),
        }
    }
}
