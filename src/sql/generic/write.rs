//! Statements that write rows: INSERT, UPDATE, DELETE, MERGE, SELECT INTO.

use sqlparser::ast::{
    AssignmentTarget, ConflictTarget, Delete, FromTable, Insert, Merge, MergeAction, MergeInsertKind,
    MergeUpdateKind, MultiTableInsertIntoClause, MultiTableInsertValue, OnConflictAction, OnInsert,
    OutputClause, SelectInto, SelectItem, TableFactor, TableObject, TableWithJoins, Update,
    UpdateTableFromKind,
};

use super::super::tree::{Expr, Name, Parts, Remark, Statement, Target};
use super::{Convert, ident, idents};

impl Convert {
    pub(super) fn insert(&self, insert: &Insert) -> Statement {
        let mut this = Statement::default();
        let columns = insert.columns.iter().filter_map(Self::last);
        let columns: Vec<_> = columns.chain(insert.after_columns.iter().map(ident)).collect();
        match &insert.table {
            TableObject::TableName(name) => {
                if !name.0.is_empty()
                    && insert.multi_table_into_clauses.is_empty()
                    && insert.multi_table_when_clauses.is_empty()
                {
                    this.targets.push(Target {
                        columns,
                        fed: true,
                        ..self.target(name)
                    });
                }
            }
            TableObject::TableFunction(call) => {
                let mut args = Expr::default();
                self.call(call, super::super::tree::Role::Value, &mut args);
                this.exprs.push(args);
            }
            TableObject::TableQuery(query) => {
                // INSERT INTO (SELECT … FROM t): the table of the query is written.
                this.targets.extend(self.only_table(query));
            }
        }
        this.query = insert.source.as_ref().map(|query| self.query(query));
        let partitions = insert.partitioned.iter().flatten();
        this.exprs.extend(partitions.map(|value| self.expr(value)));
        for assignment in &insert.assignments {
            self.assignment(&assignment.target, &assignment.value, &mut this);
        }
        match &insert.on {
            Some(OnInsert::DuplicateKeyUpdate(assignments)) => {
                this.exprs
                    .extend(assignments.iter().map(|assignment| self.expr(&assignment.value)));
            }
            Some(OnInsert::OnConflict(conflict)) => {
                if let Some(ConflictTarget::Columns { predicate, .. }) = &conflict.conflict_target {
                    this.exprs.extend(predicate.iter().map(|value| self.expr(value)));
                }
                if let OnConflictAction::DoUpdate(update) = &conflict.action {
                    this.exprs.extend(
                        update
                            .assignments
                            .iter()
                            .map(|assignment| self.expr(&assignment.value)),
                    );
                    this.exprs
                        .extend(update.selection.iter().map(|value| self.expr(value)));
                }
            }
            Some(_) | None => {}
        }
        self.returned(insert.returning.as_deref(), insert.output.as_ref(), &mut this);
        for clause in &insert.multi_table_into_clauses {
            self.branch_of_insert(clause, &mut this);
        }
        for clause in &insert.multi_table_when_clauses {
            this.exprs.push(self.expr(&clause.condition));
            clause
                .into_clauses
                .iter()
                .for_each(|clause| self.branch_of_insert(clause, &mut this));
        }
        for clause in insert.multi_table_else_clause.iter().flatten() {
            self.branch_of_insert(clause, &mut this);
        }
        this
    }

    fn branch_of_insert(&self, clause: &MultiTableInsertIntoClause, this: &mut Statement) {
        this.targets.push(Target {
            columns: idents(&clause.columns),
            ..self.target(&clause.table_name)
        });
        for value in clause.values.iter().flat_map(|values| &values.values) {
            if let MultiTableInsertValue::Expr(value) = value {
                this.exprs.push(self.expr(value));
            }
        }
    }

