//! Locations on named connections, and what else the configuration says of names.

use std::borrow::Cow;

use super::FileName;
use super::authority::split;
use super::read::{Given, Reader, named};
use super::rule::Rule;
use super::scheme;
use crate::config::{Config, Target};
use crate::identity::NoIdentity;
use crate::reason::{Code, Warning};

impl<'a> Reader<'_, 'a> {
    /// What the connection of this name stands for.
    pub(super) fn target(&self, name: &str) -> Option<&'a Target> {
        self.options.config?.connection(name)
    }

    /// A path on a connection of which it is known what it stands for. All forms of its URI are one: Hop prints
    /// an empty authority, people write none or take the first folder for one.
    ///
    /// Source: issue 4, named connections; the VFS plugins for what the first folder is.
    pub(super) fn on_target(&mut self, target: &'a Target, rest: &'a str) -> Result<Given<'a>, NoIdentity> {
        self.rules.add(Rule::ConnectionMapped);
        match target {
            Target::Bucket {
                scheme,
                endpoint_left_out,
            } => {
                let scheme = scheme::known(scheme).unwrap_or(&scheme::OTHER);
                if *endpoint_left_out {
                    self.warning = Some(Warning::EndpointLeftOut);
                }
                Ok((self.bucket(scheme, rest)?, Some(scheme)))
            }
            Target::Azure { account } => {
                let scheme = scheme::known("abfss").unwrap_or(&scheme::OTHER);
                let inner = rest.trim_start_matches('/');
                let authority = split(inner, self.options.form, false, self.marks.tail())?;
                self.rules.add(Rule::AzureAuthority);
                self.rules.add_if(authority.user.is_some(), Rule::UserInfoDropped);
                let container = self.text(authority.host);
                if container.is_empty() {
                    return Err(Code::NoBucket.into());
                }
                let place = Cow::Owned(format!("{container}@{account}"));
                let name = self.name(scheme, authority.path);
                Ok((named(scheme.prefix, place, name), Some(scheme)))
            }
            Target::Host {
                scheme,
                namespace,
                base_path,
                absolute_roots,
            } => {
                let scheme = scheme::known(scheme).unwrap_or(&scheme::OTHER);
                let slashes = rest.len() - rest.trim_start_matches('/').len();
                let path = self.without_credentials(&rest[slashes.saturating_sub(1)..])?;
                let name = self.name(&scheme::OTHER, path);
                let stands_alone = *absolute_roots
                    && ["/Volumes", "/Workspace"]
                        .iter()
                        .any(|root| is_under(&name, root));
                let name = match base_path.as_str() {
                    "" => name,
                    _ if stands_alone => name,
                    base if name == "/" => Cow::Borrowed(base),
                    base => Cow::Owned(format!("{base}{name}")),
                };
                let place = &namespace[scheme.prefix.len().min(namespace.len())..];
                Ok((named(scheme.prefix, Cow::Borrowed(place), name), Some(scheme)))
            }
        }
    }

    /// The name with the logical namespace of its cluster and without partition folders, where those are
    /// configured.
    pub(super) fn configured(&mut self, mut file: FileName<'a>, config: &Config) -> FileName<'a> {
        let namespace = [file.scheme, &file.place].concat();
        if let Some(resolved) = config.resolve_namespace(&namespace) {
            self.rules.add(Rule::NamespaceResolved);
            (file.scheme, file.place) = ("", Cow::Owned(resolved));
        }
        if let Some(trimmed) = config.trim_name(&file.name) {
            self.rules.add(Rule::NameTrimmed);
            file.name = Cow::Owned(trimmed.to_owned());
        }
        file
    }
}

fn is_under(path: &str, root: &str) -> bool {
    path.strip_prefix(root)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
