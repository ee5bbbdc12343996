//! Hosts and ports, as the fields of a connection hold them.

use std::net::Ipv6Addr;

use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::text::{has_variable, non_blank};

/// A host that may stand in a namespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Host<'a> {
    /// The host, without brackets.
    pub(super) text: &'a str,
    /// Whether it is an IPv6 address, which is written in brackets.
    pub(super) ipv6: bool,
}

impl<'a> Host<'a> {
    /// Reads a host: a name, an IPv4 address, or an IPv6 address with or without brackets. With `instance` one
    /// backslash may stand in it (`HOST\INSTANCE`).
    ///
    /// Source: `DECISIONS`, hosts: what holds a port, user info, a URL, JSON, quotes or blanks is no host.
    ///
    /// # Errors
    ///
    /// [`Code::NoHost`], [`Code::UnresolvedVariable`] or [`Code::InvalidHost`].
    pub(super) fn read(field: Option<&'a str>, instance: bool) -> Result<Host<'a>, NoIdentity> {
        let text = non_blank(field).ok_or(Code::NoHost)?;
        if has_variable(text) {
            return Err(Code::UnresolvedVariable.into());
        }
        let bracketed = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        if let Some(address) = bracketed.or_else(|| text.contains(':').then_some(text)) {
            return match is_ipv6(address) {
                true => Ok(Host {
                    text: address,
                    ipv6: true,
                }),
                false => Err(Code::InvalidHost.into()),
            };
        }
        let name = match text.split_once('\\') {
            Some((host, name)) if instance && is_name(name) => host,
            _ => text,
        };
        match is_name(name) {
            true => Ok(Host { text, ipv6: false }),
            false => Err(Code::InvalidHost.into()),
        }
    }

    /// Writes the host in lower case.
    ///
    /// Source: contract v3, "host … trimmed and lowercased".
    pub(super) fn write_to(self, out: &mut String) {
        if self.ipv6 {
            out.push('[');
        }
        push_lower(out, self.text);
        if self.ipv6 {
            out.push(']');
        }
    }
}

/// Writes a host field as it stands in a namespace.
///
/// # Errors
///
/// What [`Host::read`] refuses.
pub(crate) fn push_host(out: &mut String, host: &str) -> Result<(), NoIdentity> {
    Host::read(Some(host), false)?.write_to(out);
    Ok(())
}

/// Writes text in lower case.
pub(super) fn push_lower(out: &mut String, text: &str) {
    if text.is_ascii() {
        let start = out.len();
        out.push_str(text);
        out[start..].make_ascii_lowercase();
    } else {
        out.push_str(&text.to_lowercase());
    }
}

/// Whether the text is an IPv6 address, with or without a zone.
fn is_ipv6(text: &str) -> bool {
    let (address, zone) = match text.split_once('%') {
        Some((address, zone)) => (address, Some(zone)),
        None => (text, None),
    };
    address.parse::<Ipv6Addr>().is_ok() && zone.is_none_or(is_name)
}

/// Whether the text may be a host name: letters of any script, digits, `.`, `-`, `_`, at least one of the former.
pub(super) fn is_name(text: &str) -> bool {
    let allowed = |c: char| match c.is_ascii() {
        true => c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'),
        false => !c.is_whitespace() && !c.is_control(),
    };
    text.chars().all(allowed) && text.contains(|c: char| !matches!(c, '.' | '-' | '_'))
}

/// Reads a port field: blank, 0 and below are the default port.
///
/// Source: contract v3, "port"; `DECISIONS`, ports.
///
/// # Errors
///
/// [`Code::UnresolvedVariable`] for a variable, [`Code::InvalidPort`] for what is no number or above 65535.
pub(crate) fn read_port(field: Option<&str>, default: u16) -> Result<Option<u16>, NoIdentity> {
    let default = Some(default).filter(|port| *port > 0);
    let Some(text) = non_blank(field) else {
        return Ok(default);
    };
    if has_variable(text) {
        return Err(Code::UnresolvedVariable.into());
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Code::InvalidPort.into());
    }
    if negative || digits.bytes().all(|byte| byte == b'0') {
        return Ok(default);
    }
    let port = digits.parse().map_err(|_| Code::InvalidPort)?;
    Ok(Some(port))
}

