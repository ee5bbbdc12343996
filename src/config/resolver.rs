//! Namespace resolvers: one logical name for the hosts of one cluster.
//!
//! Names and meaning are those of OpenLineage's clients, so that both give one namespace the same name.

use regex_lite::Regex;

use super::ConfigError;

/// A resolver as it is written.
///
/// Source: OpenLineage's documentation, "Dataset Namespace Resolver".
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResolverEntry {
    #[serde(rename = "type")]
    kind: Kind,
    hosts: Option<Vec<String>>,
    regex: Option<String>,
    #[serde(rename = "matchingGroup")]
    matching_group: Option<String>,
    schema: Option<String>,
}

#[derive(serde::Deserialize, Clone, Copy, PartialEq, Eq)]
enum Kind {
    #[serde(rename = "hostList")]
    HostList,
    #[serde(rename = "pattern")]
    Pattern,
    #[serde(rename = "patternGroup")]
    PatternGroup,
}

/// A resolver, ready for use.
#[derive(Debug, Clone)]
pub(super) struct Resolver {
    /// The beginning that the namespace must have, with `://`; nothing for any.
    beginning: Option<String>,
    rule: Rule,
}

#[derive(Debug, Clone)]
enum Rule {
    /// Hosts in lower case, and the name that takes the place of any of them.
    Hosts(Vec<String>, String),
    /// A pattern, and what takes the place of its matches.
    Pattern(Regex, String),
    /// A pattern, and the group whose text takes the place of its matches.
    Group(Regex, String),
}

impl Resolver {
    pub(super) fn new(name: String, entry: ResolverEntry) -> Result<Self, ConfigError> {
        let place = |field: &str| format!("dataset.namespaceResolvers.{name}.{field}");
        let missing = |field: &str| ConfigError::at(place(field), "the resolver needs this setting");
        let unused = [
            ("hosts", entry.hosts.is_some() && entry.kind != Kind::HostList),
            ("regex", entry.regex.is_some() && entry.kind == Kind::HostList),
            (
                "matchingGroup",
                entry.matching_group.is_some() && entry.kind != Kind::PatternGroup,
            ),
        ];
        if let Some((field, _)) = unused.iter().find(|(_, unused)| *unused) {
            return Err(ConfigError::at(
                place(field),
                "resolvers of this type have no such setting",
            ));
        }
        let regex = |text: Option<String>| {
            let text = text.ok_or_else(|| missing("regex"))?;
            Regex::new(&text)
                .map_err(|_| ConfigError::at(place("regex"), "not a regular expression that is taken here"))
        };
        let rule = match entry.kind {
            Kind::HostList => {
                let hosts = entry.hosts.ok_or_else(|| missing("hosts"))?;
                if hosts.iter().any(String::is_empty) {
                    return Err(ConfigError::at(
                        place("hosts"),
                        "a host without text would be found everywhere",
                    ));
                }
                Rule::Hosts(
                    hosts.iter().map(|host| host.to_lowercase()).collect(),
                    name.clone(),
                )
            }
            Kind::Pattern if name.contains(['$', '\\']) => {
                let place = format!("dataset.namespaceResolvers.{name}");
                return Err(ConfigError::at(
                    place,
                    "a resolved name with $ or \\ is not taken here",
                ));
            }
            Kind::Pattern => Rule::Pattern(regex(entry.regex)?, name.clone()),
            Kind::PatternGroup => {
                let regex = regex(entry.regex)?;
                let group = entry.matching_group.ok_or_else(|| missing("matchingGroup"))?;
                if !regex.capture_names().flatten().any(|name| name == group) {
                    return Err(ConfigError::at(
                        place("matchingGroup"),
                        "the expression has no group of this name",
                    ));
                }
                Rule::Group(regex, group)
            }
        };
        let schema = entry.schema.filter(|schema| !schema.is_empty());
        Ok(Resolver {
            beginning: schema.map(|schema| schema + "://"),
            rule,
        })
    }

    /// What becomes of a namespace; nothing when the resolver has no say in it.
    ///
    /// Source: OpenLineage's `HostListNamespaceResolver` (the first host of the list that the namespace holds, in
    /// any letter case), `PatternNamespaceResolver` and `PatternMatchingGroupNamespaceResolver`.
    pub(super) fn resolve(&self, namespace: &str) -> Option<String> {
        if let Some(beginning) = &self.beginning
            && !namespace.starts_with(beginning)
        {
            return None;
        }
        match &self.rule {
            Rule::Hosts(hosts, name) => {
                let host = hosts
                    .iter()
                    .find(|host| find_ignoring_case(namespace, host).is_some())?;
                Some(replace_ignoring_case(namespace, host, name))
            }
            Rule::Pattern(regex, name) => {
                regex.find(namespace)?;
                Some(
                    regex
                        .replace_all(namespace, regex_lite::NoExpand(name))
                        .into_owned(),
                )
            }
            Rule::Group(regex, group) => {
                let captured = regex.captures(namespace)?;
                let name = captured.name(group)?.as_str();
                Some(
                    regex
                        .replace_all(namespace, regex_lite::NoExpand(name))
                        .into_owned(),
                )
            }
        }
    }
}

/// Where the text holds the lower-case `part`, in any ASCII letter case.
fn find_ignoring_case(text: &str, part: &str) -> Option<usize> {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    text.windows(part.len())
        .position(|window| window.eq_ignore_ascii_case(part))
}

fn replace_ignoring_case(text: &str, part: &str, with: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = find_ignoring_case(rest, part) {
        out.push_str(&rest[..at]);
        out.push_str(with);
        rest = &rest[at + part.len()..];
    }
    out + rest
}
