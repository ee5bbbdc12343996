//! Expressions: their column references and subqueries.

use smallvec::{SmallVec, smallvec};
use sqlite3_parser::ast::{
    Expr as SqliteExpr, FrameBound, FunctionCallOrder, FunctionTail, Limit, Over, SortedColumn, Window,
};

use super::super::grammar::aggregate_role;
use super::super::tree::{Column, Expr, Parts, Role};
use super::{ident, qualified, query, unquoted};

pub(super) fn expr(traced: bool, value: &SqliteExpr<'_>) -> Expr {
    let mut inner = value;
    while let SqliteExpr::Parenthesized(values) = inner {
        match values.as_slice() {
            [only] => inner = only,
            _ => break,
        }
    }
    let mut this = Expr {
        plain: matches!(
            inner,
            SqliteExpr::Id(_)
                | SqliteExpr::Name(_)
                | SqliteExpr::Qualified(..)
                | SqliteExpr::DoublyQualified(..)
        ),
        ..Expr::default()
    };
    collect(traced, value, Role::Value, &mut this);
    this
}

pub(super) fn sorted(traced: bool, columns: &[SortedColumn<'_>]) -> Expr {
    let mut this = Expr::default();
    columns
        .iter()
        .for_each(|column| collect(traced, &column.expr, Role::Value, &mut this));
    this
}

pub(super) fn limit(traced: bool, limit: &Limit<'_>) -> Expr {
    let mut this = Expr::default();
    collect(traced, &limit.expr, Role::Value, &mut this);
    limit
        .offset
        .iter()
        .for_each(|offset| collect(traced, offset, Role::Value, &mut this));
    this
}

pub(super) fn all(traced: bool, values: &[SqliteExpr<'_>], role: Role, out: &mut Expr) {
    values.iter().for_each(|value| collect(traced, value, role, out));
}

pub(super) fn collect(traced: bool, value: &SqliteExpr<'_>, role: Role, out: &mut Expr) {
    let mut column = |name: Parts| out.columns.push(Column { name, role });
    match value {
        SqliteExpr::Id(_)
        | SqliteExpr::Name(_)
        | SqliteExpr::Qualified(..)
        | SqliteExpr::DoublyQualified(..)
            if !traced => {}
        SqliteExpr::Id(name) => column(smallvec![unquoted(name.0)]),
        SqliteExpr::Name(name) => column(smallvec![ident(name)]),
        SqliteExpr::Qualified(table, name) => column(smallvec![ident(table), ident(name)]),
        SqliteExpr::DoublyQualified(database, table, name) => {
            column(smallvec![ident(database), ident(table), ident(name)]);
        }
        SqliteExpr::Between { lhs, start, end, .. } => {
            [lhs, start, end]
                .iter()
                .for_each(|value| collect(traced, value, role, out));
        }
        SqliteExpr::Binary(left, _, right) => {
            // A chain of operators leans to the left: go down in a loop.
            let mut rights: SmallVec<[_; 16]> = smallvec![*right];
            let mut at = *left;
            while let SqliteExpr::Binary(left, _, right) = at {
                rights.push(*right);
                at = *left;
            }
            collect(traced, at, role, out);
            rights
                .iter()
                .rev()
                .for_each(|value| collect(traced, value, role, out));
        }
        SqliteExpr::Case {
            base,
            when_then_pairs,
            else_expr,
        } => {
            base.iter()
                .for_each(|value| collect(traced, value, Role::Condition, out));
            for (when, then) in *when_then_pairs {
                collect(traced, when, Role::Condition, out);
                collect(traced, then, role, out);
            }
            else_expr
                .iter()
                .for_each(|value| collect(traced, value, role, out));
        }
        SqliteExpr::Cast { expr, .. }
        | SqliteExpr::Collate(expr, _)
        | SqliteExpr::IsNull(expr)
        | SqliteExpr::NotNull(expr)
        | SqliteExpr::Unary(_, expr) => collect(traced, expr, role, out),
        SqliteExpr::Exists(select) | SqliteExpr::Subquery(select) => out.queries.push(query(traced, select)),
        SqliteExpr::FunctionCall {
            name,
            args,
            order_by,
            filter_over,
            ..
        } => {
            let inner = match traced {
                true => aggregate_role(Some(&unquoted(name.0)), role),
                false => role,
            };
            all(traced, args.unwrap_or_default(), inner, out);
            if let Some(FunctionCallOrder::SortList(columns)) = order_by {
                columns
                    .iter()
                    .for_each(|column| collect(traced, &column.expr, inner, out));
            }
            tail(traced, filter_over.as_ref(), out);
        }
        SqliteExpr::FunctionCallStar { filter_over, .. } => tail(traced, filter_over.as_ref(), out),
        SqliteExpr::InList { lhs, rhs, .. } => {
            collect(traced, lhs, role, out);
            all(traced, rhs.unwrap_or_default(), role, out);
        }
        SqliteExpr::InSelect { lhs, rhs, .. } => {
            collect(traced, lhs, role, out);
            out.queries.push(query(traced, rhs));
        }
        SqliteExpr::InTable { lhs, rhs, args, .. } => {
            collect(traced, lhs, role, out);
            match args {
                Some(arguments) => all(traced, arguments, role, out),
                None => out.tables.push(qualified(rhs)),
            }
        }
        SqliteExpr::Like { lhs, rhs, escape, .. } => {
            collect(traced, lhs, role, out);
            collect(traced, rhs, role, out);
            escape.iter().for_each(|value| collect(traced, value, role, out));
        }
        SqliteExpr::Parenthesized(values) => all(traced, values, role, out),
        SqliteExpr::Raise(_, value) => value.iter().for_each(|value| collect(traced, value, role, out)),
        SqliteExpr::Literal(_) | SqliteExpr::Variable(_) => {}
    }
}

fn tail(traced: bool, tail: Option<&FunctionTail<'_>>, out: &mut Expr) {
    let Some(tail) = tail else {
        return;
    };
    tail.filter_clause
        .iter()
        .for_each(|value| collect(traced, value, Role::Condition, out));
    if let Some(Over::Window(definition)) = tail.over_clause {
        window(traced, definition, out);
    }
}

pub(super) fn window(traced: bool, window: &Window<'_>, out: &mut Expr) {
    all(traced, window.partition_by.unwrap_or_default(), Role::Window, out);
    for column in window.order_by.unwrap_or_default() {
        collect(traced, &column.expr, Role::Window, out);
    }
    let Some(frame) = &window.frame_clause else {
        return;
    };
    for bound in [Some(&frame.start), frame.end.as_ref()].into_iter().flatten() {
        if let FrameBound::Following(value) | FrameBound::Preceding(value) = bound {
            collect(traced, value, Role::Window, out);
        }
    }
}
