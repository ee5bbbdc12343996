//! The grammars of `sqlparser`, for every dialect but PostgreSQL's family and SQLite, into our tree.
//!
//! Statements are here, queries in `query`, expressions in `expr`.

mod expr;
mod query;

use sqlparser::ast::helpers::stmt_data_loading::StageLoadSelectItemKind;
use sqlparser::ast::{
    AlterTableOperation, AlterViewOperation, AssignmentTarget, ConditionalStatementBlock,
    ConditionalStatements, CopyIntoSnowflakeKind, CopySource, CreateTableLikeKind, DeclareAssignment,
    FromTable, Ident as SqlIdent, MergeAction, MergeInsertKind, MergeUpdateKind, MultiTableInsertIntoClause,
    MultiTableInsertValue, ObjectName, ObjectNamePart, ObjectType, OnConflictAction, OnInsert, OutputClause,
    RenameTableNameKind, SelectInto, SelectItem, Set as SetStatement, Statement as SqlStatement, TableFactor,
    TableObject, TableWithJoins, UpdateTableFromKind,
};
use sqlparser::ast::{ConflictTarget, Delete, Insert, Merge, Update};
use sqlparser::dialect::Dialect as SqlDialect;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::{Token, Tokenizer};

use super::dialect::{Dialect, Grammar};
use super::grammar::SyntaxError;
use super::tree::{Expr, Ident, Name, Query, Remark, Source, SourceKind, Statement, Target};

/// Parses the text of one statement (or a few, where blocks hold more than one).
///
/// What the dialect's own grammar does not know, another may: the error is the first one's.
pub(super) fn parse(text: &str, dialect: Dialect) -> Result<Vec<Statement>, SyntaxError> {
    if let Some(statement) = unread(text, dialect) {
        return Ok(vec![statement]);
    }
    let error = match parse_as(text, dialect, dialect.sqlparser()) {
        Ok(statements) => return Ok(statements),
        Err(error) => error,
    };
    parse_others(text, dialect).ok_or(error)
}

/// Parses by the grammars that may know what the dialect's own does not.
pub(super) fn parse_others(text: &str, dialect: Dialect) -> Option<Vec<Statement>> {
    dialect
        .other_grammars(text)
        .iter()
        .find_map(|grammar| parse_as(text, dialect, *grammar).ok())
}

/// A statement that needs no reading: routines and blocks, whose bodies are not looked into.
fn unread(text: &str, dialect: Dialect) -> Option<Statement> {
    let mut words = text.split_ascii_whitespace().take(8);
    let first = words.next()?;
    let is = |word: &str, known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(word));
    let block = match dialect.grammar {
        Grammar::Oracle => is(first, &["BEGIN", "DECLARE"]),
        Grammar::Generic => is(first, &["BEGIN"]) && text.contains(';'),
        _ => false,
    };
    let makes = is(first, &["CREATE"]) || (is(first, &["ALTER"]) && dialect.grammar == Grammar::MsSql);
    let object = words.find(|word| {
        !is(
            word,
            &[
                "OR",
                "REPLACE",
                "ALTER",
                "DEFINER",
                "EDITIONABLE",
                "NONEDITIONABLE",
                "TEMP",
                "TEMPORARY",
            ],
        ) && !word.contains('=')
    });
    let routine = object.is_some_and(|object| {
        is(
            object,
            &[
                "PROCEDURE",
                "PROC",
                "FUNCTION",
                "TRIGGER",
                "PACKAGE",
                "EVENT",
                "MACRO",
            ],
        )
    });
    (block || (makes && routine)).then(|| Statement {
        remarks: vec![Remark::Routine],
        ..Statement::default()
    })
}

