//! Expressions: their column references and subqueries.

use smallvec::smallvec;
use sqlite3_parser::ast::{
    Expr as SqliteExpr, FrameBound, FunctionCallOrder, FunctionTail, Limit, Over, SortedColumn, Window,
};

use super::super::grammar::aggregate_role;
use super::super::tree::{Column, Expr, Parts, Role};
use super::{ident, qualified, query, unquoted};

pub(super) fn expr(value: &SqliteExpr<'_>) -> Expr {
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
    collect(value, Role::Value, &mut this);
    this
}

pub(super) fn sorted(columns: &[SortedColumn<'_>]) -> Expr {
    let mut this = Expr::default();
    columns
        .iter()
        .for_each(|column| collect(&column.expr, Role::Value, &mut this));
    this
}

pub(super) fn limit(limit: &Limit<'_>) -> Expr {
    let mut this = Expr::default();
    collect(&limit.expr, Role::Value, &mut this);
    limit
        .offset
        .iter()
        .for_each(|offset| collect(offset, Role::Value, &mut this));
    this
}

pub(super) fn all(values: &[SqliteExpr<'_>], role: Role, out: &mut Expr) {
    values.iter().for_each(|value| collect(value, role, out));
}

pub(super) fn collect(value: &SqliteExpr<'_>, role: Role, out: &mut Expr) {
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
                .for_each(|value| collect(value, role, out));
        }
        SqliteExpr::Binary(left, _, right) => {
            // A chain of operators leans to the left: go down in a loop.
            let mut rights = vec![*right];
            let mut at = *left;
            while let SqliteExpr::Binary(left, _, right) = at {
                rights.push(*right);
                at = *left;
            }
            collect(at, role, out);
            rights.iter().rev().for_each(|value| collect(value, role, out));
        }
        SqliteExpr::Case {
            base,
            when_then_pairs,
            else_expr,
        } => {
            base.iter().for_each(|value| collect(value, Role::Condition, out));
            for (when, then) in *when_then_pairs {
                collect(when, Role::Condition, out);
                collect(then, role, out);
            }
            else_expr.iter().for_each(|value| collect(value, role, out));
        }
        SqliteExpr::Cast { expr, .. }
        | SqliteExpr::Collate(expr, _)
        | SqliteExpr::IsNull(expr)
        | SqliteExpr::NotNull(expr)
        | SqliteExpr::Unary(_, expr) => collect(expr, role, out),
        SqliteExpr::Exists(select) | SqliteExpr::Subquery(select) => out.queries.push(query(select)),
        SqliteExpr::FunctionCall {
            name,
            args,
            order_by,
            filter_over,
            ..
        } => {
            let inner = aggregate_role(Some(&unquoted(name.0)), role);
            all(args.unwrap_or_default(), inner, out);
            if let Some(FunctionCallOrder::SortList(columns)) = order_by {
                columns
                    .iter()
                    .for_each(|column| collect(&column.expr, inner, out));
            }
            tail(filter_over.as_ref(), out);
        }
        SqliteExpr::FunctionCallStar { filter_over, .. } => tail(filter_over.as_ref(), out),
        SqliteExpr::InList { lhs, rhs, .. } => {
            collect(lhs, role, out);
            all(rhs.unwrap_or_default(), role, out);
        }
        SqliteExpr::InSelect { lhs, rhs, .. } => {
            collect(lhs, role, out);
            out.queries.push(query(rhs));
        }
        SqliteExpr::InTable { lhs, rhs, args, .. } => {
            collect(lhs, role, out);
            match args {
                Some(arguments) => all(arguments, role, out),
                None => out.tables.push(qualified(rhs)),
            }
        }
        SqliteExpr::Like { lhs, rhs, escape, .. } => {
            collect(lhs, role, out);
            collect(rhs, role, out);
            escape.iter().for_each(|value| collect(value, role, out));
        }
        SqliteExpr::Parenthesized(values) => all(values, role, out),
        SqliteExpr::Raise(_, value) => value.iter().for_each(|value| collect(value, role, out)),
        SqliteExpr::Literal(_) | SqliteExpr::Variable(_) => {}
    }
}

fn tail(tail: Option<&FunctionTail<'_>>, out: &mut Expr) {
    let Some(tail) = tail else {
        return;
    };
    tail.filter_clause
        .iter()
        .for_each(|value| collect(value, Role::Condition, out));
    if let Some(Over::Window(definition)) = tail.over_clause {
        window(definition, out);
    }
}

pub(super) fn window(window: &Window<'_>, out: &mut Expr) {
    all(window.partition_by.unwrap_or_default(), Role::Window, out);
    for column in window.order_by.unwrap_or_default() {
        collect(&column.expr, Role::Window, out);
    }
    let Some(frame) = &window.frame_clause else {
        return;
    };
    for bound in [Some(&frame.start), frame.end.as_ref()].into_iter().flatten() {
        if let FrameBound::Following(value) | FrameBound::Preceding(value) = bound {
            collect(value, Role::Window, out);
        }
    }
}
