//! The executions of one competition.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use libtest_mimic::Failed;
use mlebench_core::competition::Competition;
use mlebench_core::verdict::Verdict;

use crate::fuzz::execution::{Outcome, execute};
use crate::fuzz::target::{Golden, Target};
use crate::fuzz::{cells, facts};
use crate::shared::memory::peak;
use crate::shared::random::Rng;
use crate::shared::{bytes, watchdog};

/// Mutants of each competition, unless `MLEBENCH_FUZZ_EXECUTIONS` says otherwise.
const EXECUTIONS: u64 = 1000;

fn setting(name: &str) -> Result<Option<u64>, Failed> {
    match std::env::var(name) {
        Ok(text) => match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(format!("`{name}` is `{text}`, expected a number").into()),
        },
        Err(_) => Ok(None),
    }
}

#[expect(clippy::print_stdout, reason = "executions are quoted")]
fn quote(line: &str) {
    println!("{line}");
}

/// Fuzzes a competition and checks what must hold of its recorded submissions.
pub(crate) fn run(competition: &Competition, golden: &Path) -> Result<(), Failed> {
    let executions = setting("MLEBENCH_FUZZ_EXECUTIONS")?.unwrap_or(EXECUTIONS);
    let seed = setting("MLEBENCH_FUZZ_SEED")?.unwrap_or(1);
    let golden = Golden::open(competition, golden)?;
    for target in &golden.editions {
        facts::check(target, &golden.submissions)?;
    }
    let seeds = Seeds::new(&golden);
    let free: Vec<usize> = golden
        .editions
        .iter()
        .map(|target| usual(target, &seeds.all))
        .collect();
    let mut summary = Summary::default();
    for execution in 0..executions {
        let rng = &mut Rng::new(seed, &competition.id, execution);
        let mutant = mutant(competition, &seeds, rng);
        for (target, free) in golden.editions.iter().zip(&free) {
            let outcome = execute(target, &mutant, *free).map_err(|problem| {
                let path = watchdog::keep(&competition.id, &mutant);
                let (edition, path) = (target.competition.spec.edition, path.display());
                format!(
                    "execution {execution} of seed {seed}, {edition} edition, `{path}`: {problem}"
                )
            })?;
            summary.add(&outcome);
        }
    }
    quote(&format!("fuzz/{}: {summary}", competition.id));
    Ok(())
}

/// What the executions of a competition came to.
#[derive(Default)]
struct Summary {
    executions: u64,
    scored: u64,
    time: Duration,
    slowest: Duration,
    peak: usize,
}

impl Summary {
    fn add(&mut self, outcome: &Outcome) {
        self.executions += 1;
        self.scored += u64::from(outcome.scored);
        self.time += outcome.time;
        self.slowest = self.slowest.max(outcome.time);
        self.peak = self.peak.max(outcome.peak);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            executions,
            scored,
            time,
            slowest,
            peak,
        } = self;
        let kibibytes = peak / 1024;
        write!(f, "{executions} executions, {scored} scored, {time:.1?}, ")?;
        write!(f, "slowest {slowest:.1?}, at most {kibibytes} KiB")
    }
}

/// Most memory that grading a recorded submission takes.
fn usual(target: &Target, seeds: &[&[u8]]) -> usize {
    let peaks = seeds
        .iter()
        .map(|bytes| peak(|| target.verdict(bytes).is_ok()).1);
    peaks.max().unwrap_or(0)
}

/// Recorded submissions that mutants are made of.
struct Seeds<'a> {
    all: Vec<&'a [u8]>,
    scored: Vec<&'a [u8]>,
}

impl<'a> Seeds<'a> {
    fn new(golden: &'a Golden) -> Self {
        let all: Vec<&[u8]> = golden.submissions.values().map(Vec::as_slice).collect();
        let is_scored = |bytes: &&[u8]| {
            let mut verdicts = golden.editions.iter().map(|target| target.verdict(bytes));
            verdicts.any(|verdict| matches!(verdict, Ok(Verdict::Scored(_))))
        };
        let scored = all.iter().copied().filter(is_scored).collect();
        Self { all, scored }
    }

    /// One of them; mostly of those that are scored, for behind a rejection lies little.
    fn pick(&self, rng: &mut Rng) -> &'a [u8] {
        let from = if rng.once_in(8) {
            &self.all
        } else {
            &self.scored
        };
        rng.pick(from)
    }
}

fn mutant(competition: &Competition, seeds: &Seeds<'_>, rng: &mut Rng) -> Vec<u8> {
    let seed = seeds.pick(rng);
    match rng.below(20) {
        0 => bytes::arbitrary(rng),
        1..=5 => bytes::mutate(seed, seeds.pick(rng), rng),
        6..=17 => cells::mutate(&competition.spec.submission, seed, rng),
        _ => {
            let changed = cells::mutate(&competition.spec.submission, seed, rng);
            bytes::mutate(&changed, seed, rng)
        }
    }
}
