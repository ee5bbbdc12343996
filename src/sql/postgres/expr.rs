//! Expressions: their column references and subqueries.

use SyntaxKind as K;
use squawk_parser::SyntaxKind;

use super::super::grammar::aggregate_role;
use super::super::tree::{Column, Expr, Role};
use super::is_query;
use super::tree::Tree;

impl Tree<'_> {
    pub(super) fn expr(&self, node: u32) -> Expr {
        self.expr_but(node, K::TOMBSTONE)
    }

    /// The expressions at or below a node, without a child of the kind `but`.
    pub(super) fn expr_but(&self, node: u32, but: SyntaxKind) -> Expr {
        let mut this = Expr::default();
        if self.columns {
            this.plain = self.is_plain(node, but);
        }
        if but == K::TOMBSTONE {
            self.collect(node, Role::Value, &mut this);
        } else {
            for child in self.children(node).filter(|n| self.kind(*n) != but) {
                self.collect(child, Role::Value, &mut this);
            }
        }
        this
    }

    /// Whether an expression, without a child of the kind `but`, is one column as it is.
    fn is_plain(&self, node: u32, but: SyntaxKind) -> bool {
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
        self.kind(inner) == K::NAME_REF || self.is_dotted(inner)
    }

    /// Whether a field access is a dotted name, and not the field of a value.
    pub(super) fn is_dotted(&self, node: u32) -> bool {
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
        if !self.columns {
            return self.queries(node, out);
        }
        if !self.is_node(node) {
            return;
        }
        match self.kind(node) {
            kind if is_subquery(kind) => out.queries.push(self.query(node)),
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
            K::LOCKING_CLAUSE | K::OP => {}
            // A column that is written is not read, but its subscripts may hold a query.
            K::COLUMN_TARGET => self.queries(node, out),
            _ => self
                .children(node)
                .for_each(|child| self.collect(child, role, out)),
        }
    }

    /// Collects the queries at or below a node alone, which takes no look at the other nodes.
    fn queries(&self, node: u32, out: &mut Expr) {
        let from = self.queries.partition_point(|query| *query < node);
        let (mut seen, after) = (node, self.after(node));
        for &query in self.queries[from..].iter().take_while(|query| **query < after) {
            // Those within a query are its own.
            if query >= seen {
                out.queries.push(self.query(query));
                seen = self.after(query);
            }
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

pub(super) fn is_subquery(kind: SyntaxKind) -> bool {
    is_query(kind) || matches!(kind, K::INSERT | K::UPDATE | K::DELETE | K::MERGE)
}

/// Keywords that stand for a value and never for a column.
pub(super) fn is_value_keyword(kind: SyntaxKind) -> bool {
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
