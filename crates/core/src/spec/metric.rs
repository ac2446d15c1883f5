//! How a submission is scored.

use serde::Deserialize;

use crate::leaderboard::Direction;
use crate::verdict::Rounding;

/// The metric with its parameters and the place of the truth in the answers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MetricSpec {
    /// The metric's name; see the metric reference.
    pub name: String,
    /// Which way it improves.
    pub direction: Direction,
    /// The label used by the published registry.
    #[serde(default)]
    pub published_name: Option<String>,
    /// The metric's parameters.
    #[serde(default)]
    pub parameters: toml::Table,
    /// How the score is rounded to five decimals.
    #[serde(default)]
    pub rounding: Rounding,
    /// Columns of the answers that hold the truth, in the order of the predicted columns; absent
    /// where the names are the same.
    #[serde(default)]
    pub truth: Option<Vec<String>>,
    /// Columns of the answers that hold the id; absent where the names are the same.
    #[serde(default)]
    pub truth_id: Option<Vec<String>>,
    /// Which rows of the answers are scored; absent for all.
    #[serde(default)]
    pub scored_rows: Option<RowFilter>,
}

/// Keeps the rows whose `column` of the answers equals `equals`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RowFilter {
    /// The column of the answers.
    pub column: String,
    /// The number it must equal (true is 1).
    pub equals: f64,
}
