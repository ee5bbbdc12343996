//! One thread with a large stack, started once, for statements too deep for their caller's.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, OnceLock};

use super::dialect::Grammar;
use super::scan::Depth;
use super::scope::Tables;
use super::{Failure, Task, analyse};
use crate::reason::Code;

/// The stack that a caller is taken to have left: threads of 256 KiB exist.
pub(super) const CALLER_STACK: usize = 128 << 10;

/// The stack of the worker. Memory is used only as far as a statement reaches down into it.
pub(super) const WORKER_STACK: usize = 256 << 20;

/// As many levels of a tree whose depth was not counted may be read on its caller's stack: a KiB each is enough.
pub(super) const LEVELS: u32 = 64;

/// The stack that a statement may need at most.
///
/// Measured: what a level of parentheses or subqueries, an operator before its operand, and a link of a chain take
/// of each parser's stack, rounded up. `sqlparser` has large frames, and far larger ones without optimisation.
pub(super) fn stack_for(depth: Depth, grammar: Grammar) -> usize {
    let (base, level, prefix, link) = match grammar {
        Grammar::Postgres => (32 << 10, 8 << 10, 2 << 10, 1 << 10),
        Grammar::Sqlite if !cfg!(small_frames) => (640 << 10, 6 << 10, 2 << 10, 1 << 10),
        Grammar::Sqlite => (48 << 10, 6 << 10, 2 << 10, 1 << 10),
        _ if !cfg!(small_frames) => (640 << 10, 240 << 10, 90 << 10, 1 << 10),
        _ => (32 << 10, 24 << 10, 8 << 10, 1 << 10),
    };
    let parts = [
        (depth.nesting, level),
        (depth.prefix, prefix),
        (depth.chain, link),
    ];
    parts.iter().fold(base, |sum: usize, (count, size)| {
        sum.saturating_add((*count as usize).saturating_mul(*size))
    })
}

/// As many levels are read by `sqlparser`, which tries one thing after another at each and so takes time by the square
/// of their number: a hundred take a tenth of a second, ten thousand would take minutes.
const LEVELS_OF_OTHERS: u32 = 128;

/// Whether a statement would take too long, even where there is stack for it.
pub(super) fn is_too_deep(depth: Depth, grammar: Grammar) -> bool {
    let quick = matches!(grammar, Grammar::Postgres | Grammar::Sqlite);
    !quick && depth.nesting.saturating_add(depth.prefix) > LEVELS_OF_OTHERS
}

struct Job {
    text: String,
    task: Task,
    answer: Sender<Result<Vec<Tables>, Failure>>,
}

/// Reads a statement on the worker.
pub(super) fn run(text: String, task: Task) -> Result<Vec<Tables>, Failure> {
    let (answer, result) = channel();
    let job = Job { text, task, answer };
    let sent = worker().and_then(|worker| worker.lock().ok()?.send(job).ok());
    // Without a thread to read it, the statement is as good as too deep.
    sent.ok_or(Code::TooDeep)?;
    result.recv().unwrap_or_else(|_| Err(Code::ParserFailed.into()))
}

fn worker() -> Option<&'static Mutex<Sender<Job>>> {
    static WORKER: OnceLock<Option<Mutex<Sender<Job>>>> = OnceLock::new();
    let start = || {
        let (jobs, receiver) = channel();
        let thread = std::thread::Builder::new()
            .name("lineage-sql".to_owned())
            .stack_size(WORKER_STACK);
        thread.spawn(move || serve(&receiver)).ok()?;
        Some(Mutex::new(jobs))
    };
    WORKER.get_or_init(start).as_ref()
}

fn serve(jobs: &Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        // A caller that has gone away needs no answer.
        let _ = job.answer.send(analyse(&job.text, job.task));
    }
}
