//! `batch`: a request a line in, an answer a line out.
//!
//! Input is read in blocks of whole lines. A block's answers are written before the next one is waited for, so
//! that whoever types a line sees its answer, and nothing that was read is kept longer than its block.

use std::io::{self, Read, Write};
use std::sync::{Condvar, Mutex};
use std::thread;

use clap::Args;
use lineage_identity::Code;
use lineage_identity::request::{Context, evaluate_into, refuse};

use crate::config::{ConfigArgs, context};
use crate::output::Outcome;

/// How much is read at once.
const BLOCK: usize = 256 * 1024;

/// The longest line that is answered.
const LONGEST_LINE: usize = 64 * 1024 * 1024;

/// Requests as JSON: one a line on standard input, one answer a line on standard output, in their order
///
/// Blank lines are skipped. A line that cannot be understood has an answer that says why, and the next line is
/// read. docs/contract.md has the operations and their fields.
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Example:
  $ printf '%s\\n' '{\"op\":\"file\",\"uri\":\"s3:///my_bucket/in%20put/a.csv\"}' | lineage-identity batch
  {\"identity\":{\"namespace\":\"s3://my_bucket\",\"name\":\"in put/a.csv\"}}

Exit status: 0 when every line was answered with what it asked for, 1 when any was answered with a reason or an
error, 2 for wrong usage."
)]
pub struct BatchArgs {
    /// How many threads answer; the order stays
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    #[command(flatten)]
    config: ConfigArgs,
}

impl BatchArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        let config = self.config.read()?;
        let context = context(config.as_ref());
        #[cfg(feature = "validate")]
        let context = context.with_validate(lineage_identity::validate::problems);
        let input = Blocks::new(io::stdin(), LONGEST_LINE);
        let output = io::stdout();
        let found = match self.jobs {
            1 => in_turn(&context, input, output),
            jobs => in_parallel(&context, input, output, jobs.into()),
        }?;
        Ok(if found { Outcome::Found } else { Outcome::NotFound })
    }
}

/// A part of the input.
#[derive(Debug, PartialEq, Eq)]
enum Block {
    /// Whole lines; the last one may lack its line end.
    Lines(Vec<u8>),
    /// A line that is too long, and was not kept.
    TooLong,
}

/// Cuts input into blocks.
struct Blocks<R> {
    input: R,
    longest_line: usize,
    /// What was read, but not handed out: the beginning of a line.
    rest: Vec<u8>,
}

impl<R: Read> Blocks<R> {
    fn new(input: R, longest_line: usize) -> Self {
        Blocks {
            input,
            longest_line,
            rest: Vec::new(),
        }
    }

    /// The next block, or nothing at the end. `spare` is room that may be used again.
    fn next(&mut self, mut spare: Vec<u8>) -> io::Result<Option<Block>> {
        spare.clear();
        let mut block = std::mem::replace(&mut self.rest, spare);
        loop {
            let seen = block.len();
            if seen > self.longest_line {
                return self.skip_line().map(|()| Some(Block::TooLong));
            }
            if read_some(&mut self.input, &mut block)? == 0 {
                return Ok(Some(Block::Lines(block)).filter(|_| seen > 0));
            }
            if let Some(end) = memchr::memrchr(b'\n', &block[seen..]) {
                self.rest.extend_from_slice(&block[seen + end + 1..]);
                block.truncate(seen + end + 1);
                return Ok(Some(Block::Lines(block)));
            }
        }
    }

    /// Reads to the end of a line that is too long, and keeps what follows.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            self.rest.clear();
            if read_some(&mut self.input, &mut self.rest)? == 0 {
                return Ok(());
            }
            if let Some(end) = memchr::memchr(b'\n', &self.rest) {
                self.rest.drain(..=end);
                return Ok(());
            }
        }
    }
}

