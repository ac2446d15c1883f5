//! From a declared metric to a number: the one place that wires the metric library to columns, one
//! file for each kind of column.

mod boxes;
mod classes;
mod lists;
mod masks;
mod numbers;
mod scores;
mod texts;

use mlebench_metrics::reference::MetricName;

use crate::grade::input::{Input, Problem};

/// Computes the declared metric on the scored rows.
pub(super) fn compute(input: &Input<'_>) -> Result<f64, Problem> {
    use MetricName as M;
    match input.spec.metric.name {
        M::RocAuc => scores::roc_auc(input),
        M::MeanColumnRocAuc => scores::mean_column_roc_auc(input),
        M::WeightedAuc => scores::weighted_auc(input),
        M::BiasAuc => scores::bias_auc(input),
        M::LabelRankingAveragePrecision => scores::label_ranking_average_precision(input),
        M::LogLoss => scores::log_loss(input),
        M::MultiClassLogLoss => scores::multi_class_log_loss(input),
        M::ProbabilisticF1 => scores::probabilistic_f1(input),
        M::KlDivergence => scores::kl_divergence(input),
        M::Accuracy => classes::accuracy(input),
        M::Top1Error => classes::top_1_error(input),
        M::MacroF1 => classes::macro_f1(input),
        M::MatthewsCorrelation => classes::matthews_correlation(input),
        M::QuadraticWeightedKappa => classes::quadratic_weighted_kappa(input),
        M::Rmse => numbers::single(input, mlebench_metrics::rmse),
        M::Mae => numbers::single(input, mlebench_metrics::mean_absolute_error),
        M::Pearson => numbers::single(input, mlebench_metrics::pearson),
        M::MeanColumnRmse => numbers::columns(input, mlebench_metrics::mean_column_rmse),
        M::MeanColumnRmsle => numbers::columns(input, mlebench_metrics::mean_column_rmsle),
        M::MeanColumnSpearman => numbers::mean_column_spearman(input),
        M::GroupLogMae => numbers::group_log_mae(input),
        M::LaplaceLogLikelihood => numbers::laplace_log_likelihood(input),
        M::MeanAngularError => numbers::mean_angular_error(input),
        M::HaversinePercentiles => numbers::haversine_percentiles(input),
        M::MeanLevenshtein => texts::mean_levenshtein(input),
        M::MeanWordJaccard => texts::mean_word_jaccard(input),
        M::MicroF1 => lists::micro_f1(input),
        M::MeanRowF1 => lists::mean_row_f1(input),
        M::MapAtK => lists::map_at_k(input),
        M::KendallTau => lists::kendall_tau(input),
        M::NormalisedLevenshtein => lists::normalised_levenshtein(input),
        M::GlobalDice => masks::pair(input, mlebench_metrics::global_dice),
        M::MeanDice => masks::pair(input, mlebench_metrics::mean_dice),
        M::MeanFBeta => masks::mean_f_beta(input),
        M::MeanMaskPrecision => masks::mean_mask_precision(input),
        M::Box3dAveragePrecision => boxes::box_3d_average_precision(input),
        M::BoxAveragePrecision => boxes::box_average_precision(input),
        M::PointF1 => boxes::point_f1(input),
        M::WeightedLogLoss
        | M::DiceHausdorff
        | M::CocoAveragePrecision
        | M::AnswerAccuracy
        | M::AnswerF1 => {
            let problem = "it takes more than columns: the competition needs a `grade.rs`";
            Err(input.misfit(problem).into())
        }
    }
}

fn slices<T, C: AsRef<[T]>>(columns: &[C]) -> Vec<&[T]> {
    columns.iter().map(AsRef::as_ref).collect()
}
