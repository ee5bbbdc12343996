//! PostgreSQL's grammar, as `squawk-parser` knows it, into our tree.
//!
//! The parser answers a list of events. They become a flat list of nodes here, which costs less than the
//! lossless tree that the same project builds from them, and which needs no recursion to be dropped.

use SyntaxKind as K;
use squawk_parser::{LexedStr, StrStep, SyntaxKind};

use super::grammar::{SyntaxError, aggregate_role};
use super::tree::{
    Body, Column, Cte, Expr, Ident, Item, Name, Query, Remark, Role, Select, Source, SourceKind, Statement,
    Target, With,
};

/// Parses the text of one statement (or a few, where a body holds more than one).
pub(super) fn parse(text: &str) -> Result<Vec<Statement>, SyntaxError> {
    let tree = Tree::read(text)?;
    let statements = tree.children(0).filter(|node| tree.is_node(*node));
    let mut statements: Vec<_> = statements.map(|node| tree.statement(node)).collect();
    // A property graph can be read anywhere in FROM; what it is made of stands where it was created.
    if let Some(first) = statements.first_mut()
        && tree.nodes.iter().any(|node| node.kind == K::GRAPH_TABLE_FN)
    {
        first.remarks.push(Remark::Graph);
    }
    Ok(statements)
}

/// A node, or a token when it has no children of its own.
struct Node {
    kind: SyntaxKind,
    start: u32,
    end: u32,
    /// The first child, 0 for none.
    first: u32,
    /// The next sibling, 0 for none.
    next: u32,
    token: bool,
}

struct Tree<'t> {
    text: &'t str,
    nodes: Vec<Node>,
}

impl<'t> Tree<'t> {
    /// The nodes of the text; node 0 is the whole.
    fn read(text: &'t str) -> Result<Self, SyntaxError> {
        let lexed = LexedStr::new(text);
        let output = squawk_parser::EntryPoint::SourceFile.parse(&lexed.to_input());
        let mut error = lexed.errors().map(|(range, _)| range.start as usize).min();
        let mut nodes: Vec<Node> = Vec::with_capacity(text.len() / 4);
        // The open nodes, each with its last child.
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut at = 0;
        lexed.intersperse_trivia(&output, &mut |step| {
            let mut push = |kind, end, token| {
                let this = nodes.len() as u32;
                if let Some((parent, last)) = open.last_mut() {
                    match *last {
                        0 => nodes[*parent as usize].first = this,
                        last => nodes[last as usize].next = this,
                    }
                    *last = this;
                }
                nodes.push(Node {
                    kind,
                    start: at,
                    end,
                    first: 0,
                    next: 0,
                    token,
                });
                this
            };
            match step {
                StrStep::Enter { kind } => {
                    let this = push(kind, at, false);
                    open.push((this, 0));
                }
                StrStep::Exit => {
                    if let Some((node, _)) = open.pop() {
                        nodes[node as usize].end = at;
                    }
                }
                StrStep::Token { kind, text } => {
                    let end = at + text.len() as u32;
                    if !matches!(kind, K::WHITESPACE | K::COMMENT) {
                        push(kind, end, true);
                    }
                    at = end;
                }
                StrStep::Error { pos, .. } => error = Some(error.map_or(pos, |first| first.min(pos))),
            }
        });
        match error {
            Some(offset) => Err(SyntaxError { offset: Some(offset) }),
            None => Ok(Tree { text, nodes }),
        }
    }

    fn kind(&self, node: u32) -> SyntaxKind {
        self.nodes[node as usize].kind
    }

    fn is_node(&self, node: u32) -> bool {
        !self.nodes[node as usize].token
    }

