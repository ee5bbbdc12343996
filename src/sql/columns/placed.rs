//! Where a column reference of a SELECT leads to.

use std::collections::BTreeSet;

use super::super::dialect::{Dialect, Grammar};
use super::super::tree::{Column, Expr, Ident, Name, Role, Source};
use super::{Flow, Input, MOST, Out, Row, RowKind, Transformation, Uses};

/// A SELECT's sources, to look columns up in.
pub(super) struct Placed<'r, 't> {
    pub(super) dialect: Dialect,
    pub(super) rows: &'r [Row<'t>],
    /// The names of the columns before, which some dialects let others refer to.
    pub(super) aliases: Vec<&'t Ident>,
}

impl Placed<'_, '_> {
    /// What goes into an expression; nothing when that is not certain.
    pub(super) fn uses(&self, expr: &Expr) -> Option<Uses> {
        if !expr.queries.is_empty() || !expr.tables.is_empty() {
            return None;
        }
        let mut uses = Uses::new();
        for column in &expr.columns {
            let step = match column.role {
                Role::Value if expr.plain => Transformation::Identity,
                Role::Value => Transformation::Derived,
                Role::Aggregate { masking } => Transformation::Aggregation { masking },
                Role::Condition => Transformation::Conditional,
                Role::Window => Transformation::Window,
            };
            merge(&mut uses, &self.column(column)?, |inner| step.after(inner));
            if uses.len() > MOST {
                return None;
            }
        }
        Some(uses)
    }

    /// What a column reference leads to.
    pub(super) fn column(&self, column: &Column) -> Option<Uses> {
        let (name, qualifier) = column.name.split_last()?;
        if qualifier.is_empty() {
            return self.unqualified(name);
        }
        let mut rows = self.rows.iter().filter(|row| {
            let names = row
                .names
                .len()
                .checked_sub(qualifier.len())
                .map(|at| &row.names[at..]);
            names.is_some_and(|names| names.iter().zip(qualifier).all(|(a, b)| self.dialect.same(a, b)))
        });
        match (rows.next(), rows.next()) {
            (Some(row), None) => self.of_row(row, name),
            _ => None,
        }
    }

    fn unqualified(&self, name: &Ident) -> Option<Uses> {
        if !name.quoted && is_function(name) {
            return Some(Uses::new());
        }
        let aliased = self.aliases.iter().any(|alias| self.dialect.same(alias, name));
        let plain = matches!(
            self.dialect.grammar,
            Grammar::Postgres | Grammar::Sqlite | Grammar::MySql | Grammar::MsSql | Grammar::Oracle
        );
        if aliased && (!plain || self.dialect.database_type().id == "REDSHIFT") {
            return None;
        }
        // A name that one source is known to have is that one's: two would be an error. Else it can only be of the
        // one source whose columns are not known.
        let known: Vec<_> = self.rows.iter().filter(|row| self.has(row, name)).collect();
        let open: Vec<_> = self.rows.iter().filter(|row| is_open(row)).collect();
        match (known.as_slice(), open.as_slice()) {
            ([row], _) | ([], [row]) => self.of_row(row, name),
            _ => None,
        }
    }

    fn has(&self, row: &Row<'_>, name: &Ident) -> bool {
        match &row.kind {
            RowKind::Flow(flow, renamed) => position(self.dialect, flow, renamed, name).is_some(),
            RowKind::Table(_) | RowKind::Opaque => false,
        }
    }

    fn of_row(&self, row: &Row<'_>, name: &Ident) -> Option<Uses> {
        match &row.kind {
            RowKind::Table(table) => {
                let input = Input {
                    table: table
                        .parts
                        .iter()
                        .map(|part| (part.text.to_string(), part.quoted))
                        .collect(),
                    column: (name.text.to_string(), name.quoted),
                };
                Some(Uses::from([(input, BTreeSet::from([Transformation::Identity]))]))
            }
            RowKind::Flow(flow, renamed) => flow.columns[position(self.dialect, flow, renamed, name)?]
                .uses
                .clone(),
            RowKind::Opaque => None,
        }
    }

    /// Adds the columns that a `*` stands for; false when they are not all known.
    pub(super) fn expand(&self, of: Option<&Name>, out: &mut Vec<Out>) -> bool {
        let mut all = !self.rows.is_empty();
        for row in self.rows {
            let meant = of.is_none_or(|of| {
                let names = row
                    .names
                    .len()
                    .checked_sub(of.parts.len())
                    .map(|at| &row.names[at..]);
                names.is_some_and(|names| names.iter().zip(&of.parts).all(|(a, b)| self.dialect.same(a, b)))
            });
            match &row.kind {
                _ if !meant => {}
                RowKind::Flow(flow, renamed) if flow.complete => {
                    for (index, column) in flow.columns.iter().enumerate() {
                        let name = renamed.get(index).or(column.name.as_ref()).cloned();
                        out.push(Out {
                            name,
                            uses: column.uses.clone(),
                        });
                    }
                }
                _ => all = false,
            }
        }
        all
    }

    /// Adds the columns of USING where just two sources are joined.
    pub(super) fn using(&self, sources: &[Source], rows: &mut Uses) {
        if let ([_, second], [left, right]) = (sources, self.rows) {
            for name in &second.using {
                for row in [left, right] {
                    if let Some(found) = self.of_row(row, name) {
                        merge(rows, &found, |_| Transformation::Join);
                    }
                }
            }
        }
    }
}

fn is_open(row: &Row<'_>) -> bool {
    match &row.kind {
        RowKind::Flow(flow, _) => !flow.complete,
        RowKind::Table(_) | RowKind::Opaque => true,
    }
}

fn position(dialect: Dialect, flow: &Flow, renamed: &[Ident], name: &Ident) -> Option<usize> {
    flow.columns.iter().enumerate().position(|(index, column)| {
        let renamed = renamed.get(index).filter(|_| index < flow.placed);
        let own = renamed.or(column.name.as_ref());
        own.is_some_and(|own| dialect.same(own, name))
    })
}

pub(super) fn merge(into: &mut Uses, from: &Uses, step: impl Fn(Transformation) -> Transformation) {
    for (input, kinds) in from {
        into.entry(input.clone())
            .or_default()
            .extend(kinds.iter().map(|kind| step(*kind)));
    }
}

/// Functions and pseudo-columns that are written without parentheses, and are no columns.
fn is_function(name: &Ident) -> bool {
    const NAMES: &[&str] = &[
        "current_catalog",
        "current_date",
        "current_role",
        "current_schema",
        "current_time",
        "current_timestamp",
        "current_user",
        "level",
        "localtime",
        "localtimestamp",
        "rownum",
        "session_user",
        "sysdate",
        "systimestamp",
        "system_user",
        "uid",
        "user",
    ];
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(&name.text))
}
