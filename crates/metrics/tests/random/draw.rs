//! A random input of every metric.

use mlebench_metrics::MetricName as Name;

use crate::case::Case;
use crate::rng::Rng;
use crate::{lists, rows, shapes};

/// Draws one input; the compiler names a metric that has none.
pub(crate) fn draw(name: Name, case: u64) -> Case {
    let rng = &mut Rng::of(name, case);
    match name {
        Name::RocAuc | Name::LogLoss | Name::ProbabilisticF1 => rows::flags_and_shares(name, rng),
        Name::MeanColumnRocAuc | Name::LabelRankingAveragePrecision => {
            rows::columns_of_flags(name, rng)
        }
        Name::WeightedAuc => rows::weighted_auc(rng),
        Name::BiasAuc => rows::bias_auc(rng),
        Name::MultiClassLogLoss => rows::multi_class_log_loss(rng),
        Name::WeightedLogLoss => rows::weighted_log_loss(rng),
        Name::KlDivergence => rows::kl_divergence(rng),
        Name::Rmse | Name::Mae | Name::Pearson => rows::numbers(name, rng),
        Name::MeanColumnRmse | Name::MeanColumnRmsle | Name::MeanColumnSpearman => {
            rows::columns_of_numbers(name, rng)
        }
        Name::GroupLogMae => rows::group_log_mae(rng),
        Name::LaplaceLogLikelihood => rows::laplace_log_likelihood(rng),
        Name::MeanAngularError => rows::mean_angular_error(rng),
        Name::HaversinePercentiles => rows::haversine_percentiles(rng),
        Name::Accuracy | Name::Top1Error | Name::MatthewsCorrelation | Name::MacroF1 => {
            lists::classes(name, rng)
        }
        Name::QuadraticWeightedKappa => lists::kappa(rng),
        Name::MicroF1 | Name::MeanRowF1 => lists::label_sets(name, rng),
        Name::MapAtK => lists::guesses(rng),
        Name::KendallTau => lists::orders(rng),
        Name::MeanLevenshtein | Name::MeanWordJaccard => lists::texts(name, rng),
        Name::NormalisedLevenshtein => lists::gestures(rng),
        Name::AnswerAccuracy | Name::AnswerF1 => lists::answers(name, rng),
        Name::GlobalDice | Name::MeanDice | Name::MeanFBeta | Name::MeanMaskPrecision => {
            shapes::masks(name, rng)
        }
        Name::DiceHausdorff => shapes::volumes(rng),
        Name::BoxAveragePrecision | Name::CocoAveragePrecision => shapes::boxes(name, rng),
        Name::Box3dAveragePrecision => shapes::boxes_3d(rng),
        Name::PointF1 => shapes::points(rng),
    }
}
