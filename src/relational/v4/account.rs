//! Hosts that name an account or a cluster.

use crate::identity::NoIdentity;
use crate::reason::Code;

/// `{cluster}.{region}` of a Redshift endpoint in lower case, where the host is one.
///
/// Source: `identifiers.json`, REDSHIFT, host rules: provisioned and serverless endpoints; those of managed VPC
/// endpoints do not name the cluster.
pub(super) fn redshift_cluster(host: &str) -> Option<String> {
    let host = host.strip_suffix(".cn").unwrap_or(host);
    let labels = host
        .strip_suffix(".redshift.amazonaws.com")
        .or_else(|| host.strip_suffix(".redshift-serverless.amazonaws.com"))?;
    match labels.split('.').collect::<Vec<_>>()[..] {
        [cluster, _, region] if !cluster.contains("-endpoint-") => Some(format!("{cluster}.{region}")),
        _ => None,
    }
}

/// The host in what people write for a Snowflake account: an account, a host or a URL.
///
/// Source: `DECISIONS`, hosts: v4 reads a Snowflake account URL.
pub(super) fn snowflake_host(text: &str) -> Result<&str, NoIdentity> {
    let place = text.split_once("://").map_or(text, |(_, place)| place);
    if place.contains('@') {
        return Err(Code::InvalidHost.into());
    }
    let authority = place.split(['/', '?', '#']).next().unwrap_or_default();
    Ok(match authority.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') && port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    })
}

/// The account of a Snowflake host in lower case, and whether it is one: proxies and hosts of one's own are kept.
///
/// Source: `identifiers.json`, SNOWFLAKE, host rules; `DECISIONS` for the bare locator.
pub(super) fn snowflake_account(host: &str) -> (String, bool) {
    let account = host
        .strip_suffix(".snowflakecomputing.com")
        .or_else(|| host.strip_suffix(".snowflakecomputing.cn"));
    let account = account.unwrap_or(host);
    let account = account.strip_suffix(".privatelink").unwrap_or(account);
    let labels: Vec<_> = account.split('.').collect();
    match labels[..] {
        [one] if one.contains('-') => (account.to_owned(), true),
        [_] => (format!("{account}.us-west-1.aws"), true),
        [_, region] if region.contains('-') => (format!("{account}.aws"), true),
        [.., cloud] => (account.to_owned(), matches!(cloud, "aws" | "azure" | "gcp")),
        [] => (account.to_owned(), false),
    }
}

#[cfg(test)]
mod tests {
    use super::{redshift_cluster, snowflake_account, snowflake_host};

    #[test]
    fn snowflake() {
        for (host, account) in [
            ("myorg-acct1.snowflakecomputing.com", "myorg-acct1"),
            ("myorg-acct1.privatelink.snowflakecomputing.com", "myorg-acct1"),
            ("xy12345", "xy12345.us-west-1.aws"),
            ("xy12345.eu-central-1", "xy12345.eu-central-1.aws"),
            (
                "xy12345.east-us-2.azure.snowflakecomputing.com",
                "xy12345.east-us-2.azure",
            ),
            (
                "xy12345.fhplus.us-gov-west-1.aws",
                "xy12345.fhplus.us-gov-west-1.aws",
            ),
        ] {
            assert_eq!(snowflake_account(host), (account.to_owned(), true), "{host}");
        }
        assert_eq!(
            snowflake_account("proxy.example.com"),
            ("proxy.example.com".to_owned(), false)
        );
        assert_eq!(
            snowflake_account("acct.global"),
            ("acct.global".to_owned(), false)
        );
        assert_eq!(
            snowflake_host("https://a.snowflakecomputing.com:443/console?x").unwrap(),
            "a.snowflakecomputing.com"
        );
        assert!(snowflake_host("https://u:p@a.snowflakecomputing.com").is_err());
    }

    #[test]
    fn redshift() {
        for (host, cluster) in [
            (
                "cl7.abc123xyz.us-west-2.redshift.amazonaws.com",
                Some("cl7.us-west-2"),
            ),
            (
                "cl7.abc123xyz.cn-north-1.redshift.amazonaws.com.cn",
                Some("cl7.cn-north-1"),
            ),
            (
                "wg1.123456789012.eu-central-1.redshift-serverless.amazonaws.com",
                Some("wg1.eu-central-1"),
            ),
            ("cl7-endpoint-ab.xyz.us-west-2.redshift.amazonaws.com", None),
            ("dwh.example.com", None),
        ] {
            assert_eq!(redshift_cluster(host).as_deref(), cluster, "{host}");
        }
    }
}
