//! Expressions: column references and subqueries, wherever they stand. Every kind is named, so that a new one
//! of the parser cannot be overlooked.

use smallvec::{SmallVec, smallvec};
use sqlparser::ast::{
    AccessExpr, Expr as SqlExpr, Function, FunctionArg, FunctionArgExpr, FunctionArgumentClause,
    FunctionArguments, InTarget, JsonPathElem, ListAggOnOverflow, OrderByExpr, Subscript, WindowFrameBound,
    WindowSpec, WindowType,
};

use super::super::grammar::aggregate_role;
use super::super::tree::{Column, Expr, Role};
use super::{Convert, ident};

impl Convert {
    pub(super) fn expr(&self, value: &SqlExpr) -> Expr {
        let mut inner = value;
        while let SqlExpr::Nested(value) = inner {
            inner = value;
        }
        let mut this = Expr {
            plain: matches!(inner, SqlExpr::Identifier(_) | SqlExpr::CompoundIdentifier(_)),
            ..Expr::default()
        };
        self.collect(value, Role::Value, &mut this);
        this
    }

    fn each<'e>(&self, values: impl IntoIterator<Item = &'e SqlExpr>, role: Role, out: &mut Expr) {
        values
            .into_iter()
            .for_each(|value| self.collect(value, role, out));
    }

    pub(super) fn sorted(&self, by: &[OrderByExpr], role: Role, out: &mut Expr) {
        for by in by {
            self.collect(&by.expr, role, out);
            if let Some(fill) = &by.with_fill {
                self.each(fill.from.iter().chain(&fill.to).chain(&fill.step), role, out);
            }
        }
    }

    pub(super) fn collect(&self, value: &SqlExpr, role: Role, out: &mut Expr) {
        match value {
            SqlExpr::Identifier(name) => {
                if self.columns && !self.dialect.is_parameter(name) {
                    out.columns.push(Column {
                        name: smallvec![ident(name)],
                        role,
                    });
                }
            }
            SqlExpr::CompoundIdentifier(parts) if self.columns => out.columns.push(Column {
                name: parts.iter().map(ident).collect(),
                role,
            }),
            SqlExpr::CompoundIdentifier(_) => {}
            SqlExpr::BinaryOp { left, right, .. } => {
                // A chain of operators leans to the left: go down in a loop.
                let mut rights: SmallVec<[_; 16]> = smallvec![right];
                let mut at = left;
                while let SqlExpr::BinaryOp { left, right, .. } = at.as_ref() {
                    rights.push(right);
                    at = left;
                }
                self.collect(at, role, out);
                rights
                    .into_iter()
                    .rev()
                    .for_each(|value| self.collect(value, role, out));
            }
            SqlExpr::IsFalse(a)
            | SqlExpr::IsNotFalse(a)
            | SqlExpr::IsTrue(a)
            | SqlExpr::IsNotTrue(a)
            | SqlExpr::IsNull(a)
            | SqlExpr::IsNotNull(a)
            | SqlExpr::IsUnknown(a)
            | SqlExpr::IsNotUnknown(a)
            | SqlExpr::Nested(a)
            | SqlExpr::OuterJoin(a)
            | SqlExpr::Prior(a)
            | SqlExpr::UnaryOp { expr: a, .. }
            | SqlExpr::Cast { expr: a, .. }
            | SqlExpr::Extract { expr: a, .. }
            | SqlExpr::Ceil { expr: a, .. }
            | SqlExpr::Floor { expr: a, .. }
            | SqlExpr::Collate { expr: a, .. }
            | SqlExpr::Named { expr: a, .. }
            | SqlExpr::IsJson { expr: a, .. }
            | SqlExpr::IsNormalized { expr: a, .. }
            | SqlExpr::Prefixed { value: a, .. } => self.collect(a, role, out),
            SqlExpr::IsDistinctFrom(a, b)
            | SqlExpr::IsNotDistinctFrom(a, b)
            | SqlExpr::AnyOp {
                left: a, right: b, ..
            }
            | SqlExpr::AllOp {
                left: a, right: b, ..
            }
            | SqlExpr::AtTimeZone {
                timestamp: a,
                time_zone: b,
            }
            | SqlExpr::Position { expr: a, r#in: b }
            | SqlExpr::RLike {
                expr: a, pattern: b, ..
            } => self.each([&**a, &**b], role, out),
            SqlExpr::Between { expr, low, high, .. } => self.each([&**expr, &**low, &**high], role, out),
            SqlExpr::Like {
                expr,
                pattern,
                escape_char,
                ..
            }
            | SqlExpr::ILike {
                expr,
                pattern,
                escape_char,
                ..
            }
            | SqlExpr::SimilarTo {
                expr,
                pattern,
                escape_char,
                ..
            } => {
                self.each([&**expr, &**pattern], role, out);
                self.each(escape_char.as_deref(), role, out);
            }
            SqlExpr::In { expr, target, .. } => {
                self.collect(expr, role, out);
                match target {
                    InTarget::List(values) => self.each(values, role, out),
                    InTarget::Subquery(query) => out.queries.push(self.query(query)),
                    InTarget::Unnest(value) => self.collect(value, role, out),
                    InTarget::Table { name, args: None } => out.tables.push(self.name(name)),
                    InTarget::Table { args: Some(args), .. } => self.arguments(args, role, out),
                }
            }
            SqlExpr::Exists { subquery, .. } | SqlExpr::Subquery(subquery) => {
                out.queries.push(self.query(subquery))
            }
            SqlExpr::Function(call) => self.call(call, role, out),
            SqlExpr::Case {
                operand,
                conditions,
                else_result,
                ..
            } => {
                self.each(operand.as_deref(), Role::Condition, out);
                for case in conditions {
                    self.collect(&case.condition, Role::Condition, out);
                    self.collect(&case.result, role, out);
                }
                self.each(else_result.as_deref(), role, out);
            }
            SqlExpr::CompoundFieldAccess { root, access_chain } => {
                self.collect(root, role, out);
                for access in access_chain {
                    match access {
                        // A field of a value, not a column.
                        AccessExpr::Dot(_) => {}
                        AccessExpr::Subscript(Subscript::Index { index }) => self.collect(index, role, out),
                        AccessExpr::Subscript(Subscript::Slice {
                            lower_bound,
                            upper_bound,
                            stride,
                        }) => {
                            self.each(lower_bound.iter().chain(upper_bound).chain(stride), role, out);
                        }
                    }
                }
            }
            SqlExpr::JsonAccess { value, path } => {
                self.collect(value, role, out);
                for element in &path.path {
                    if let JsonPathElem::Bracket { key } | JsonPathElem::ColonBracket { key } = element {
                        self.collect(key, role, out);
                    }
                }
            }
            SqlExpr::Convert { expr, styles, .. } => {
                self.collect(expr, role, out);
                self.each(styles, role, out);
            }
            SqlExpr::Substring {
                expr,
                substring_from,
                substring_for,
                ..
            } => {
                self.collect(expr, role, out);
                self.each(substring_from.as_deref(), role, out);
                self.each(substring_for.as_deref(), role, out);
            }
            SqlExpr::Trim {
                trim_what,
                expr,
                trim_characters,
                ..
            } => {
                self.each(trim_what.as_deref(), role, out);
                self.collect(expr, role, out);
                self.each(trim_characters.iter().flatten(), role, out);
            }
            SqlExpr::Overlay {
                expr,
                overlay_what,
                overlay_from,
                overlay_for,
            } => {
                self.each([&**expr, &**overlay_what, &**overlay_from], role, out);
                self.each(overlay_for.as_deref(), role, out);
            }
            SqlExpr::GroupingSets(sets) | SqlExpr::Cube(sets) | SqlExpr::Rollup(sets) => {
                self.each(sets.iter().flatten(), role, out);
            }
            SqlExpr::Tuple(values) | SqlExpr::Struct { values, .. } => self.each(values, role, out),
            SqlExpr::Array(array) => self.each(&array.elem, role, out),
            SqlExpr::Dictionary(fields) => self.each(fields.iter().map(|field| &*field.value), role, out),
            SqlExpr::Map(map) => {
                self.each(
                    map.entries.iter().flat_map(|entry| [&*entry.key, &*entry.value]),
                    role,
                    out,
                );
            }
            SqlExpr::Interval(interval) => self.collect(&interval.value, role, out),
            SqlExpr::MatchAgainst { columns, .. } => {
                let columns = columns.iter().map(|name| Column {
                    name: self.name(name).parts,
                    role,
                });
                out.columns.extend(columns);
            }
            SqlExpr::Lambda(lambda) => {
                // The parameters of a lambda are no columns; what else it names is found by its subqueries only.
                let mut body = Expr::default();
                self.collect(&lambda.body, role, &mut body);
                out.queries.extend(body.queries);
                out.tables.extend(body.tables);
            }
            SqlExpr::MemberOf(member) => self.each([&*member.value, &*member.array], role, out),
            SqlExpr::Value(_)
            | SqlExpr::TypedString(_)
            | SqlExpr::Wildcard(_)
            | SqlExpr::QualifiedWildcard(..) => {}
        }
    }

    pub(super) fn call(&self, call: &Function, role: Role, out: &mut Expr) {
        let role = match self.columns {
            true => aggregate_role(Self::last(&call.name).as_ref(), role),
            false => role,
        };
        for arguments in [&call.parameters, &call.args] {
            match arguments {
                FunctionArguments::None => {}
                FunctionArguments::Subquery(query) => out.queries.push(self.query(query)),
                FunctionArguments::List(list) => {
                    self.arguments(&list.args, role, out);
                    list.clauses
                        .iter()
                        .for_each(|clause| self.clause(clause, role, out));
                }
            }
        }
        self.sorted(&call.within_group, role, out);
        self.each(call.filter.as_deref(), Role::Condition, out);
        if let Some(WindowType::WindowSpec(spec)) = &call.over {
            self.window(spec, out);
        }
    }

    fn arguments(&self, args: &[FunctionArg], role: Role, out: &mut Expr) {
        for arg in args {
            let (FunctionArg::Named { arg, .. }
            | FunctionArg::ExprNamed { arg, .. }
            | FunctionArg::Unnamed(arg)) = arg;
            if let FunctionArgExpr::Expr(value) = arg {
                self.collect(value, role, out);
            }
        }
    }

    fn clause(&self, clause: &FunctionArgumentClause, role: Role, out: &mut Expr) {
        match clause {
            FunctionArgumentClause::Where(value) => self.collect(value, Role::Condition, out),
            FunctionArgumentClause::OrderBy(by) => self.sorted(by, role, out),
            FunctionArgumentClause::Limit(value) => self.collect(value, role, out),
            FunctionArgumentClause::Having(bound) => self.collect(&bound.1, role, out),
            FunctionArgumentClause::OnOverflow(ListAggOnOverflow::Truncate { filler, .. }) => {
                self.each(filler.as_deref(), role, out);
            }
            FunctionArgumentClause::OnOverflow(ListAggOnOverflow::Error)
            | FunctionArgumentClause::IgnoreOrRespectNulls(_)
            | FunctionArgumentClause::Separator(_)
            | FunctionArgumentClause::JsonNullClause(_)
            | FunctionArgumentClause::JsonReturningClause(_) => {}
        }
    }

    pub(super) fn window(&self, spec: &WindowSpec, out: &mut Expr) {
        self.each(&spec.partition_by, Role::Window, out);
        self.sorted(&spec.order_by, Role::Window, out);
        let Some(frame) = &spec.window_frame else {
            return;
        };
        for bound in [Some(&frame.start_bound), frame.end_bound.as_ref()]
            .into_iter()
            .flatten()
        {
            if let WindowFrameBound::Preceding(value) | WindowFrameBound::Following(value) = bound {
                self.each(value.as_deref(), Role::Window, out);
            }
        }
    }
}
