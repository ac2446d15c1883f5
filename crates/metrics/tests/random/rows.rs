//! Inputs whose rows hold numbers.

use mlebench_metrics::MetricName as Name;
use serde_json::json;

use crate::case::Case;
use crate::rng::Rng;

fn size(rng: &mut Rng) -> usize {
    let most = rng.pick(&[4, 20, 150]);
    2 + rng.below(most)
}

/// Decimals of a column: few ones make ties.
fn decimals(rng: &mut Rng) -> i32 {
    rng.pick(&[1, 2, 15])
}

fn shares(n: usize, rng: &mut Rng) -> Vec<f64> {
    let decimals = decimals(rng);
    rng.many(n, |rng| rng.number(0.0, 1.0, decimals))
}

fn spread(n: usize, low: f64, high: f64, rng: &mut Rng) -> Vec<f64> {
    let decimals = decimals(rng);
    rng.many(n, |rng| rng.number(low, high, decimals))
}

fn flags(n: usize, rng: &mut Rng) -> Vec<bool> {
    let share = rng.pick(&[0.1, 0.5, 0.8]);
    rng.many(n, |rng| rng.chance(share))
}

fn both(flags: &[bool]) -> bool {
    flags.contains(&true) && flags.contains(&false)
}

fn certain(flags: &[bool]) -> Vec<f64> {
    flags.iter().map(|flag| f64::from(*flag)).collect()
}

fn names(n: usize, kinds: i64, rng: &mut Rng) -> Vec<String> {
    rng.many(n, |rng| format!("g{}", rng.range(0..kinds)))
}

fn varied(values: &[f64]) -> bool {
    values.iter().any(|value| *value != values[0])
}

pub(crate) fn flags_and_shares(name: Name, rng: &mut Rng) -> Case {
    let n = size(rng);
    let (truth, mut predicted) = (flags(n, rng), shares(n, rng));
    if name == Name::LogLoss && rng.chance(0.2) {
        predicted[0] = rng.pick(&[0.0, 1.0, 1e-17, 1.0 - f64::EPSILON / 2.0]);
    }
    if name == Name::ProbabilisticF1 && rng.chance(0.3) {
        predicted = spread(n, -0.5, 1.5, rng);
    }
    let possible = name == Name::LogLoss || both(&truth);
    let perfect = certain(&truth);
    Case::rows(name, truth, predicted)
        .perfect("predicted", perfect)
        .perfect_if(possible)
}

pub(crate) fn columns_of_flags(name: Name, rng: &mut Rng) -> Case {
    let (n, width) = (size(rng), 1 + rng.below(6));
    let truth = rng.many(width, |rng| flags(n, rng));
    let predicted = rng.many(width, |rng| shares(n, rng));
    let perfect: Vec<Vec<f64>> = truth.iter().map(|column| certain(column)).collect();
    let possible = match name {
        Name::MeanColumnRocAuc => truth.iter().all(|column| both(column)),
        _ => truth.iter().flatten().any(|flag| *flag),
    };
    Case::columns(name, truth, predicted)
        .perfect("predicted", perfect)
        .perfect_if(possible)
}

pub(crate) fn weighted_auc(rng: &mut Rng) -> Case {
    let case = flags_and_shares(Name::WeightedAuc, rng);
    if rng.chance(0.5) {
        return case;
    }
    case.parameters(json!({ "band-ends": [0.2, 0.5, 1.0], "band-weights": [3.0, 0.0, 0.5] }))
}

pub(crate) fn bias_auc(rng: &mut Rng) -> Case {
    let n = 20 + size(rng);
    let truth = rng.many(n, |rng| rng.chance(0.5));
    let predicted = shares(n, rng);
    let identities: Vec<Vec<bool>> = (0..3).map(|_| rng.many(n, |rng| rng.chance(0.5))).collect();
    let parts = identities.iter().all(|column| {
        let among = |rows: &dyn Fn(bool, bool) -> bool| {
            let rows = truth.iter().zip(column).filter(|(t, i)| rows(**t, **i));
            both(&rows.map(|(truth, _)| *truth).collect::<Vec<_>>())
        };
        among(&|_, i| i) && among(&|t, i| t != i) && among(&|t, i| t == i)
    });
    let (possible, perfect) = (parts && both(&truth), certain(&truth));
    let slips = rng.chance(0.3);
    Case::rows(Name::BiasAuc, truth, predicted)
        .with_columns("identities", identities)
        .parameters(json!({ "published-slips": slips }))
        .perfect("predicted", perfect)
        .perfect_if(possible)
}

