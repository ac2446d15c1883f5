//! Properties that need no other program.

use mlebench_metrics::reference::ALL;
use mlebench_metrics::{MetricError, MetricName, Reference};

use crate::draw::draw;
use crate::rng::{Rng, cases};

/// Metrics that count, sort or add whole numbers: no order of rows changes a bit.
const EXACT: [MetricName; 20] = [
    MetricName::RocAuc,
    MetricName::MeanColumnRocAuc,
    MetricName::WeightedAuc,
    MetricName::BiasAuc,
    MetricName::Accuracy,
    MetricName::Top1Error,
    MetricName::QuadraticWeightedKappa,
    MetricName::MatthewsCorrelation,
    MetricName::MacroF1,
    MetricName::MicroF1,
    MetricName::MeanLevenshtein,
    MetricName::NormalisedLevenshtein,
    MetricName::KendallTau,
    MetricName::HaversinePercentiles,
    MetricName::GlobalDice,
    MetricName::BoxAveragePrecision,
    MetricName::CocoAveragePrecision,
    MetricName::PointF1,
    MetricName::AnswerAccuracy,
    MetricName::AnswerF1,
];

/// The others add doubles row by row: another order may give other last bits.
const LAST_BITS: f64 = 1e-12;

/// A relative difference that the last bits explain.
fn close(a: f64, b: f64, tolerance: f64) -> bool {
    a == b || (a - b).abs() <= tolerance * a.abs().max(1.0)
}

fn for_each(mut check: impl FnMut(&Reference, u64)) {
    for reference in ALL {
        for case in 0..cases() {
            check(reference, case);
        }
    }
}

#[test]
fn scores_stay_within_the_range() {
    for_each(|reference, case| {
        let Ok(score) = draw(reference.name, case).score() else {
            return;
        };
        let (low, high) = reference.range;
        let inside = score >= low - LAST_BITS && score <= high + LAST_BITS;
        assert!(inside, "`{}` {case}: {score}", reference.id);
    });
}

#[test]
fn a_perfect_prediction_gives_the_best_score() {
    let mut checked = vec![0; ALL.len()];
    for_each(|reference, case| {
        let Some(perfect) = draw(reference.name, case).made_perfect() else {
            return;
        };
        checked[reference.name as usize] += 1;
        let score = perfect
            .score()
            .unwrap_or_else(|error| panic!("`{}` {case}: {error}", reference.id));
        // Where the cosine is 1 but for its last bits, the angle is off by their root.
        let tolerance = match reference.name {
            MetricName::MeanAngularError => 1e-7,
            _ => LAST_BITS,
        };
        let best = close(score, reference.best, tolerance);
        assert!(
            best,
            "`{}` {case}: {score}, expected {}",
            reference.id, reference.best
        );
    });
    for (reference, checked) in ALL.iter().zip(checked) {
        assert!(
            checked >= cases() / 5,
            "`{}`: {checked} perfect inputs",
            reference.id
        );
    }
}

#[test]
fn the_order_of_rows_changes_nothing() {
    let mut checked = vec![0; ALL.len()];
    for_each(|reference, case| {
        let mut drawn = draw(reference.name, case);
        if drawn.is_ordered() {
            return;
        }
        checked[reference.name as usize] += 1;
        let before = drawn.score();
        drawn.shuffle(&mut Rng::of(reference.name, u64::MAX - case));
        let after = drawn.score();
        let same = match (&before, &after) {
            (Ok(before), Ok(after)) if EXACT.contains(&reference.name) => {
                before.to_bits() == after.to_bits()
            }
            (Ok(before), Ok(after)) => close(*before, *after, LAST_BITS),
            (Err(before), Err(after)) => {
                std::mem::discriminant(before) == std::mem::discriminant(after)
            }
            _ => false,
        };
        assert!(same, "`{}` {case}: {before:?} and {after:?}", reference.id);
    });
    for (reference, checked) in ALL.iter().zip(checked) {
        assert!(
            checked >= cases() / 5,
            "`{}`: {checked} orders",
            reference.id
        );
    }
}

#[test]
fn threads_change_no_bit() {
    let bits = |name: MetricName| -> Vec<Result<u64, MetricError>> {
        (0..cases() / 4)
            .map(|case| draw(name, case).score().map(f64::to_bits))
            .collect()
    };
    for reference in ALL {
        let alone = bits(reference.name);
        let together: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| bits(reference.name)))
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        assert!(
            together.iter().all(|other| *other == alone),
            "`{}`",
            reference.id
        );
    }
}

#[test]
fn awkward_numbers_give_an_error_or_a_number() {
    for_each(|reference, case| {
        let mut drawn = draw(reference.name, case);
        drawn.disturb(&mut Rng::of(reference.name, u64::MAX - case));
        let score = drawn.score();
        let number = !score.as_ref().is_ok_and(|score| score.is_nan());
        assert!(number, "`{}` {case} gives no number", reference.id);
    });
}
