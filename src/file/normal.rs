//! What contract v4 normalises further. Each change is a row of [`FileChange`].

use std::borrow::Cow;

use super::FileName;
use super::authority::host_end;
use super::read::Reader;
use super::rule::Rule;
use super::scheme::{Kind, Scheme};
use crate::contract::{Contract, FileChange};

impl<'a> Reader<'_, 'a> {
    /// The name with the changes of the contract's version. `scheme` is the row of the location's scheme.
    pub(super) fn normalised(
        &mut self,
        mut file: FileName<'a>,
        scheme: Option<&'static Scheme>,
    ) -> FileName<'a> {
        if self.options.contract < Contract::V4 {
            self.rules
                .add_if(!self.file_host.is_empty(), Rule::RemoteHostDropped);
            return file;
        }
        if matches!(
            scheme.map(|scheme| scheme.kind),
            Some(Kind::Archive | Kind::Compressed)
        ) {
            // The physical file has been through here already.
            return file;
        }
        if let Some(scheme) = scheme {
            self.remote_host(&mut file, scheme);
            self.resolve_dots(&mut file, scheme);
            self.tls(&mut file, scheme);
        }
        let bucket = matches!(scheme.map(|scheme| scheme.kind), Some(Kind::Bucket));
        // Without a scheme, the place is the name of a connection.
        if !bucket && !file.scheme.is_empty() && !file.place.is_empty() {
            self.host_name(&mut file, scheme);
        }
        file.name = self.without_slash(file.name);
        file
    }

    fn makes(&self, change: FileChange) -> bool {
        self.options.contract.makes(change)
    }

    /// `file://host/x`, and `//server/share/x` as a Windows share is printed.
    fn remote_host(&mut self, file: &mut FileName<'a>, scheme: &Scheme) {
        if scheme.kind != Kind::Local || !self.makes(FileChange::RemoteFileHost) {
            return;
        }
        let mut host = std::mem::take(&mut self.file_host);
        if host.is_empty() && file.name.starts_with("//") {
            let share = file.name.trim_start_matches('/');
            let (server, path) = share.split_at(share.find('/').unwrap_or(share.len()));
            (host, file.name) = (
                Cow::Owned(server.to_owned()),
                Cow::Owned(if path.is_empty() { "/" } else { path }.to_owned()),
            );
        }
        if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
            self.rules.add(Rule::RemoteFileHost);
            (file.scheme, file.place) = ("file://", host);
        }
    }

    /// Lower case, no default port, no zone. An Azure container, before the `@`, is left alone.
    fn host_name(&mut self, file: &mut FileName<'a>, scheme: Option<&Scheme>) {
        let start = match scheme.map(|scheme| scheme.kind) {
            Some(Kind::Azure) => file.place.rfind('@').map_or(0, |at| at + 1),
            _ => 0,
        };
        let host = &file.place[start..];
        let (name, port) = host.split_at(host_end(host));
        let mut changed = name.to_owned();
        if self.makes(FileChange::ZoneDropped)
            && let Some((address, _)) = name.strip_prefix('[').and_then(|inner| inner.split_once('%'))
        {
            self.rules.add(Rule::ZoneDropped);
            changed = format!("[{address}]");
        }
        if self.makes(FileChange::HostLowerCase) && changed.bytes().any(|byte| byte.is_ascii_uppercase()) {
            self.rules.add(Rule::HostLowerCase);
            changed.make_ascii_lowercase();
        }
        let default = scheme.is_some_and(|scheme| port.strip_prefix(':') == Some(scheme.port));
        let folded = default && self.makes(FileChange::DefaultPort);
        self.rules.add_if(folded, Rule::DefaultPort);
        let port = if folded { "" } else { port };
        if changed != name || folded {
            file.place = Cow::Owned(format!("{}{changed}{port}", &file.place[..start]));
        }
    }

    fn tls(&mut self, file: &mut FileName<'a>, scheme: &Scheme) {
        if let Some((bare, prefix)) = scheme.tls
            && self.makes(FileChange::AzureTls)
        {
            self.rules.add(Rule::AzureTls);
            file.scheme = if file.scheme.ends_with("://") {
                prefix
            } else {
                bare
            };
        }
    }

    fn resolve_dots(&mut self, file: &mut FileName<'a>, scheme: &Scheme) {
        if scheme.dots
            && self.makes(FileChange::DotsResolved)
            && let Some(path) = resolved(&file.name, scheme.slashes)
        {
            self.rules.add(Rule::DotsResolved);
            file.name = Cow::Owned(path);
        }
    }

    /// The name without one trailing slash.
    pub(super) fn without_slash(&mut self, name: Cow<'a, str>) -> Cow<'a, str> {
        if name.len() < 2 || !name.ends_with('/') || !self.makes(FileChange::TrailingSlashDropped) {
            return name;
        }
        self.rules.add(Rule::TrailingSlashDropped);
        match name {
            Cow::Borrowed(name) => Cow::Borrowed(&name[..name.len() - 1]),
            Cow::Owned(mut name) => {
                name.pop();
                Cow::Owned(name)
            }
        }
    }
}

/// The absolute path without `.` and `..`, and without doubled slashes if asked; nothing when it is so already.
/// A `..` at the root stays there.
///
/// Source: RFC 3986, 5.2.4; POSIX, 4.13 for slashes.
fn resolved(path: &str, slashes: bool) -> Option<String> {
    let special = |segment: &str| matches!(segment, "." | "..");
    let doubled = slashes && path.contains("//");
    if !doubled && !path.split('/').any(special) {
        return None;
    }
    let mut kept: Vec<&str> = Vec::new();
    let segments: Vec<&str> = path.strip_prefix('/').unwrap_or(path).split('/').collect();
    let folder = segments
        .last()
        .is_some_and(|last| last.is_empty() || special(last));
    for segment in segments {
        match segment {
            "." => {}
            ".." => {
                kept.pop();
            }
            "" if slashes => {}
            _ => kept.push(segment),
        }
    }
    let mut out = String::with_capacity(path.len());
    for segment in &kept {
        out.push('/');
        out.push_str(segment);
    }
    if out.is_empty() || (folder && kept.last().is_some_and(|last| !last.is_empty())) {
        out.push('/');
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::resolved;

    #[test]
    fn paths_are_resolved_as_the_rfc_does() {
        assert_eq!(resolved("/a/b", true), None);
        assert_eq!(resolved("/a/../b.csv", true).as_deref(), Some("/b.csv"));
        assert_eq!(resolved("/a//b/./c", true).as_deref(), Some("/a/b/c"));
        assert_eq!(resolved("/a//b/./c", false).as_deref(), Some("/a//b/c"));
        assert_eq!(resolved("/../../x", true).as_deref(), Some("/x"));
        assert_eq!(resolved("/a/..", true).as_deref(), Some("/"));
        assert_eq!(resolved("/a/b/..", true).as_deref(), Some("/a/"));
        assert_eq!(resolved("/a/b//", true).as_deref(), Some("/a/b/"));
        assert_eq!(resolved("//", true).as_deref(), Some("/"));
        assert_eq!(resolved("/..hidden/.x", true), None);
    }
}