fn parse_as(text: &str, dialect: Dialect, grammar: &dyn SqlDialect) -> Result<Vec<Statement>, SyntaxError> {
    let tokens = Tokenizer::new(grammar, text).tokenize_with_location();
    let tokens = tokens.map_err(|error| SyntaxError {
        offset: Some(character_offset(text, error.location.line, error.location.column)),
    })?;
    // The depth was counted before: the parser's own limit, which is far lower, need not hold.
    let mut parser = Parser::new(grammar)
        .with_recursion_limit(usize::MAX)
        .with_tokens_with_locations(tokens);
    let mut statements = Vec::new();
    let convert = Convert { dialect };
    loop {
        while parser.consume_token(&Token::SemiColon) {}
        if parser.peek_token_ref().token == Token::EOF {
            return Ok(statements);
        }
        let statement = parser.parse_statement().map_err(|error| SyntaxError {
            offset: position(text, &error),
        })?;
        let end = parser.peek_token_ref();
        // Transact-SQL needs no semicolon between statements.
        let ended = dialect.grammar == Grammar::MsSql || matches!(end.token, Token::SemiColon | Token::EOF);
        if !ended {
            let at = end.span.start;
            return Err(SyntaxError {
                offset: Some(character_offset(text, at.line, at.column)),
            });
        }
        convert.statements(&statement, &mut statements);
    }
}

/// Where the parser stopped: it says so only at the end of its message.
fn position(text: &str, error: &ParserError) -> Option<usize> {
    let (ParserError::ParserError(message) | ParserError::TokenizerError(message)) = error else {
        return None;
    };
    let (_, place) = message.rsplit_once("at Line: ")?;
    let (line, column) = place.split_once(", Column: ")?;
    Some(character_offset(
        text,
        line.trim().parse().ok()?,
        column.trim().parse().ok()?,
    ))
}

/// The offset of a line and a column that counts characters.
fn character_offset(text: &str, line: u64, column: u64) -> usize {
    let skipped = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
    let start: usize = text.split_inclusive('\n').take(skipped).map(str::len).sum();
    let within = usize::try_from(column.saturating_sub(1)).unwrap_or(usize::MAX);
    text[start..]
        .char_indices()
        .nth(within)
        .map_or(text.len(), |(at, _)| start + at)
}

/// Turns a tree of the parser into ours.
struct Convert {
    dialect: Dialect,
}

fn one(statement: Statement) -> Vec<Statement> {
    vec![statement]
}

fn remark(remark: Remark) -> Vec<Statement> {
    one(Statement {
        remarks: vec![remark],
        ..Statement::default()
    })
}

fn ident(ident: &SqlIdent) -> Ident {
    Ident {
        text: ident.value.clone(),
        quoted: ident.quote_style.is_some(),
    }
}

fn idents(list: &[SqlIdent]) -> Vec<Ident> {
    list.iter().map(ident).collect()
}

fn table(name: Name) -> Source {
    Source {
        kind: SourceKind::Table(name),
        ..Source::default()
    }
}

impl Convert {
    /// A dotted name; one without parts where the name itself is computed.
    fn name(&self, name: &ObjectName) -> Name {
        let mut parts = Vec::with_capacity(name.0.len());
        // DuckDB reads a file whose path stands in the place of a table as a string.
        if let [
            ObjectNamePart::Identifier(SqlIdent {
                quote_style: Some('\''),
                value,
                ..
            }),
        ] = name.0.as_slice()
        {
            return Name {
                file: true,
                ..Name::of(vec![Ident::plain(value)])
            };
        }
        for part in &name.0 {
            match part {
                ObjectNamePart::Identifier(part) => parts.push(ident(part)),
                ObjectNamePart::Function(_) => return Name::default(),
            }
        }
        self.dialect.adapt(Name::of(parts))
    }

    fn target(&self, name: &ObjectName) -> Target {
        Target {
            name: self.name(name),
            ..Target::default()
        }
    }

    fn last(name: &ObjectName) -> Option<Ident> {
        match name.0.last() {
            Some(ObjectNamePart::Identifier(part)) => Some(ident(part)),
            _ => None,
        }
    }

