//! Scores of machine-learning competitions as pure functions: slices in, a number out.
//!
//! One file per metric; its module documentation is the metric's reference page. [`reference`] lists
//! them all with range, direction and formula. Nothing here knows files, tables or competitions.

pub mod accuracy;
pub mod angular_error;
pub mod columns;
pub mod group_log_mae;
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
pub mod matthews;
pub mod micro_f1;
pub mod pearson;
pub mod probabilistic_f1;
pub mod python;
pub mod reference;
pub mod rmse;
pub mod roc_auc;
pub mod spearman;
pub mod weighted_auc;
pub mod weighted_log_loss;

mod error;
mod groups;
mod input;
mod label_counts;
mod sum;

pub use accuracy::{accuracy, top_1_error};
pub use angular_error::{Directions, mean_angular_error};
pub use columns::column_mean;
pub use error::{MetricError, Side};
pub use group_log_mae::{GroupLogMae, group_log_mae};
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
pub use matthews::matthews_correlation;
pub use micro_f1::{MicroF1, mean_row_f1, micro_f1};
pub use pearson::pearson;
pub use probabilistic_f1::{ProbabilisticF1, probabilistic_f1};
pub use reference::{Direction, MetricName, Reference};
pub use rmse::{mean_column_rmse, mean_column_rmsle, rmse, rmsle};
pub use roc_auc::{mean_column_roc_auc, roc_auc};
pub use spearman::{mean_column_spearman, spearman};
pub use weighted_auc::{WeightedAuc, weighted_auc};
pub use weighted_log_loss::{WeightedLogLoss, weighted_log_loss};
