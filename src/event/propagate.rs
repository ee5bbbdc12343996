//! Types and descriptions that columns take from the columns they are copies of.

use super::graph::{Graph, number};
use super::lineage::EdgeKind;

/// Gives columns without a type or description those of their sources.
///
/// What a column has itself stays. Otherwise, when every direct edge into it is an identity and all sources
/// agree, it takes theirs; so along chains. Columns on a cycle take nothing. Types and descriptions are decided
/// apart.
///
/// Source: `events-input`, "Settled here"; the page, "Namespaces", last paragraph.
pub(super) fn along_identity_edges(graph: &mut Graph<'_>) {
    let copies = Copies::of(graph);
    let mut types: Vec<_> = graph.columns.iter().map(|column| column.data_type).collect();
    copies.settle(&mut types);
    let mut descriptions: Vec<_> = graph.columns.iter().map(|column| column.description).collect();
    copies.settle(&mut descriptions);
    for ((column, data_type), description) in graph.columns.iter_mut().zip(types).zip(descriptions) {
        column.data_type = data_type;
        column.description = description;
    }
}

/// The edges between copies, by their targets and by their sources.
struct Copies {
    /// The sources of column `c` are `sources[from[c]..from[c + 1]]`; none unless all its edges are identities.
    sources: Vec<u32>,
    from: Vec<u32>,
    /// Likewise the columns that are copies of column `c`.
    targets: Vec<u32>,
    to: Vec<u32>,
}

impl Copies {
    fn of(graph: &Graph<'_>) -> Copies {
        let columns = graph.columns.len();
        let mut only_identities = vec![true; columns];
        for edge in &graph.direct {
            only_identities[edge.target as usize] &= edge.kind == Some(EdgeKind::Identity);
        }
        let edges = || {
            graph
                .direct
                .iter()
                .filter(|edge| only_identities[edge.target as usize])
        };
        let (sources, from) = group(columns, || edges().map(|edge| (edge.target, edge.source)));
        let (targets, to) = group(columns, || edges().map(|edge| (edge.source, edge.target)));
        Copies {
            sources,
            from,
            targets,
            to,
        }
    }

    /// Fills the gaps in what the columns have, in the order in which sources are settled.
    fn settle<T: Copy + PartialEq>(&self, values: &mut [Option<T>]) {
        let takes = |values: &[Option<T>], column: u32| {
            values[column as usize].is_none() && !slice(&self.sources, &self.from, column).is_empty()
        };
        let columns = 0..number(values.len());
        let open: Vec<bool> = columns.clone().map(|column| takes(values, column)).collect();
        let waits_for = |column| {
            number(
                slice(&self.sources, &self.from, column)
                    .iter()
                    .filter(|source| open[**source as usize])
                    .count(),
            )
        };
        let mut waiting: Vec<u32> = columns.clone().map(waits_for).collect();
        let mut ready: Vec<u32> = columns
            .filter(|column| open[*column as usize] && waiting[*column as usize] == 0)
            .collect();
        while let Some(column) = ready.pop() {
            let mut sources = slice(&self.sources, &self.from, column)
                .iter()
                .map(|source| values[*source as usize]);
            let first = sources.next().flatten();
            values[column as usize] = first.filter(|_| sources.all(|source| source == first));
            for target in slice(&self.targets, &self.to, column) {
                if open[*target as usize] {
                    waiting[*target as usize] -= 1;
                    if waiting[*target as usize] == 0 {
                        ready.push(*target);
                    }
                }
            }
        }
    }
}

fn slice<'s>(items: &'s [u32], starts: &[u32], at: u32) -> &'s [u32] {
    let (from, to) = (starts[at as usize], starts[at as usize + 1]);
    &items[from as usize..to as usize]
}

/// Groups pairs by their first number: the second numbers in a row, and where each group starts.
fn group<I: Iterator<Item = (u32, u32)>>(groups: usize, pairs: impl Fn() -> I) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0_u32; groups + 1];
    for (key, _) in pairs() {
        starts[key as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut next = starts.clone();
    let mut items = vec![0; starts[groups] as usize];
    for (key, value) in pairs() {
        items[next[key as usize] as usize] = value;
        next[key as usize] += 1;
    }
    (items, starts)
}
