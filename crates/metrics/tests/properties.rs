//! What holds of every metric over rows: bounds, the order of rows, and that nothing panics.

use std::num::NonZeroUsize;

use mlebench_metrics::*;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// One row as every metric below reads it.
#[derive(Debug, Clone)]
struct Row {
    flag: bool,
    class: i64,
    number: f64,
    share: f64,
    guess: i64,
    group: u8,
    text: String,
    word: String,
}

prop_compose! {
    fn row()(
        flag in any::<bool>(),
        class in 0_i64..4,
        number in -50_i32..50,
        share in 0_u8..=10,
        guess in 0_i64..5,
        group in 0_u8..3,
        text in "[abAB ]{0,8}",
        word in "[abAB ]{0,8}",
    ) -> Row {
        let (number, share) = (f64::from(number) / 4.0, f64::from(share) / 10.0);
        Row { flag, class, number, share, guess, group, text, word }
    }
}

fn column<T>(rows: &[Row], value: impl Fn(&Row) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

type Scores = Vec<(MetricName, Result<f64, MetricError>)>;

/// Metrics over rows with the names that tell their bounds.
fn scores(rows: &[Row]) -> Scores {
    let mut scores = of_shares(rows);
    scores.extend(of_numbers(rows));
    scores.extend(of_places(rows));
    scores.extend(of_classes(rows));
    scores.extend(of_lists(rows));
    scores
}

fn of_shares(rows: &[Row]) -> Scores {
    let (flags, shares) = (column(rows, |row| row.flag), column(rows, |row| row.share));
    let (numbers, groups) = (
        column(rows, |row| row.number),
        column(rows, |row| row.group),
    );
    let rest = column(rows, |row| 1.0 - row.share);
    let places = column(rows, |row| usize::from(row.flag));
    let weights = vec![1.5; rows.len()];
    let many = MultiClassLogLoss::default();
    let weighted = WeightedLogLoss::default();
    let loss = weighted_log_loss(&flags, &shares, &weights, &groups, weighted);
    let ranking = label_ranking_average_precision(&[&flags, &flags], &[&shares, &rest]);
    let soft = probabilistic_f1(&flags, &numbers, ProbabilisticF1::default());
    vec![
        (MetricName::RocAuc, roc_auc(&flags, &numbers)),
        (
            MetricName::WeightedAuc,
            weighted_auc(&flags, &numbers, &WeightedAuc::default()),
        ),
        (
            MetricName::LogLoss,
            log_loss(&flags, &shares, LogLoss::default()),
        ),
        (
            MetricName::MultiClassLogLoss,
            multi_class_log_loss(&places, &[&rest, &shares], many),
        ),
        (MetricName::WeightedLogLoss, loss),
        (MetricName::LabelRankingAveragePrecision, ranking),
        (MetricName::ProbabilisticF1, soft),
    ]
}

fn of_numbers(rows: &[Row]) -> Scores {
    let (numbers, shares) = (
        column(rows, |row| row.number),
        column(rows, |row| row.share),
    );
    let rest = column(rows, |row| 1.0 - row.share);
    let groups = column(rows, |row| row.group);
    let grouped = group_log_mae(&numbers, &shares, &groups, GroupLogMae::default());
    let laplace = LaplaceLogLikelihood::default();
    let likelihood = laplace_log_likelihood(&numbers, &shares, &rest, laplace);
    vec![
        (MetricName::Rmse, rmse(&numbers, &shares)),
        (MetricName::MeanColumnRmsle, rmsle(&shares, &rest)),
        (MetricName::Mae, mean_absolute_error(&numbers, &shares)),
        (MetricName::GroupLogMae, grouped),
        (MetricName::Pearson, pearson(&numbers, &shares)),
        (MetricName::MeanColumnSpearman, spearman(&numbers, &shares)),
        (MetricName::LaplaceLogLikelihood, likelihood),
    ]
}

fn of_places(rows: &[Row]) -> Scores {
    let (numbers, shares) = (
        column(rows, |row| row.number),
        column(rows, |row| row.share),
    );
    let groups = column(rows, |row| row.group);
    let angle = mean_angular_error(
        &Directions {
            azimuth: &numbers,
            zenith: &shares,
        },
        &Directions {
            azimuth: &shares,
            zenith: &numbers,
        },
    );
    let metres = haversine_percentiles(
        &Places {
            latitude: &numbers,
            longitude: &shares,
        },
        &Places {
            latitude: &shares,
            longitude: &numbers,
        },
        &groups,
        &HaversinePercentiles::default(),
    );
    vec![
        (MetricName::MeanAngularError, angle),
        (MetricName::HaversinePercentiles, metres),
    ]
}

fn of_classes(rows: &[Row]) -> Scores {
    let (classes, guesses) = (column(rows, |row| row.class), column(rows, |row| row.guess));
    let kappa =
        |weights| quadratic_weighted_kappa(&classes, &guesses, QuadraticWeightedKappa { weights });
    vec![
        (MetricName::Accuracy, accuracy(&classes, &guesses)),
        (MetricName::Top1Error, top_1_error(&classes, &guesses)),
        (
            MetricName::QuadraticWeightedKappa,
            kappa(KappaWeights::Rank),
        ),
        (
            MetricName::QuadraticWeightedKappa,
            kappa(KappaWeights::Value),
        ),
        (
            MetricName::MatthewsCorrelation,
            matthews_correlation(&classes, &guesses),
        ),
        (MetricName::MacroF1, macro_f1(&classes, &guesses)),
    ]
}

fn of_lists(rows: &[Row]) -> Scores {
    let truth = column(rows, |row| vec![row.class, row.guess]);
    let guesses = column(rows, |row| vec![row.guess, 9, row.class + 1]);
    let texts = column(rows, |row| row.text.clone());
    let words = column(rows, |row| row.word.clone());
    let k = MapAtK {
        k: NonZeroUsize::MIN,
    };
    vec![
        (
            MetricName::MicroF1,
            micro_f1(&truth, &guesses, MicroF1::default()),
        ),
        (MetricName::MeanRowF1, mean_row_f1(&truth, &guesses)),
        (MetricName::MapAtK, map_at_k(&truth, &guesses, k)),
        (
            MetricName::MeanLevenshtein,
            mean_levenshtein(&texts, &words),
        ),
        (
            MetricName::NormalisedLevenshtein,
            normalised_levenshtein(&truth, &guesses),
        ),
        (
            MetricName::MeanWordJaccard,
            mean_word_jaccard(&texts, &words, WordJaccard::default()),
        ),
    ]
}

fn same(a: &Result<f64, MetricError>, b: &Result<f64, MetricError>) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => a == b || (a - b).abs() <= 1e-12 * a.abs().max(1.0),
        (Err(_), Err(_)) => true,
        _ => false,
    }
}

