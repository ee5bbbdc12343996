//! Where the values of a statement's columns come from, as far as that is certain without the tables' columns.

mod placed;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use super::dialect::Dialect;
use super::scope::{Chain, enter, find};
use super::tree::{Body, Cte, Expr, Ident, Item, Name, Query, Select, Source, SourceKind, Statement};
use placed::{Placed, merge};

/// What one target's columns are made of.
#[derive(Debug)]
pub(super) struct Traced {
    /// The table that is written; none for a query whose rows are the answer.
    pub target: Option<Name>,
    /// The columns, with what their values are made of.
    pub fields: Vec<(Ident, Uses)>,
    /// What decides which rows there are, and in which order.
    pub rows: Uses,
    /// Whether a column was left out because it is not certain where its value comes from.
    pub unclear: bool,
    /// Whether columns were left out that stand behind a `*`.
    pub star: bool,
}

/// Columns of tables, each with what becomes of its value.
pub(super) type Uses = BTreeMap<Input, BTreeSet<Transformation>>;

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Input {
    /// The table's name, part by part, and whether each was quoted.
    pub table: Vec<(String, bool)>,
    pub column: (String, bool),
}

/// What becomes of a value on its way, as the specification names it.
///
/// Source: `ColumnLineageDatasetFacet` 1-2-0, transformations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Transformation {
    Identity,
    Derived,
    Aggregation { masking: bool },
    Conditional,
    Window,
    Filter,
    Join,
    GroupBy,
    Sort,
}

impl Transformation {
    /// The type and the subtype.
    pub(super) fn names(self) -> (&'static str, &'static str) {
        match self {
            Transformation::Identity => ("DIRECT", "IDENTITY"),
            Transformation::Derived => ("DIRECT", "TRANSFORMATION"),
            Transformation::Aggregation { .. } => ("DIRECT", "AGGREGATION"),
            Transformation::Conditional => ("INDIRECT", "CONDITIONAL"),
            Transformation::Window => ("INDIRECT", "WINDOW"),
            Transformation::Filter => ("INDIRECT", "FILTER"),
            Transformation::Join => ("INDIRECT", "JOIN"),
            Transformation::GroupBy => ("INDIRECT", "GROUP_BY"),
            Transformation::Sort => ("INDIRECT", "SORT"),
        }
    }

    pub(super) fn masking(self) -> bool {
        matches!(self, Transformation::Aggregation { masking: true })
    }

    fn is_direct(self) -> bool {
        self.names().0 == "DIRECT"
    }

    /// What an outer step makes of what an inner one made.
    fn after(self, inner: Transformation) -> Transformation {
        match (self, inner) {
            (outer, _) if !outer.is_direct() => outer,
            (_, inner) if !inner.is_direct() => inner,
            (Transformation::Aggregation { masking: a }, Transformation::Aggregation { masking: b }) => {
                Transformation::Aggregation { masking: a || b }
            }
            (outer, inner) => outer.max(inner),
        }
    }
}

/// What comes out of a query.
#[derive(Debug, Default)]
struct Flow {
    columns: Vec<Out>,
    rows: Uses,
    /// Whether these are all columns.
    complete: bool,
    /// How many columns have a known position: those before the first `*` that is not known.
    placed: usize,
    unclear: bool,
}

#[derive(Debug, Clone)]
struct Out {
    name: Option<Ident>,
    /// Nothing when it is not certain.
    uses: Option<Uses>,
}

/// A source of a FROM clause, as far as its columns are known.
struct Row<'t> {
    names: Vec<&'t Ident>,
    kind: RowKind<'t>,
}

