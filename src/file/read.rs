//! From the text of a location to the parts of its name.

use std::borrow::Cow;

use super::authority::{container_and_account, host_and_port, split, swallowed_credentials};
use super::rule::{Rule, Rules};
use super::scan::{Marks, decode};
use super::scheme::{self, Kind, Scheme};
use super::{FileName, FileOptions, Form, Naming, legacy, secret};
use crate::identity::NoIdentity;
use crate::reason::{Code, Warning};
use crate::text::{has_variable, trim};

/// Reads one location and keeps track of what it did.
pub(super) struct Reader<'o, 'a> {
    pub options: &'o FileOptions<'a>,
    pub marks: Marks,
    pub rules: Rules,
    /// What is to be said of the location's connection.
    pub warning: Option<Warning>,
    /// The host of a `file` URI, for the versions that name it.
    pub file_host: Cow<'a, str>,
}

impl<'o, 'a> Reader<'o, 'a> {
    pub(super) fn new(text: &str, options: &'o FileOptions<'a>) -> Self {
        let mut rules = Rules::default();
        rules.add_if(options.form == Form::Path, Rule::PathForm);
        Reader {
            options,
            marks: Marks::of(text),
            rules,
            warning: None,
            file_host: Cow::Borrowed(""),
        }
    }

    /// The name of a text under the options.
    pub(super) fn read(&mut self, text: &'a str) -> Result<FileName<'a>, NoIdentity> {
        if is_database_url(text) {
            return Err(Code::DatabaseUrl.into());
        }
        if self.options.naming == Naming::Legacy {
            return legacy::read(self, text);
        }
        let text = self.prepare(text)?;
        let file = self.location(text)?;
        Ok(match self.options.config {
            Some(config) => self.configured(file, config),
            None => file,
        })
    }

    /// The text that counts: without blanks at its ends in `vfs` form.
    ///
    /// Source: `DECISIONS`, trimming and unresolved variables.
    fn prepare(&mut self, text: &'a str) -> Result<&'a str, NoIdentity> {
        let trimmed = trim(text);
        if trimmed.is_empty() {
            return Err(Code::BlankInput.into());
        }
        if self.marks.variable() && self.holds_variable(text) {
            return Err(Code::UnresolvedVariable.into());
        }
        match self.options.form {
            Form::Path => Ok(text),
            Form::Vfs => {
                self.rules.add_if(trimmed.len() != text.len(), Rule::Trimmed);
                Ok(trimmed)
            }
        }
    }

    /// Whether there is a variable, before or after decoding.
    fn holds_variable(&self, text: &str) -> bool {
        has_variable(text) || (self.marks.percent() && has_variable(&decode(text, self.options.form)))
    }

    /// The name of a prepared text, with what the contract's version normalises.
    pub(super) fn location(&mut self, text: &'a str) -> Result<FileName<'a>, NoIdentity> {
        let (file, scheme) = self.as_given(text)?;
        Ok(self.normalised(file, scheme))
    }

    /// The name as the text gives it, and the row of its scheme.
    fn as_given(&mut self, text: &'a str) -> Result<Given<'a>, NoIdentity> {
        let Some((name, rest)) = split_scheme(text) else {
            return Ok((self.without_scheme(text)?, Some(scheme::local())));
        };
        if let Some(target) = self.target(name) {
            return self.on_target(target, rest);
        }
        let known = scheme::known(name);
        let absolute = rest.starts_with('/');
        match known {
            Some(scheme) if absolute || may_be_opaque(scheme.kind, rest) => {
                self.rules.add_if(name != scheme.name, Rule::SchemeCase);
                self.rules.add_if(scheme.name != scheme.bare, Rule::SchemeAlias);
                self.on_scheme(scheme, rest)
            }
            None if absolute => self.on_other_scheme(text, name, rest),
            Some(scheme) if scheme.kind == Kind::Local => Err(Code::RelativePath.into()),
            _ => Err(Code::NoScheme.into()),
        }
    }

    /// Text without a scheme: a Windows path in either form, a POSIX path in `path` form.
    fn without_scheme(&mut self, text: &'a str) -> Result<FileName<'a>, NoIdentity> {
        let path_form = self.options.form == Form::Path;
        if is_drive_path(text) || text.starts_with(r"\\") || (path_form && text.starts_with('/')) {
            return self.local_path(text, "");
        }
        Err(match path_form || has_drive(text) {
            true => Code::RelativePath.into(),
            false => Code::NoScheme.into(),
        })
    }

    fn on_scheme(&mut self, scheme: &'static Scheme, rest: &'a str) -> Result<Given<'a>, NoIdentity> {
        let file = match scheme.kind {
            Kind::Local => self.local(rest),
            Kind::Bucket => self.bucket(scheme, rest),
            Kind::Azure => self.azure(scheme, rest),
            Kind::Host => self.host(scheme, rest),
            Kind::Rooted => self.rooted(scheme, rest),
            Kind::Resource => {
                self.rules.add(Rule::Resource);
                let name = self.name(scheme, rest.trim_start_matches('/'));
                Ok(named(scheme.bare, Cow::Borrowed(""), name))
            }
            Kind::Archive | Kind::Compressed => self.layered(scheme, rest),
            Kind::Null => return self.null(rest),
        }?;
        Ok((file, Some(scheme)))
    }

    /// `file`: the host counts for nothing in v3.
    fn local(&mut self, rest: &'a str) -> Result<FileName<'a>, NoIdentity> {
        let Some(after) = rest.strip_prefix("//") else {
            return self.local_path(rest, "");
        };
        if is_drive_path(after) {
            return self.local_path(after, "");
        }
        let authority = split(after, self.options.form, false, self.marks.tail())?;
        self.rules.add_if(authority.user.is_some(), Rule::UserInfoDropped);
        self.local_path(authority.path, authority.host)
    }

    /// An absolute path of the local file system. A path on a Windows drive or share has its separators turned.
    fn local_path(&mut self, path: &'a str, host: &'a str) -> Result<FileName<'a>, NoIdentity> {
        self.rules.add(Rule::LocalFile);
        let path = self.text(path);
        let path = match &*path {
            text if is_drive_path(text)
                || text.starts_with(r"\\")
                || is_drive_path(&text[1.min(text.len())..]) =>
            {
                self.rules.add(Rule::WindowsPath);
                windows_path(path)
            }
            "" => Cow::Borrowed("/"),
            _ => path,
        };
        self.file_host = decode(host, self.options.form);
        Ok(named("file", Cow::Borrowed(""), path))
    }

    /// An object store. Hop's VFS prints an empty authority, the bucket is the first segment then.
    pub(super) fn bucket(
        &mut self,
        scheme: &'static Scheme,
        rest: &'a str,
    ) -> Result<FileName<'a>, NoIdentity> {
        let inner = rest.trim_start_matches('/');
        self.rules.add(Rule::ObjectKey);
        self.rules
            .add_if(rest.len() - inner.len() != 2, Rule::EmptyAuthority);
        let authority = split(inner, self.options.form, false, self.marks.tail())?;
        self.rules.add_if(authority.user.is_some(), Rule::UserInfoDropped);
        let bucket = self.host_and_port(authority.host);
        if bucket.is_empty() {
            return Err(Code::NoBucket.into());
        }
        let key = authority.path.strip_prefix('/').unwrap_or(authority.path);
        let key = self.text(key);
        self.rules.add_if(key.is_empty(), Rule::BucketRoot);
        let key = if key.is_empty() { Cow::Borrowed("/") } else { key };
        Ok(named(scheme.prefix, bucket, key))
    }

    fn azure(&mut self, scheme: &'static Scheme, rest: &'a str) -> Result<FileName<'a>, NoIdentity> {
        let Some(after) = rest.strip_prefix("//") else {
            return self.without_authority(scheme, rest);
        };
        let authority = split(after, self.options.form, false, self.marks.tail())?;
        if authority.whole.is_empty() {
            return self.without_authority(scheme, authority.path);
        }
        let (place, secret) = container_and_account(&authority, self.options.form)?;
        self.rules.add(Rule::AzureAuthority);
        self.rules.add_if(secret, Rule::AzureSecretDropped);
        let name = self.name(scheme, authority.path);
        Ok(named(scheme.prefix, place, name))
    }

    fn host(&mut self, scheme: &'static Scheme, rest: &'a str) -> Result<FileName<'a>, NoIdentity> {
        self.rules.add(Rule::HostAndPath);
        let Some(after) = rest.strip_prefix("//") else {
            return self.without_authority(scheme, rest);
        };
        let authority = split(
            after,
            self.options.form,
            self.has_query(scheme),
            self.marks.tail(),
        )?;
        self.rules.add_if(authority.user.is_some(), Rule::UserInfoDropped);
        if authority.host.is_empty() {
            return self.without_authority(scheme, authority.path);
        }
        let place = self.host_and_port(authority.host);
        let name = self.name(scheme, authority.path);
        Ok(named(scheme.prefix, place, name))
    }

    /// A scheme without authority: what stands in its place is the first folder.
    fn rooted(&mut self, scheme: &'static Scheme, rest: &'a str) -> Result<FileName<'a>, NoIdentity> {
        let inner = rest.trim_start_matches('/');
        self.rules
            .add_if(rest.len() - inner.len() == 2, Rule::FirstFolder);
        let path = &rest[rest.len() - inner.len() - 1..];
        // Which account these two mean, Hop's own configuration says.
        if matches!(scheme.name, "azure" | "azfs") {
            self.warning = Some(Warning::UnmappedConnection);
        }
        self.without_authority(scheme, path)
    }

