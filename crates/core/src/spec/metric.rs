//! How a submission is scored.

use std::collections::BTreeMap;

use mlebench_metrics::reference::MetricName;

use crate::leaderboard::Direction;
use crate::verdict::Rounding;
use serde::Deserialize;

/// The metric with its parameters and the place of the truth in the answers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MetricSpec {
    /// The metric's name; see the metric reference.
    pub name: MetricName,
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
    /// Further columns of the answers that the metric needs, by role.
    #[serde(default)]
    pub columns: BTreeMap<String, Vec<String>>,
    /// Which rows of the answers are scored; absent for all.
    #[serde(default)]
    pub scored_rows: Option<RowFilter>,
}

/// Which rows of the answers are scored.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, deny_unknown_fields, rename_all_fields = "kebab-case")]
pub enum RowFilter {
    /// The rows whose `column` equals a number.
    Equals {
        /// The column of the answers.
        column: String,
        /// The number it must equal (true is 1).
        equals: f64,
    },
    /// The rows whose columns add up to at least a number.
    Sum {
        /// The columns of the answers.
        sum_of: Vec<String>,
        /// The least sum.
        at_least: f64,
    },
    /// The last rows of each group in which a column is not missing.
    Last {
        /// How many rows of each group.
        last: usize,
        /// The column of the groups.
        of_each: String,
        /// The column that must hold something.
        measured: String,
    },
}