enum RowKind<'t> {
    Table(&'t Name),
    Flow(Rc<Flow>, &'t [Ident]),
    Opaque,
}

/// Traces the columns of a statement.
pub(super) fn trace(statement: &Statement, dialect: Dialect) -> Vec<Traced> {
    let mut tracer = Tracer {
        dialect,
        known: HashMap::new(),
        depth: 0,
    };
    let Some(mut query) = statement.query.as_ref() else {
        return Vec::new();
    };
    let mut scope = enter(&statement.with, &None);
    let mut targets: Vec<_> = statement.targets.iter().filter(|target| target.fed).collect();
    // WITH … INSERT: the statement stands inside the query.
    while targets.is_empty() && statement.targets.is_empty() {
        scope = enter(&query.with, &scope);
        match &query.body {
            Body::Statement(inner) => {
                targets = inner.targets.iter().filter(|target| target.fed).collect();
                scope = enter(&inner.with, &scope);
                match &inner.query {
                    Some(inner) if !targets.is_empty() => query = inner,
                    _ => return Vec::new(),
                }
            }
            Body::Select(select) if !select.into.is_empty() => targets = select.into.iter().collect(),
            Body::Set(branches) => match branches.first() {
                Some((
                    _,
                    Query {
                        body: Body::Select(select),
                        ..
                    },
                )) if !select.into.is_empty() => {
                    targets = select.into.iter().collect();
                }
                _ => break,
            },
            _ => break,
        }
    }
    if targets.is_empty() && !statement.targets.is_empty() {
        return Vec::new();
    }
    let flow = tracer.query(query, &scope);
    if targets.is_empty() {
        return vec![traced(None, &[], &flow)];
    }
    targets
        .iter()
        .map(|target| traced(Some(target.name.clone()), &target.columns, &flow))
        .collect()
}

fn traced(target: Option<Name>, names: &[Ident], flow: &Flow) -> Traced {
    let mut this = Traced {
        target,
        fields: Vec::new(),
        rows: flow.rows.clone(),
        unclear: flow.unclear,
        star: !flow.complete,
    };
    for (index, out) in flow.columns.iter().enumerate() {
        let name = match names {
            [] => out.name.as_ref(),
            names => names.get(index).filter(|_| index < flow.placed),
        };
        match (name, &out.uses) {
            (Some(name), Some(uses)) if !uses.is_empty() => this.fields.push((name.clone(), uses.clone())),
            (_, Some(uses)) if uses.is_empty() => {}
            _ => this.unclear = true,
        }
    }
    this
}

struct Tracer {
    dialect: Dialect,
    /// What comes out of tables of WITH; nothing while one is looked into.
    known: HashMap<*const Cte, Option<Rc<Flow>>>,
    depth: u32,
}

/// How far queries within queries, and tables of WITH within one another, are followed.
const DEEPEST: u32 = 64;
/// How many columns of tables may go into one value before it is given up.
const MOST: usize = 4096;

impl Tracer {
    fn query<'t>(&mut self, query: &'t Query, outer: &Chain<'t>) -> Rc<Flow> {
        if self.depth > DEEPEST {
            return Rc::new(Flow {
                unclear: true,
                ..Flow::default()
            });
        }
        self.depth += 1;
        let scope = enter(&query.with, outer);
        let flow = match &query.body {
            Body::Select(select) => self.select(select, &query.sort, &scope),
            Body::Set(branches) => self.set(branches, &scope),
            Body::Table(name) => match self.table(name, &scope) {
                RowKind::Flow(flow, _) => return self.up(flow),
                _ => Flow::default(),
            },
            Body::Nothing | Body::Values(_) | Body::Statement(_) => Flow::default(),
        };
        self.up(Rc::new(flow))
    }

    fn up(&mut self, flow: Rc<Flow>) -> Rc<Flow> {
        self.depth -= 1;
        flow
    }

    fn set<'t>(&mut self, branches: &'t [(bool, Query)], scope: &Chain<'t>) -> Flow {
        let flows: Vec<_> = branches
            .iter()
            .map(|(feeds, query)| (*feeds, self.query(query, scope)))
            .collect();
        let Some((_, first)) = flows.first() else {
            return Flow::default();
        };
        let mut this = Flow {
            columns: first.columns.clone(),
            rows: first.rows.clone(),
            complete: flows.iter().all(|(_, flow)| flow.complete),
            placed: flows
                .iter()
                .map(|(_, flow)| flow.placed)
                .min()
                .unwrap_or_default(),
            unclear: flows.iter().any(|(_, flow)| flow.unclear),
        };
        for (feeds, flow) in &flows[1..] {
            merge(&mut this.rows, &flow.rows, |inner| inner);
            if !*feeds {
                continue;
            }
            for (index, out) in this.columns.iter_mut().enumerate() {
                let placed = index < first.placed.min(flow.placed);
                let other = flow
                    .columns
                    .get(index)
                    .filter(|_| placed)
                    .and_then(|other| other.uses.as_ref());
                match (&mut out.uses, other) {
                    (Some(uses), Some(other)) => merge(uses, other, |inner| inner),
                    (uses, _) => *uses = None,
                }
            }
        }
        this
    }

    /// What a single name means: a table of WITH, or a table.
    fn table<'t>(&mut self, name: &'t Name, scope: &Chain<'t>) -> RowKind<'t> {
        let Some((cte, index, scope)) = name.single().and_then(|single| find(self.dialect, single, scope))
        else {
            return RowKind::Table(name);
        };
        let key = std::ptr::from_ref(cte);
        if let Some(known) = self.known.get(&key) {
            return known
                .as_ref()
                .map_or(RowKind::Opaque, |flow| RowKind::Flow(flow.clone(), &cte.columns));
        }
        self.known.insert(key, None);
        let flow = self.query(&cte.query, &scope.of_table(self.dialect, index));
        self.known.insert(key, Some(flow.clone()));
        RowKind::Flow(flow, &cte.columns)
    }

    fn rows<'t>(&mut self, sources: &'t [Source], scope: &Chain<'t>, out: &mut Vec<Row<'t>>) {
        for source in sources {
            let kind = match &source.kind {
                SourceKind::Table(name) if !source.reshaped => self.table(name, scope),
                SourceKind::Query(query) if !source.reshaped => RowKind::Flow(self.query(query, scope), &[]),
                SourceKind::Join(inner) if source.alias.is_none() && !source.reshaped => {
                    self.rows(inner, scope, out);
                    continue;
                }
                _ => RowKind::Opaque,
            };
            let kind = match kind {
                RowKind::Flow(flow, _) if !source.columns.is_empty() => RowKind::Flow(flow, &source.columns),
                RowKind::Table(_) if !source.columns.is_empty() => RowKind::Opaque,
                kind => kind,
            };
            let names = match (&source.alias, &source.kind) {
                (Some(alias), _) => vec![alias],
                (None, SourceKind::Table(name)) => name.parts.iter().collect(),
                _ => Vec::new(),
            };
            out.push(Row { names, kind });
        }
    }

    fn select<'t>(&mut self, select: &'t Select, sort: &'t [Expr], scope: &Chain<'t>) -> Flow {
        let mut rows = Vec::new();
        self.rows(&select.from, scope, &mut rows);
        let mut this = Flow {
            complete: true,
            ..Flow::default()
        };
        for row in &rows {
            if let RowKind::Flow(flow, _) = &row.kind {
                merge(&mut this.rows, &flow.rows, |inner| inner);
                this.unclear |= flow.unclear;
            }
        }
        if select.reshaped {
            return Flow {
                unclear: true,
                ..Flow::default()
            };
        }
        let mut place = Placed {
            dialect: self.dialect,
            rows: &rows,
            aliases: Vec::new(),
        };
        for item in &select.items {
            match item {
                Item::Star { of, altered } => {
                    let before = this.columns.len();
                    let known = !altered && place.expand(of.as_ref(), &mut this.columns);
                    if this.complete && !known {
                        this.placed = before;
                    }
                    this.complete &= known;
                }
                Item::Column { expr, alias } => {
                    let own = expr
                        .columns
                        .first()
                        .filter(|_| expr.plain)
                        .and_then(|column| column.name.last());
                    let uses = place.uses(expr);
                    this.columns.push(Out {
                        name: alias.as_ref().or(own).cloned(),
                        uses,
                    });
                    place.aliases.extend(alias);
                }
            }
        }
        let outs = std::mem::take(&mut this.columns);
        if this.complete {
            this.placed = outs.len();
        }
        let group: Vec<_> = select.group.iter().collect();
        let on: Vec<_> = conditions(&select.from);
        for (exprs, kind) in [
            (select.filter.iter().collect(), Transformation::Filter),
            (select.exprs.iter().collect(), Transformation::Filter),
            (on, Transformation::Join),
            (group, Transformation::GroupBy),
            (sort.iter().collect::<Vec<_>>(), Transformation::Sort),
        ] {
            for column in exprs.iter().flat_map(|expr| &expr.columns) {
                // ORDER BY looks at the query's own columns first.
                let own = match (kind, column.name.as_slice()) {
                    (Transformation::Sort, [single]) => outs.iter().find(|out| {
                        out.name
                            .as_ref()
                            .is_some_and(|name| self.dialect.same(name, single))
                    }),
                    _ => None,
                };
                let found = match own {
                    Some(out) => out.uses.clone(),
                    None => place.column(column),
                };
                match found {
                    Some(found) => merge(&mut this.rows, &found, |_| kind),
                    None => this.unclear = true,
                }
            }
        }
        place.using(&select.from, &mut this.rows);
        this.columns = outs;
        this
    }
}

/// The join conditions of a FROM clause.
fn conditions(sources: &[Source]) -> Vec<&Expr> {
    let mut all = Vec::new();
    for source in sources {
        all.extend(source.on.iter());
        if let SourceKind::Join(inner) = &source.kind {
            all.extend(conditions(inner));
        }
    }
    all
}