    fn statements(&self, statement: &SqlStatement, out: &mut Vec<Statement>) {
        match statement {
            SqlStatement::If(block) => {
                self.block(&block.if_block, out);
                block
                    .elseif_blocks
                    .iter()
                    .chain(&block.else_block)
                    .for_each(|block| self.block(block, out));
            }
            SqlStatement::Case(block) => {
                out.extend(
                    block
                        .match_expr
                        .iter()
                        .map(|value| self.reads(vec![self.expr(value)])),
                );
                block
                    .when_blocks
                    .iter()
                    .chain(&block.else_block)
                    .for_each(|block| self.block(block, out));
            }
            SqlStatement::While(block) => self.block(&block.while_block, out),
            SqlStatement::StartTransaction { statements, .. } => {
                statements
                    .iter()
                    .for_each(|statement| self.statements(statement, out));
            }
            other => out.extend(self.statement(other)),
        }
    }

    fn block(&self, block: &ConditionalStatementBlock, out: &mut Vec<Statement>) {
        out.extend(
            block
                .condition
                .iter()
                .map(|condition| self.reads(vec![self.expr(condition)])),
        );
        let statements = match &block.conditional_statements {
            ConditionalStatements::Sequence { statements } => statements,
            ConditionalStatements::BeginEnd(block) => &block.statements,
        };
        statements
            .iter()
            .for_each(|statement| self.statements(statement, out));
    }

    fn reads(&self, exprs: Vec<Expr>) -> Statement {
        Statement {
            exprs,
            ..Statement::default()
        }
    }

    fn asks(&self, query: Query) -> Statement {
        Statement {
            query: Some(query),
            ..Statement::default()
        }
    }

    fn writes(&self, targets: Vec<Target>) -> Statement {
        Statement {
            targets,
            ..Statement::default()
        }
    }

    fn statement(&self, statement: &SqlStatement) -> Vec<Statement> {
        match statement {
            SqlStatement::Query(query) => one(self.asks(self.query(query))),
            SqlStatement::Insert(insert) => one(self.insert(insert)),
            SqlStatement::Update(update) => one(self.update(update)),
            SqlStatement::Delete(delete) => one(self.delete(delete)),
            SqlStatement::Merge(merge) => one(self.merge(merge)),
            SqlStatement::Truncate(truncate) => one(self.writes(
                truncate
                    .table_names
                    .iter()
                    .map(|table| self.target(&table.name))
                    .collect(),
            )),
            SqlStatement::Drop {
                object_type,
                names,
                temporary,
                ..
            } if is_table(object_type) => {
                let targets = names.iter().map(|name| Target {
                    temporary: *temporary,
                    ..self.target(name)
                });
                one(self.writes(targets.collect()))
            }
            SqlStatement::Explain {
                analyze: true,
                statement,
                ..
            } => self.statement(statement),
            SqlStatement::Explain { .. } => remark(Remark::NotRun),
            SqlStatement::Prepare { statement, .. } => self.statement(statement),
            SqlStatement::Set(set) => one(self.reads(self.assigned(set))),
            SqlStatement::Declare { stmts, .. } => stmts
                .iter()
                .map(|declared| {
                    let query = declared.for_query.as_ref().map(|query| self.query(query));
                    let exprs = declared.assignment.iter().map(|assigned| match assigned {
                        DeclareAssignment::Expr(value)
                        | DeclareAssignment::Default(value)
                        | DeclareAssignment::DuckAssignment(value)
                        | DeclareAssignment::For(value)
                        | DeclareAssignment::MsSqlAssignment(value) => self.expr(value),
                    });
                    Statement {
                        query,
                        exprs: exprs.collect(),
                        ..Statement::default()
                    }
                })
                .collect(),
            SqlStatement::Assert { condition, .. } => one(self.reads(vec![self.expr(condition)])),
            SqlStatement::Call(call) => {
                let mut args = Expr::default();
                self.call(call, super::tree::Role::Value, &mut args);
                one(Statement {
                    exprs: vec![args],
                    remarks: vec![Remark::Routine],
                    ..Statement::default()
                })
            }
            SqlStatement::Execute { immediate, name, .. } => remark(match () {
                () if *immediate || name.is_none() => Remark::Dynamic,
                () if self.dialect.grammar == Grammar::MsSql => Remark::Routine,
                () => Remark::Prepared,
            }),
            SqlStatement::RefreshMaterializedView(refresh) => {
                one(self.writes(vec![self.target(&refresh.name)]))
            }
            other => self
                .definition(other)
                .or_else(|| self.transfer(other))
                .into_iter()
                .collect(),
        }
    }

