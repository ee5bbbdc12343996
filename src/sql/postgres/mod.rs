//! PostgreSQL's grammar, as `squawk-parser` knows it, into our tree.
//!
//! The parser answers a list of events. They become a flat list of nodes here, which costs less than the
//! lossless tree that the same project builds from them, and which needs no recursion to be dropped.

mod expr;
mod query;
mod tree;

use SyntaxKind as K;
use squawk_parser::SyntaxKind;

use super::grammar::SyntaxError;
use super::tree::{Body, Cte, Name, Query, Remark, Source, SourceKind, Statement, Target, With};
use tree::{Tree, ident};

/// Parses the text of one statement (or a few, where a body holds more than one).
///
/// Column references are left out where nobody asks for them.
pub(super) fn parse(text: &str, columns: bool) -> Result<Vec<Statement>, SyntaxError> {
    let tree = Tree::read(text, columns)?;
    let statements = tree.children(0).filter(|node| tree.is_node(*node));
    let mut statements: Vec<_> = statements.map(|node| tree.statement(node)).collect();
    // A property graph can be read anywhere in FROM; what it is made of stands where it was created.
    if let Some(first) = statements.first_mut()
        && tree.graph
    {
        first.remarks.push(Remark::Graph);
    }
    Ok(statements)
}

