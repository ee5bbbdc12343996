//! Queries and `FROM` clauses.

use sqlparser::ast::{
    ConnectByKind, Distinct, Expr as SqlExpr, FunctionArg, FunctionArgExpr, GroupByExpr, GroupByWithModifier,
    Join, JoinConstraint, JoinOperator, LateralView, LimitClause, NamedWindowExpr, OrderBy, OrderByKind,
    Query as SqlQuery, Select as SqlSelect, SelectItem, SelectItemQualifiedWildcardKind, SetExpr,
    SetOperator, TableAlias, TableFactor, TableWithJoins, TopQuantity, WildcardAdditionalOptions,
    XmlTableColumnOption,
};

use super::super::tree::{Body, Cte, Expr, Ident, Item, Query, Role, Select, Source, SourceKind, With};
use super::{Convert, ident, table};

impl Convert {
    pub(super) fn query(&self, query: &SqlQuery) -> Query {
        let mut this = Query {
            with: self.with(query),
            body: self.body(&query.body),
            ..Query::default()
        };
        this.sort
            .extend(query.order_by.iter().map(|by| self.order_by(by)));
        match &query.limit_clause {
            Some(LimitClause::LimitOffset {
                limit,
                offset,
                limit_by,
            }) => {
                this.exprs.extend(limit.iter().map(|value| self.expr(value)));
                this.exprs
                    .extend(offset.iter().map(|offset| self.expr(&offset.value)));
                this.exprs.extend(limit_by.iter().map(|value| self.expr(value)));
            }
            Some(LimitClause::OffsetCommaLimit { offset, limit }) => {
                this.exprs.extend([offset, limit].map(|value| self.expr(value)));
            }
            None => {}
        }
        let fetched = query.fetch.iter().filter_map(|fetch| fetch.quantity.as_ref());
        this.exprs.extend(fetched.map(|value| self.expr(value)));
        let settings = query.settings.iter().flatten();
        this.exprs
            .extend(settings.map(|setting| self.expr(&setting.value)));
        if !query.pipe_operators.is_empty() {
            this = self.piped(this, &query.pipe_operators);
        }
        this
    }

    fn with(&self, query: &SqlQuery) -> With {
        let Some(with) = &query.with else {
            return With::default();
        };
        let ctes = with.cte_tables.iter().map(|cte| Cte {
            name: ident(&cte.alias.name),
            columns: cte
                .alias
                .columns
                .iter()
                .map(|column| ident(&column.name))
                .collect(),
            query: self.query(&cte.query),
        });
        With {
            recursive: with.recursive,
            ctes: ctes.collect(),
        }
    }

    fn order_by(&self, by: &OrderBy) -> Expr {
        let mut out = Expr::default();
        if let OrderByKind::Expressions(by) = &by.kind {
            self.sorted(by, Role::Value, &mut out);
        }
        for value in by.interpolate.iter().flat_map(|i| i.exprs.iter().flatten()) {
            value
                .expr
                .iter()
                .for_each(|value| self.collect(value, Role::Value, &mut out));
        }
        out
    }

    fn body(&self, body: &SetExpr) -> Body {
        match body {
            SetExpr::Select(select) => Body::Select(Box::new(self.select(select))),
            SetExpr::Query(query) => Body::Set(vec![(true, self.query(query))]),
            SetExpr::SetOperation { .. } => self.compound(body),
            SetExpr::Values(values) => {
                let mut out = Expr::default();
                for value in values.rows.iter().flat_map(|row| &row.content) {
                    self.collect(value, Role::Value, &mut out);
                }
                Body::Values(vec![out])
            }
            SetExpr::Insert(statement)
            | SetExpr::Update(statement)
            | SetExpr::Delete(statement)
            | SetExpr::Merge(statement) => {
                let mut inner = self.statement(statement).into_iter();
                Body::Statement(Box::new(inner.next().unwrap_or_default()))
            }
            SetExpr::Table(named) => {
                let parts = named
                    .schema_name
                    .iter()
                    .chain(&named.table_name)
                    .map(|part| Ident::plain(&part.value));
                Body::Table(super::Name::of(parts))
            }
        }
    }

