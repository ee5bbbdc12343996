//! What the grammars share.

use super::tree::{Ident, Role};

/// A statement that its grammar could not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SyntaxError {
    /// Where, in bytes from the start of the text that was parsed; absent when the parser does not say.
    pub offset: Option<usize>,
}

/// The offset of a line and a column, both counted from 1.
pub(super) fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    (start + column.saturating_sub(1)).min(text.len())
}

/// Functions that make one value of many rows, in every dialect that has them under this name.
const AGGREGATES: &[&str] = &[
    "any_value",
    "approx_count_distinct",
    "approx_distinct",
    "array_agg",
    "avg",
    "bit_and",
    "bit_or",
    "bool_and",
    "bool_or",
    "collect_list",
    "collect_set",
    "corr",
    "count",
    "count_big",
    "count_if",
    "countif",
    "every",
    "first_value",
    "group_concat",
    "json_agg",
    "json_object_agg",
    "jsonb_agg",
    "jsonb_object_agg",
    "last_value",
    "listagg",
    "max",
    "median",
    "min",
    "mode",
    "percentile_cont",
    "percentile_disc",
    "stddev",
    "stddev_pop",
    "stddev_samp",
    "stdev",
    "string_agg",
    "sum",
    "total",
    "uniq",
    "uniqexact",
    "var_pop",
    "var_samp",
    "variance",
    "xmlagg",
];

/// Aggregates whose value shows nothing of their argument's.
const MASKING: &[&str] = &[
    "approx_count_distinct",
    "approx_distinct",
    "count",
    "count_big",
    "count_if",
    "countif",
    "uniq",
    "uniqexact",
];

/// The role of a function's arguments, where the call itself has this role.
pub(super) fn aggregate_role(function: Option<&Ident>, role: Role) -> Role {
    let Some(function) = function.filter(|_| matches!(role, Role::Value | Role::Aggregate { .. })) else {
        return role;
    };
    let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(&function.text));
    match role {
        Role::Aggregate { masking } => Role::Aggregate {
            masking: masking || is(MASKING),
        },
        _ if is(AGGREGATES) => Role::Aggregate { masking: is(MASKING) },
        role => role,
    }
}

#[cfg(test)]
mod tests {
    use super::{AGGREGATES, Ident, MASKING, Role, aggregate_role, offset};

    #[test]
    fn aggregates_are_known_in_any_letter_case() {
        assert!(MASKING.iter().all(|name| AGGREGATES.contains(name)));
        let role = |name: &str| aggregate_role(Some(&Ident::plain(name)), Role::Value);
        assert_eq!(role("SUM"), Role::Aggregate { masking: false });
        assert_eq!(role("count"), Role::Aggregate { masking: true });
        assert_eq!(role("lower"), Role::Value);
    }

    #[test]
    fn lines_and_columns_count_from_one() {
        assert_eq!(
            (offset("ab\ncd", 2, 2), offset("ab", 1, 1), offset("ab", 9, 9)),
            (4, 0, 2)
        );
    }
}