impl Tree<'_> {
    pub(super) fn statement(&self, node: u32) -> Statement {
        let mut this = Statement::default();
        if let Some(with) = self.child(node, K::WITH_CLAUSE)
            && !self.is_query(node)
        {
            this.with = self.with(with);
        }
        match self.kind(node) {
            kind if is_query(kind) => this.query = Some(self.query(node)),
            K::INSERT => self.insert(node, &mut this),
            K::UPDATE | K::DELETE => self.update_or_delete(node, &mut this),
            K::MERGE => self.merge(node, &mut this),
            K::CREATE_TABLE_AS | K::CREATE_VIEW | K::CREATE_MATERIALIZED_VIEW => {
                self.create_as(node, &mut this);
            }
            K::CREATE_TABLE | K::CREATE_FOREIGN_TABLE => self.create_table(node, &mut this),
            K::DECLARE => {
                this.query = self
                    .children(node)
                    .find(|n| self.is_query(*n))
                    .map(|n| self.query(n))
            }
            K::PREPARE => return self.inner(node),
            K::EXPLAIN => return self.explain(node),
            K::COPY => self.copy(node, &mut this),
            K::TRUNCATE => {
                let list = self.child(node, K::TABLE_LIST).unwrap_or(node);
                this.targets = self.named(list, K::TABLE_RELATION_NAME);
            }
            K::DROP_TABLE | K::DROP_FOREIGN_TABLE => this.targets = self.named(node, K::TABLE_NAME_REF),
            K::DROP_VIEW | K::DROP_MATERIALIZED_VIEW | K::REFRESH => {
                this.targets = self.named(node, K::VIEW_REF);
            }
            K::ALTER_TABLE | K::ALTER_FOREIGN_TABLE | K::ALTER_VIEW | K::ALTER_MATERIALIZED_VIEW => {
                self.alter(node, &mut this);
            }
            K::CREATE_SCHEMA => {
                for element in self.children(node).filter(|n| self.is_node(*n)) {
                    let inner = self.statement(element);
                    this.targets.extend(inner.targets);
                    if let Some(query) = inner.query {
                        this.from.push(Source {
                            kind: SourceKind::Query(Box::new(query)),
                            ..Source::default()
                        });
                    }
                }
            }
            K::EXECUTE => this.remarks.push(Remark::Prepared),
            K::CALL | K::DO | K::CREATE_FUNCTION | K::CREATE_PROCEDURE | K::CREATE_RULE => {
                this.remarks.push(Remark::Routine);
            }
            _ => {}
        }
        this
    }

    /// The statement inside a statement.
    pub(super) fn inner(&self, node: u32) -> Statement {
        let inner = self.children(node).find(|child| {
            self.is_query(*child)
                || matches!(
                    self.kind(*child),
                    K::INSERT
                        | K::UPDATE
                        | K::DELETE
                        | K::MERGE
                        | K::EXECUTE
                        | K::DECLARE
                        | K::CREATE_TABLE_AS
                        | K::CREATE_MATERIALIZED_VIEW
                )
        });
        inner.map(|inner| self.statement(inner)).unwrap_or_default()
    }

    fn explain(&self, node: u32) -> Statement {
        let named = |name: &str| {
            self.child(node, K::EXPLAIN_OPTION_LIST).is_some_and(|list| {
                self.children(list).any(|option| {
                    let mut parts = self.parts(option).into_iter();
                    parts
                        .next()
                        .is_some_and(|part| part.text.eq_ignore_ascii_case(name))
                        && !parts.next().is_some_and(|value| {
                            ["false", "off", "0"]
                                .iter()
                                .any(|no| value.text.eq_ignore_ascii_case(no))
                        })
                })
            })
        };
        if self.child(node, K::EXPLAIN_ANALYZE).is_some() || named("analyze") || named("analyse") {
            return self.inner(node);
        }
        Statement {
            remarks: vec![Remark::NotRun],
            ..Statement::default()
        }
    }

    fn named(&self, node: u32, kind: SyntaxKind) -> Vec<Target> {
        self.children(node)
            .filter(|child| self.kind(*child) == kind)
            .map(|child| self.target(child))
            .collect()
    }

    fn insert(&self, node: u32, this: &mut Statement) {
        let mut target = self.target(node);
        if let Some(list) = self.child(node, K::COLUMN_TARGET_LIST) {
            target.columns = self.idents(list, K::COLUMN_TARGET);
            this.exprs.push(self.expr(list));
        }
        target.fed = true;
        this.targets.push(target);
        for child in self.children(node) {
            match self.kind(child) {
                kind if is_query(kind) => this.query = Some(self.query(child)),
                K::ON_CONFLICT_CLAUSE | K::RETURNING_CLAUSE => this.exprs.push(self.expr(child)),
                _ => {}
            }
        }
    }

    fn update_or_delete(&self, node: u32, this: &mut Statement) {
        this.targets.push(self.target(node));
        for child in self.children(node) {
            match self.kind(child) {
                K::FROM_CLAUSE | K::USING_CLAUSE => this.from.extend(self.sources(child)),
                K::SET_CLAUSE => self.sets(child, this),
                K::WHERE_CLAUSE | K::RETURNING_CLAUSE | K::FOR_PORTION_OF => {
                    this.exprs.push(self.expr(child));
                }
                _ => {}
            }
        }
    }

    fn sets(&self, clause: u32, this: &mut Statement) {
        for list in self.children(clause) {
            for set in self.children(list) {
                let target = self.child(set, K::COLUMN_TARGET);
                match (self.kind(set), target) {
                    (K::SET_SINGLE_COLUMN, Some(target)) => {
                        this.exprs.push(self.expr(target));
                        let value = self.child(set, K::SET_EXPR).map(|value| self.expr(value));
                        let column = self.parts(target).into_iter().next().unwrap_or_default();
                        this.sets.push((column, value.unwrap_or_default()));
                    }
                    _ if self.is_node(set) => this.exprs.push(self.expr(set)),
                    _ => {}
                }
            }
        }
    }

    fn merge(&self, node: u32, this: &mut Statement) {
        this.targets.push(self.target(node));
        for child in self.children(node) {
            match self.kind(child) {
                K::USING_ON_CLAUSE => {
                    this.from.extend(self.sources(child));
                    this.exprs
                        .extend(self.child(child, K::ON_CLAUSE).map(|on| self.expr(on)));
                }
                K::WITH_CLAUSE => {}
                _ if self.is_node(child) => this.exprs.push(self.expr(child)),
                _ => {}
            }
        }
    }

    fn create_as(&self, node: u32, this: &mut Statement) {
        let mut target = self.target(node);
        target.temporary = self.is_temporary(node);
        if let Some(list) = self.child(node, K::COLUMN_LIST) {
            target.columns = self.idents(list, K::COLUMN_NAME);
        } else if let Some(list) = self.child(node, K::TABLE_ARG_LIST) {
            let columns = self.children(list).filter(|n| self.kind(*n) == K::COLUMN);
            target.columns = columns
                .filter_map(|column| self.child(column, K::COLUMN_NAME))
                .map(|name| ident(self.text(name)))
                .collect();
        }
        target.fed = true;
        let recursive = self.child(node, K::RECURSIVE_KW).is_some();
        let query = self.children(node).find(|child| self.is_query(*child));
        this.query = query.map(|query| self.query(query));
        if self.child(node, K::EXECUTE).is_some() {
            this.remarks.push(Remark::Prepared);
        }
        // CREATE RECURSIVE VIEW v: its query may name the view itself.
        if recursive
            && let Some(name) = target.name.parts.last()
            && let Some(query) = this.query.take()
        {
            this.query = Some(Query {
                with: With {
                    recursive: true,
                    ctes: vec![Cte {
                        name: name.clone(),
                        columns: target.columns.clone(),
                        query,
                    }],
                },
                body: Body::Table(Name::of([name.clone()])),
                ..Query::default()
            });
        }
        this.targets.push(target);
    }

    fn create_table(&self, node: u32, this: &mut Statement) {
        let mut target = Target {
            name: self
                .child(node, K::TABLE_NAME)
                .map(|name| self.name(name))
                .unwrap_or_default(),
            temporary: self.is_temporary(node),
            ..Target::default()
        };
        target.fed = false;
        this.targets.push(target);
        let list = self.child(node, K::TABLE_ARG_LIST);
        let likes = list.into_iter().flat_map(|list| self.children(list));
        for like in likes.filter(|n| self.kind(*n) == K::LIKE_CLAUSE) {
            this.from.push(table(self.name(like)));
        }
    }

    fn alter(&self, node: u32, this: &mut Statement) {
        let target = self.children(node).find(|n| {
            matches!(
                self.kind(*n),
                K::TABLE_RELATION_NAME | K::RELATION_NAME | K::TABLE_NAME_REF | K::VIEW_REF
            )
        });
        let Some(target) = target.map(|node| self.target(node)) else {
            return;
        };
        let renamed = [(K::TABLE_RENAME_TO, K::TABLE_NAME), (K::VIEW_RENAME_TO, K::VIEW)];
        let new = renamed.iter().find_map(|(action, name)| {
            let action = self.child(node, *action)?;
            self.child(action, *name).map(|name| self.name(name))
        });
        let Some(mut new) = new else {
            this.targets.push(target);
            return;
        };
        // The new name stands in the schema of the old one.
        let qualifier = target.name.parts.len().saturating_sub(1);
        new.parts
            .insert_many(0, target.name.parts[..qualifier].iter().cloned());
        this.from.push(table(target.name));
        this.targets.push(Target {
            name: new,
            ..Target::default()
        });
    }

    fn copy(&self, node: u32, this: &mut Statement) {
        if let Some(query) = self.child(node, K::COPY_QUERY) {
            *this = self.inner(query);
        } else if let Some(named) = self.child(node, K::COPY_TABLE) {
            if self.child(node, K::COPY_FROM).is_some() {
                this.targets.push(self.target(named));
            } else {
                this.from.push(table(self.name(named)));
            }
        }
        this.exprs
            .extend(self.child(node, K::WHERE_CLAUSE).map(|clause| self.expr(clause)));
        this.remarks.push(Remark::File);
    }
}

fn is_query(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        K::SELECT | K::SELECT_INTO | K::COMPOUND_SELECT | K::PAREN_SELECT | K::VALUES | K::TABLE
    )
}

fn table(name: Name) -> Source {
    Source {
        kind: SourceKind::Table(name),
        ..Source::default()
    }
}