    /// A known scheme without authority. The VFS may have taken one, credentials included, for a folder.
    fn without_authority(
        &mut self,
        scheme: &'static Scheme,
        path: &'a str,
    ) -> Result<FileName<'a>, NoIdentity> {
        let path = self.without_credentials(path)?;
        let name = self.name(scheme, path);
        Ok(named(scheme.bare, Cow::Borrowed(""), name))
    }

    /// `null://name:/path`: a connection whose name is no URI scheme.
    fn null(&mut self, rest: &'a str) -> Result<Given<'a>, NoIdentity> {
        let connection = rest.strip_prefix("//").and_then(|after| after.split_once(":/"));
        match connection {
            Some((name, path)) if !name.is_empty() && !name.contains(['/', ':']) => {
                self.rules.add(Rule::NullScheme);
                let path = &rest[rest.len() - path.len() - 1..];
                let name = decode(name, self.options.form);
                match self.target(&name) {
                    Some(target) => self.on_target(target, path),
                    None => self.on_connection(name, path),
                }
            }
            _ => self.on_other_scheme("null", "null", rest),
        }
    }

    /// A scheme that is in no table: with an authority a file system of its own, else a named connection.
    fn on_other_scheme(
        &mut self,
        text: &'a str,
        name: &'a str,
        rest: &'a str,
    ) -> Result<Given<'a>, NoIdentity> {
        if let Some(after) = rest.strip_prefix("//") {
            let authority = split(after, self.options.form, false, self.marks.tail())?;
            if !authority.host.is_empty() {
                self.rules.add(Rule::HostAndPath);
                self.rules.add_if(authority.user.is_some(), Rule::UserInfoDropped);
                let place = self.host_and_port(authority.host);
                let file = self.name(&scheme::OTHER, authority.path);
                let file = match text.get(..name.len() + 3) {
                    Some(prefix) => named(prefix, place, file),
                    None => named(name, Cow::Owned(format!("://{place}")), file),
                };
                return Ok((file, None));
            }
        }
        let path = rest.strip_prefix("//").unwrap_or(rest);
        self.on_connection(Cow::Borrowed(name), path)
    }

    /// A path on a named connection.
    fn on_connection(&mut self, name: Cow<'a, str>, path: &'a str) -> Result<Given<'a>, NoIdentity> {
        let path = self.without_credentials(path)?;
        let file = self.name(&scheme::OTHER, path);
        self.warning = Some(Warning::UnmappedConnection);
        Ok((named("", name, file), None))
    }

    /// The name that an absolute path gives: without query, decoded, `/` when there is nothing.
    pub(super) fn name(&mut self, scheme: &Scheme, path: &'a str) -> Cow<'a, str> {
        let path = self.without_query(scheme, path);
        let name = self.text(path);
        match name.as_bytes().first() {
            Some(b'/') => name,
            None => Cow::Borrowed("/"),
            Some(_) => Cow::Owned(format!("/{name}")),
        }
    }

    /// Source: `DECISIONS`, query and fragment.
    fn without_query<'t>(&mut self, scheme: &Scheme, path: &'t str) -> &'t str {
        if !self.marks.tail() || self.options.form == Form::Path {
            return path;
        }
        let fragment = if scheme.fragment { path.find('#') } else { None };
        self.rules.add_if(fragment.is_some(), Rule::FragmentDropped);
        let path = &path[..fragment.unwrap_or(path.len())];
        let query = if scheme.query { path.find('?') } else { None };
        self.rules.add_if(query.is_some(), Rule::QueryDropped);
        &path[..query.unwrap_or(path.len())]
    }

    fn has_query(&self, scheme: &Scheme) -> bool {
        scheme.query && self.options.form == Form::Vfs
    }

    /// What a part of a name says: without a secret tail, decoded.
    pub(super) fn text(&mut self, part: &'a str) -> Cow<'a, str> {
        let part = self.without_secret(part);
        self.decoded(part)
    }

    pub(super) fn without_secret<'t>(&mut self, path: &'t str) -> &'t str {
        if !self.marks.tail() {
            return path;
        }
        match secret::tail(path) {
            Some(at) => {
                self.rules.add(Rule::SecretTailCut);
                &path[..at]
            }
            None => path,
        }
    }

    pub(super) fn without_credentials(&mut self, path: &'a str) -> Result<&'a str, NoIdentity> {
        let inner = path.trim_start_matches('/');
        if inner.len() == path.len() || memchr::memchr2(b'@', b'%', inner.as_bytes()).is_none() {
            return Ok(path);
        }
        Ok(match swallowed_credentials(inner)? {
            Some(end) => {
                self.rules.add(Rule::UserInfoDropped);
                &inner[end..]
            }
            None => path,
        })
    }

    fn host_and_port(&mut self, host: &'a str) -> Cow<'a, str> {
        let host = self.decoded(host);
        let length = host.len();
        let host = host_and_port(host);
        self.rules.add_if(host.len() != length, Rule::PortLeftOut);
        host
    }

    fn decoded(&mut self, text: &'a str) -> Cow<'a, str> {
        if !self.marks.percent() {
            return Cow::Borrowed(text);
        }
        let decoded = decode(text, self.options.form);
        self.rules
            .add_if(decoded.len() != text.len(), Rule::EscapeDecoded);
        decoded
    }
}

/// A name, and the row of its scheme if there is one.
pub(super) type Given<'a> = (FileName<'a>, Option<&'static Scheme>);

/// The parts of a name.
pub(super) fn named<'a>(scheme: &'a str, place: Cow<'a, str>, name: Cow<'a, str>) -> FileName<'a> {
    FileName { scheme, place, name }
}