/// The number of an Ingres installation, two letters and a digit: `II7` is 21071.
///
/// Source: `identifiers.json`, INGRES: `0x4000 | l1 << 9 | l2 << 3 | digit`, letters counted from A = 1.
pub(crate) fn symbolic_port(port: &str) -> Option<u16> {
    match port.as_bytes() {
        [a, b, digit @ b'0'..=b'7'] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
            let letter = |byte: &u8| u16::from(byte.to_ascii_uppercase() - b'A' + 1);
            Some(0x4000 | letter(a) << 9 | letter(b) << 3 | u16::from(digit - b'0'))
        }
        _ => None,
    }
}

/// Reads a default port: 0 and below are none.
///
/// # Errors
///
/// [`Code::InvalidPort`] above 65535.
pub(super) fn read_default_port(port: i64) -> Result<u16, NoIdentity> {
    u16::try_from(port.max(0)).map_err(|_| Code::InvalidPort.into())
}

/// `:{port}`, where there is one.
pub(super) fn push_port(out: &mut String, port: Option<u16>) {
    if let Some(port) = port {
        out.push(':');
        out.push_str(&port.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::{Host, read_port};
    use crate::reason::Code;

    fn host(text: &str) -> Result<String, Code> {
        let mut out = String::new();
        let host = Host::read(Some(text), true).map_err(|reason| reason.code)?;
        host.write_to(&mut out);
        Ok(out)
    }

    #[test]
    fn hosts() {
        for (text, expected) in [
            (" DB ", "db"),
            ("db.", "db."),
            ("my_db-1.example.com", "my_db-1.example.com"),
            ("2001:DB8::1", "[2001:db8::1]"),
            ("[2001:DB8::1]", "[2001:db8::1]"),
            ("fe80::1%eth0", "[fe80::1%eth0]"),
            ("MÜNCHEN.de", "münchen.de"),
            ("SQL01\\FIN", "sql01\\fin"),
            ("10.0.0.1", "10.0.0.1"),
        ] {
            assert_eq!(host(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_host() {
        for (text, code) in [
            (" ", Code::NoHost),
            ("${HOST}", Code::UnresolvedVariable),
            ("db:5433", Code::InvalidHost),
            ("user:pw@db", Code::InvalidHost),
            ("http://db", Code::InvalidHost),
            ("{\"host\":\"db\"}", Code::InvalidHost),
            ("\"db\"", Code::InvalidHost),
            ("a b", Code::InvalidHost),
            ("a\u{a0}b", Code::InvalidHost),
            ("h1,h2", Code::InvalidHost),
            ("a/b", Code::InvalidHost),
            ("[db]", Code::InvalidHost),
            ("[::1", Code::InvalidHost),
            ("a\\b\\c", Code::InvalidHost),
            ("a\\", Code::InvalidHost),
            ("...", Code::InvalidHost),
            ("db;x=y", Code::InvalidHost),
        ] {
            assert_eq!(host(text), Err(code), "{text}");
        }
    }

    #[test]
    fn ports() {
        let port = |text| read_port(Some(text), 5432).map_err(|reason| reason.code);
        for (text, expected) in [
            ("", Some(5432)),
            (" ", Some(5432)),
            ("0", Some(5432)),
            ("00", Some(5432)),
            ("-1", Some(5432)),
            ("-99999999999999999999", Some(5432)),
            (" 5433 ", Some(5433)),
            ("05433", Some(5433)),
            ("65535", Some(65535)),
        ] {
            assert_eq!(port(text), Ok(expected), "{text}");
        }
        for text in [
            "65536",
            "abc",
            "1,2",
            "5432.0",
            "+1",
            "-",
            "٣",
            "99999999999999999999",
            "1 2",
        ] {
            assert_eq!(port(text), Err(Code::InvalidPort), "{text}");
        }
        assert_eq!(port("${PORT}"), Err(Code::UnresolvedVariable));
        assert_eq!(read_port(None, 0), Ok(None));
    }
}
