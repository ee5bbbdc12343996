//! Queries and what stands in FROM.

use SyntaxKind as K;
use squawk_parser::SyntaxKind;

use super::super::tree::{Body, Cte, Item, Name, Query, Select, Source, SourceKind, Target, With};
use super::expr::is_value_keyword;
use super::is_query;
use super::tree::{Tree, ident};

impl Tree<'_> {
    pub(super) fn is_query(&self, node: u32) -> bool {
        is_query(self.kind(node))
    }

    pub(super) fn with(&self, clause: u32) -> With {
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

    pub(super) fn query(&self, node: u32) -> Query {
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
                            K::TARGET_LIST if self.columns => this.items = self.items(part),
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

    pub(super) fn sources(&self, clause: u32) -> Vec<Source> {
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
}

pub(super) fn is_from_item(kind: SyntaxKind) -> bool {
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