/// Reads what there is, at least a byte but at the end, to the end of `into`.
fn read_some(input: &mut impl Read, into: &mut Vec<u8>) -> io::Result<usize> {
    let seen = into.len();
    into.resize(seen + BLOCK, 0);
    loop {
        match input.read(&mut into[seen..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            outcome => {
                into.truncate(seen + outcome.as_ref().unwrap_or(&0));
                return outcome;
            }
        }
    }
}

/// Answers a block to the end of `answers`, and says whether all was found.
fn answer(context: &Context<'_>, block: &Block, answers: &mut Vec<u8>) -> bool {
    let too_long = |answers: &mut Vec<u8>| {
        answers.extend_from_slice(refuse(Code::TooLong).as_bytes());
        false
    };
    let Block::Lines(lines) = block else {
        too_long(answers);
        answers.push(b'\n');
        return false;
    };
    let mut found = true;
    let mut rest = lines.as_slice();
    while !rest.is_empty() {
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = rest[..end].trim_ascii_end();
        rest = rest.get(end + 1..).unwrap_or_default();
        if line.is_empty() {
            continue;
        }
        found &= match line.len() {
            0..=LONGEST_LINE => evaluate_into(line, context, answers),
            _ => too_long(answers),
        };
        answers.push(b'\n');
    }
    found
}

fn in_turn(context: &Context<'_>, mut input: Blocks<impl Read>, mut output: impl Write) -> io::Result<bool> {
    let (mut found, mut spare, mut answers) = (true, Vec::new(), Vec::new());
    while let Some(block) = input.next(std::mem::take(&mut spare))? {
        answers.clear();
        found &= answer(context, &block, &mut answers);
        output.write_all(&answers)?;
        output.flush()?;
        if let Block::Lines(lines) = block {
            spare = lines;
        }
    }
    Ok(found)
}

/// What the threads of a batch share.
struct Shared<R, W> {
    input: Mutex<Input<R>>,
    output: Mutex<Output<W>>,
    /// Says that a turn is over, or that there are no more.
    turned: Condvar,
}

struct Input<R> {
    blocks: Blocks<R>,
    /// The turn of the block that is read next.
    turn: usize,
    ended: bool,
}

struct Output<W> {
    writer: W,
    /// The turn of the block whose answers are written next.
    turn: usize,
    /// Whether no more is written, because writing or answering failed.
    stopped: bool,
}

/// Lets each thread take a block, answer it and write the answers when it is the block's turn, which keeps the
/// order. Each has one block, so that memory stays flat.
fn in_parallel(
    context: &Context<'_>,
    blocks: Blocks<impl Read + Send>,
    writer: impl Write + Send,
    jobs: usize,
) -> io::Result<bool> {
    let shared = Shared {
        input: Mutex::new(Input {
            blocks,
            turn: 0,
            ended: false,
        }),
        output: Mutex::new(Output {
            writer,
            turn: 0,
            stopped: false,
        }),
        turned: Condvar::new(),
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(|| shared.work(context))).collect();
        let outcomes: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
        let mut all = true;
        for outcome in outcomes {
            all &= outcome.map_err(|_| thread_failed())??;
        }
        Ok(all)
    })
}

fn thread_failed() -> io::Error {
    io::Error::other("a thread failed")
}

impl<R: Read, W: Write> Shared<R, W> {
    /// Answers blocks until there are no more, and says whether all was found.
    fn work(&self, context: &Context<'_>) -> io::Result<bool> {
        let (mut found, mut spare, mut answers) = (true, Vec::new(), Vec::new());
        while let Some((turn, block)) = self.take(std::mem::take(&mut spare))? {
            let stop = StopOthers(self);
            answers.clear();
            found &= answer(context, &block, &mut answers);
            if !self.put(turn, &answers)? {
                break;
            }
            std::mem::forget(stop);
            if let Block::Lines(lines) = block {
                spare = lines;
            }
        }
        Ok(found)
    }

    /// The next block and its turn.
    fn take(&self, spare: Vec<u8>) -> io::Result<Option<(usize, Block)>> {
        let mut input = self.input.lock().map_err(|_| thread_failed())?;
        if input.ended {
            return Ok(None);
        }
        let block = input.blocks.next(spare);
        input.ended = !matches!(block, Ok(Some(_)));
        let turn = input.turn;
        input.turn += 1;
        Ok(block?.map(|block| (turn, block)))
    }

