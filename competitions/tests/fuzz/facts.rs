//! What must hold of the recorded submissions themselves.

use std::collections::BTreeMap;

use libtest_mimic::Failed;
use mlebench_core::edition::Edition;
use mlebench_core::leaderboard::Direction;
use mlebench_core::spec::IdRule;
use mlebench_core::verdict::{RejectionCode, Verdict};
use mlebench_metrics::MetricName;

use crate::fuzz::cells::Sheet;
use crate::fuzz::target::Target;
use crate::shared::random::Rng;

/// Threads that grade at the same time.
const THREADS: usize = 4;

/// Relative difference between sums of the same numbers in different orders.
const LAST_BITS: f64 = 1e-12;

/// Checks the best score, the order of rows and threads.
pub(crate) fn check(
    target: &Target,
    submissions: &BTreeMap<String, Vec<u8>>,
) -> Result<(), Failed> {
    let alone = bits(target, submissions)?;
    best(target, submissions, &alone)?;
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

/// Recorded submissions that score better than `gold`, which is made of the answers.
const BETTER_THAN_GOLD: [(&str, &str); 3] = [
    // Customers who bought nothing score 0; the published program lets them be left out.
    (
        "h-and-m-personalized-fashion-recommendations",
        "only_buyers",
    ),
    ("h-and-m-personalized-fashion-recommendations", "perfect"),
    // Its confidence is the best there is; that of `gold` is not.
    ("osic-pulmonary-fibrosis-progression", "best_possible"),
];

/// The submission made of the answers scores best.
fn best(
    target: &Target,
    submissions: &BTreeMap<String, Vec<u8>>,
    scores: &Bits<'_>,
) -> Result<(), Failed> {
    let (id, edition) = (&target.competition.id, target.competition.spec.edition);
    let Some(gold) = scores.get("gold").copied().flatten().map(f64::from_bits) else {
        return match target.verdict(&submissions["gold"])? {
            // Some perfect scores are minus infinity, which earns nothing here.
            Verdict::Rejected(rejection) if rejection.code == RejectionCode::NanScore => Ok(()),
            // The corrected edition refuses forms of a submission that the published one takes.
            Verdict::Rejected(_) if edition == Edition::Corrected => Ok(()),
            verdict => Err(format!("{edition} edition: `gold` is {verdict:?}").into()),
        };
    };
    for (name, score) in scores {
        let Some(score) = score.map(f64::from_bits) else {
            continue;
        };
        let better = match target.competition.spec.metric.direction {
            Direction::Higher => score > gold + 1e-12,
            Direction::Lower => score < gold - 1e-12,
        };
        if better && !BETTER_THAN_GOLD.contains(&(id, name)) {
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
    let by_line = matches!(
        spec.compat.ids,
        IdRule::FilePlace | IdRule::FilePlaceShorter
    );
    // The published program treats the first box of the list differently.
    let first_box =
        spec.metric.name == MetricName::CocoAveragePrecision && spec.edition == Edition::Published;
    if by_line || first_box || spec.compat.scored_by_line {
        return Ok(());
    }
    let ids = match &spec.compat.compared_ids[..] {
        [] => &spec.submission.id,
        compared => compared,
    };
    for (name, bytes) in submissions {
        let before = scores[name.as_str()];
        let Some(mut sheet) = Sheet::read(bytes) else {
            continue;
        };
        // Some files cannot be written again as they were: a surplus first column is dropped.
        if sheet.0.len() < 2 || raw(target, &sheet.write())? != before {
            continue;
        }
        // Of rows with one id, each is paired with the answer at its place among them.
        if sheet.repeats(ids) {
            continue;
        }
        let rng = &mut Rng::new(1, name, 0);
        rng.shuffle(&mut sheet.0[1..]);
        let after = raw(target, &sheet.write())?;
        let [before, after] = [before, after].map(|bits| bits.map(f64::from_bits));
        let same = match (before, after) {
            // Where rows are paired in the order of the submission, so are they summed.
            (Some(before), Some(after)) => {
                (before - after).abs() <= LAST_BITS * before.abs().max(1.0)
            }
            _ => before == after,
        };
        if !same {
            let edition = spec.edition;
            return Err(format!(
                "{edition} edition: `{name}` has {before:?}, in another order {after:?}"
            )
            .into());
        }
    }
    Ok(())
}