pub(crate) fn multi_class_log_loss(rng: &mut Rng) -> Case {
    let (n, width, rescale) = (size(rng), 2 + rng.below(5), rng.chance(0.3));
    let truth = rng.many(n, |rng| rng.below(width) as u64);
    let mut predicted = rng.many(width, |rng| shares(n, rng));
    let low = if rescale { 0.01 } else { 0.0 };
    for row in 0..n {
        let sum: f64 = predicted.iter().map(|column| column[row] + 0.01).sum();
        for column in &mut predicted {
            column[row] = if rescale {
                column[row] + low
            } else {
                (column[row] + 0.01) / sum
            };
        }
    }
    let perfect: Vec<Vec<f64>> = (0..width as u64)
        .map(|class| truth.iter().map(|t| f64::from(*t == class)).collect())
        .collect();
    let parameters = if rescale {
        json!({ "epsilon": 1e-15, "rescale": true })
    } else {
        json!({})
    };
    Case::rows(Name::MultiClassLogLoss, truth, Vec::<f64>::new())
        .with_columns("predicted", predicted)
        .parameters(parameters)
        .perfect("predicted", perfect)
}

pub(crate) fn weighted_log_loss(rng: &mut Rng) -> Case {
    let n = size(rng);
    let (truth, predicted) = (flags(n, rng), shares(n, rng));
    let (weights, groups) = (
        rng.many(n, |rng| rng.pick(&[1.0, 7.0, 0.5])),
        names(n, 4, rng),
    );
    let perfect = certain(&truth);
    Case::rows(Name::WeightedLogLoss, truth, predicted)
        .with_rows("weights", weights)
        .with_rows("groups", groups)
        .perfect("predicted", perfect)
}

pub(crate) fn kl_divergence(rng: &mut Rng) -> Case {
    let (n, width) = (size(rng), 2 + rng.below(5));
    let mut truth = rng.many(width, |rng| rng.many(n, |rng| rng.range(0..6) as f64));
    truth[0].iter_mut().for_each(|votes| *votes += 1.0);
    let mut predicted = rng.many(width, |rng| shares(n, rng));
    predicted[0].iter_mut().for_each(|share| *share += 0.01);
    let (perfect, predicted) = (distributions(&truth), distributions(&predicted));
    Case::columns(Name::KlDivergence, truth, predicted)
        .with("clipped", vec![true; width])
        .perfect("predicted", perfect)
}

/// Divides each row by its sum.
fn distributions(columns: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let sum = |row: usize| columns.iter().map(|column| column[row]).sum::<f64>();
    let shares = |column: &Vec<f64>| {
        let rows = column.iter().enumerate();
        rows.map(|(row, value)| value / sum(row)).collect()
    };
    columns.iter().map(shares).collect()
}

pub(crate) fn numbers(name: Name, rng: &mut Rng) -> Case {
    let (n, scale) = (size(rng), rng.pick(&[1.0, 1e6, 1e-6]));
    let scaled = |values: Vec<f64>| values.iter().map(|value| value * scale).collect::<Vec<_>>();
    let (truth, predicted) = (
        scaled(spread(n, -5.0, 5.0, rng)),
        scaled(spread(n, -5.0, 5.0, rng)),
    );
    let possible = name != Name::Pearson || varied(&truth);
    Case::rows(name, truth, predicted).perfect_if(possible)
}

pub(crate) fn columns_of_numbers(name: Name, rng: &mut Rng) -> Case {
    let (n, width) = (size(rng), 1 + rng.below(4));
    let low = if name == Name::MeanColumnRmsle {
        0.0
    } else {
        -3.0
    };
    let truth = rng.many(width, |rng| spread(n, low, 3.0, rng));
    let predicted = rng.many(width, |rng| spread(n, low, 3.0, rng));
    let possible = name != Name::MeanColumnSpearman || truth.iter().all(|column| varied(column));
    Case::columns(name, truth, predicted).perfect_if(possible)
}

pub(crate) fn group_log_mae(rng: &mut Rng) -> Case {
    let n = size(rng);
    let (truth, predicted) = (spread(n, -2.0, 2.0, rng), spread(n, -2.0, 2.0, rng));
    let groups = names(n, 4, rng);
    Case::rows(Name::GroupLogMae, truth, predicted).with_rows("groups", groups)
}

pub(crate) fn laplace_log_likelihood(rng: &mut Rng) -> Case {
    let n = size(rng);
    let truth = spread(n, 800.0, 5000.0, rng);
    let predicted = spread(n, 800.0, 5000.0, rng);
    let confidence = spread(n, 0.0, 400.0, rng);
    Case::rows(Name::LaplaceLogLikelihood, truth, predicted)
        .with_rows("confidence", confidence)
        .perfect("confidence", vec![1.0; n])
}

pub(crate) fn mean_angular_error(rng: &mut Rng) -> Case {
    let n = size(rng);
    let mut directions = || {
        let (azimuth, zenith) = (spread(n, -7.0, 14.0, rng), spread(n, 0.0, 3.1, rng));
        vec![azimuth, zenith]
    };
    let (truth, predicted) = (directions(), directions());
    Case::columns(Name::MeanAngularError, truth, predicted)
}

pub(crate) fn haversine_percentiles(rng: &mut Rng) -> Case {
    let n = size(rng);
    let mut places = || vec![spread(n, -90.0, 90.0, rng), spread(n, -180.0, 180.0, rng)];
    let (truth, predicted) = (places(), places());
    let groups = names(n, 3, rng);
    Case::columns(Name::HaversinePercentiles, truth, predicted).with_rows("groups", groups)
}