    /// The single table that a query reads, as a target.
    fn only_table(&self, query: &sqlparser::ast::Query) -> Option<Target> {
        let select = query.body.as_select()?;
        match select.from.as_slice() {
            [
                TableWithJoins {
                    relation: TableFactor::Table { name, args: None, .. },
                    joins,
                },
            ] if joins.is_empty() => Some(self.target(name)),
            _ => None,
        }
    }

    fn assignment(&self, target: &AssignmentTarget, value: &sqlparser::ast::Expr, this: &mut Statement) {
        match target {
            AssignmentTarget::ColumnName(name) => {
                this.sets
                    .push((Self::last(name).unwrap_or_default(), self.expr(value)));
            }
            AssignmentTarget::Tuple(_) => this.exprs.push(self.expr(value)),
        }
    }

    pub(super) fn update(&self, update: &Update) -> Statement {
        let mut this = Statement::default();
        let from = match &update.from {
            Some(UpdateTableFromKind::BeforeSet(from) | UpdateTableFromKind::AfterSet(from)) => {
                from.as_slice()
            }
            None => &[],
        };
        match (&update.table.relation, update.table.joins.is_empty()) {
            (TableFactor::Table { name, args: None, .. }, true) => this.targets.push(Target {
                by_alias: self.dialect.writes_through_aliases(),
                ..self.target(name)
            }),
            (TableFactor::Derived { subquery, .. }, true) => {
                this.targets.extend(self.only_table(subquery));
                this.from = self.sources(std::slice::from_ref(&update.table));
            }
            // UPDATE a JOIN b SET a.x = …: the qualifiers of the columns say what is written.
            _ => {
                this.from = self.sources(std::slice::from_ref(&update.table));
                self.assigned_tables(update, &mut this);
            }
        }
        this.from.extend(self.sources(from));
        for assignment in &update.assignments {
            self.assignment(&assignment.target, &assignment.value, &mut this);
        }
        this.exprs
            .extend(update.selection.iter().map(|value| self.expr(value)));
        this.exprs
            .extend(update.order_by.iter().map(|by| self.expr(&by.expr)));
        this.exprs
            .extend(update.limit.iter().map(|value| self.expr(value)));
        self.returned(update.returning.as_deref(), update.output.as_ref(), &mut this);
        this
    }

    fn assigned_tables(&self, update: &Update, this: &mut Statement) {
        for assignment in &update.assignments {
            let names = match &assignment.target {
                AssignmentTarget::ColumnName(name) => std::slice::from_ref(name),
                AssignmentTarget::Tuple(names) => names,
            };
            for name in names {
                let mut name = self.name(name);
                name.parts.pop();
                if name.parts.is_empty() {
                    this.remarks.push(Remark::UnclearTarget);
                } else if !this.targets.iter().any(|target| target.name == name) {
                    this.targets.push(Target {
                        name,
                        by_alias: true,
                        ..Target::default()
                    });
                }
            }
        }
    }

    pub(super) fn delete(&self, delete: &Delete) -> Statement {
        let mut this = Statement::default();
        let (FromTable::WithFromKeyword(from) | FromTable::WithoutKeyword(from)) = &delete.from;
        if !delete.tables.is_empty() {
            // DELETE a, b FROM t AS a JOIN u AS b …
            this.targets = delete
                .tables
                .iter()
                .map(|name| Target {
                    by_alias: true,
                    ..self.target(name)
                })
                .collect();
            this.from = self.sources(from);
        } else {
            for entry in from {
                match &entry.relation {
                    TableFactor::Table { name, args: None, .. } => this.targets.push(Target {
                        by_alias: delete.using.is_some() || self.dialect.writes_through_aliases(),
                        ..self.target(name)
                    }),
                    TableFactor::Derived { subquery, .. } => this.targets.extend(self.only_table(subquery)),
                    _ => this.remarks.push(Remark::UnclearTarget),
                }
                if !entry.joins.is_empty() {
                    this.from.extend(self.sources(std::slice::from_ref(entry)));
                }
            }
        }
        this.from
            .extend(self.sources(delete.using.as_deref().unwrap_or_default()));
        this.exprs
            .extend(delete.selection.iter().map(|value| self.expr(value)));
        this.exprs
            .extend(delete.order_by.iter().map(|by| self.expr(&by.expr)));
        this.exprs
            .extend(delete.limit.iter().map(|value| self.expr(value)));
        self.returned(delete.returning.as_deref(), delete.output.as_ref(), &mut this);
        this
    }