    /// `UNION` and its kin, without recursion along the chain.
    fn compound(&self, body: &SetExpr) -> Body {
        let mut branches = Vec::new();
        let mut at = body;
        while let SetExpr::SetOperation { left, op, right, .. } = at {
            let feeds = !matches!(op, SetOperator::Except | SetOperator::Minus);
            branches.push((feeds, self.branch(right)));
            at = left;
        }
        branches.push((true, self.branch(at)));
        branches.reverse();
        Body::Set(branches)
    }

    fn branch(&self, body: &SetExpr) -> Query {
        match body {
            SetExpr::Query(query) => self.query(query),
            other => Query {
                body: self.body(other),
                ..Query::default()
            },
        }
    }

    fn select(&self, select: &SqlSelect) -> Select {
        let mut this = Select {
            items: select
                .projection
                .iter()
                .map(|item| self.item(item))
                .filter(|item| item.counts(self.columns))
                .collect(),
            from: self.sources(&select.from),
            into: select.into.iter().flat_map(|into| self.into(into)).collect(),
            ..Select::default()
        };
        if select.exclude.is_some() {
            for item in &mut this.items {
                if let Item::Star { altered, .. } = item {
                    *altered = true;
                }
            }
        }
        if let Some(Distinct::On(values)) = &select.distinct {
            this.exprs.extend(values.iter().map(|value| self.expr(value)));
        }
        if let Some(TopQuantity::Expr(value)) = select.top.as_ref().and_then(|top| top.quantity.as_ref()) {
            this.exprs.push(self.expr(value));
        }
        this.from
            .extend(select.lateral_views.iter().map(|view| self.lateral_view(view)));
        this.filter.extend(
            select
                .prewhere
                .iter()
                .chain(&select.selection)
                .map(|value| self.expr(value)),
        );
        for step in &select.connect_by {
            match step {
                ConnectByKind::ConnectBy { relationships, .. } => {
                    this.filter
                        .extend(relationships.iter().map(|value| self.expr(value)));
                }
                ConnectByKind::StartWith { condition, .. } => this.filter.push(self.expr(condition)),
            }
        }
        let (grouped, modifiers) = match &select.group_by {
            GroupByExpr::All(modifiers) => (&[][..], modifiers),
            GroupByExpr::Expressions(values, modifiers) => (values.as_slice(), modifiers),
        };
        this.group.extend(grouped.iter().map(|value| self.expr(value)));
        for modifier in modifiers {
            if let GroupByWithModifier::GroupingSets(value) = modifier {
                this.group.push(self.expr(value));
            }
        }
        let rest = select
            .cluster_by
            .iter()
            .chain(&select.distribute_by)
            .chain(&select.having)
            .chain(&select.qualify);
        this.exprs.extend(rest.map(|value| self.expr(value)));
        this.exprs
            .extend(select.sort_by.iter().map(|by| self.expr(&by.expr)));
        for window in &select.named_window {
            if let NamedWindowExpr::WindowSpec(spec) = &window.1 {
                let mut out = Expr::default();
                self.window(spec, &mut out);
                this.exprs.push(out);
            }
        }
        this
    }

    fn lateral_view(&self, view: &LateralView) -> Source {
        let alias = match view.lateral_view_name.0.as_slice() {
            [sqlparser::ast::ObjectNamePart::Identifier(name)] => Some(ident(name)),
            _ => None,
        };
        Source {
            alias,
            columns: super::idents(&view.lateral_col_alias),
            exprs: self.expr(&view.lateral_view).into(),
            ..Source::default()
        }
    }

