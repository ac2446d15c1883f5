//! The list of all metrics: name, range, direction, summary and formula of each.
//!
//! Names are what `competition.toml` says; summary and formula go into the generated task
//! descriptions. A new metric needs a variant, an entry and a perfect example in `tests/registry.rs`;
//! the compiler and the tests name what is missing.

use std::fmt;

use serde::{Deserialize, Serialize};

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
    /// one a little away. Infinite where parameters decide.
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

/// All metrics, in the order of [`MetricName`].
pub static ALL: &[Reference] = &[
    Reference {
        name: MetricName::RocAuc,
        id: "roc-auc",
        direction: Direction::HigherIsBetter,
        range: (0.0, 1.0),
        best: 1.0,
        summary: "area under the ROC curve.",
        formula: "AUC = P(s_pos > s_neg) + P(s_pos = s_neg) / 2 over pairs of a positive and a \
                  negative row",
    },
    Reference {
        name: MetricName::MeanColumnRocAuc,
        id: "mean-column-roc-auc",
        direction: Direction::HigherIsBetter,
        range: (0.0, 1.0),
        best: 1.0,
        summary: "area under the ROC curve of each column, averaged.",
        formula: "mean over columns of AUC = P(s_pos > s_neg) + P(s_pos = s_neg) / 2",
    },
    Reference {
        name: MetricName::WeightedAuc,
        id: "weighted-auc",
        direction: Direction::HigherIsBetter,
        range: (0.0, 1.0),
        best: 1.0,
        summary: "area to the right of the ROC curve, weighted by bands of the true positive \
                  rate.",
        formula: "sum_b w_b * integral over band b of (1 - FPR(TPR)) dTPR / sum_b w_b * (height \
                  of band b)",
    },
    Reference {
        name: MetricName::Accuracy,
        id: "accuracy",
        direction: Direction::HigherIsBetter,
        range: (0.0, 1.0),
        best: 1.0,
        summary: "share of right labels.",
        formula: "accuracy = #{i : p_i = y_i} / n",
    },
    Reference {
        name: MetricName::Top1Error,
        id: "top-1-error",
        direction: Direction::LowerIsBetter,
        range: (0.0, 1.0),
        best: 0.0,
        summary: "share of wrong labels.",
        formula: "error = #{i : p_i != y_i} / n",
    },
    Reference {
        name: MetricName::LogLoss,
        id: "log-loss",
        direction: Direction::LowerIsBetter,
        range: (0.0, f64::INFINITY),
        best: 0.0,
        summary: "logarithmic loss of probabilities.",
        formula: "loss = -(1/n) * sum_i [y_i ln p_i + (1 - y_i) ln(1 - p_i)], p_i and 1 - p_i \
                  clipped to [epsilon, 1 - epsilon]",
    },
    Reference {
        name: MetricName::MultiClassLogLoss,
        id: "multi-class-log-loss",
        direction: Direction::LowerIsBetter,
        range: (0.0, f64::INFINITY),
        best: 0.0,
        summary: "logarithmic loss of the probability given to the true class.",
        formula: "loss = -(1/n) * sum_i ln p_{i, y_i}, p clipped to [epsilon, 1 - epsilon]",
    },
    Reference {
        name: MetricName::WeightedLogLoss,
        id: "weighted-log-loss",
        direction: Direction::LowerIsBetter,
        range: (0.0, f64::INFINITY),
        best: 0.0,
        summary: "weighted logarithmic loss, averaged within groups and then over them.",
        formula: "loss = (1/G) * sum_g [sum_{i in g} w_i l_i / sum_{i in g} w_i], l_i = -[y_i ln \
                  p_i + (1 - y_i) ln(1 - p_i)]",
    },
    Reference {
        name: MetricName::Rmse,
        id: "rmse",
        direction: Direction::LowerIsBetter,
        range: (0.0, f64::INFINITY),
        best: 0.0,
        summary: "root mean squared error.",
        formula: "RMSE = sqrt((1/n) * sum_i (y_i - p_i)^2)",
    },
    Reference {
        name: MetricName::MeanColumnRmse,
        id: "mean-column-rmse",
        direction: Direction::LowerIsBetter,
        range: (0.0, f64::INFINITY),
        best: 0.0,
        summary: "root mean squared error of each column, averaged.",
        formula: "mean over columns of sqrt((1/n) * sum_i (y_i - p_i)^2)",
    },
    Reference {
        name: MetricName::MeanColumnRmsle,
        id: "mean-column-rmsle",
        direction: Direction::LowerIsBetter,
        range: (0.0, f64::INFINITY),
        best: 0.0,
        summary: "root mean squared logarithmic error of each column, averaged.",
        formula: "mean over columns of sqrt((1/n) * sum_i (ln(1 + y_i) - ln(1 + p_i))^2)",
    },
    Reference {
        name: MetricName::Mae,
        id: "mae",
        direction: Direction::LowerIsBetter,
        range: (0.0, f64::INFINITY),
        best: 0.0,
        summary: "mean absolute error.",
        formula: "MAE = (1/n) * sum_i |y_i - p_i|",
    },
    Reference {
        name: MetricName::GroupLogMae,
        id: "group-log-mae",
        direction: Direction::LowerIsBetter,
        range: (f64::NEG_INFINITY, f64::INFINITY),
        best: f64::NEG_INFINITY,
        summary: "mean over groups of the logarithm of the mean absolute error.",
        formula: "(1/G) * sum_g ln(max(floor, (1/n_g) * sum_{i in g} |y_i - p_i|))",
    },
    Reference {
        name: MetricName::QuadraticWeightedKappa,
        id: "quadratic-weighted-kappa",
        direction: Direction::HigherIsBetter,
        range: (-1.0, 1.0),
        best: 1.0,
        summary: "agreement of ordered labels beyond chance, larger disagreements weighing by \
                  their square.",
        formula: "kappa = 1 - sum_ij (i - j)^2 O_ij / sum_ij (i - j)^2 E_ij, O observed and E \
                  expected counts",
    },
    Reference {
        name: MetricName::MatthewsCorrelation,
        id: "matthews-correlation",
        direction: Direction::HigherIsBetter,
        range: (-1.0, 1.0),
        best: 1.0,
        summary: "correlation of true and predicted classes.",
        formula: "MCC = (TP * TN - FP * FN) / sqrt((TP + FP)(TP + FN)(TN + FP)(TN + FN))",
    },
    Reference {
        name: MetricName::Pearson,
        id: "pearson",
        direction: Direction::HigherIsBetter,
        range: (-1.0, 1.0),
        best: 1.0,
        summary: "linear correlation.",
        formula: "r = sum_i (y_i - mean y)(p_i - mean p) / sqrt(sum_i (y_i - mean y)^2 * sum_i \
                  (p_i - mean p)^2)",
    },
    Reference {
        name: MetricName::MeanColumnSpearman,
        id: "mean-column-spearman",
        direction: Direction::HigherIsBetter,
        range: (-1.0, 1.0),
        best: 1.0,
        summary: "rank correlation of each column, averaged.",
        formula: "mean over columns of the Pearson correlation of the ranks, ties sharing the \
                  mean of theirs",
    },
    Reference {
        name: MetricName::MacroF1,
        id: "macro-f1",
        direction: Direction::HigherIsBetter,
        range: (0.0, 1.0),
        best: 1.0,
        summary: "F1 of each class, averaged over classes.",
        formula: "(1/K) * sum_k 2 TP_k / (2 TP_k + FP_k + FN_k) over the classes in truth or \
                  prediction",
    },
    Reference {
        name: MetricName::MicroF1,
        id: "micro-f1",
        direction: Direction::HigherIsBetter,
        range: (0.0, 1.0),
        best: 1.0,
        summary: "F1 over all pairs of row and label.",
        formula: "F1 = 2 TP / (2 TP + FP + FN), counted over all pairs of row and label",
    },
    Reference {
        name: MetricName::MeanRowF1,
        id: "mean-row-f1",
        direction: Direction::HigherIsBetter,
        range: (0.0, 1.0),
        best: 1.0,
        summary: "F1 of the labels of each row, averaged over rows.",
        formula: "(1/n) * sum_i 2 |Y_i and P_i| / (|Y_i| + |P_i|)",
    },
    Reference {
        name: MetricName::ProbabilisticF1,
        id: "probabilistic-f1",
        direction: Direction::HigherIsBetter,
        range: (0.0, 1.0),
        best: 1.0,
        summary: "F1 with probabilities in place of counts.",
        formula: "pF1 = 2 P R / (P + R), P = sum_{y_i = 1} p_i / sum_i p_i, R = sum_{y_i = 1} \
                  p_i / #{y_i = 1}, p clipped to [0, 1]",
    },
    Reference {
        name: MetricName::MapAtK,
        id: "map-at-k",
        direction: Direction::HigherIsBetter,
        range: (0.0, 1.0),
        best: 1.0,
        summary: "mean average precision of the first k guesses.",
        formula: "(1/n) * sum_i [1 / min(m_i, k)] * sum_{j <= k} hit_ij * (hits among the first \
                  j) / j, m_i true labels, repeats never hit",
    },
    Reference {
        name: MetricName::KlDivergence,
        id: "kl-divergence",
        direction: Direction::LowerIsBetter,
        range: (0.0, f64::INFINITY),
        best: 0.0,
        summary: "Kullback-Leibler divergence of the predicted from the true distribution.",
        formula: "(1/n) * sum_i sum_k p_ik ln(p_ik / q_ik), q clipped to [epsilon, 1 - epsilon], \
                  terms with p_ik = 0 left out",
    },
    Reference {
        name: MetricName::MeanLevenshtein,
        id: "mean-levenshtein",
        direction: Direction::LowerIsBetter,
        range: (0.0, f64::INFINITY),
        best: 0.0,
        summary: "edit distance of texts in code points, averaged.",
        formula: "(1/n) * sum_i levenshtein(y_i, p_i)",
    },
    Reference {
        name: MetricName::NormalisedLevenshtein,
        id: "normalised-levenshtein",
        direction: Direction::LowerIsBetter,
        range: (0.0, f64::INFINITY),
        best: 0.0,
        summary: "edit distances of lists relative to the length of the truth.",
        formula: "sum_i levenshtein(y_i, p_i) / sum_i |y_i|",
    },
    Reference {
        name: MetricName::MeanWordJaccard,
        id: "mean-word-jaccard",
        direction: Direction::HigherIsBetter,
        range: (0.0, 1.0),
        best: 1.0,
        summary: "Jaccard similarity of the sets of lower-cased words, averaged.",
        formula: "(1/n) * sum_i |A_i and B_i| / |A_i or B_i|, A_i and B_i the words of both \
                  texts",
    },
    Reference {
        name: MetricName::MeanAngularError,
        id: "mean-angular-error",
        direction: Direction::LowerIsBetter,
        range: (0.0, std::f64::consts::PI),
        best: 0.0,
        summary: "mean angle between true and predicted direction in radians.",
        formula: "(1/n) * sum_i arccos(u_i . v_i), u = (cos a sin z, sin a sin z, cos z) for \
                  azimuth a and zenith z",
    },
    Reference {
        name: MetricName::LaplaceLogLikelihood,
        id: "laplace-log-likelihood",
        direction: Direction::HigherIsBetter,
        range: (f64::NEG_INFINITY, f64::INFINITY),
        best: f64::INFINITY,
        summary: "log likelihood of a Laplace distribution with bounded error and confidence.",
        formula: "-(1/n) * sum_i [sqrt(2) * min(|y_i - p_i|, ceiling) / s_i + ln(sqrt(2) * \
                  s_i)], s_i = max(sigma_i, floor)",
    },
    Reference {
        name: MetricName::KendallTau,
        id: "kendall-tau",
        direction: Direction::HigherIsBetter,
        range: (-1.0, 1.0),
        best: 1.0,
        summary: "rank correlation of orders, pooled over lists.",
        formula: "K = 1 - 4 * sum_i S_i / sum_i n_i (n_i - 1), S_i swaps of neighbours that sort \
                  list i of n_i items",
    },
    Reference {
        name: MetricName::LabelRankingAveragePrecision,
        id: "label-ranking-average-precision",
        direction: Direction::HigherIsBetter,
        range: (0.0, 1.0),
        best: 1.0,
        summary: "average precision of the ranking of labels, over all true labels.",
        formula: "mean over true pairs (i, l) of #{true labels of i scored >= s_il} / #{labels \
                  of i scored >= s_il}",
    },
    Reference {
        name: MetricName::HaversinePercentiles,
        id: "haversine-percentiles",
        direction: Direction::LowerIsBetter,
        range: (0.0, 20_015_087.0),
        best: 0.0,
        summary: "mean of the 50th and 95th percentile of the distance in metres, averaged over \
                  tracks.",
        formula: "(1/T) * sum_t (P50_t + P95_t) / 2 of d = 2 r arcsin(sqrt(sin^2(df/2) + cos f1 \
                  cos f2 sin^2(dl/2))), r = 6371000",
    },
];
