//! Finds signed queries and tokens at the end of names.

use super::scan::meaning;

/// The keys whose values are secrets, in lower case. Parts of one signature are all here, so that the tail is
/// found whichever of them comes first.
///
/// Source: the signed URLs of S3, Google Cloud Storage, Azure (shared access signatures), Alibaba OSS and
/// Tencent COS; OAuth 2.0 (RFC 6750, 2.3) for tokens; `DECISIONS`, query and fragment.
const SECRET_KEYS: &[&str] = &[
    "access-token",
    "access_key",
    "access_token",
    "accesskey",
    "accesstoken",
    "api-key",
    "api_key",
    "apikey",
    "auth",
    "auth_token",
    "authtoken",
    "authorization",
    "awsaccesskeyid",
    "client_secret",
    "credential",
    "googleaccessid",
    "id_token",
    "jwt",
    "ossaccesskeyid",
    "passwd",
    "password",
    "private_token",
    "pwd",
    "q-ak",
    "q-signature",
    "refresh_token",
    "sas",
    "sas_token",
    "sastoken",
    "secret",
    "secret_access_key",
    "secret_key",
    "secretkey",
    "security_token",
    "session_token",
    "sig",
    "signature",
    "token",
    "x-amz-credential",
    "x-amz-security-token",
    "x-amz-signature",
    "x-cos-security-token",
    "x-goog-credential",
    "x-goog-signature",
    "x-oss-credential",
    "x-oss-security-token",
    "x-oss-signature",
];

/// The longest of [`SECRET_KEYS`].
const LONGEST: usize = 20;

/// Where a tail begins that carries a secret: at the last `?` or `#` before the first key that names one, or at
/// the first `;` of its segment.
///
/// Escapes count as what they stand for, and the offset is that of the text as it was written.
pub(crate) fn tail(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut begin, mut key) = (0, None, None);
    // Whether it began at a `;`, which means something in its own segment only.
    let mut soft = false;
    let mut buffer = [0_u8; LONGEST];
    while let Some((byte, width)) = meaning(&bytes[at..]) {
        match (byte, key) {
            (b'?' | b'#', _) => (begin, key, soft) = (Some(at), Some(0), false),
            (b'&', _) if begin.is_some() => key = Some(0),
            (b';', _) => {
                soft |= begin.is_none();
                begin = begin.or(Some(at));
                key = Some(0);
            }
            (b'/', _) if soft => (begin, key, soft) = (None, None, false),
            (b'=', Some(length)) if SECRET_KEYS.iter().any(|k| k.as_bytes() == &buffer[..length]) => {
                return begin;
            }
            (b'=', _) => key = None,
            (_, Some(length)) if length < LONGEST => {
                buffer[length] = byte.to_ascii_lowercase();
                key = Some(length + 1);
            }
            _ => key = None,
        }
        at += width;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, SECRET_KEYS, tail};

    #[test]
    fn keys_are_lower_case_and_fit() {
        for key in SECRET_KEYS {
            assert_eq!(key.to_ascii_lowercase(), *key);
            assert!(key.len() <= LONGEST, "{key}");
        }
    }

    #[test]
    fn tails_are_found() {
        let cut = |text: &'static str| tail(text).map_or(text, |at| &text[..at]);
        assert_eq!(cut("k.csv?X-Amz-Algorithm=A&X-Amz-Signature=abc"), "k.csv");
        assert_eq!(cut("k.csv?sv=2020&sig=abc"), "k.csv");
        assert_eq!(cut("scan?1.dcm?token=a?b=c"), "scan?1.dcm");
        assert_eq!(cut("k.csv#access_token=x"), "k.csv");
        assert_eq!(cut("k.csv%3FSIG%3Dabc"), "k.csv");
        assert_eq!(cut("k.csv?%73ig=abc"), "k.csv");
        assert_eq!(cut("q?x=1.csv"), "q?x=1.csv");
        assert_eq!(cut("sig=1/token=2.csv"), "sig=1/token=2.csv");
        assert_eq!(cut("shop;user=a;password=b"), "shop");
        assert_eq!(cut("a;b/c;x=1;token=b"), "a;b/c");
        assert_eq!(cut("semi;colon,comma.csv"), "semi;colon,comma.csv");
        assert_eq!(cut("a&token=2.csv"), "a&token=2.csv");
        assert_eq!(cut("q?x=token&y=sig"), "q?x=token&y=sig");
        assert_eq!(cut("k.csv%253Fsig%253Dabc"), "k.csv");
    }
}