    pub(super) fn item(&self, item: &SelectItem) -> Item {
        let altered = |options: &WildcardAdditionalOptions| {
            options.opt_ilike.is_some()
                || options.opt_exclude.is_some()
                || options.opt_except.is_some()
                || options.opt_replace.is_some()
                || options.opt_rename.is_some()
        };
        match item {
            SelectItem::UnnamedExpr(value) | SelectItem::ExprWithAliases { expr: value, .. } => {
                Item::Column {
                    expr: self.expr(value),
                    alias: None,
                }
            }
            SelectItem::ExprWithAlias { expr, alias } => Item::Column {
                expr: self.expr(expr),
                alias: Some(ident(alias)),
            },
            SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), options) => {
                Item::Star {
                    of: Some(self.name(name)),
                    altered: altered(options) || self.replaces(options),
                }
            }
            SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::Expr(value), _) => Item::Column {
                expr: Expr {
                    plain: false,
                    ..self.expr(value)
                },
                alias: None,
            },
            SelectItem::Wildcard(options) => Item::Star {
                of: None,
                altered: altered(options),
            },
        }
    }

    fn replaces(&self, options: &WildcardAdditionalOptions) -> bool {
        options.opt_replace.is_some()
    }

    // FROM.

    pub(super) fn sources(&self, from: &[TableWithJoins]) -> Vec<Source> {
        let mut sources = Vec::with_capacity(from.len());
        for entry in from {
            sources.push(self.factor(&entry.relation));
            sources.extend(entry.joins.iter().map(|join| self.join(join)));
        }
        sources
    }

    pub(super) fn join(&self, join: &Join) -> Source {
        let mut this = match &join.join_operator {
            // ClickHouse's ARRAY JOIN names columns, not tables.
            JoinOperator::ArrayJoin | JoinOperator::LeftArrayJoin | JoinOperator::InnerArrayJoin => Source {
                alias: alias_of(&join.relation).map(|alias| ident(&alias.name)),
                ..Source::default()
            },
            _ => self.factor(&join.relation),
        };
        let constraint = match &join.join_operator {
            JoinOperator::Join(constraint)
            | JoinOperator::Inner(constraint)
            | JoinOperator::Left(constraint)
            | JoinOperator::LeftOuter(constraint)
            | JoinOperator::Right(constraint)
            | JoinOperator::RightOuter(constraint)
            | JoinOperator::FullOuter(constraint)
            | JoinOperator::CrossJoin(constraint)
            | JoinOperator::Semi(constraint)
            | JoinOperator::LeftSemi(constraint)
            | JoinOperator::RightSemi(constraint)
            | JoinOperator::Anti(constraint)
            | JoinOperator::LeftAnti(constraint)
            | JoinOperator::RightAnti(constraint)
            | JoinOperator::StraightJoin(constraint) => Some(constraint),
            JoinOperator::AsOf {
                match_condition,
                constraint,
            } => {
                this.on.push(self.expr(match_condition));
                Some(constraint)
            }
            JoinOperator::CrossApply
            | JoinOperator::OuterApply
            | JoinOperator::ArrayJoin
            | JoinOperator::LeftArrayJoin
            | JoinOperator::InnerArrayJoin => None,
        };
        match constraint {
            Some(JoinConstraint::On(condition)) => this.on.push(self.expr(condition)),
            Some(JoinConstraint::Using(columns) | JoinConstraint::UsingAlias(columns, _)) => {
                this.using = columns.iter().filter_map(Self::last).collect();
            }
            Some(JoinConstraint::Natural | JoinConstraint::None) | None => {}
        }
        this
    }

    /// One entry of `FROM`.
    pub(super) fn factor(&self, factor: &TableFactor) -> Source {
        let mut this = match factor {
            TableFactor::Table {
                name,
                args: None,
                version,
                sample,
                with_hints: _,
                ..
            } => {
                let mut this = match self.dialect.is_variable(name) {
                    true => Source::default(),
                    false => table(self.name(name)),
                };
                this.exprs
                    .extend(version.iter().map(|version| self.version(version)));
                this.exprs.extend(sample.iter().map(|sample| self.sample(sample)));
                this
            }
            TableFactor::Table { args: Some(args), .. } => self.opaque(&args.args),
            TableFactor::Function { args, .. } => self.opaque(args),
            TableFactor::Derived { subquery, sample, .. } => Source {
                kind: SourceKind::Query(Box::new(self.query(subquery))),
                exprs: sample.iter().map(|sample| self.sample(sample)).collect(),
                ..Source::default()
            },
            TableFactor::TableFunction { expr: value, .. } => self.exprs(&[value]),
            TableFactor::UnpivotExpr { expression, .. } => self.exprs(&[expression]),
            TableFactor::UNNEST { array_exprs, .. } => self.exprs(&array_exprs.iter().collect::<Vec<_>>()),
            TableFactor::JsonTable { json_expr, .. } | TableFactor::OpenJsonTable { json_expr, .. } => {
                self.exprs(&[json_expr])
            }
            TableFactor::NestedJoin { table_with_joins, .. } => Source {
                kind: SourceKind::Join(self.sources(std::slice::from_ref(table_with_joins))),
                ..Source::default()
            },
            TableFactor::Pivot { .. } | TableFactor::Unpivot { .. } | TableFactor::MatchRecognize { .. } => {
                self.reshaped(factor)
            }
            TableFactor::XmlTable {
                namespaces,
                row_expression,
                passing,
                columns,
                ..
            } => {
                let mut values = vec![row_expression];
                values.extend(namespaces.iter().map(|namespace| &namespace.uri));
                values.extend(passing.arguments.iter().map(|argument| &argument.expr));
                for column in columns {
                    if let XmlTableColumnOption::NamedInfo { path, default, .. } = &column.option {
                        values.extend(path.iter().chain(default));
                    }
                }
                self.exprs(&values)
            }
            TableFactor::SemanticView {
                name,
                dimensions,
                metrics,
                facts,
                where_clause,
                ..
            } => {
                let values = dimensions.iter().chain(metrics).chain(facts).chain(where_clause);
                Source {
                    kind: SourceKind::Table(self.name(name)),
                    reshaped: true,
                    ..self.exprs(&values.collect::<Vec<_>>())
                }
            }
        };
        if let Some(alias) = alias_of(factor) {
            this.alias = Some(ident(&alias.name));
            this.columns = alias.columns.iter().map(|column| ident(&column.name)).collect();
        }
        this
    }

    fn exprs(&self, values: &[&SqlExpr]) -> Source {
        Source {
            exprs: values.iter().map(|value| self.expr(value)).collect(),
            ..Source::default()
        }
    }

    fn opaque(&self, args: &[FunctionArg]) -> Source {
        let mut out = Expr::default();
        for arg in args {
            let (FunctionArg::Named { arg, .. }
            | FunctionArg::ExprNamed { arg, .. }
            | FunctionArg::Unnamed(arg)) = arg;
            if let FunctionArgExpr::Expr(value) = arg {
                self.collect(value, Role::Value, &mut out);
            }
        }
        Source {
            exprs: out.into(),
            ..Source::default()
        }
    }
}

fn alias_of(factor: &TableFactor) -> Option<&TableAlias> {
    match factor {
        TableFactor::Table { alias, .. }
        | TableFactor::Derived { alias, .. }
        | TableFactor::TableFunction { alias, .. }
        | TableFactor::Function { alias, .. }
        | TableFactor::UNNEST { alias, .. }
        | TableFactor::JsonTable { alias, .. }
        | TableFactor::OpenJsonTable { alias, .. }
        | TableFactor::NestedJoin { alias, .. }
        | TableFactor::Pivot { alias, .. }
        | TableFactor::Unpivot { alias, .. }
        | TableFactor::MatchRecognize { alias, .. }
        | TableFactor::XmlTable { alias, .. }
        | TableFactor::SemanticView { alias, .. } => alias.as_ref(),
        TableFactor::UnpivotExpr { .. } => None,
    }
}
