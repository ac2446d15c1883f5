//! What must hold of the recorded submissions themselves.

use std::collections::BTreeMap;

use libtest_mimic::Failed;
use mlebench_core::leaderboard::Direction;
use mlebench_core::spec::IdRule;
use mlebench_core::verdict::Verdict;

use crate::fuzz::cells::Sheet;
use crate::fuzz::target::Target;
use crate::shared::random::Rng;

/// Threads that grade at the same time.
const THREADS: usize = 4;

/// Checks the best score, the order of rows and threads.
pub(crate) fn check(
    target: &Target,
    submissions: &BTreeMap<String, Vec<u8>>,
) -> Result<(), Failed> {
    let alone = bits(target, submissions)?;
    best(target, &alone)?;
    order(target, submissions, &alone)?;
    let together = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|_| scope.spawn(|| bits(target, submissions)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().map_err(|_| "it panics")?)
            .collect()
    });
    let together: Result<Vec<_>, Failed> = together;
    if together?.iter().any(|other| *other != alone) {
        return Err(format!("{THREADS} threads grade differently").into());
    }
    Ok(())
}

/// Bits of every raw score by the submission's name, `None` for a rejection.
type Bits<'a> = BTreeMap<&'a str, Option<u64>>;

fn bits<'a>(
    target: &Target,
    submissions: &'a BTreeMap<String, Vec<u8>>,
) -> Result<Bits<'a>, Failed> {
    let each = submissions
        .iter()
        .map(|(name, bytes)| Ok((name.as_str(), raw(target, bytes)?)));
    each.collect()
}

fn raw(target: &Target, bytes: &[u8]) -> Result<Option<u64>, Failed> {
    Ok(match target.verdict(bytes)? {
        Verdict::Scored(score) => Some(score.raw.to_bits()),
        Verdict::Rejected(_) => None,
    })
}

/// The submission made of the answers scores best.
fn best(target: &Target, scores: &Bits<'_>) -> Result<(), Failed> {
    let edition = target.competition.spec.edition;
    let Some(gold) = scores.get("gold").copied().flatten().map(f64::from_bits) else {
        return Err(format!("`gold` is not scored in the {edition} edition").into());
    };
    for (name, score) in scores {
        let Some(score) = score.map(f64::from_bits) else {
            continue;
        };
        let better = match target.competition.spec.metric.direction {
            Direction::Higher => score > gold + 1e-12,
            Direction::Lower => score < gold - 1e-12,
        };
        if better {
            return Err(format!("{edition} edition: `{name}` has {score}, `gold` {gold}").into());
        }
    }
    Ok(())
}

/// Another order of rows changes nothing, unless rows are paired by place.
fn order(
    target: &Target,
    submissions: &BTreeMap<String, Vec<u8>>,
    scores: &Bits<'_>,
) -> Result<(), Failed> {
    let spec = &target.competition.spec;
    if spec.compat.ids == IdRule::FilePlace {
        return Ok(());
    }
    for (name, bytes) in submissions {
        let before = scores[name.as_str()];
        let Some(mut sheet) = Sheet::read(bytes) else {
            continue;
        };
        // Some files cannot be written again as they were: a surplus first column is dropped.
        if sheet.0.len() < 2 || raw(target, &sheet.write())? != before {
            continue;
        }
        let rng = &mut Rng::new(1, name, 0);
        rng.shuffle(&mut sheet.0[1..]);
        let after = raw(target, &sheet.write())?;
        if after != before {
            let shown = |bits: Option<u64>| bits.map(f64::from_bits);
            let (before, after) = (shown(before), shown(after));
            let edition = spec.edition;
            return Err(format!(
                "{edition} edition: `{name}` has {before:?}, in another order {after:?}"
            )
            .into());
        }
    }
    Ok(())
}
