//! Layered locations: entries of archives, and compressed files.

use std::borrow::Cow;

use super::FileName;
use super::read::{Reader, named};
use super::rule::Rule;
use super::scheme::{self, Kind, Scheme};
use crate::identity::NoIdentity;

impl<'a> Reader<'_, 'a> {
    /// `zip:<outer>!/entry` and the like, nested ones too.
    ///
    /// A compressed file is that file; an archive is the place, and `!/entry` goes behind its name. The root of
    /// an archive is the archive. commons-vfs splits at the last `!`, but prints one inside a name raw: the
    /// physical archive therefore ends at the first `!/`.
    ///
    /// Source: commons-vfs `LayeredFileNameParser`; issue 4, layered file systems.
    pub(super) fn layered(
        &mut self,
        scheme: &'static Scheme,
        rest: &'a str,
    ) -> Result<FileName<'a>, NoIdentity> {
        let (layers, text) = peel(scheme, rest);
        let archives = layers.iter().filter(|kind| **kind == Kind::Archive).count();
        self.rules.add_if(archives < layers.len(), Rule::CompressedFile);
        let (outer, entries) = split(&layers, text);
        let file = self.location(outer)?;
        let physical = file.name.len();
        let mut name = file.name.into_owned();
        for entry in entries {
            let entry = self.text(entry.trim_start_matches('/'));
            if !entry.is_empty() {
                self.rules.add(Rule::ArchiveEntry);
                name.push_str("!/");
                name.push_str(&entry);
            }
        }
        let mut name: Cow<str> = Cow::Owned(name);
        if name.len() > physical {
            name = self.without_slash(name);
        }
        Ok(named(file.scheme, file.place, name))
    }
}

/// Takes the layers off the front, innermost first.
fn peel<'a>(scheme: &'static Scheme, rest: &'a str) -> (Vec<Kind>, &'a str) {
    let (mut layers, mut text) = (vec![scheme.kind], rest);
    while let Some((name, inner)) = text.split_once(':') {
        match scheme::known(name).map(|scheme| scheme.kind) {
            Some(kind @ (Kind::Archive | Kind::Compressed)) => layers.push(kind),
            _ => break,
        }
        text = inner;
    }
    layers.reverse();
    (layers, text)
}

/// The location of the physical file, and the entries of the archives in it.
///
/// Each layer has one entry, from the innermost to the outermost, which takes what is left; where entries are
/// missing, they are missing inside. The entry of a compressed file is that file itself and is left out.
fn split<'a>(layers: &[Kind], text: &'a str) -> (&'a str, Vec<&'a str>) {
    if layers.iter().all(|kind| *kind == Kind::Compressed) {
        // What a compressed file unfolds to has no folders, so that the last `!/` is the layer's.
        let start = path_start(text);
        let (path, mut left) = (&text[start..], layers.len());
        let mut end = path.len();
        for (at, _) in path.rmatch_indices("!/").take(left) {
            (end, left) = (at, left - 1);
        }
        for (at, _) in path[..end].rmatch_indices('!').take(left) {
            end = at;
        }
        let outer = &text[..start + end];
        return (outer, Vec::new());
    }
    let path = path_start(text);
    let (at, mut rest) = match (text[path..].find("!/"), text[path..].rfind('!')) {
        (Some(at), _) => (path + at, &text[path + at + 2..]),
        (None, Some(at)) => (path + at, &text[path + at + 1..]),
        (None, None) => return (text, Vec::new()),
    };
    let outer = &text[..at];
    let given = rest.matches("!/").count() + 1;
    let mut entries = Vec::new();
    let present = layers.iter().skip(layers.len().saturating_sub(given));
    let mut present = present.peekable();
    while let Some(kind) = present.next() {
        let (entry, next) = match present.peek() {
            Some(_) => rest.split_once("!/").unwrap_or((rest, "")),
            None => (rest, ""),
        };
        if *kind == Kind::Archive {
            entries.push(entry);
        }
        rest = next;
    }
    (outer, entries)
}

/// Where the path of the physical file begins: a `!` before belongs to a password.
fn path_start(text: &str) -> usize {
    match text.find("://") {
        Some(colon) => text[colon + 3..]
            .find('/')
            .map_or(text.len(), |slash| colon + 3 + slash),
        None => 0,
    }
}