    fn text(&self, node: u32) -> &'t str {
        let node = &self.nodes[node as usize];
        &self.text[node.start as usize..node.end as usize]
    }

    fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let next = |node: u32| (node != 0).then_some(node);
        std::iter::successors(next(self.nodes[node as usize].first), move |node| {
            next(self.nodes[*node as usize].next)
        })
    }

    fn first_token(&self, node: u32) -> Option<SyntaxKind> {
        let mut at = node;
        while self.is_node(at) {
            at = self.children(at).next()?;
        }
        Some(self.kind(at))
    }

    fn child(&self, node: u32, kind: SyntaxKind) -> Option<u32> {
        self.children(node).find(|child| self.kind(*child) == kind)
    }

    /// The first node of one of these kinds below this one, in the order of the text, not within a WITH.
    fn below(&self, node: u32, kinds: &[SyntaxKind]) -> Option<u32> {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if kinds.contains(&self.kind(node)) {
                return Some(node);
            }
            let at = open.len();
            open.extend(
                self.children(node)
                    .filter(|child| self.kind(*child) != K::WITH_CLAUSE),
            );
            open[at..].reverse();
        }
        None
    }

    // Names.

    /// The tokens below a node that are parts of a dotted name.
    fn parts(&self, node: u32) -> Vec<Ident> {
        let mut parts = Vec::with_capacity(2);
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            let this = &self.nodes[node as usize];
            if this.token {
                if !matches!(this.kind, K::DOT | K::STAR | K::L_PAREN | K::R_PAREN) {
                    parts.push(ident(self.text(node)));
                }
                continue;
            }
            let at = open.len();
            open.extend(self.children(node));
            open[at..].reverse();
        }
        parts
    }

    /// The table that is named at or below this node.
    fn name(&self, node: u32) -> Name {
        const NAMES: &[SyntaxKind] = &[
            K::TABLE_NAME_REF,
            K::RELATION_NAME_REF,
            K::TABLE_NAME,
            K::VIEW,
            K::VIEW_REF,
        ];
        let named = self.below(node, NAMES).unwrap_or(node);
        Name::of(self.parts(named))
    }

    fn target(&self, node: u32) -> Target {
        Target {
            name: self.name(node),
            ..Target::default()
        }
    }

    fn idents(&self, list: u32, kind: SyntaxKind) -> Vec<Ident> {
        self.children(list)
            .filter(|child| self.kind(*child) == kind)
            .filter_map(|child| self.parts(child).into_iter().next())
            .collect()
    }

    fn is_temporary(&self, node: u32) -> bool {
        self.child(node, K::TEMP).is_some()
    }

    // Statements.

    fn statement(&self, node: u32) -> Statement {
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
    fn inner(&self, node: u32) -> Statement {
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
                let column = self.child(set, K::COLUMN_TARGET).map(|target| self.parts(target));
                match (self.kind(set), column) {
                    (K::SET_SINGLE_COLUMN, Some(column)) => {
                        let value = self.child(set, K::SET_EXPR).map(|value| self.expr(value));
                        let column = column.into_iter().next().unwrap_or_default();
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
                body: Body::Table(Name::of(vec![name.clone()])),
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
            .splice(0..0, target.name.parts[..qualifier].iter().cloned());
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

    // Queries.

    fn is_query(&self, node: u32) -> bool {
        is_query(self.kind(node))
    }

    fn with(&self, clause: u32) -> With {
        let tables = self.children(clause).filter(|n| self.kind(*n) == K::WITH_TABLE);
        let ctes = tables.filter_map(|table| {
            let query = self.children(table).find(|n| {
                self.is_query(*n) || matches!(self.kind(*n), K::INSERT | K::UPDATE | K::DELETE | K::MERGE)
            })?;
            Some(Cte {
                name: self
                    .child(table, K::CTE_NAME)
                    .map(|n| ident(self.text(n)))
                    .unwrap_or_default(),
                columns: self
                    .child(table, K::COLUMN_LIST)
                    .map(|list| self.idents(list, K::COLUMN_NAME))
                    .unwrap_or_default(),
                query: self.query(query),
            })
        });
        With {
            recursive: self.child(clause, K::RECURSIVE_KW).is_some(),
            ctes: ctes.collect(),
        }
    }

    fn query(&self, node: u32) -> Query {
        let mut this = Query::default();
        match self.kind(node) {
            K::COMPOUND_SELECT => return self.compound(node),
            K::PAREN_EXPR => {
                let inner = self
                    .children(node)
                    .find(|n| self.is_query(*n) || self.kind(*n) == K::PAREN_EXPR);
                return inner.map(|inner| self.query(inner)).unwrap_or_default();
            }
            K::PAREN_SELECT => {
                let inner = self.children(node).find(|n| self.is_query(*n));
                this.body = Body::Set(inner.map(|inner| (true, self.query(inner))).into_iter().collect());
            }
            K::VALUES => {
                let rows = self.child(node, K::ROW_LIST);
                this.body = Body::Values(rows.map(|rows| self.expr(rows)).into_iter().collect());
            }
            K::TABLE => this.body = Body::Table(self.name(node)),
            K::SELECT | K::SELECT_INTO => this.body = Body::Select(Box::new(self.select(node))),
            _ => this.body = Body::Statement(Box::new(self.statement(node))),
        }
        if self.is_query(node) {
            if let Some(with) = self.child(node, K::WITH_CLAUSE) {
                this.with = self.with(with);
            }
            self.tail(node, &mut this);
        }
        this
    }

    fn tail(&self, node: u32, this: &mut Query) {
        for child in self.children(node) {
            match self.kind(child) {
                K::ORDER_BY_CLAUSE => this.sort.push(self.expr(child)),
                K::LIMIT_CLAUSE | K::OFFSET_CLAUSE | K::FETCH_CLAUSE => this.exprs.push(self.expr(child)),
                _ => {}
            }
        }
    }

    /// `UNION` and its kin, without recursion along the chain.
    fn compound(&self, node: u32) -> Query {
        let mut this = Query::default();
        self.tail(node, &mut this);
        let mut branches = Vec::new();
        let mut at = node;
        loop {
            let mut operands = self
                .children(at)
                .filter(|n| self.is_query(*n) || self.kind(*n) == K::PAREN_EXPR);
            let (Some(left), right) = (operands.next(), operands.next()) else {
                break;
            };
            if let Some(right) = right {
                branches.push((self.child(at, K::EXCEPT).is_none(), self.query(right)));
            }
            if self.kind(left) == K::COMPOUND_SELECT {
                at = left;
                continue;
            }
            let mut first = self.query(left);
            // The grammar hangs the WITH of the whole on its first branch.
            if self.kind(left) != K::PAREN_EXPR {
                this.with = std::mem::take(&mut first.with);
            }
            branches.push((true, first));
            break;
        }
        branches.reverse();
        this.body = Body::Set(branches);
        this
    }

    fn select(&self, node: u32) -> Select {
        let mut this = Select::default();
        for child in self.children(node) {
            match self.kind(child) {
                K::SELECT_CLAUSE => {
                    for part in self.children(child) {
                        match self.kind(part) {
                            K::TARGET_LIST => this.items = self.items(part),
                            _ if self.is_node(part) => this.exprs.push(self.expr(part)),
                            _ => {}
                        }
                    }
                }
                K::INTO_CLAUSE => this.into.push(Target {
                    name: self.name(child),
                    temporary: self.is_temporary(child),
                    fed: true,
                    ..Target::default()
                }),
                K::FROM_CLAUSE => this.from = self.sources(child),
                K::WHERE_CLAUSE => this.filter.push(self.expr(child)),
                K::GROUP_BY_CLAUSE => this.group.push(self.expr(child)),
                K::HAVING_CLAUSE | K::WINDOW_CLAUSE | K::FILTER_CLAUSE => this.exprs.push(self.expr(child)),
                _ => {}
            }
        }
        this
    }

    fn items(&self, list: u32) -> Vec<Item> {
        let targets = self.children(list).filter(|n| self.kind(*n) == K::TARGET);
        targets
            .map(|target| {
                if self.child(target, K::STAR).is_some() {
                    return Item::Star {
                        of: None,
                        altered: false,
                    };
                }
                if let Some(field) = self.child(target, K::FIELD_EXPR)
                    && self.child(field, K::STAR).is_some()
                    && self.is_dotted(field)
                {
                    return Item::Star {
                        of: Some(Name::of(self.parts(field))),
                        altered: false,
                    };
                }
                let alias = self
                    .child(target, K::AS_NAME)
                    .and_then(|n| self.child(n, K::COLUMN_NAME));
                Item::Column {
                    expr: self.expr_but(target, K::AS_NAME),
                    alias: alias.map(|alias| ident(self.text(alias))),
                }
            })
            .collect()
    }

    // FROM.

    fn sources(&self, clause: u32) -> Vec<Source> {
        let mut sources = Vec::new();
        for child in self.children(clause) {
            if is_from_item(self.kind(child)) {
                self.source(child, &mut sources);
            }
        }
        sources
    }

    /// Adds the sources of an item; a chain of joins is a row of sources.
    fn source(&self, node: u32, sources: &mut Vec<Source>) {
        let mut joins = Vec::new();
        let mut at = node;
        while self.kind(at) == K::JOIN_EXPR {
            joins.extend(self.child(at, K::JOIN));
            match self.children(at).find(|n| is_from_item(self.kind(*n))) {
                Some(left) => at = left,
                None => break,
            }
        }
        if self.kind(at) != K::JOIN_EXPR {
            sources.push(self.item(at));
        }
        for join in joins.into_iter().rev() {
            let first = sources.len();
            for item in self.children(join).filter(|n| is_from_item(self.kind(*n))) {
                self.source(item, sources);
            }
            let Some(joined) = sources.get_mut(first) else {
                continue;
            };
            joined
                .on
                .extend(self.child(join, K::ON_CLAUSE).map(|on| self.expr(on)));
            if let Some(using) = self.child(join, K::JOIN_USING_CLAUSE) {
                let list = self.child(using, K::COLUMN_REF_LIST).unwrap_or(using);
                joined.using = self.idents(list, K::COLUMN_NAME_REF);
            }
        }
    }

    fn item(&self, node: u32) -> Source {
        let mut this = Source::default();
        match self.kind(node) {
            K::RELATION_FROM_ITEM => {
                // FROM current_date reads a function, which is called without parentheses.
                let value = self.first_token(node).is_some_and(is_value_keyword);
                if !value {
                    this.kind = SourceKind::Table(self.name(node));
                }
                this.exprs
                    .extend(self.child(node, K::TABLESAMPLE_CLAUSE).map(|n| self.expr(n)));
            }
            K::PAREN_FROM_ITEM => {
                let inner = self
                    .children(node)
                    .find(|n| matches!(self.kind(*n), K::PAREN_SELECT | K::PAREN_EXPR));
                if let Some(inner) = inner {
                    this.kind = self.parenthesised(inner);
                }
            }
            _ => this.exprs.push(self.expr_but(node, K::FROM_ALIAS)),
        }
        if let Some(alias) = self.child(node, K::FROM_ALIAS) {
            this.alias = self.child(alias, K::TABLE_ALIAS).map(|n| ident(self.text(n)));
            if let Some(list) = self.child(alias, K::COLUMN_LIST) {
                this.columns = self.idents(list, K::COLUMN_NAME);
            }
        }
        this
    }

    /// What stands in parentheses in FROM: a query, joins, or (after ONLY) a table.
    fn parenthesised(&self, node: u32) -> SourceKind {
        if self.is_query(node) {
            return SourceKind::Query(Box::new(self.query(node)));
        }
        for child in self.children(node) {
            match self.kind(child) {
                K::PAREN_EXPR => return self.parenthesised(child),
                kind if is_query(kind) => return SourceKind::Query(Box::new(self.query(child))),
                K::NAME_REF | K::FIELD_EXPR => return SourceKind::Table(Name::of(self.parts(child))),
                kind if is_from_item(kind) => return SourceKind::Join(self.sources(node)),
                _ => {}
            }
        }
        SourceKind::Opaque
    }

    // Expressions.

    fn expr(&self, node: u32) -> Expr {
        self.expr_but(node, K::TOMBSTONE)
    }

    /// The expressions at or below a node, without a child of the kind `but`.
    fn expr_but(&self, node: u32, but: SyntaxKind) -> Expr {
        let mut this = Expr::default();
        let mut inner = node;
        while matches!(self.kind(inner), K::TARGET | K::SET_EXPR | K::PAREN_EXPR) {
            let mut nodes = self
                .children(inner)
                .filter(|n| self.is_node(*n) && self.kind(*n) != but);
            match (nodes.next(), nodes.next()) {
                (Some(only), None) => inner = only,
                _ => break,
            }
        }
        this.plain = self.kind(inner) == K::NAME_REF || self.is_dotted(inner);
        if but == K::TOMBSTONE {
            self.collect(node, Role::Value, &mut this);
        } else {
            for child in self.children(node).filter(|n| self.kind(*n) != but) {
                self.collect(child, Role::Value, &mut this);
            }
        }
        this
    }

    /// Whether a field access is a dotted name, and not the field of a value.
    fn is_dotted(&self, node: u32) -> bool {
        let mut at = node;
        while self.kind(at) == K::FIELD_EXPR {
            match self.children(at).find(|n| self.is_node(*n)) {
                Some(base) if self.kind(base) == K::NAME_REF => return true,
                Some(base) => at = base,
                None => return false,
            }
        }
        false
    }

    fn collect(&self, node: u32, role: Role, out: &mut Expr) {
        if !self.is_node(node) {
            return;
        }
        match self.kind(node) {
            kind if is_query(kind) || matches!(kind, K::INSERT | K::UPDATE | K::DELETE | K::MERGE) => {
                out.queries.push(self.query(node));
            }
            K::NAME_REF => {
                let token = self.children(node).next();
                if !token.is_some_and(|token| is_value_keyword(self.kind(token))) {
                    out.columns.push(Column {
                        name: self.parts(node),
                        role,
                    });
                }
            }
            K::FIELD_EXPR if self.is_dotted(node) => out.columns.push(Column {
                name: self.parts(node),
                role,
            }),
            K::CALL_EXPR => self.call(node, role, out),
            K::WHEN_CLAUSE => {
                let mut parts = self.children(node).filter(|n| self.is_node(*n));
                if let Some(condition) = parts.next() {
                    self.collect(condition, Role::Condition, out);
                }
                parts.for_each(|part| self.collect(part, role, out));
            }
            K::OVER_CLAUSE | K::WINDOW_CLAUSE => {
                self.children(node)
                    .for_each(|child| self.collect(child, Role::Window, out));
            }
            K::FILTER_CLAUSE => {
                self.children(node)
                    .for_each(|child| self.collect(child, Role::Condition, out));
            }
            K::CASE_EXPR => {
                for child in self.children(node) {
                    let inside = matches!(self.kind(child), K::WHEN_CLAUSE_LIST | K::ELSE_CLAUSE);
                    self.collect(child, if inside { role } else { Role::Condition }, out);
                }
            }
            K::LOCKING_CLAUSE | K::OP | K::COLUMN_TARGET => {}
            _ => self
                .children(node)
                .for_each(|child| self.collect(child, role, out)),
        }
    }

    fn call(&self, node: u32, role: Role, out: &mut Expr) {
        let mut children = self.children(node).filter(|n| self.is_node(*n)).peekable();
        let callee = children.next_if(|n| self.kind(*n) == K::NAME_REF || self.is_dotted(*n));
        let role = match callee {
            Some(callee) => aggregate_role(self.parts(callee).last(), role),
            None => role,
        };
        children.for_each(|child| self.collect(child, role, out));
    }
}

fn is_query(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        K::SELECT | K::SELECT_INTO | K::COMPOUND_SELECT | K::PAREN_SELECT | K::VALUES | K::TABLE
    )
}

fn is_from_item(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        K::JOIN_EXPR
            | K::RELATION_FROM_ITEM
            | K::PAREN_FROM_ITEM
            | K::FUNCTION_FROM_ITEM
            | K::EXPR_FROM_ITEM
            | K::JSON_TABLE_FROM_ITEM
            | K::XML_TABLE_FROM_ITEM
            | K::GRAPH_TABLE_FROM_ITEM
            | K::ROWS_FROM_ITEM
    )
}

/// Keywords that stand for a value and never for a column.
fn is_value_keyword(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        K::CURRENT_CATALOG_KW
            | K::CURRENT_DATE_KW
            | K::CURRENT_ROLE_KW
            | K::CURRENT_SCHEMA_KW
            | K::CURRENT_TIME_KW
            | K::CURRENT_TIMESTAMP_KW
            | K::CURRENT_USER_KW
            | K::LOCALTIME_KW
            | K::LOCALTIMESTAMP_KW
            | K::SESSION_USER_KW
            | K::SYSTEM_USER_KW
            | K::USER_KW
    )
}

fn table(name: Name) -> Source {
    Source {
        kind: SourceKind::Table(name),
        ..Source::default()
    }
}

/// An identifier of the text: plain, `"quoted"`, or `U&"quoted"` with escaped characters.
fn ident(text: &str) -> Ident {
    let (inner, escaped) = match text.get(..2) {
        Some(prefix) if prefix.eq_ignore_ascii_case("u&") => (&text[2..], true),
        _ => (text, false),
    };
    let Some(quoted) = inner.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return Ident::plain(text);
    };
    let text = quoted.replace("\"\"", "\"");
    Ident {
        text: if escaped { unescape(&text) } else { text },
        quoted: true,
    }
}

/// `\0061` and `\+000061` in a `U&"…"` identifier; what is no escape stays.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let (digits, skip) = if rest.starts_with('+') { (6, 1) } else { (4, 0) };
        let code = rest
            .get(skip..skip + digits)
            .and_then(|hex| u32::from_str_radix(hex, 16).ok());
        if let Some(character) = code.and_then(char::from_u32) {
            out.push(character);
            rest = &rest[skip + digits..];
        } else {
            out.push('\\');
            rest = rest.strip_prefix('\\').unwrap_or(rest);
        }
    }
    out.push_str(rest);
    out
}
