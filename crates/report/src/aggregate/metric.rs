//! The eight numbers of a seed.

use std::collections::BTreeMap;

use mlebench_core::report::CompetitionReport;
use serde::{Deserialize, Serialize};

/// One of the eight numbers of a seed; the names and their order are a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MetricName {
    /// Number of competitions.
    TotalCompetitions,
    /// Share of competitions with a submission file.
    SubmissionExistsPercentage,
    /// Share of accepted submissions.
    ValidSubmissionsPercentage,
    /// Share of scores strictly better than the median.
    AboveMedianPercentage,
    /// Share of gold medals.
    GoldMedalPercentage,
    /// Share of silver medals.
    SilverMedalPercentage,
    /// Share of bronze medals.
    BronzeMedalPercentage,
    /// Share of medals.
    AnyMedalPercentage,
}

impl MetricName {
    /// All of them in order.
    pub const ALL: [Self; 8] = [
        Self::TotalCompetitions,
        Self::SubmissionExistsPercentage,
        Self::ValidSubmissionsPercentage,
        Self::AboveMedianPercentage,
        Self::GoldMedalPercentage,
        Self::SilverMedalPercentage,
        Self::BronzeMedalPercentage,
        Self::AnyMedalPercentage,
    ];

    /// Whether it is a share of competitions, 0 to 100.
    pub fn is_percentage(self) -> bool {
        self != Self::TotalCompetitions
    }
}

/// A number of a seed averaged over the seeds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MetricSummary {
    /// Arithmetic mean.
    pub mean: f64,
    /// Mean less 1.96 standard errors; can be below 0.
    pub ci_lower: f64,
    /// Mean plus 1.96 standard errors; can be above 100.
    pub ci_upper: f64,
    /// Standard error of the mean (sample deviation, ddof 1, by root of the number of seeds); 0
    /// for one seed.
    pub standard_error: f64,
}

/// The eight numbers of one seed; percentages are 0 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SeedMetrics {
    /// Number of competitions.
    pub total_competitions: usize,
    /// Share of competitions with a submission file.
    pub submission_exists_percentage: f64,
    /// Share of accepted submissions.
    pub valid_submissions_percentage: f64,
    /// Share of scores strictly better than the median.
    pub above_median_percentage: f64,
    /// Share of gold medals.
    pub gold_medal_percentage: f64,
    /// Share of silver medals.
    pub silver_medal_percentage: f64,
    /// Share of bronze medals.
    pub bronze_medal_percentage: f64,
    /// Share of medals.
    pub any_medal_percentage: f64,
}

impl SeedMetrics {
    /// Returns one of the numbers.
    pub fn get(&self, name: MetricName) -> f64 {
        match name {
            MetricName::TotalCompetitions => self.total_competitions as f64,
            MetricName::SubmissionExistsPercentage => self.submission_exists_percentage,
            MetricName::ValidSubmissionsPercentage => self.valid_submissions_percentage,
            MetricName::AboveMedianPercentage => self.above_median_percentage,
            MetricName::GoldMedalPercentage => self.gold_medal_percentage,
            MetricName::SilverMedalPercentage => self.silver_medal_percentage,
            MetricName::BronzeMedalPercentage => self.bronze_medal_percentage,
            MetricName::AnyMedalPercentage => self.any_medal_percentage,
        }
    }
}

/// What one competition adds to a seed; the default is a run that did not take place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "it mirrors the report's flags"
)]
pub(crate) struct Outcome {
    submission_exists: bool,
    valid_submission: bool,
    above_median: bool,
    gold_medal: bool,
    silver_medal: bool,
    bronze_medal: bool,
}

impl From<&CompetitionReport> for Outcome {
    fn from(report: &CompetitionReport) -> Self {
        Self {
            submission_exists: report.submission_exists,
            valid_submission: report.valid_submission,
            above_median: report.above_median,
            gold_medal: report.gold_medal,
            silver_medal: report.silver_medal,
            bronze_medal: report.bronze_medal,
        }
    }
}

impl Outcome {
    /// Any medal follows from the three, as the original has it, not from the report's own flag.
    fn has(self, name: MetricName) -> bool {
        match name {
            MetricName::TotalCompetitions => true,
            MetricName::SubmissionExistsPercentage => self.submission_exists,
            MetricName::ValidSubmissionsPercentage => self.valid_submission,
            MetricName::AboveMedianPercentage => self.above_median,
            MetricName::GoldMedalPercentage => self.gold_medal,
            MetricName::SilverMedalPercentage => self.silver_medal,
            MetricName::BronzeMedalPercentage => self.bronze_medal,
            MetricName::AnyMedalPercentage => {
                self.gold_medal || self.silver_medal || self.bronze_medal
            }
        }
    }
}

/// Counts of one seed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SeedTally {
    counts: BTreeMap<MetricName, usize>,
}

impl SeedTally {
    /// Counts up the outcomes of one seed.
    pub(crate) fn new(outcomes: impl IntoIterator<Item = Outcome>) -> Self {
        let mut counts: BTreeMap<_, _> = MetricName::ALL.map(|name| (name, 0)).into();
        for outcome in outcomes {
            for (name, count) in &mut counts {
                *count += usize::from(outcome.has(*name));
            }
        }
        Self { counts }
    }

    /// Returns one of the counts.
    pub(crate) fn count(&self, name: MetricName) -> usize {
        self.counts.get(&name).copied().unwrap_or_default()
    }

    /// Returns the counts as shares of the competitions; of no competition all are 0.
    pub(crate) fn metrics(&self) -> SeedMetrics {
        let total = self.count(MetricName::TotalCompetitions);
        // Division before multiplication: the last bit is part of the published numbers.
        let share = |name| {
            if total == 0 {
                0.0
            } else {
                self.count(name) as f64 / total as f64 * 100.0
            }
        };
        SeedMetrics {
            total_competitions: total,
            submission_exists_percentage: share(MetricName::SubmissionExistsPercentage),
            valid_submissions_percentage: share(MetricName::ValidSubmissionsPercentage),
            above_median_percentage: share(MetricName::AboveMedianPercentage),
            gold_medal_percentage: share(MetricName::GoldMedalPercentage),
            silver_medal_percentage: share(MetricName::SilverMedalPercentage),
            bronze_medal_percentage: share(MetricName::BronzeMedalPercentage),
            any_medal_percentage: share(MetricName::AnyMedalPercentage),
        }
    }
}
