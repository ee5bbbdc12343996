//! Large lineages, for measurements.

use std::fmt::Write;

/// A request with this many edges. `wide` puts all columns into one table, else tables have 100 columns each and
/// follow one another as models do.
pub fn request(edges: usize, wide: bool) -> String {
    let columns = if wide { edges } else { 100 };
    let tables = edges / columns;
    let mut text = String::from(r#"{"op":"events","lineage":{"nodes":["#);
    for table in 0..=tables {
        let kind = if table == 0 { "source" } else { "transform" };
        let comma = if table == 0 { "" } else { "," };
        let _ = write!(
            text,
            r#"{comma}{{"id":"table_{table}","type":"{kind}","columns":["#
        );
        for column in 0..columns {
            let comma = if column == 0 { "" } else { "," };
            let _ = write!(text, r#"{comma}"column_{column}""#);
        }
        text.push_str(if table == 0 {
            r#"],"types":{"column_0":"INTEGER"}}"#
        } else {
            "]}"
        });
    }
    text.push_str(r#"],"edges":["#);
    for edge in 0..edges {
        let (table, column) = (edge / columns, edge % columns);
        let comma = if edge == 0 { "" } else { "," };
        let _ = write!(
            text,
            r#"{comma}{{"source":"table_{table}","source_column":"column_{column}","target":"table_{}","target_column":"column_{column}","transformation":"identity","expression":"column_{column}"}}"#,
            table + 1,
        );
    }
    text.push_str(r#"]},"options":{"pretty":false}}"#);
    text
}

/// The answer of a call, and how much more memory was in use at its peak than before (Linux).
pub fn peak_of<T>(call: impl FnOnce() -> T) -> (T, usize) {
    // Sets the peak back to what is in use now.
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let before = status("VmRSS:");
    let answer = call();
    (answer, status("VmHWM:").saturating_sub(before))
}

/// A value of `/proc/self/status` in bytes.
fn status(key: &str) -> usize {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find(|line| line.starts_with(key)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 1024
}
