//! Text that is fit to leave: names and URIs without credentials, URIs that are URIs.

use std::borrow::Cow;

use crate::file::secret::tail;
use crate::file::{is_uri_scheme, push_escape};

/// The text without the user info of a URI and without a tail that carries a secret. Other text is as it was.
///
/// An Azure authority keeps its container, which stands where others have the user.
///
/// Source: contract v3, "Spec mode"; `DECISIONS`, query and fragment.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    let Some((scheme, rest)) = text.split_once("://") else {
        return tail(text).map_or(Cow::Borrowed(text), |end| Cow::Owned(text[..end].to_owned()));
    };
    let tail = secret_tail(rest).unwrap_or(rest.len());
    let (rest, cut) = (&rest[..tail], tail < rest.len());
    let user = user_info(rest);
    let container = container(scheme, user);
    let at = if container.is_empty() { "" } else { "@" };
    if user.len() == container.len() + at.len() && !cut {
        return Cow::Borrowed(text);
    }
    Cow::Owned([scheme, "://", container, at, &rest[user.len()..]].concat())
}

/// The user info and its `@`. A password may hold what ends an authority, so a colon that no port follows
/// takes everything up to the last `@`.
fn user_info(rest: &str) -> &str {
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    if let Some(at) = authority.rfind('@') {
        return &rest[..=at];
    }
    let after_colon = authority.rsplit_once(':').map(|(_, after)| after);
    let is_port =
        after_colon.is_none_or(|port| port.ends_with(']') || port.bytes().all(|byte| byte.is_ascii_digit()));
    match rest.rfind('@') {
        Some(at) if !is_port => &rest[..=at],
        _ => "",
    }
}

/// What of the user info is no credential: the container of an Azure store, without its `@`.
fn container<'t>(scheme: &str, user: &'t str) -> &'t str {
    let azure = ["abfs", "abfss", "wasb", "wasbs"]
        .iter()
        .any(|azure| scheme.eq_ignore_ascii_case(azure));
    if azure {
        user.split([':', '@']).next().unwrap_or_default()
    } else {
        ""
    }
}

/// Where a query, or a list of parameters behind a semicolon, begins that carries a secret.
fn secret_tail(rest: &str) -> Option<usize> {
    let query = |text: &str| tail(text);
    let parameters = || {
        rest.find(';')
            .filter(|at| query(&["?", &rest[at + 1..]].concat()).is_some())
    };
    query(rest).into_iter().chain(parameters()).min()
}

/// The text as a URI: percent-encoded where a URI must be. Nothing when it has no scheme.
///
/// Source: RFC 3986, 2 and 3; the `uri` format of the OpenLineage schemas.
pub(super) fn uri(text: &str) -> Option<Cow<'_, str>> {
    let (scheme, rest) = text.split_once(':')?;
    if !is_uri_scheme(scheme) {
        return None;
    }
    let (authority, path) = match rest.strip_prefix("//") {
        Some(after) => after.split_at(after.find(['/', '?', '#']).unwrap_or(after.len())),
        None => ("", rest),
    };
    let authority_keeps: &[u8] = if is_host_and_port(authority) {
        b":[]@"
    } else {
        b"@"
    };
    if all_stay(authority, authority_keeps) && all_stay(path, b":/@?") {
        return Some(Cow::Borrowed(text));
    }
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str(&text[..text.len() - path.len() - authority.len()]);
    encode(&mut out, authority, authority_keeps);
    encode(&mut out, path, b":/@?");
    Some(Cow::Owned(out))
}

/// Whether the text is a host, or an IPv6 address in brackets, with an optional port.
fn is_host_and_port(authority: &str) -> bool {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port),
        _ => (authority, ""),
    };
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let sound = match bare {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => !host.contains([':', '[', ']']),
    };
    sound && port.bytes().all(|byte| byte.is_ascii_digit())
}

fn stays(bytes: &[u8], at: usize, keeps: &[u8]) -> bool {
    let byte = bytes[at];
    let escape = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
    byte.is_ascii_alphanumeric()
        || b"-._~!$&'()*+,;=".contains(&byte)
        || keeps.contains(&byte)
        || (byte == b'%' && escape(bytes.get(at + 1)) && escape(bytes.get(at + 2)))
}

fn all_stay(text: &str, keeps: &[u8]) -> bool {
    (0..text.len()).all(|at| stays(text.as_bytes(), at, keeps))
}

fn encode(out: &mut String, text: &str, keeps: &[u8]) {
    for (at, byte) in text.bytes().enumerate() {
        if stays(text.as_bytes(), at, keeps) {
            out.push(char::from(byte));
        } else {
            push_escape(out, byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{text, uri};

    #[test]
    fn credentials_go() {
        for (given, kept) in [
            ("postgres://db:5432", "postgres://db:5432"),
            ("postgres://user:pw@db:5432", "postgres://db:5432"),
            ("postgres://user@db:5432", "postgres://db:5432"),
            ("postgres://user:p/w@db:5432", "postgres://db:5432"),
            (
                "abfss://box@acct.dfs.core.windows.net",
                "abfss://box@acct.dfs.core.windows.net",
            ),
            ("abfss://box:key@acct/p", "abfss://box@acct/p"),
            ("sqlserver://db:1433;user=sa;password=x", "sqlserver://db:1433"),
            ("https://h/p?x=1", "https://h/p?x=1"),
            ("https://h/p?X-Amz-Signature=1", "https://h/p"),
            ("in/a.csv?X-Amz-Signature=1", "in/a.csv"),
            ("a@b", "a@b"),
            ("kafka://h:9092/topic@v1", "kafka://h:9092/topic@v1"),
            ("db://[::1]/t@v1", "db://[::1]/t@v1"),
        ] {
            assert_eq!(text(given), kept);
        }
    }

    #[test]
    fn uris_are_uris() {
        for (given, made) in [
            ("duckdb:/data/w.duckdb", Some("duckdb:/data/w.duckdb")),
            ("duckdb:C:\\data\\my w.db", Some("duckdb:C:%5Cdata%5Cmy%20w.db")),
            ("mssql://host\\inst:1433", Some("mssql://host%5Cinst:1433")),
            ("hive://a:1,b:2", Some("hive://a%3A1,b%3A2")),
            ("x://[::1]:5432", Some("x://[::1]:5432")),
            ("x://[::g]:5432", Some("x://%5B%3A%3Ag%5D%3A5432")),
            ("duckdb:/100%", Some("duckdb:/100%25")),
            ("my ns:a", None),
            ("1a:b", None),
            ("file", None),
        ] {
            assert_eq!(uri(given).as_deref(), made, "{given}");
        }
    }
}
