//! Sources whose rows or columns are changed where they stand: pivots, time travel, samples, pipes.

use sqlparser::ast::{
    ExprWithAlias, PipeOperator, PivotValueSource, TableFactor, TableSampleKind, TableVersion,
};

use super::super::tree::{Body, Expr, Exprs, Item, Query, Role, Select, Source, SourceKind};
use super::Convert;

impl Convert {
    /// Entries whose columns are other than their table's.
    pub(super) fn reshaped(&self, factor: &TableFactor) -> Source {
        let list = |values: &[ExprWithAlias]| -> Exprs {
            values.iter().map(|value| self.expr(&value.expr)).collect()
        };
        match factor {
            TableFactor::Pivot {
                table,
                aggregate_functions,
                value_column,
                value_source,
                default_on_null,
                ..
            } => {
                let mut exprs = list(aggregate_functions);
                exprs.extend(
                    value_column
                        .iter()
                        .chain(default_on_null)
                        .map(|value| self.expr(value)),
                );
                exprs.push(self.pivoted(value_source));
                Source {
                    kind: SourceKind::Join(vec![self.factor(table)]),
                    exprs,
                    reshaped: true,
                    ..Source::default()
                }
            }
            TableFactor::Unpivot {
                table,
                value,
                columns,
                ..
            } => {
                let mut exprs = list(columns);
                exprs.push(self.expr(value));
                Source {
                    kind: SourceKind::Join(vec![self.factor(table)]),
                    exprs,
                    reshaped: true,
                    ..Source::default()
                }
            }
            TableFactor::MatchRecognize {
                table,
                partition_by,
                order_by,
                measures,
                symbols,
                ..
            } => {
                let mut exprs: Exprs = partition_by.iter().map(|value| self.expr(value)).collect();
                exprs.extend(order_by.iter().map(|by| self.expr(&by.expr)));
                exprs.extend(measures.iter().map(|measure| self.expr(&measure.expr)));
                exprs.extend(symbols.iter().map(|symbol| self.expr(&symbol.definition)));
                Source {
                    kind: SourceKind::Join(vec![self.factor(table)]),
                    exprs,
                    reshaped: true,
                    ..Source::default()
                }
            }
            _ => Source::default(),
        }
    }

    fn pivoted(&self, source: &PivotValueSource) -> Expr {
        let mut out = Expr::default();
        match source {
            PivotValueSource::List(values) => {
                values
                    .iter()
                    .for_each(|value| self.collect(&value.expr, Role::Value, &mut out));
            }
            PivotValueSource::Any(by) => self.sorted(by, Role::Value, &mut out),
            PivotValueSource::Subquery(query) => out.queries.push(self.query(query)),
        }
        out
    }

    pub(super) fn version(&self, version: &TableVersion) -> Expr {
        match version {
            TableVersion::ForSystemTimeAsOf(value)
            | TableVersion::TimestampAsOf(value)
            | TableVersion::VersionAsOf(value)
            | TableVersion::Function(value) => self.expr(value),
            TableVersion::Changes { changes, at, end } => {
                let mut out = Expr::default();
                [changes, at]
                    .into_iter()
                    .chain(end)
                    .for_each(|value| self.collect(value, Role::Value, &mut out));
                out
            }
        }
    }

    pub(super) fn sample(&self, sample: &TableSampleKind) -> Expr {
        let (TableSampleKind::BeforeTableAlias(sample) | TableSampleKind::AfterTableAlias(sample)) = sample;
        let mut out = Expr::default();
        let quantity = sample.quantity.iter().map(|quantity| &quantity.value);
        let bucket = sample.bucket.iter().filter_map(|bucket| bucket.on.as_ref());
        for value in quantity.chain(bucket).chain(&sample.offset) {
            self.collect(value, Role::Value, &mut out);
        }
        out
    }

    /// `FROM t |> WHERE … |> JOIN …`: every step's tables, without the way of a column through the steps.
    pub(super) fn piped(&self, query: Query, steps: &[PipeOperator]) -> Query {
        let mut out = Expr::default();
        let mut select = Select {
            from: vec![Source {
                kind: SourceKind::Query(Box::new(query)),
                ..Source::default()
            }],
            reshaped: true,
            ..Select::default()
        };
        for step in steps {
            match step {
                PipeOperator::Join(join) => select.from.push(self.join(join)),
                PipeOperator::Union { queries, .. }
                | PipeOperator::Intersect { queries, .. }
                | PipeOperator::Except { queries, .. } => {
                    out.queries.extend(queries.iter().map(|q| self.query(q)))
                }
                PipeOperator::Limit { expr, offset } => {
                    [Some(expr), offset.as_ref()]
                        .into_iter()
                        .flatten()
                        .for_each(|value| self.collect(value, Role::Value, &mut out));
                }
                PipeOperator::Where { expr } => self.collect(expr, Role::Value, &mut out),
                PipeOperator::OrderBy { exprs } => self.sorted(exprs, Role::Value, &mut out),
                PipeOperator::Select { exprs } | PipeOperator::Extend { exprs } => {
                    for item in exprs {
                        if let Item::Column { expr, .. } = self.item(item) {
                            select.exprs.push(expr);
                        }
                    }
                }
                PipeOperator::Set { assignments } => {
                    assignments
                        .iter()
                        .for_each(|set| self.collect(&set.value, Role::Value, &mut out));
                }
                PipeOperator::Aggregate {
                    full_table_exprs,
                    group_by_expr,
                } => {
                    let values = full_table_exprs.iter().chain(group_by_expr);
                    values.for_each(|value| self.collect(&value.expr.expr, Role::Value, &mut out));
                }
                PipeOperator::Call { function, .. } => self.call(function, Role::Value, &mut out),
                PipeOperator::Pivot {
                    aggregate_functions,
                    value_source,
                    ..
                } => {
                    aggregate_functions
                        .iter()
                        .for_each(|value| self.collect(&value.expr, Role::Value, &mut out));
                    select.exprs.push(self.pivoted(value_source));
                }
                PipeOperator::TableSample { sample } => {
                    let quantity = sample.quantity.iter().map(|quantity| &quantity.value);
                    quantity.for_each(|value| self.collect(value, Role::Value, &mut out));
                }
                PipeOperator::Drop { .. }
                | PipeOperator::As { .. }
                | PipeOperator::Rename { .. }
                | PipeOperator::Unpivot { .. } => {}
            }
        }
        select.exprs.push(out);
        Query {
            body: Body::Select(Box::new(select)),
            ..Query::default()
        }
    }
}
