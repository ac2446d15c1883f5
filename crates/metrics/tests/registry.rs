//! The list of metrics, entry by entry: complete, well formed, and true for a perfect prediction.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use mlebench_metrics::reference::{ALL, find};
use mlebench_metrics::*;

/// The score of a perfect prediction.
fn perfect(name: MetricName) -> f64 {
    let (flags, numbers) = ([true, false, true], [1.0, 0.0, 0.5]);
    let (labels, scores) = ([0_i64, 1, 2], [1.0, 0.0, 1.0]);
    let (flag_columns, number_columns): ([&[bool]; 1], [&[f64]; 1]) = ([&flags], [&numbers]);
    let groups = ["a", "a", "b"];
    let score = match name {
        MetricName::RocAuc => roc_auc(&flags, &scores),
        MetricName::MeanColumnRocAuc => mean_column_roc_auc(&flag_columns, &[&scores]),
        MetricName::WeightedAuc => weighted_auc(&flags, &scores, &WeightedAuc::default()),
        MetricName::Accuracy => accuracy(&labels, &labels),
        MetricName::Top1Error => top_1_error(&labels, &labels),
        MetricName::LogLoss => log_loss(&flags, &scores, LogLoss::default()),
        MetricName::MultiClassLogLoss => {
            let columns: [&[f64]; 2] = [&[1.0, 0.0], &[0.0, 1.0]];
            multi_class_log_loss(&[0, 1], &columns, MultiClassLogLoss::default())
        }
        MetricName::WeightedLogLoss => weighted_log_loss(
            &flags,
            &scores,
            &[1.0; 3],
            &groups,
            WeightedLogLoss::default(),
        ),
        MetricName::Rmse => rmse(&numbers, &numbers),
        MetricName::MeanColumnRmse => mean_column_rmse(&number_columns, &number_columns),
        MetricName::MeanColumnRmsle => mean_column_rmsle(&number_columns, &number_columns),
        MetricName::Mae => mean_absolute_error(&numbers, &numbers),
        MetricName::GroupLogMae => {
            group_log_mae(&numbers, &numbers, &groups, GroupLogMae::default())
        }
        MetricName::QuadraticWeightedKappa => {
            quadratic_weighted_kappa(&labels, &labels, QuadraticWeightedKappa::default())
        }
        MetricName::MatthewsCorrelation => matthews_correlation(&labels, &labels),
        MetricName::Pearson => pearson(&numbers, &numbers),
        MetricName::MeanColumnSpearman => mean_column_spearman(&number_columns, &number_columns),
        other => perfect_lists(other),
    };
    score.unwrap_or_else(|error| panic!("`{name}`: {error}"))
}

fn perfect_lists(name: MetricName) -> Result<f64, MetricError> {
    let (flags, numbers) = ([true, false, true], [1.0, 0.0, 0.5]);
    let (labels, scores) = ([0_i64, 1, 2], [1.0, 0.0, 1.0]);
    let lists = [vec!["a", "b"], vec!["c", "d", "e"]];
    let (texts, groups) = (["some words", "more"], ["a", "a", "b"]);
    match name {
        MetricName::MacroF1 => macro_f1(&labels, &labels),
        MetricName::MicroF1 => micro_f1(&lists, &lists, MicroF1::default()),
        MetricName::MeanRowF1 => mean_row_f1(&lists, &lists),
        MetricName::ProbabilisticF1 => {
            probabilistic_f1(&flags, &scores, ProbabilisticF1::default())
        }
        MetricName::MapAtK => map_at_k(
            &lists,
            &lists,
            MapAtK {
                k: NonZeroUsize::MIN,
            },
        ),
        MetricName::KlDivergence => {
            let column = KlColumn {
                truth: &numbers,
                predicted: &[1.0; 3],
                clipped: false,
            };
            kl_divergence(
                &[KlColumn {
                    truth: &[2.0; 3],
                    ..column
                }],
                KlDivergence::default(),
            )
        }
        MetricName::MeanLevenshtein => mean_levenshtein(&texts, &texts),
        MetricName::NormalisedLevenshtein => normalised_levenshtein(&lists, &lists),
        MetricName::MeanWordJaccard => mean_word_jaccard(&texts, &texts, WordJaccard::default()),
        MetricName::MeanAngularError => {
            let directions = Directions {
                azimuth: &numbers,
                zenith: &numbers,
            };
            mean_angular_error(&directions, &directions)
        }
        MetricName::LaplaceLogLikelihood => {
            let parameters = LaplaceLogLikelihood::default();
            laplace_log_likelihood(&numbers, &numbers, &[70.0; 3], parameters)
        }
        MetricName::KendallTau => kendall_tau(&lists, &lists),
        MetricName::LabelRankingAveragePrecision => {
            label_ranking_average_precision(&[&flags], &[&scores])
        }
        MetricName::HaversinePercentiles => {
            let places = Places {
                latitude: &numbers,
                longitude: &numbers,
            };
            haversine_percentiles(&places, &places, &groups, &HaversinePercentiles::default())
        }
        shapes => perfect_shapes(shapes),
    }
}

