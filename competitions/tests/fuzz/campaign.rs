//! The executions of one competition.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use libtest_mimic::Failed;
use mlebench_core::competition::Competition;
use mlebench_core::verdict::Verdict;

use crate::fuzz::execution::execute;
use crate::fuzz::target::{Golden, Target};
use crate::fuzz::{cells, facts};
use crate::shared::memory::peak;
use crate::shared::random::Rng;
use crate::shared::{bytes, watchdog};

/// Mutants of each competition, unless `MLEBENCH_FUZZ_EXECUTIONS` says otherwise.
const EXECUTIONS: u64 = 300;

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
    let (mut scored, mut most, mut slowest) = (0_u64, 0, 0.0_f64);
    for execution in 0..executions {
        let rng = &mut Rng::new(seed, &competition.id, execution);
        let mutant = mutant(competition, &seeds, rng);
        for (target, free) in golden.editions.iter().zip(&free) {
            let start = Instant::now();
            match execute(target, &mutant, *free) {
                Ok(outcome) => {
                    scored += u64::from(outcome.scored);
                    most = most.max(outcome.peak);
                }
                Err(problem) => {
                    let path = watchdog::keep(&competition.id, &mutant);
                    let edition = target.competition.spec.edition;
                    let path = path.display();
                    return Err(format!(
                        "execution {execution} of seed {seed}, {edition} edition, `{path}`: {problem}"
                    )
                    .into());
                }
            }
            slowest = slowest.max(start.elapsed().as_secs_f64());
        }
    }
    let mut line = format!("fuzz/{}: {} executions", competition.id, 2 * executions);
    let _ = write!(
        line,
        ", {scored} scored, slowest {slowest:.3} s, most {} KiB",
        most / 1024
    );
    quote(&line);
    Ok(())
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
