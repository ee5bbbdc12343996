//! Expressions: their column references and subqueries.

use smallvec::{SmallVec, smallvec};
use sqlite3_parser::ast::{
    Expr as SqliteExpr, FrameBound, FunctionCallOrder, FunctionTail, Limit, Over, SortedColumn, Window,
};

use super::super::grammar::aggregate_role;
use super::super::tree::{Column, Expr, Parts, Role};
use super::Convert;
use super::name::{ident, qualified, unquoted};

impl Convert {
    pub(super) fn expr(&self, value: &SqliteExpr<'_>) -> Expr {
        let mut this = Expr {
            plain: self.columns && is_column(value),
            ..Expr::default()
        };
        self.collect(value, Role::Value, &mut this);
        this
    }

    pub(super) fn sorted(&self, columns: &[SortedColumn<'_>]) -> Expr {
        let mut this = Expr::default();
        columns
            .iter()
            .for_each(|column| self.collect(&column.expr, Role::Value, &mut this));
        this
    }

    pub(super) fn limit(&self, limit: &Limit<'_>) -> Expr {
        let mut this = Expr::default();
        self.collect(&limit.expr, Role::Value, &mut this);
        limit
            .offset
            .iter()
            .for_each(|offset| self.collect(offset, Role::Value, &mut this));
        this
    }

    pub(super) fn all(&self, values: &[SqliteExpr<'_>], role: Role, out: &mut Expr) {
        values.iter().for_each(|value| self.collect(value, role, out));
    }

    pub(super) fn collect(&self, value: &SqliteExpr<'_>, role: Role, out: &mut Expr) {
        if !self.is_nothing(value) {
            self.deeper(1, || self.collect_here(value, role, out));
        }
    }

    /// Whether an expression holds nothing that is asked for, as most do: two columns or values, or one.
    fn is_nothing(&self, value: &SqliteExpr<'_>) -> bool {
        match value {
            _ if self.columns => false,
            SqliteExpr::Binary(left, _, right) => is_leaf(left) && is_leaf(right),
            value => is_leaf(value),
        }
    }

    fn collect_here(&self, value: &SqliteExpr<'_>, role: Role, out: &mut Expr) {
        let mut column = |name: Parts| out.columns.push(Column { name, role });
        match value {
            SqliteExpr::Id(name) => column(smallvec![unquoted(name.0)]),
            SqliteExpr::Name(name) => column(smallvec![ident(name)]),
            SqliteExpr::Qualified(table, name) => column(smallvec![ident(table), ident(name)]),
            SqliteExpr::DoublyQualified(database, table, name) => {
                column(smallvec![ident(database), ident(table), ident(name)]);
            }
            SqliteExpr::Between { lhs, start, end, .. } => {
                [lhs, start, end]
                    .iter()
                    .for_each(|value| self.collect(value, role, out));
            }
            SqliteExpr::Binary(left, _, right) => {
                // A chain of operators leans to the left: go down in a loop.
                let mut rights: SmallVec<[_; 16]> = SmallVec::new();
                let mut add = |right| {
                    if !self.is_nothing(right) {
                        rights.push(right);
                    }
                };
                add(*right);
                let mut at = *left;
                while let SqliteExpr::Binary(left, _, right) = at {
                    add(*right);
                    at = *left;
                }
                self.collect(at, role, out);
                rights
                    .iter()
                    .rev()
                    .for_each(|value| self.collect(value, role, out));
            }
            SqliteExpr::Case {
                base,
                when_then_pairs,
                else_expr,
            } => {
                base.iter()
                    .for_each(|value| self.collect(value, Role::Condition, out));
                for (when, then) in *when_then_pairs {
                    self.collect(when, Role::Condition, out);
                    self.collect(then, role, out);
                }
                else_expr.iter().for_each(|value| self.collect(value, role, out));
            }
            SqliteExpr::Cast { expr, .. }
            | SqliteExpr::Collate(expr, _)
            | SqliteExpr::IsNull(expr)
            | SqliteExpr::NotNull(expr)
            | SqliteExpr::Unary(_, expr) => self.collect(expr, role, out),
            SqliteExpr::Exists(select) | SqliteExpr::Subquery(select) => out.queries.push(self.query(select)),
            SqliteExpr::FunctionCall {
                name,
                args,
                order_by,
                filter_over,
                ..
            } => {
                let inner = match self.columns {
                    true => aggregate_role(Some(&unquoted(name.0)), role),
                    false => role,
                };
                self.all(args.unwrap_or_default(), inner, out);
                if let Some(FunctionCallOrder::SortList(columns)) = order_by {
                    columns
                        .iter()
                        .for_each(|column| self.collect(&column.expr, inner, out));
                }
                self.tail(filter_over.as_ref(), out);
            }
            SqliteExpr::FunctionCallStar { filter_over, .. } => self.tail(filter_over.as_ref(), out),
            SqliteExpr::InList { lhs, rhs, .. } => {
                self.collect(lhs, role, out);
                self.all(rhs.unwrap_or_default(), role, out);
            }
            SqliteExpr::InSelect { lhs, rhs, .. } => {
                self.collect(lhs, role, out);
                out.queries.push(self.query(rhs));
            }
            SqliteExpr::InTable { lhs, rhs, args, .. } => {
                self.collect(lhs, role, out);
                match args {
                    Some(arguments) => self.all(arguments, role, out),
                    None => out.tables.push(qualified(rhs)),
                }
            }
            SqliteExpr::Like { lhs, rhs, escape, .. } => {
                self.collect(lhs, role, out);
                self.collect(rhs, role, out);
                escape.iter().for_each(|value| self.collect(value, role, out));
            }
            SqliteExpr::Parenthesized(values) => self.all(values, role, out),
            SqliteExpr::Raise(_, value) => value.iter().for_each(|value| self.collect(value, role, out)),
            SqliteExpr::Literal(_) | SqliteExpr::Variable(_) => {}
        }
    }

    fn tail(&self, tail: Option<&FunctionTail<'_>>, out: &mut Expr) {
        let Some(tail) = tail else {
            return;
        };
        tail.filter_clause
            .iter()
            .for_each(|value| self.collect(value, Role::Condition, out));
        if let Some(Over::Window(definition)) = tail.over_clause {
            self.window(definition, out);
        }
    }

    pub(super) fn window(&self, window: &Window<'_>, out: &mut Expr) {
        self.all(window.partition_by.unwrap_or_default(), Role::Window, out);
        for column in window.order_by.unwrap_or_default() {
            self.collect(&column.expr, Role::Window, out);
        }
        let Some(frame) = &window.frame_clause else {
            return;
        };
        for bound in [Some(&frame.start), frame.end.as_ref()].into_iter().flatten() {
            if let FrameBound::Following(value) | FrameBound::Preceding(value) = bound {
                self.collect(value, Role::Window, out);
            }
        }
    }
}

/// Whether an expression is one column, in parentheses or not.
fn is_column(value: &SqliteExpr<'_>) -> bool {
    let mut inner = value;
    while let SqliteExpr::Parenthesized(values) = inner {
        match values.as_slice() {
            [only] => inner = only,
            _ => return false,
        }
    }
    is_leaf(inner) && !matches!(inner, SqliteExpr::Literal(_) | SqliteExpr::Variable(_))
}

/// Whether an expression holds no other: a column, a literal or a parameter.
fn is_leaf(value: &SqliteExpr<'_>) -> bool {
    matches!(
        value,
        SqliteExpr::Id(_)
            | SqliteExpr::Name(_)
            | SqliteExpr::Qualified(..)
            | SqliteExpr::DoublyQualified(..)
            | SqliteExpr::Literal(_)
            | SqliteExpr::Variable(_)
    )
}