fn perfect_shapes(name: MetricName) -> Result<f64, MetricError> {
    let masks = [Mask::from_run(3..9), Mask::default()];
    let corners = Corners {
        x1: 0.0,
        y1: 0.0,
        x2: 5.0,
        y2: 5.0,
    };
    let truth = [TrueBox {
        image: 0,
        class: 1,
        corners,
    }];
    let predicted = [PredictedBox {
        image: 0,
        class: 1,
        confidence: 0.5,
        corners,
    }];
    match name {
        MetricName::GlobalDice => global_dice(&masks, &masks),
        MetricName::MeanDice => mean_dice(&masks, &masks),
        MetricName::MeanFBeta => mean_f_beta(&masks[..1], &masks[..1], FBeta { beta: 0.5 }),
        MetricName::MeanMaskPrecision => {
            mean_mask_precision(&masks, &masks, 16, MaskPrecision::default())
        }
        MetricName::DiceHausdorff => {
            let volumes = [Volume::new(masks.to_vec(), 4, 4)];
            let segmentation = Segmentation {
                masks: &masks,
                volumes: &volumes,
            };
            dice_hausdorff(&segmentation, &segmentation, DiceHausdorff::default())
        }
        MetricName::BoxAveragePrecision => {
            box_average_precision(1, &truth, &predicted, BoxAveragePrecision::default())
        }
        MetricName::CocoAveragePrecision => {
            coco_average_precision(1, &truth, &predicted, CocoAveragePrecision::default())
        }
        MetricName::Box3dAveragePrecision => {
            let (width, length, height) = (2.0, 4.0, 1.5);
            let centre = [0.0; 3];
            let car = Box3d {
                class: 1,
                confidence: 1.0,
                centre,
                width,
                length,
                height,
                yaw: 0.3,
            };
            box_3d_average_precision(&[[car]], &[[car]], Box3dAveragePrecision::default())
        }
        MetricName::PointF1 => {
            let wanted = LabelledBox {
                label: 'a',
                x: 0.0,
                y: 0.0,
                width: 9.0,
                height: 9.0,
            };
            point_f1(
                &[[wanted]],
                &[[LabelledPoint {
                    label: 'a',
                    x: 1.0,
                    y: 1.0,
                }]],
            )
        }
        MetricName::BiasAuc => {
            let truth = [true, false, true, false];
            let identity: [&[bool]; 1] = [&[true, true, false, false]];
            bias_auc(&truth, &[0.9, 0.1, 0.8, 0.2], &identity, BiasAuc::default())
        }
        MetricName::AnswerAccuracy => answer_accuracy(&[vec![1], vec![]], &[Some(1), None]),
        MetricName::AnswerF1 => answer_f1(&[vec![1], vec![]], &[Some(1), None]),
        other => panic!("no perfect example of `{other}`"),
    }
}

#[test]
fn entries_follow_the_order_of_names() {
    for (place, reference) in ALL.iter().enumerate() {
        assert_eq!(reference.name as usize, place, "`{}`", reference.id);
        assert_eq!(reference.name.reference(), reference);
        assert_eq!(find(reference.id), Some(reference));
    }
    assert_eq!(find("no-such-metric"), None);
}

#[test]
fn names_are_unique_kebab_case_and_parse_back() {
    let ids: BTreeSet<&str> = ALL.iter().map(|reference| reference.id).collect();
    assert_eq!(ids.len(), ALL.len());
    for reference in ALL {
        let json = serde_json::to_string(&reference.name).unwrap();
        assert_eq!(json, format!("\"{}\"", reference.id));
        assert_eq!(
            serde_json::from_str::<MetricName>(&json).unwrap(),
            reference.name
        );
        assert!(
            reference
                .id
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        );
    }
}

#[test]
fn every_metric_has_a_summary_and_a_formula() {
    for Reference {
        id,
        summary,
        formula,
        ..
    } in ALL
    {
        assert!(
            summary.ends_with('.') && summary.len() > 15,
            "`{id}`: summary"
        );
        assert!(
            formula.len() > 15 && !formula.contains('\n'),
            "`{id}`: formula"
        );
        assert!(
            !summary.contains("  ") && !formula.contains("  "),
            "`{id}`: blanks"
        );
    }
}

#[test]
fn best_value_is_the_better_end_of_the_range() {
    for reference in ALL {
        let (low, high) = reference.range;
        let better = match reference.direction {
            Direction::HigherIsBetter => high,
            Direction::LowerIsBetter => low,
        };
        assert_eq!(reference.best, better, "`{}`", reference.id);
        assert!(low < high, "`{}`", reference.id);
    }
}

#[test]
fn perfect_predictions_reach_the_best_value() {
    for reference in ALL {
        let (found, best) = (perfect(reference.name), reference.best);
        let close = found == best || (found - best).abs() < 1e-7;
        assert!(close, "`{}`: {found}, expected {best}", reference.id);
    }
}