    pub(super) fn merge(&self, merge: &Merge) -> Statement {
        let mut this = Statement::default();
        match &merge.table {
            TableFactor::Table { name, .. } => this.targets.push(Target {
                by_alias: self.dialect.writes_through_aliases(),
                ..self.target(name)
            }),
            TableFactor::Derived { subquery, .. } => this.targets.extend(self.only_table(subquery)),
            _ => this.remarks.push(Remark::UnclearTarget),
        }
        this.from.push(self.factor(&merge.source));
        this.exprs.push(self.expr(&merge.on));
        for clause in &merge.clauses {
            this.exprs
                .extend(clause.predicate.iter().map(|value| self.expr(value)));
            match &clause.action {
                MergeAction::Insert(insert) => {
                    if let MergeInsertKind::Values(values) = &insert.kind {
                        let values = values.rows.iter().flat_map(|row| &row.content);
                        this.exprs.extend(values.map(|value| self.expr(value)));
                    }
                    this.exprs
                        .extend(insert.insert_predicate.iter().map(|value| self.expr(value)));
                }
                MergeAction::Update(update) => {
                    if let MergeUpdateKind::Set(assignments) = &update.kind {
                        this.exprs
                            .extend(assignments.iter().map(|assignment| self.expr(&assignment.value)));
                    }
                    let predicates = update.update_predicate.iter().chain(&update.delete_predicate);
                    this.exprs.extend(predicates.map(|value| self.expr(value)));
                }
                _ => {}
            }
        }
        self.returned(None, merge.output.as_ref(), &mut this);
        this
    }

    /// `RETURNING …`, `OUTPUT … INTO t`.
    fn returned(
        &self,
        returning: Option<&[SelectItem]>,
        output: Option<&OutputClause>,
        this: &mut Statement,
    ) {
        let (items, into) = match output {
            Some(OutputClause::Output {
                select_items,
                into_table,
                ..
            }) => (select_items.as_slice(), into_table.as_ref()),
            Some(OutputClause::Returning { select_items, .. }) => (select_items.as_slice(), None),
            None => (&[][..], None),
        };
        for item in returning.unwrap_or_default().iter().chain(items) {
            match item {
                SelectItem::UnnamedExpr(value)
                | SelectItem::ExprWithAlias { expr: value, .. }
                | SelectItem::ExprWithAliases { expr: value, .. } => this.exprs.push(self.expr(value)),
                SelectItem::QualifiedWildcard(..) | SelectItem::Wildcard(_) => {}
            }
        }
        this.targets
            .extend(into.into_iter().flat_map(|into| self.into(into)));
    }

    /// The tables of `INTO`; variables are none.
    pub(super) fn into(&self, into: &SelectInto) -> Vec<Target> {
        let names = into.targets.iter().filter_map(|target| match target {
            sqlparser::ast::Expr::Identifier(name) => Some(Parts::from_iter([ident(name)])),
            sqlparser::ast::Expr::CompoundIdentifier(parts) => Some(parts.iter().map(ident).collect()),
            _ => None,
        });
        names
            .filter(|parts| self.dialect.selects_into_tables() || into.table || parts.len() > 1)
            .map(|parts| Target {
                name: self.dialect.adapt(Name::of(parts)),
                temporary: into.temporary,
                fed: true,
                ..Target::default()
            })
            .collect()
    }
}
