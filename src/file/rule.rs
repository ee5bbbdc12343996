//! The rules that a derivation goes through, by name and by their section of `docs/contract.md`.

use serde::{Serialize, Serializer, ser::SerializeStruct};

macro_rules! rules {
    ($($variant:ident, $name:literal, $section:literal;)+) => {
        /// A rule that decided something about a name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Rule { $(#[doc = concat!("`", $name, "`, section ", $section, " of `docs/contract.md`.")] $variant,)+ }

        impl Rule {
            /// Every rule, in the order in which they are reported.
            pub const ALL: &'static [Rule] = &[$(Rule::$variant,)+];

            /// The name of the rule.
            #[must_use]
            pub fn name(self) -> &'static str { match self { $(Rule::$variant => $name,)+ } }

            /// The section of `docs/contract.md` that states it.
            #[must_use]
            pub fn section(self) -> &'static str { match self { $(Rule::$variant => $section,)+ } }
        }
    };
}

rules! {
    Trimmed, "trimmed", "1.1";
    PathForm, "path-form", "1.1";
    SchemeCase, "scheme-case", "1.2";
    SchemeAlias, "scheme-alias", "1.2";
    NullScheme, "null-scheme", "1.2";
    EscapeDecoded, "escape-decoded", "1.3";
    EmptyAuthority, "vfs-empty-authority", "1.4";
    FirstFolder, "authority-is-first-folder", "1.4";
    UserInfoDropped, "credentials-dropped", "1.4";
    PortLeftOut, "port-left-out", "1.4";
    QueryDropped, "query-dropped", "1.5";
    FragmentDropped, "fragment-dropped", "1.5";
    SecretTailCut, "secret-tail-cut", "1.5";
    LocalFile, "local-file", "1.6";
    WindowsPath, "windows-path", "1.6";
    RemoteHostDropped, "remote-host-dropped", "1.6";
    ObjectKey, "object-key", "1.7";
    BucketRoot, "bucket-root", "1.7";
    AzureAuthority, "azure-authority", "1.8";
    AzureSecretDropped, "azure-secret-dropped", "1.8";
    HostAndPath, "host-and-path", "1.9";
    Resource, "resource", "1.9";
    CompressedFile, "compressed-file", "1.10";
    ArchiveEntry, "archive-entry", "1.10";
    ConnectionMapped, "connection-mapped", "1.11";
    NamespaceResolved, "namespace-resolved", "1.12";
    NameTrimmed, "name-trimmed", "1.12";
    RemoteFileHost, "remote-file-host", "1.13";
    HostLowerCase, "host-lower-case", "1.13";
    DefaultPort, "default-port", "1.13";
    ZoneDropped, "ipv6-zone-dropped", "1.13";
    AzureTls, "azure-tls", "1.13";
    DotsResolved, "dots-resolved", "1.13";
    TrailingSlashDropped, "trailing-slash-dropped", "1.13";
    LegacyName, "legacy-name", "1.14";
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rule = serializer.serialize_struct("Rule", 2)?;
        rule.serialize_field("rule", self.name())?;
        rule.serialize_field("section", self.section())?;
        rule.end()
    }
}

/// The rules that fired: cheap enough to be kept always.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Rules(u64);

impl Rules {
    #[inline]
    pub(crate) fn add(&mut self, rule: Rule) {
        self.0 |= 1 << rule as u8;
    }

    #[inline]
    pub(crate) fn add_if(&mut self, fired: bool, rule: Rule) {
        self.0 |= u64::from(fired) << rule as u8;
    }

    pub(crate) fn list(self) -> Vec<Rule> {
        let fired = |rule: &&Rule| self.0 & (1 << **rule as u8) != 0;
        Rule::ALL.iter().filter(fired).copied().collect()
    }
}

const _: () = assert!(Rule::ALL.len() <= 64);

#[cfg(test)]
mod tests {
    use super::Rule;

    #[test]
    fn every_rule_has_its_section() {
        let contract = include_str!("../../docs/contract.md");
        for rule in Rule::ALL {
            let heading = format!("\n### {} ", rule.section());
            assert!(
                contract.contains(&heading),
                "{}: no section {}",
                rule.name(),
                rule.section()
            );
        }
    }
}