    /// Writes answers when it is their turn; false where no more is written.
    fn put(&self, turn: usize, answers: &[u8]) -> io::Result<bool> {
        let output = self.output.lock().map_err(|_| thread_failed())?;
        let waits = |output: &mut Output<W>| output.turn != turn && !output.stopped;
        let mut output = self
            .turned
            .wait_while(output, waits)
            .map_err(|_| thread_failed())?;
        if output.stopped {
            return Ok(false);
        }
        output.writer.write_all(answers)?;
        output.writer.flush()?;
        output.turn += 1;
        self.turned.notify_all();
        Ok(true)
    }
}

/// Lets nobody wait for a turn that will not be: dropped where a thread leaves with its block unanswered.
struct StopOthers<'s, R: Read, W: Write>(&'s Shared<R, W>);

impl<R: Read, W: Write> Drop for StopOthers<'_, R, W> {
    fn drop(&mut self) {
        if let Ok(mut output) = self.0.output.lock() {
            output.stopped = true;
        }
        self.0.turned.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::{Block, Blocks, Context, in_parallel, in_turn};

    /// Hands out its text a few bytes at a time.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            let length = self.1.min(self.0.len()).min(into.len());
            let (now, later) = self.0.split_at(length);
            into[..length].copy_from_slice(now);
            self.0 = later;
            Ok(length)
        }
    }

    fn blocks(text: &str, step: usize) -> Vec<Block> {
        let mut blocks = Blocks::new(Drip(text.as_bytes(), step), 8);
        std::iter::from_fn(|| blocks.next(Vec::new()).unwrap()).collect()
    }

    fn lines(text: &str) -> Block {
        Block::Lines(text.as_bytes().to_vec())
    }

    #[test]
    fn blocks_end_where_lines_end() {
        assert_eq!(blocks("", 4), []);
        assert_eq!(blocks("a\nb\ncd", 100), [lines("a\nb\n"), lines("cd")]);
        assert_eq!(blocks("ab\ncd\n", 4), [lines("ab\n"), lines("cd\n")]);
        assert_eq!(blocks("ab\ncd\n", 1), [lines("ab\n"), lines("cd\n")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_one_block() {
        for step in 1..5 {
            let long = "ab\n123456789012345\ncd";
            assert_eq!(
                blocks(long, step),
                [lines("ab\n"), Block::TooLong, lines("cd")],
                "{step}"
            );
            assert_eq!(blocks("123456789012345", step), [Block::TooLong], "{step}");
            assert_eq!(blocks("123456789012345\n\n", step).len(), 2, "{step}");
        }
    }

    /// Takes a few bytes and then nothing.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.0 == 0 {
                return Err(std::io::ErrorKind::StorageFull.into());
            }
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            Ok(taken)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_writer_that_fails_ends_it() {
        let requests = "{\"op\":\"settings\"}\n".repeat(500);
        for jobs in 2..5 {
            let input = Blocks::new(Drip(requests.as_bytes(), 97), 1 << 20);
            let outcome = in_parallel(&Context::default(), input, Full(1000), jobs);
            assert_eq!(outcome.unwrap_err().kind(), std::io::ErrorKind::StorageFull);
        }
    }

    #[test]
    fn any_number_of_threads_answers_in_order() {
        let requests: String = (0..500)
            .map(|at| format!("{{\"op\":\"file\",\"uri\":\"s3://b/{at}\"}}\r\n\n"))
            .collect();
        let mut expected = Vec::new();
        assert!(
            in_turn(
                &Context::default(),
                Blocks::new(requests.as_bytes(), 1 << 20),
                &mut expected
            )
            .unwrap()
        );
        assert_eq!(expected.iter().filter(|byte| **byte == b'\n').count(), 500);
        for jobs in 2..5 {
            let mut answers = Vec::new();
            let input = Blocks::new(Drip(requests.as_bytes(), 97), 1 << 20);
            assert!(in_parallel(&Context::default(), input, &mut answers, jobs).unwrap());
            assert!(answers == expected, "{jobs} threads");
        }
    }
}
