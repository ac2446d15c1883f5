//! Calls the metric of a golden file.

use mlebench_metrics::{
    Directions, KlColumn, MetricError, MetricName, Places, Segmentation, accuracy, answer_accuracy,
    answer_f1, bias_auc, box_3d_average_precision, box_average_precision, coco_average_precision,
    dice_hausdorff, global_dice, group_log_mae, haversine_percentiles, kendall_tau, kl_divergence,
    label_ranking_average_precision, laplace_log_likelihood, log_loss, macro_f1, map_at_k,
    matthews_correlation, mean_absolute_error, mean_angular_error, mean_column_rmse,
    mean_column_rmsle, mean_column_roc_auc, mean_column_spearman, mean_dice, mean_f_beta,
    mean_levenshtein, mean_mask_precision, mean_row_f1, mean_word_jaccard, micro_f1,
    multi_class_log_loss, normalised_levenshtein, pearson, point_f1, probabilistic_f1,
    quadratic_weighted_kappa, rmse, roc_auc, top_1_error, weighted_auc, weighted_log_loss,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::input::{
    answers, boxes_3d, flags, integers, labelled_boxes, labelled_points, labels, lists, masks,
    numbers, places, predicted_boxes, slices, texts, true_boxes, volumes,
};

/// Parameters as a declaration gives them; absent ones have their defaults.
fn parameters<T: DeserializeOwned>(value: &Value) -> T {
    let value = if value.is_null() {
        json!({})
    } else {
        value.clone()
    };
    serde_json::from_value(value).unwrap()
}

pub(crate) fn score(name: MetricName, p: &Value, input: &Value) -> Result<f64, MetricError> {
    let (t, x) = (&input["truth"], &input["predicted"]);
    match name {
        MetricName::RocAuc => roc_auc(&flags(t), &numbers(x)),
        MetricName::MeanColumnRocAuc => {
            mean_column_roc_auc(&slices(&lists(t, flags)), &slices(&lists(x, numbers)))
        }
        MetricName::WeightedAuc => weighted_auc(&flags(t), &numbers(x), &parameters(p)),
        MetricName::BiasAuc => {
            let identities = lists(&input["identities"], flags);
            bias_auc(&flags(t), &numbers(x), &slices(&identities), parameters(p))
        }
        MetricName::Accuracy => accuracy(&labels(t), &labels(x)),
        MetricName::Top1Error => top_1_error(&labels(t), &labels(x)),
        MetricName::AnswerAccuracy => answer_accuracy(&lists(t, texts), &answers(x)),
        MetricName::AnswerF1 => answer_f1(&lists(t, texts), &answers(x)),
        MetricName::QuadraticWeightedKappa => {
            quadratic_weighted_kappa(&integers(t), &integers(x), parameters(p))
        }
        MetricName::MatthewsCorrelation => matthews_correlation(&integers(t), &integers(x)),
        MetricName::MacroF1 => macro_f1(&integers(t), &integers(x)),
        MetricName::MicroF1 => micro_f1(&lists(t, labels), &lists(x, labels), parameters(p)),
        MetricName::MeanRowF1 => mean_row_f1(&lists(t, labels), &lists(x, labels)),
        MetricName::ProbabilisticF1 => probabilistic_f1(&flags(t), &numbers(x), parameters(p)),
        MetricName::MapAtK => map_at_k(&lists(t, labels), &lists(x, labels), parameters(p)),
        MetricName::KendallTau => kendall_tau(&lists(t, labels), &lists(x, labels)),
        MetricName::MeanLevenshtein => mean_levenshtein(&texts(t), &texts(x)),
        MetricName::NormalisedLevenshtein => {
            normalised_levenshtein(&lists(t, integers), &lists(x, integers))
        }
        MetricName::MeanWordJaccard => mean_word_jaccard(&texts(t), &texts(x), parameters(p)),
        MetricName::LabelRankingAveragePrecision => {
            let (truth, scores) = (lists(t, flags), lists(x, numbers));
            label_ranking_average_precision(&slices(&truth), &slices(&scores))
        }
        other => score_numbers(other, p, input),
    }
}

fn score_numbers(name: MetricName, p: &Value, input: &Value) -> Result<f64, MetricError> {
    let (t, x) = (&input["truth"], &input["predicted"]);
    match name {
        MetricName::LogLoss => log_loss(&flags(t), &numbers(x), parameters(p)),
        MetricName::MultiClassLogLoss => {
            multi_class_log_loss(&places(t), &slices(&lists(x, numbers)), parameters(p))
        }
        MetricName::WeightedLogLoss => {
            let (weights, groups) = (numbers(&input["weights"]), labels(&input["groups"]));
            weighted_log_loss(&flags(t), &numbers(x), &weights, &groups, parameters(p))
        }
        MetricName::Rmse => rmse(&numbers(t), &numbers(x)),
        MetricName::MeanColumnRmse => {
            mean_column_rmse(&slices(&lists(t, numbers)), &slices(&lists(x, numbers)))
        }
        MetricName::MeanColumnRmsle => {
            mean_column_rmsle(&slices(&lists(t, numbers)), &slices(&lists(x, numbers)))
        }
        MetricName::MeanColumnSpearman => {
            mean_column_spearman(&slices(&lists(t, numbers)), &slices(&lists(x, numbers)))
        }
        MetricName::Mae => mean_absolute_error(&numbers(t), &numbers(x)),
        MetricName::GroupLogMae => group_log_mae(
            &numbers(t),
            &numbers(x),
            &labels(&input["groups"]),
            parameters(p),
        ),
        MetricName::Pearson => pearson(&numbers(t), &numbers(x)),
        MetricName::KlDivergence => {
            let (truth, predicted) = (lists(t, numbers), lists(x, numbers));
            let clipped = flags(&input["clipped"]);
            let pairs = truth.iter().zip(&predicted).zip(clipped);
            let columns: Vec<KlColumn<'_>> = pairs
                .map(|((truth, predicted), clipped)| KlColumn {
                    truth,
                    predicted,
                    clipped,
                })
                .collect();
            kl_divergence(&columns, parameters(p))
        }
        MetricName::MeanAngularError => {
            let (truth, predicted) = (lists(t, numbers), lists(x, numbers));
            let truth = Directions {
                azimuth: &truth[0],
                zenith: &truth[1],
            };
            let predicted = Directions {
                azimuth: &predicted[0],
                zenith: &predicted[1],
            };
            mean_angular_error(&truth, &predicted)
        }
        MetricName::LaplaceLogLikelihood => {
            let confidence = numbers(&input["confidence"]);
            laplace_log_likelihood(&numbers(t), &numbers(x), &confidence, parameters(p))
        }
        MetricName::HaversinePercentiles => {
            let (truth, predicted) = (lists(t, numbers), lists(x, numbers));
            let truth = Places {
                latitude: &truth[0],
                longitude: &truth[1],
            };
            let predicted = Places {
                latitude: &predicted[0],
                longitude: &predicted[1],
            };
            let tracks = labels(&input["groups"]);
            haversine_percentiles(&truth, &predicted, &tracks, &parameters(p))
        }
        other => score_shapes(other, p, input),
    }
}

fn score_shapes(name: MetricName, p: &Value, input: &Value) -> Result<f64, MetricError> {
    let (t, x, pixels) = (&input["truth"], &input["predicted"], &input["pixels"]);
    let images = || input["images"].as_u64().unwrap() as usize;
    match name {
        MetricName::GlobalDice => global_dice(&masks(t, pixels), &masks(x, pixels)),
        MetricName::MeanDice => mean_dice(&masks(t, pixels), &masks(x, pixels)),
        MetricName::MeanFBeta => mean_f_beta(&masks(t, pixels), &masks(x, pixels), parameters(p)),
        MetricName::MeanMaskPrecision => {
            let size = pixels.as_u64().unwrap();
            mean_mask_precision(&masks(t, pixels), &masks(x, pixels), size, parameters(p))
        }
        MetricName::DiceHausdorff => {
            let (true_masks, predicted_masks) = (masks(t, pixels), masks(x, pixels));
            let true_volumes = volumes(&input["true_volumes"]);
            let predicted_volumes = volumes(&input["predicted_volumes"]);
            let truth = Segmentation {
                masks: &true_masks,
                volumes: &true_volumes,
            };
            let predicted = Segmentation {
                masks: &predicted_masks,
                volumes: &predicted_volumes,
            };
            dice_hausdorff(&truth, &predicted, parameters(p))
        }
        MetricName::BoxAveragePrecision => {
            box_average_precision(images(), &true_boxes(t), &predicted_boxes(x), parameters(p))
        }
        MetricName::CocoAveragePrecision => {
            coco_average_precision(images(), &true_boxes(t), &predicted_boxes(x), parameters(p))
        }
        MetricName::Box3dAveragePrecision => {
            box_3d_average_precision(&lists(t, boxes_3d), &lists(x, boxes_3d), parameters(p))
        }
        MetricName::PointF1 => point_f1(&lists(t, labelled_boxes), &lists(x, labelled_points)),
        other => panic!("no call for `{other}`"),
    }
}
