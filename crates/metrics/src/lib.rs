//! Scores of machine-learning competitions as pure functions: slices in, a number out.
//!
//! One file per metric; its module documentation is the metric's reference page.
//! [`mod@reference`] lists them all with range, direction and formula. Nothing here knows files,
//! tables or competitions.

pub mod accuracy;
pub mod angular_error;
pub mod answers;
pub mod bias_auc;
pub mod box_3d;
pub mod box_average_precision;
pub mod boxes;
pub mod coco_average_precision;
pub mod columns;
pub mod dice;
pub mod f_beta;
pub mod group_log_mae;
pub mod hausdorff;
pub mod haversine;
pub mod jaccard;
pub mod kappa;
pub mod kendall_tau;
pub mod kl_divergence;
pub mod laplace;
pub mod levenshtein;
pub mod log_loss;
pub mod lwlrap;
pub mod macro_f1;
pub mod mae;
pub mod map_at_k;
pub mod mask;
pub mod mask_precision;
pub mod matthews;
pub mod micro_f1;
pub mod pearson;
pub mod point_f1;
pub mod probabilistic_f1;
pub mod python;
pub mod reference;
pub mod rmse;
pub mod roc_auc;
pub mod run_length;
pub mod spearman;
pub mod upright_box;
pub mod volume;
pub mod weighted_auc;
pub mod weighted_log_loss;

mod error;
mod groups;
mod input;
mod label_counts;
mod precision_recall;
mod sum;

pub use accuracy::{accuracy, top_1_error};
pub use angular_error::{Directions, mean_angular_error};
pub use answers::{answer_accuracy, answer_f1};
pub use bias_auc::{BiasAuc, bias_auc};
pub use box_3d::{Box3dAveragePrecision, Box3dPrecision, box_3d_average_precision};
pub use box_average_precision::{BoxAveragePrecision, PrecisionCurve, box_average_precision};
pub use boxes::{Corners, PredictedBox, TrueBox};
pub use coco_average_precision::{CocoAveragePrecision, coco_average_precision};
pub use columns::column_mean;
pub use dice::{global_dice, mean_dice};
pub use error::{MetricError, Side};
pub use f_beta::{FBeta, mean_f_beta};
pub use group_log_mae::{GroupLogMae, group_log_mae};
pub use hausdorff::{DiceHausdorff, Segmentation, dice_hausdorff};
pub use haversine::{HaversinePercentiles, Places, haversine_percentiles};
pub use jaccard::{EmptyPair, WordJaccard, mean_word_jaccard};
pub use kappa::{KappaWeights, QuadraticWeightedKappa, quadratic_weighted_kappa};
pub use kendall_tau::kendall_tau;
pub use kl_divergence::{KlColumn, KlDivergence, kl_divergence};
pub use laplace::{LaplaceLogLikelihood, laplace_log_likelihood};
pub use levenshtein::{levenshtein, mean_levenshtein, normalised_levenshtein};
pub use log_loss::{
    LogLoss, MultiClassLogLoss, classes_of_one_hot, log_loss, multi_class_log_loss,
};
pub use lwlrap::label_ranking_average_precision;
pub use macro_f1::macro_f1;
pub use mae::mean_absolute_error;
pub use map_at_k::{MapAtK, map_at_k};
pub use mask::Mask;
pub use mask_precision::{MaskPrecision, mean_mask_precision};
pub use matthews::matthews_correlation;
pub use micro_f1::{MicroF1, mean_row_f1, micro_f1};
pub use pearson::pearson;
pub use point_f1::{LabelledBox, LabelledPoint, point_f1};
pub use probabilistic_f1::{ProbabilisticF1, probabilistic_f1};
pub use reference::{Direction, MetricName, Reference};
pub use rmse::{mean_column_rmse, mean_column_rmsle, rmse, rmsle};
pub use roc_auc::{mean_column_roc_auc, roc_auc};
pub use run_length::{RunLength, RunLengthError, decode_run_length};
pub use spearman::{mean_column_spearman, spearman};
pub use upright_box::Box3d;
pub use volume::Volume;
pub use weighted_auc::{WeightedAuc, weighted_auc};
pub use weighted_log_loss::{WeightedLogLoss, weighted_log_loss};