    /// Statements that make or change tables.
    fn definition(&self, statement: &SqlStatement) -> Option<Statement> {
        let mut this = Statement::default();
        match statement {
            SqlStatement::CreateTable(create) => {
                this.targets.push(Target {
                    temporary: create.temporary || create.volatile,
                    fed: true,
                    columns: match create.query {
                        Some(_) => create.columns.iter().map(|column| ident(&column.name)).collect(),
                        None => Vec::new(),
                    },
                    ..self.target(&create.name)
                });
                this.query = create.query.as_ref().map(|query| self.query(query));
                let like = create.like.as_ref().map(|like| match like {
                    CreateTableLikeKind::Parenthesized(like) | CreateTableLikeKind::Plain(like) => &like.name,
                });
                let copied = like.into_iter().chain(&create.clone);
                this.from.extend(copied.map(|name| table(self.name(name))));
            }
            SqlStatement::CreateView(create) => {
                let view = Target {
                    temporary: create.temporary,
                    columns: create.columns.iter().map(|column| ident(&column.name)).collect(),
                    fed: true,
                    ..self.target(&create.name)
                };
                this.targets.push(view);
                this.targets.extend(create.to.iter().map(|to| Target {
                    fed: true,
                    ..self.target(to)
                }));
                this.query = Some(self.query(&create.query));
            }
            SqlStatement::CreateVirtualTable { name, .. } => this.targets.push(self.target(name)),
            SqlStatement::CreateForeignTable(create) => this.targets.push(self.target(&create.name)),
            SqlStatement::AlterTable(alter) => {
                let renamed = alter.operations.iter().find_map(|operation| match operation {
                    AlterTableOperation::RenameTable {
                        table_name: RenameTableNameKind::As(new) | RenameTableNameKind::To(new),
                    } => Some(new),
                    _ => None,
                });
                let other = alter.operations.iter().find_map(|operation| match operation {
                    AlterTableOperation::SwapWith { table_name } => Some(table_name),
                    _ => None,
                });
                match renamed {
                    Some(new) => self.renamed(&alter.name, new, &mut this),
                    None => this.targets.push(self.target(&alter.name)),
                }
                if let Some(other) = other {
                    this.from
                        .extend([&alter.name, other].map(|name| table(self.name(name))));
                    this.targets.push(self.target(other));
                }
            }
            SqlStatement::RenameTable(pairs) => {
                pairs
                    .iter()
                    .for_each(|pair| self.renamed(&pair.old_name, &pair.new_name, &mut this));
            }
            SqlStatement::AlterView(alter) => match &alter.operation {
                AlterViewOperation::As { columns, query, .. } => {
                    this.targets.push(Target {
                        columns: idents(columns),
                        fed: true,
                        ..self.target(&alter.name)
                    });
                    this.query = Some(self.query(query));
                }
                AlterViewOperation::RenameTo { new_name } => self.renamed(&alter.name, new_name, &mut this),
                _ => this.targets.push(self.target(&alter.name)),
            },
            SqlStatement::Cache {
                table_name, query, ..
            } => {
                // A cached query is a view of the session; a cached table stays what it is.
                this.query = query.as_ref().map(|query| self.query(query));
                match this.query {
                    Some(_) => {
                        this.targets.push(Target {
                            temporary: true,
                            fed: true,
                            ..self.target(table_name)
                        });
                    }
                    None => this.from.push(table(self.name(table_name))),
                }
            }
            _ => return None,
        }
        Some(this)
    }

