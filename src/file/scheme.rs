//! The table of schemes.

/// Where a scheme keeps its files, which decides how namespace and name are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The local file system: no place, absolute path.
    Local,
    /// Object stores: bucket, key without leading slash.
    Bucket,
    /// Azure storage: container and account, path.
    Azure,
    /// Host and port, path.
    Host,
    /// No authority: what looks like one is the first folder.
    Rooted,
    /// A resource on the class path: the path follows the colon.
    Resource,
    /// The entry of an archive in another location.
    Archive,
    /// One compressed file in another location.
    Compressed,
    /// What commons-vfs prints for a connection whose name is no URI scheme: `null://name:/path`.
    Null,
}

/// A scheme that has a meaning of its own.
#[derive(Debug)]
pub(super) struct Scheme {
    /// The scheme, in lower case.
    pub name: &'static str,
    /// Its first bytes, as [`key`] has them.
    pub key: u64,
    /// Whether the namespace spells the scheme as it is.
    pub as_is: bool,
    /// The namespace where there is no place, and its beginning (with `://`) where there is one.
    pub bare: &'static str,
    pub prefix: &'static str,
    pub kind: Kind,
    /// Whether a `?` begins a query, because the VFS escapes a literal one.
    pub query: bool,
    /// Whether a `#` begins a fragment.
    pub fragment: bool,
    /// The port that goes without saying, 0 for none.
    pub port: &'static str,
    /// Whether the store itself resolves `.` and `..` in a path.
    pub dots: bool,
    /// Whether the store itself takes several slashes for one.
    pub slashes: bool,
    /// The TLS form of the scheme, where its plain form names the same store.
    pub tls: Option<(&'static str, &'static str)>,
}

/// Rows of the same make: `name => spelling in the namespace`.
macro_rules! schemes {
    ($($kind:ident { $($name:literal $(as $spelling:literal)? $([$($key:ident: $value:expr),+])?;)+ })+) => {
        static SCHEMES: &[Scheme] = &[$($(
            Scheme {
                $($($key: $value,)+)?
                name: $name,
                key: key($name.as_bytes()),
                as_is: $name.len() == schemes!(@spelling $name $($spelling)?).len(),
                bare: schemes!(@spelling $name $($spelling)?),
                prefix: concat!(schemes!(@spelling $name $($spelling)?), "://"),
                kind: Kind::$kind,
                ..PLAIN
            },
        )+)+];
    };
    (@spelling $name:literal) => { $name };
    (@spelling $name:literal $spelling:literal) => { $spelling };
}

/// What is in no table.
pub(super) static OTHER: Scheme = PLAIN;

const PLAIN: Scheme = Scheme {
    name: "",
    key: 0,
    as_is: false,
    bare: "",
    prefix: "",
    kind: Kind::Host,
    query: false,
    fragment: false,
    port: "",
    dots: false,
    slashes: false,
    tls: None,
};

// Source: contract v3, "Spec mode"; DECISIONS, file URIs; the VFS providers of Hop and commons-vfs 2.10 for
// queries, default ports and what has no authority.
schemes! {
    Local { "file" [dots: true, slashes: true]; }
    Bucket { "s3"; "s3a" as "s3"; "s3n" as "s3"; "gs"; "gcs" as "gs"; }
    Azure {
        "abfs" [dots: true, slashes: true, tls: Some(("abfss", "abfss://"))];
        "abfss" [dots: true, slashes: true];
        "wasb" [dots: true, slashes: true, tls: Some(("wasbs", "wasbs://"))];
        "wasbs" [dots: true, slashes: true];
    }
    Host {
        "hdfs" [dots: true, slashes: true];
        "viewfs" [dots: true, slashes: true];
        "webhdfs" [dots: true, slashes: true];
        "swebhdfs" [dots: true, slashes: true];
        "dbfs" [dots: true, slashes: true];
        "smb" [dots: true, slashes: true];
        "ftp" [dots: true, slashes: true, port: "21"];
        "ftps" [dots: true, slashes: true, port: "21"];
        "sftp" [dots: true, slashes: true, port: "22", query: true];
        "http" [dots: true, port: "80", query: true, fragment: true];
        "https" [dots: true, port: "443", query: true, fragment: true];
        "webdav4" [dots: true, port: "80", query: true];
        "webdav4s" [dots: true, port: "443", query: true];
    }
    Rooted { "azure"; "azfs"; "dropbox"; "googledrive"; "ram"; "tmp"; "files-cache"; }
    Resource { "res"; }
    Archive { "zip"; "jar"; "war"; "ear"; "par"; "sar"; "ejb3"; "tar"; "tgz"; "tbz2"; }
    Compressed { "gz"; "bz2"; }
    Null { "null"; }
}

/// As many slots as keep every scheme in one of its own.
const SLOTS: usize = 128;
const EMPTY: u8 = u8::MAX;

/// The first eight bytes of a scheme in lower case, the first one lowest. Only schemes that are longer may share it.
const fn key(name: &[u8]) -> u64 {
    let (mut key, mut at) = (0, 0);
    while at < name.len() && at < 8 {
        key |= ((name[at] | 0x20) as u64) << (8 * at);
        at += 1;
    }
    key
}

/// Where a key stands. The factor was found by trying; the assertion below holds it.
const fn slot(key: u64) -> usize {
    (key.wrapping_mul(FACTOR) >> (u64::BITS - SLOTS.ilog2())) as usize
}

const FACTOR: u64 = 0x3b86_db77_cf55_ecfd;

static INDEX: [u8; SLOTS] = {
    let mut index = [EMPTY; SLOTS];
    let mut row = 0;
    while row < SCHEMES.len() {
        let at = slot(SCHEMES[row].key);
        assert!(index[at] == EMPTY, "two schemes in one slot");
        index[at] = row as u8;
        row += 1;
    }
    index
};

/// The row of the local file system.
pub(super) fn local() -> &'static Scheme {
    &SCHEMES[0]
}

/// The row of a scheme, in any letter case.
#[inline]
pub(super) fn known(name: &str) -> Option<&'static Scheme> {
    let scheme = with_key(key(name.as_bytes()))?;
    scheme.name.eq_ignore_ascii_case(name).then_some(scheme)
}

/// The row of a scheme of printable ASCII, of which no more than eight bytes are known: in lower case, the first one
/// lowest.
#[inline]
pub(super) fn with_key(key: u64) -> Option<&'static Scheme> {
    let scheme = SCHEMES.get(usize::from(INDEX[slot(key)]))?;
    (scheme.key == key).then_some(scheme)
}

#[cfg(test)]
mod tests {
    use super::{Kind, SCHEMES, known};

    #[test]
    fn every_scheme_is_found_in_any_letter_case() {
        for scheme in SCHEMES {
            assert_eq!(known(scheme.name).map(|found| found.name), Some(scheme.name));
            assert_eq!(
                known(&scheme.name.to_uppercase()).map(|found| found.name),
                Some(scheme.name)
            );
        }
        assert_eq!(super::local().kind, Kind::Local);
        assert!(known("").is_none() && known("s3test").is_none() && known("My S3").is_none());
    }
}
