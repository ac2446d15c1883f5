//! The grading report: what `grade-sample` and `grade` print, field for field as callers of the
//! original expect it, with our own fields after the original sixteen.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::edition::Edition;
use crate::leaderboard::{Leaderboard, Medal, Placement};
use crate::verdict::{Rejection, Verdict};

/// The report of one graded submission.
///
/// The first sixteen fields, their names and their order are a contract; new fields only follow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the field list is a contract with callers"
)]
pub struct CompetitionReport {
    /// The competition's id.
    pub competition_id: String,
    /// Score rounded to five decimals; `null` when the submission is missing or rejected.
    pub score: Option<f64>,
    /// Worst score that earns gold.
    pub gold_threshold: f64,
    /// Worst score that earns silver.
    pub silver_threshold: f64,
    /// Worst score that earns bronze.
    pub bronze_threshold: f64,
    /// Median score of the leaderboard.
    pub median_threshold: f64,
    /// Whether any medal is earned.
    pub any_medal: bool,
    /// Whether the medal is gold.
    pub gold_medal: bool,
    /// Whether the medal is silver.
    pub silver_medal: bool,
    /// Whether the medal is bronze.
    pub bronze_medal: bool,
    /// Whether the score is strictly better than the median.
    pub above_median: bool,
    /// Whether there is a submission file.
    pub submission_exists: bool,
    /// Whether the submission keeps all rules.
    pub valid_submission: bool,
    /// Whether a lower score is better.
    pub is_lower_better: bool,
    /// When the report was made, ISO 8601.
    pub created_at: String,
    /// Path of the graded file as given; `null` for a line without one.
    pub submission_path: Option<String>,

    /// The medal's name, `null` for none.
    #[serde(default)]
    pub medal: Option<Medal>,
    /// Place on the leaderboard.
    #[serde(default)]
    pub rank: Option<usize>,
    /// Percentage of teams that are strictly worse.
    #[serde(default)]
    pub percentile: Option<f64>,
    /// Score before rounding.
    #[serde(default)]
    pub raw_score: Option<f64>,
    /// The metric that was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric: Option<MetricRecord>,
    /// The edition whose rules and data were used.
    #[serde(default)]
    pub edition: Edition,
    /// Why there is no score.
    #[serde(default)]
    pub reason: Option<Rejection>,
    /// Whether the prepared data was compared with its published checksums; `null` when there are
    /// none.
    #[serde(default)]
    pub data_verified: Option<bool>,
    /// Known flaws of this edition of the competition that bear on the score.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flaws: Vec<String>,
    /// Tags such as `saturated` that say how to read the medal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// A metric by name and parameters, so that a record can be scored again later.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MetricRecord {
    /// The metric's name, such as `roc-auc`.
    pub name: String,
    /// Its parameters.
    pub parameters: Map<String, Value>,
}

/// What a report says beside the verdict.
#[derive(Debug, Clone)]
pub struct ReportContext<'a> {
    /// The competition's id.
    pub competition_id: &'a str,
    /// Path of the graded file as given.
    pub submission_path: Option<String>,
    /// Whether the file exists.
    pub submission_exists: bool,
    /// When the report is made, ISO 8601.
    pub created_at: String,
    /// The metric.
    pub metric: Option<MetricRecord>,
    /// The edition.
    pub edition: Edition,
    /// Whether the data was verified.
    pub data_verified: Option<bool>,
    /// Known flaws that bear on the score.
    pub flaws: Vec<String>,
    /// The competition's tags.
    pub tags: Vec<String>,
}

impl CompetitionReport {
    /// Creates the report of a verdict.
    pub fn new(context: ReportContext<'_>, leaderboard: &Leaderboard, verdict: Verdict) -> Self {
        let (score, reason) = match verdict {
            Verdict::Scored(score) => (Some(score), None),
            Verdict::Rejected(rejection) => (None, Some(rejection)),
        };
        let thresholds = leaderboard.thresholds();
        let place = score.map(|score| leaderboard.place(score.rounded));
        let medal = place.and_then(|place| place.medal);
        Self {
            competition_id: context.competition_id.to_owned(),
            score: score.map(|score| score.rounded),
            gold_threshold: thresholds.gold,
            silver_threshold: thresholds.silver,
            bronze_threshold: thresholds.bronze,
            median_threshold: thresholds.median,
            any_medal: medal.is_some(),
            gold_medal: medal == Some(Medal::Gold),
            silver_medal: medal == Some(Medal::Silver),
            bronze_medal: medal == Some(Medal::Bronze),
            above_median: place.is_some_and(|place: Placement| place.above_median),
            submission_exists: context.submission_exists,
            valid_submission: score.is_some(),
            is_lower_better: leaderboard.direction() == crate::leaderboard::Direction::Lower,
            created_at: context.created_at,
            submission_path: context.submission_path,
            medal,
            rank: place.and_then(|place| place.rank),
            percentile: place.and_then(|place| place.percentile),
            raw_score: score.map(|score| score.raw),
            metric: context.metric,
            edition: context.edition,
            reason,
            data_verified: context.data_verified,
            flaws: context.flaws,
            tags: context.tags,
        }
    }
}

/// The report of many graded submissions, as `grade` writes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GradingReport {
    /// Number of submissions asked for.
    pub total_runs: usize,
    /// Number of submissions whose file exists.
    pub total_runs_with_submissions: usize,
    /// Number of accepted submissions.
    pub total_valid_submissions: usize,
    /// Number of medals.
    pub total_medals: usize,
    /// Number of gold medals.
    pub total_gold_medals: usize,
    /// Number of silver medals.
    pub total_silver_medals: usize,
    /// Number of bronze medals.
    pub total_bronze_medals: usize,
    /// Number of scores strictly better than the median.
    pub total_above_median: usize,
    /// One report per submission, in input order.
    pub competition_reports: Vec<CompetitionReport>,
    /// Lines that could not be graded, which is our error and nobody's score.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<GradingError>,
}

/// A line of the submission list that could not be graded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GradingError {
    /// Line in the JSONL file, 1-based.
    pub line: usize,
    /// The competition, if the line names one.
    pub competition_id: Option<String>,
    /// What went wrong.
    pub message: String,
}

impl GradingReport {
    /// Counts up reports and errors.
    pub fn new(reports: Vec<CompetitionReport>, errors: Vec<GradingError>) -> Self {
        let count =
            |test: fn(&CompetitionReport) -> bool| reports.iter().filter(|r| test(r)).count();
        Self {
            total_runs: reports.len() + errors.len(),
            total_runs_with_submissions: count(|r| r.submission_exists),
            total_valid_submissions: count(|r| r.valid_submission),
            total_medals: count(|r| r.any_medal),
            total_gold_medals: count(|r| r.gold_medal),
            total_silver_medals: count(|r| r.silver_medal),
            total_bronze_medals: count(|r| r.bronze_medal),
            total_above_median: count(|r| r.above_median),
            competition_reports: reports,
            errors,
        }
    }
}
