//! The grammars of `sqlparser`, for every dialect but PostgreSQL's family and SQLite, into our tree.
//!
//! Statements are here, queries in `query`, expressions in `expr`.

mod definition;
mod expr;
mod query;
mod reshape;
mod write;

use sqlparser::ast::{
    ConditionalStatementBlock, ConditionalStatements, DeclareAssignment, Ident as SqlIdent, ObjectName,
    ObjectNamePart, ObjectType, Set as SetStatement, Statement as SqlStatement,
};
use sqlparser::dialect::Dialect as SqlDialect;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::{Token, Tokenizer};

use super::dialect::{Dialect, Grammar};
use super::grammar::SyntaxError;
use super::tree::{Expr, Ident, Name, Parts, Query, Remark, Source, SourceKind, Statement, Target};
use super::{Task, scan};

/// Parses the text of one statement (or a few, where blocks hold more than one).
///
/// What the dialect's own grammar does not know, another may: the error is the first one's.
pub(super) fn parse(text: &str, task: Task) -> Result<Vec<Statement>, SyntaxError> {
    if let Some(statement) = unread(text, task.dialect) {
        return Ok(vec![statement]);
    }
    let error = match parse_as(text, task, task.dialect.sqlparser()) {
        Ok(statements) => return Ok(statements),
        Err(error) => error,
    };
    parse_others(text, task).ok_or(error)
}

/// Parses by the grammars that may know what the dialect's own does not.
///
/// The stack is enough for what was counted as the dialect writes text. A grammar that sees more, where the dialect
/// has a comment, a string or a name, is not tried.
pub(super) fn parse_others(text: &str, task: Task) -> Option<Vec<Statement>> {
    let dialect = task.dialect;
    let others = dialect.other_grammars(text);
    let counted = (!others.is_empty()).then(|| scan::depth(text, dialect.grammar))?;
    others
        .iter()
        .filter(|(alike, _)| scan::depth(text, *alike).is_within(counted))
        .find_map(|(_, grammar)| parse_as(text, task, *grammar).ok())
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

fn parse_as(text: &str, task: Task, grammar: &dyn SqlDialect) -> Result<Vec<Statement>, SyntaxError> {
    let tokens = Tokenizer::new(grammar, text).tokenize_with_location();
    let tokens = tokens.map_err(|error| SyntaxError {
        offset: Some(character_offset(text, error.location.line, error.location.column)),
    })?;
    // The depth was counted before: the parser's own limit, which is far lower, need not hold.
    let mut parser = Parser::new(grammar)
        .with_recursion_limit(usize::MAX)
        .with_tokens_with_locations(tokens);
    let mut statements = Vec::new();
    let convert = Convert {
        dialect: task.dialect,
        columns: task.columns,
    };
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
        let ended =
            task.dialect.grammar == Grammar::MsSql || matches!(end.token, Token::SemiColon | Token::EOF);
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
    /// Whether column references are asked for.
    columns: bool,
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
        text: ident.value.as_str().into(),
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
        let mut parts = Parts::new();
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
                ..Name::of([Ident::plain(value)])
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
                        .map(|value| self.reads([self.expr(value)])),
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
                .map(|condition| self.reads([self.expr(condition)])),
        );
        let statements = match &block.conditional_statements {
            ConditionalStatements::Sequence { statements } => statements,
            ConditionalStatements::BeginEnd(block) => &block.statements,
        };
        statements
            .iter()
            .for_each(|statement| self.statements(statement, out));
    }

    fn reads(&self, exprs: impl IntoIterator<Item = Expr>) -> Statement {
        Statement {
            exprs: exprs.into_iter().collect(),
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
            SqlStatement::Assert { condition, .. } => one(self.reads([self.expr(condition)])),
            SqlStatement::Call(call) => {
                let mut args = Expr::default();
                self.call(call, super::tree::Role::Value, &mut args);
                one(Statement {
                    exprs: args.into(),
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
}

fn is_table(object: &ObjectType) -> bool {
    matches!(
        object,
        ObjectType::Table | ObjectType::ForeignTable | ObjectType::View | ObjectType::MaterializedView
    )
}
