//! Names of metrics and what there is to know about each.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::list::ALL;

/// Which way a metric improves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Larger is better.
    HigherIsBetter,
    /// Smaller is better.
    LowerIsBetter,
}

/// Name of a metric, in kebab-case in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MetricName {
    /// Area under the ROC curve.
    RocAuc,
    /// Area under the ROC curve of each column, averaged.
    MeanColumnRocAuc,
    /// Area to the right of the ROC curve, weighted by bands of the true positive rate.
    WeightedAuc,
    /// Share of right labels.
    Accuracy,
    /// Share of wrong labels.
    #[serde(rename = "top-1-error")]
    Top1Error,
    /// Logarithmic loss of probabilities.
    LogLoss,
    /// Logarithmic loss of the probability given to the true class.
    MultiClassLogLoss,
    /// Weighted logarithmic loss, averaged within groups and then over them.
    WeightedLogLoss,
    /// Root mean squared error.
    Rmse,
    /// Root mean squared error of each column, averaged.
    MeanColumnRmse,
    /// Root mean squared logarithmic error of each column, averaged.
    MeanColumnRmsle,
    /// Mean absolute error.
    Mae,
    /// Mean over groups of the logarithm of the mean absolute error.
    GroupLogMae,
    /// Agreement of ordered labels beyond chance, larger disagreements weighing by their square.
    QuadraticWeightedKappa,
    /// Correlation of true and predicted classes.
    MatthewsCorrelation,
    /// Linear correlation.
    Pearson,
    /// Rank correlation of each column, averaged.
    MeanColumnSpearman,
    /// F1 of each class, averaged over classes.
    MacroF1,
    /// F1 over all pairs of row and label.
    MicroF1,
    /// F1 of the labels of each row, averaged over rows.
    MeanRowF1,
    /// F1 with probabilities in place of counts.
    ProbabilisticF1,
    /// Mean average precision of the first k guesses.
    MapAtK,
    /// Kullback-Leibler divergence of the predicted from the true distribution.
    KlDivergence,
    /// Edit distance of texts in code points, averaged.
    MeanLevenshtein,
    /// Edit distances of lists relative to the length of the truth.
    NormalisedLevenshtein,
    /// Jaccard similarity of the sets of lower-cased words, averaged.
    MeanWordJaccard,
    /// Mean angle between true and predicted direction in radians.
    MeanAngularError,
    /// Log likelihood of a Laplace distribution with bounded error and confidence.
    LaplaceLogLikelihood,
    /// Rank correlation of orders, pooled over lists.
    KendallTau,
    /// Average precision of the ranking of labels, over all true labels.
    LabelRankingAveragePrecision,
    /// Mean of the 50th and 95th percentile of the distance in metres, averaged over tracks.
    HaversinePercentiles,
    /// Dice coefficient over the pixels of all images.
    GlobalDice,
    /// Dice coefficient of each image, averaged.
    MeanDice,
    /// F-beta score of the pixels of each image, averaged.
    MeanFBeta,
    /// Share of the limits of overlap that each mask exceeds, averaged over images.
    MeanMaskPrecision,
    /// Dice coefficient of masks combined with the Hausdorff distance of volumes.
    DiceHausdorff,
    /// Average precision of boxes, averaged over classes.
    BoxAveragePrecision,
    /// Average precision of boxes at 101 recalls, averaged over classes.
    CocoAveragePrecision,
    /// Precision of boxes in space at rising limits of overlap, averaged over images.
    #[serde(rename = "box-3d-average-precision")]
    Box3dAveragePrecision,
    /// F1 of labelled points that have to fall into boxes of their label.
    PointF1,
    /// Area under the ROC curve overall and around mentions of identities.
    BiasAuc,
    /// Share of rows answered with a right answer, or left open where there is none.
    AnswerAccuracy,
    /// F1 of answers that may be left open.
    AnswerF1,
}

/// What there is to know about a metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reference {
    /// The metric.
    pub name: MetricName,
    /// Its name in files.
    pub id: &'static str,
    /// Which way it improves.
    pub direction: Direction,
    /// Least and greatest value it can have, maybe infinite.
    pub range: (f64, f64),
    /// Value of a perfect prediction as the formula has it; clipping and rounding may keep a real
    /// one a little away. For default parameters where they matter.
    pub best: f64,
    /// One clause in plain words, lower case at the start and with a period.
    pub summary: &'static str,
    /// The definition in plain text.
    pub formula: &'static str,
}

impl MetricName {
    /// Returns the name used in files.
    pub fn as_str(self) -> &'static str {
        self.reference().id
    }

    /// Returns what there is to know about the metric.
    pub fn reference(self) -> &'static Reference {
        &ALL[self as usize]
    }
}

impl fmt::Display for MetricName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Returns the reference of a metric by its name in files.
pub fn find(id: &str) -> Option<&'static Reference> {
    ALL.iter().find(|reference| reference.id == id)
}
