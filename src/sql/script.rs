//! A script's tables by the parts of their names, for callers that have rules of their own for what they are called.

use super::answer::{code_of, written};
use super::dialect::Dialect;
use super::scan;
use super::scope::Tables;
use super::template::Marker;
use super::tree::Name;
use super::{Failure, Task, read};
use crate::reason::Code;
use crate::relational::Part;

/// The statements of a script, read.
#[derive(Debug, Default)]
pub(crate) struct Script {
    dialect: Option<Dialect>,
    statements: Vec<Result<Vec<Tables>, Failure>>,
    marker: Option<Marker>,
}

/// A table that a script names.
pub(crate) struct NamedTable<'s> {
    /// The parts of its name, the outermost first.
    pub parts: Vec<Part<'s>>,
    /// Whether it is read, rather than written.
    pub read: bool,
    /// Why it is no dataset, where it is none.
    pub left_out: Option<&'static str>,
    /// Its name for a reader.
    pub shown: String,
}

impl Script {
    pub(crate) fn read(sql: &str, dialect: Dialect) -> Self {
        let pieces = scan::pieces(sql, dialect, false);
        let marker = Marker::absent_from(sql, &pieces);
        let task = Task::of(dialect, false);
        let statements = pieces
            .iter()
            .map(|piece| read(sql, piece, task, &marker))
            .collect();
        Script {
            dialect: Some(dialect),
            statements,
            marker: Some(marker),
        }
    }

    /// Whether a statement could not be read.
    pub(crate) fn failed(&self) -> bool {
        self.statements.iter().any(Result::is_err)
    }

    /// The statements that could not be read, by their number from 0, and why.
    pub(crate) fn errors(&self) -> impl Iterator<Item = (usize, &'static str)> + '_ {
        let failed = |(index, statement): (usize, &Result<_, Failure>)| {
            Some((index, statement.as_ref().err()?.code.message()))
        };
        self.statements.iter().enumerate().filter_map(failed)
    }

    /// What is worth knowing about the statements, each once.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = &'static str> + '_ {
        let remarks = self
            .statements
            .iter()
            .flatten()
            .flatten()
            .flat_map(|tables| &tables.remarks);
        let mut seen = Vec::new();
        remarks.map(|remark| code_of(*remark)).filter_map(move |code| {
            let new = !seen.contains(&code);
            seen.push(code);
            new.then(|| code.message())
        })
    }

    /// Every table that is named, in the order of the statements.
    pub(crate) fn tables(&self) -> impl Iterator<Item = NamedTable<'_>> + '_ {
        let temporary: Vec<_> = self
            .statements
            .iter()
            .flatten()
            .flatten()
            .flat_map(|tables| &tables.writes)
            .filter(|table| table.temporary)
            .collect();
        let tables = self.statements.iter().flatten().flatten().flat_map(|tables| {
            let writes = tables.writes.iter().map(|table| (false, &table.name));
            writes.chain(tables.reads.iter().map(|name| (true, name)))
        });
        tables.filter_map(move |(read, name)| {
            let dialect = self.dialect?;
            if dialect.is_no_table(name) {
                return None;
            }
            let own = name.single().is_some_and(|single| {
                temporary.iter().any(|table| {
                    table
                        .name
                        .parts
                        .last()
                        .is_some_and(|last| dialect.same(last, single))
                })
            });
            let left_out = self
                .left_out(name, dialect)
                .or(own.then_some(Code::TemporaryTable));
            let shown = match left_out {
                Some(Code::TemplateTable | Code::ComputedName | Code::FileTransfer) => "a table".to_owned(),
                _ => written(name),
            };
            let parts = name.parts.iter().map(|part| match part.quoted {
                true => Part::quoted(part.text.as_str()),
                false => Part::unquoted(part.text.as_str()),
            });
            Some(NamedTable {
                parts: parts.collect(),
                read,
                left_out: left_out.map(Code::message),
                shown,
            })
        })
    }

    fn left_out(&self, name: &Name, dialect: Dialect) -> Option<Code> {
        let template = self
            .marker
            .as_ref()
            .is_some_and(|marker| name.parts.iter().any(|part| marker.is_in(&part.text)));
        match () {
            () if name.parts.is_empty() => Some(Code::ComputedName),
            () if template => Some(Code::TemplateTable),
            () if dialect.is_elsewhere(name) => Some(Code::OtherServer),
            () if dialect.is_file(name) => Some(Code::FileTransfer),
            () if dialect.is_temporary(name) => Some(Code::TemporaryTable),
            () if dialect.is_of_catalog(name) => Some(Code::CatalogTable),
            () => None,
        }
    }
}

/// The text behind the blanks and comments at its start.
pub(crate) fn without_leading_comments(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let end = match rest.get(..2) {
            Some("--") => rest.find('\n').map(|at| at + 1),
            Some("/*") => rest.find("*/").map(|at| at + 2),
            _ => return rest,
        };
        match end {
            Some(end) => rest = rest[end..].trim_start(),
            None => return "",
        }
    }
}
