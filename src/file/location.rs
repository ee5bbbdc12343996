//! The way back: from an identity to the URI of its file.

use super::scheme::{self, Kind};
use super::source::{is_uri_scheme, push_escape};
use super::{FileOptions, read};
use crate::contract::Contract;
use crate::identity::{Identity, NoIdentity};
use crate::reason::Code;

/// The URI of the file with this identity: the VFS form that gives the identity again.
///
/// An archive's entry has none: which kind of archive it is, its name does not say. Nor has an identity that is
/// none of a file, such as a table's.
///
/// Source: issue 4, way back.
///
/// # Errors
///
/// [`Code::NoLocation`] when there is no such URI.
///
/// ```
/// use lineage_identity::{Contract, Identity, file::location};
/// let identity = Identity::new("s3://bucket", "in/a b.csv");
/// assert_eq!(location(&identity, Contract::V3)?, "s3://bucket/in/a%20b.csv");
/// assert!(location(&Identity::new("postgres://db:5432", "analytics.staging.orders"), Contract::V3).is_err());
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
pub fn location(identity: &Identity, contract: Contract) -> Result<String, NoIdentity> {
    let uri = candidate(identity).filter(|_| !identity.name.contains("!/"));
    let uri = uri.ok_or(Code::NoLocation)?;
    let options = FileOptions {
        contract,
        ..FileOptions::default()
    };
    // Whatever the URI does not give back was no name of a file, or held what a name must not hold.
    match read(&uri, &options).map(Identity::from) {
        Ok(again) if again == *identity => Ok(uri),
        _ => Err(Code::NoLocation.into()),
    }
}

fn candidate(identity: &Identity) -> Option<String> {
    let Identity { namespace, name } = identity;
    let mut uri = String::with_capacity(namespace.len() + name.len() + 8);
    let kind = |scheme: &str| scheme::known(scheme).map(|scheme| scheme.kind);
    match namespace.split_once("://") {
        Some((scheme, place)) => {
            uri.push_str(scheme);
            uri.push_str("://");
            encode(&mut uri, place, true);
            match (kind(scheme), name.as_str()) {
                (Some(Kind::Bucket), "/") => uri.push('/'),
                (Some(Kind::Bucket), key) => {
                    uri.push('/');
                    encode(&mut uri, key, false);
                }
                (_, path) => encode(&mut uri, path.starts_with('/').then_some(path)?, false),
            }
        }
        None => {
            let path = name.starts_with('/').then_some(name.as_str())?;
            match kind(namespace) {
                Some(Kind::Archive | Kind::Compressed) => return None,
                Some(Kind::Resource) => uri.extend([namespace, ":"]),
                Some(_) => uri.extend([namespace, "://"]),
                None if is_uri_scheme(namespace) => uri.extend([namespace, "://"]),
                // No connection has such a name.
                None if namespace.contains([':', '/']) => return None,
                None => {
                    uri.push_str("null://");
                    encode(&mut uri, namespace, false);
                    uri.push(':');
                }
            }
            encode(&mut uri, path, false);
        }
    }
    Some(uri)
}

/// Percent-encodes all that RFC 3986 does not let stand in a path, or in an authority.
fn encode(uri: &mut String, text: &str, authority: bool) {
    for byte in text.bytes() {
        let plain = byte.is_ascii_alphanumeric()
            || b"-._~:/@!$&'()*+,;=".contains(&byte)
            || (authority && (byte == b'[' || byte == b']'));
        match plain {
            true => uri.push(char::from(byte)),
            false => push_escape(uri, byte),
        }
    }
}