/// What stands before the first colon, when no slash comes earlier and it is no Windows drive.
///
/// Source: `DECISIONS`, schemes.
pub(super) fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let colon = bytes
        .iter()
        .position(|byte| matches!(byte, b':' | b'/' | b'\\'))?;
    let drive = colon == 1 && bytes[0].is_ascii_alphabetic();
    (bytes[colon] == b':' && colon > 0 && !drive).then(|| (&text[..colon], &text[colon + 1..]))
}

/// Whether the text is a JDBC URL: where in it secrets stand, only the reader of such URLs knows.
fn is_database_url(text: &str) -> bool {
    trim(text)
        .get(..5)
        .is_some_and(|start| start.eq_ignore_ascii_case("jdbc:"))
}

/// Whether the scheme takes what follows the colon without a slash.
fn may_be_opaque(kind: Kind, rest: &str) -> bool {
    match kind {
        Kind::Bucket | Kind::Resource | Kind::Archive | Kind::Compressed => true,
        Kind::Local => is_drive_path(rest) || rest.starts_with(r"\\"),
        _ => false,
    }
}

pub(super) fn has_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

pub(super) fn is_drive_path(text: &str) -> bool {
    has_drive(text) && matches!(text.as_bytes().get(2), None | Some(b'/' | b'\\'))
}

/// A Windows path as a VFS prints it: slashes, and one before the drive.
fn windows_path(path: Cow<'_, str>) -> Cow<'_, str> {
    let slash = if has_drive(&path) { "/" } else { "" };
    if slash.is_empty() && !path.contains('\\') {
        return path;
    }
    Cow::Owned(format!("{slash}{}", path.replace('\\', "/")))
}
