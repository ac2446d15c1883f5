//! The headline: one row of averages for each split.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::aggregate::{
    Aggregate, BoundedInterval, MetricName, MetricSummary, SeedTally, summarize,
    summarize_intervals,
};

/// Averages over the seeds for the competitions of one split.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HeadlineRow {
    /// The split's name.
    pub split: String,
    /// Number of competitions that count in every seed.
    pub num_competitions: usize,
    /// Number of competitions the split has.
    pub num_competitions_in_split: usize,
    /// Whether every competition of the split counts; otherwise the row does not compare with
    /// results of the whole split.
    pub complete: bool,
    /// Number of seeds.
    pub num_seeds: usize,
    /// The eight numbers averaged; empty if no competition counts.
    pub metrics: BTreeMap<MetricName, MetricSummary>,
    /// Intervals within 0 to 100; empty if no competition counts.
    pub bounded_intervals: BTreeMap<MetricName, BoundedInterval>,
}

impl HeadlineRow {
    /// Averages the tallies of each seed.
    pub(crate) fn new(split: &str, in_split: usize, seeds: &[SeedTally]) -> Self {
        let competitions = seeds
            .first()
            .map_or(0, |seed| seed.count(MetricName::TotalCompetitions));
        let mut row = Self {
            split: split.to_owned(),
            num_competitions: competitions,
            num_competitions_in_split: in_split,
            complete: competitions == in_split,
            num_seeds: seeds.len(),
            metrics: BTreeMap::new(),
            bounded_intervals: BTreeMap::new(),
        };
        if competitions > 0 {
            row.metrics = summarize(seeds);
            row.bounded_intervals = summarize_intervals(seeds);
        }
        row
    }
}

impl From<&Aggregate> for HeadlineRow {
    fn from(aggregate: &Aggregate) -> Self {
        Self {
            split: aggregate.split.clone(),
            num_competitions: aggregate.num_competitions_per_seed,
            num_competitions_in_split: aggregate.num_competitions_per_seed,
            complete: true,
            num_seeds: aggregate.num_seeds_averaged,
            metrics: aggregate.metrics.clone(),
            bounded_intervals: aggregate.bounded_intervals.clone(),
        }
    }
}