fn check_bounds(name: MetricName, score: f64) -> Result<(), TestCaseError> {
    let (low, high) = name.reference().range;
    prop_assert!(
        score >= low - 1e-12 && score <= high + 1e-12,
        "`{}` is {}",
        name,
        score
    );
    Ok(())
}

/// Numbers of every kind, the awkward ones often.
fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -2.0..2.0,
        2 => any::<f64>(),
        1 => prop::sample::select(vec![
            f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 5e-324, -0.0, -1.0, 1.0,
        ]),
    ]
}

#[test]
fn what_another_prediction_repairs_blames_the_prediction() {
    let masks = [Mask::default()];
    let volumes = [Volume::new(masks.to_vec(), 4, 4)];
    let empty = Segmentation {
        masks: &masks,
        volumes: &volumes,
    };
    for score in [
        global_dice(&masks, &masks),
        dice_hausdorff(&empty, &empty, DiceHausdorff::default()),
        quadratic_weighted_kappa(&[1, 1], &[1, 1], QuadraticWeightedKappa::default()),
    ] {
        assert!(score.is_err_and(|error| !error.blames_truth()));
    }
}

proptest! {
    #[test]
    fn scores_stay_within_their_bounds(rows in prop::collection::vec(row(), 1..40)) {
        for (name, score) in scores(&rows) {
            if let Ok(score) = score {
                check_bounds(name, score)?;
            }
        }
    }

    #[test]
    fn the_order_of_rows_changes_nothing(
        (rows, mixed) in prop::collection::vec(row(), 2..40)
            .prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle()))
    ) {
        for ((name, score), (_, other)) in scores(&rows).into_iter().zip(scores(&mixed)) {
            prop_assert!(same(&score, &other), "`{}`: {:?} and {:?}", name, score, other);
        }
    }

    #[test]
    fn awkward_numbers_never_panic(
        rows in prop::collection::vec((row(), any_number(), any_number()), 0..12)
    ) {
        let rows: Vec<Row> = rows
            .into_iter()
            .map(|(row, number, share)| Row { number, share, ..row })
            .collect();
        for (name, score) in scores(&rows) {
            prop_assert!(!score.as_ref().is_ok_and(|score| score.is_nan()), "`{}`", name);
        }
    }

    #[test]
    fn a_row_in_an_error_exists(
        rows in prop::collection::vec((row(), any_number(), any_number()), 1..12)
    ) {
        let rows: Vec<Row> = rows
            .into_iter()
            .map(|(row, number, share)| Row { number, share, ..row })
            .collect();
        for (_, score) in scores(&rows) {
            if let Some(row) = score.err().and_then(|error| error.row()) {
                prop_assert!(row < rows.len());
            }
        }
    }
}