    fn renamed(&self, old: &ObjectName, new: &ObjectName, this: &mut Statement) {
        let old = self.name(old);
        let mut new = self.name(new);
        if new.parts.len() == 1 && old.parts.len() > 1 {
            // The new name stands in the schema of the old one.
            new.parts
                .splice(0..0, old.parts[..old.parts.len() - 1].iter().cloned());
        }
        this.from.push(table(old));
        this.targets.push(Target {
            name: new,
            ..Target::default()
        });
    }

    /// Statements that move data between tables and files.
    fn transfer(&self, statement: &SqlStatement) -> Option<Statement> {
        let mut this = Statement {
            remarks: vec![Remark::File],
            ..Statement::default()
        };
        match statement {
            SqlStatement::Copy { source, to, .. } => match (source, to) {
                (CopySource::Table { table_name, .. }, true) => this.from.push(table(self.name(table_name))),
                (CopySource::Table { table_name, .. }, false) => this.targets.push(self.target(table_name)),
                (CopySource::Query(query), _) => this.query = Some(self.query(query)),
            },
            SqlStatement::CopyIntoSnowflake {
                kind,
                into,
                from_obj,
                from_query,
                from_transformations,
                ..
            } => {
                if let CopyIntoSnowflakeKind::Table = kind {
                    this.targets.push(self.target(into));
                } else {
                    this.from
                        .extend(from_obj.iter().map(|name| table(self.name(name))));
                }
                this.query = from_query.as_ref().map(|query| self.query(query));
                for item in from_transformations.iter().flatten() {
                    if let StageLoadSelectItemKind::SelectItem(
                        SelectItem::UnnamedExpr(value) | SelectItem::ExprWithAlias { expr: value, .. },
                    ) = item
                    {
                        this.exprs.push(self.expr(value));
                    }
                }
            }
            SqlStatement::LoadData { table_name, .. } => this.targets.push(self.target(table_name)),
            SqlStatement::Unload {
                query, query_text, ..
            } => {
                this.query = query.as_ref().map(|query| self.query(query));
                this.remarks.extend(query_text.iter().map(|_| Remark::Dynamic));
            }
            SqlStatement::Directory { source, .. } => this.query = Some(self.query(source)),
            SqlStatement::ExportData(export) => this.query = Some(self.query(&export.query)),
            _ => return None,
        }
        Some(this)
    }

    fn assigned(&self, set: &SetStatement) -> Vec<Expr> {
        match set {
            SetStatement::SingleAssignment { values, .. }
            | SetStatement::ParenthesizedAssignments { values, .. } => {
                values.iter().map(|value| self.expr(value)).collect()
            }
            SetStatement::MultipleAssignments { assignments } => assignments
                .iter()
                .map(|assignment| self.expr(&assignment.value))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn insert(&self, insert: &Insert) -> Statement {
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
                self.call(call, super::tree::Role::Value, &mut args);
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

    fn update(&self, update: &Update) -> Statement {
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

    fn delete(&self, delete: &Delete) -> Statement {
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

    fn merge(&self, merge: &Merge) -> Statement {
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
    fn into(&self, into: &SelectInto) -> Vec<Target> {
        let names = into.targets.iter().filter_map(|target| match target {
            sqlparser::ast::Expr::Identifier(name) => Some(vec![ident(name)]),
            sqlparser::ast::Expr::CompoundIdentifier(parts) => Some(idents(parts)),
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

fn is_table(object: &ObjectType) -> bool {
    matches!(
        object,
        ObjectType::Table | ObjectType::ForeignTable | ObjectType::View | ObjectType::MaterializedView
    )
}
