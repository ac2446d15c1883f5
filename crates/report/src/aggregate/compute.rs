//! From grading reports to the aggregate.

use std::collections::BTreeMap;

use mlebench_core::edition::Edition;
use mlebench_core::report::{CompetitionReport, GradingReport};
use serde::{Deserialize, Serialize};

use super::statistics::summarize_values;
use super::{
    AggregateError, BoundedInterval, MetricName, MetricSummary, SeedCount, SeedMetrics, SeedTally,
    seeds, wilson,
};
use crate::Split;

/// Averages over seeds.
///
/// The first three fields are a contract with callers of the original; the others follow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Aggregate {
    /// Number of seeds.
    pub num_seeds_averaged: usize,
    /// Number of competitions, the same in every seed.
    pub num_competitions_per_seed: usize,
    /// The eight numbers averaged over the seeds.
    pub metrics: BTreeMap<MetricName, MetricSummary>,

    /// Name of the split.
    pub split: String,
    /// The edition of all reports.
    pub edition: Edition,
    /// Intervals of the percentages that stay within 0 to 100.
    pub bounded_intervals: BTreeMap<MetricName, BoundedInterval>,
    /// The numbers of each seed.
    pub per_seed: Vec<SeedMetrics>,
    /// Remarks on what is not counted, or counted as no medal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What to average.
#[derive(Debug, Clone)]
pub struct AggregateOptions<'a> {
    /// The competitions that count.
    pub split: &'a Split,
    /// How many seeds.
    pub num_seeds: SeedCount,
    /// Whether a missing report counts as no medal; otherwise a seed without it is dropped.
    pub pad_missing: bool,
}

impl<'a> AggregateOptions<'a> {
    /// Takes all complete seeds of a split.
    pub fn new(split: &'a Split) -> Self {
        Self {
            split,
            num_seeds: SeedCount::All,
            pad_missing: false,
        }
    }
}

impl Aggregate {
    /// Averages tallies, of which there is at least one, all of the same competitions.
    pub(crate) fn of_seeds(split: &str, edition: Edition, seeds: &[SeedTally]) -> Self {
        let competitions = seeds
            .first()
            .map_or(0, |seed| seed.count(MetricName::TotalCompetitions));
        Self {
            num_seeds_averaged: seeds.len(),
            num_competitions_per_seed: competitions,
            metrics: summarize(seeds),
            split: split.to_owned(),
            edition,
            bounded_intervals: summarize_intervals(seeds),
            per_seed: seeds.iter().map(SeedTally::metrics).collect(),
            notes: Vec::new(),
        }
    }
}

/// Averages grading reports over seeds as the original does.
///
/// The k-th report of each competition of the split, in the order given, is seed k; competitions
/// outside the split are ignored. The original takes files in the order of their paths, which
/// matters only where some seeds are left out. Seeds without all competitions are dropped unless
/// they are padded.
///
/// # Errors
///
/// Returns an error if the split is empty or repeats itself, if no seed is complete, if fewer
/// seeds are left than asked for, or if the reports that count are of both editions.
///
/// # Examples
///
/// ```
/// use mlebench_report::{AggregateError, AggregateOptions, Split, aggregate};
///
/// let low = Split::new("low", vec!["leaf-classification".to_owned()]);
/// let error = aggregate(&[], &AggregateOptions::new(&low)).unwrap_err();
/// assert!(matches!(error, AggregateError::NothingLeft { .. }));
/// ```
pub fn aggregate(
    reports: &[GradingReport],
    options: &AggregateOptions<'_>,
) -> Result<Aggregate, AggregateError> {
    let split = options.split;
    let seeds = seeds::build(reports, split, options.num_seeds, options.pad_missing)?;
    let counted = reports
        .iter()
        .flat_map(|report| &report.competition_reports)
        .filter(|report| split.competition_ids.contains(&report.competition_id));
    let edition = common_edition(counted)?;
    let mut aggregate = Aggregate::of_seeds(&split.name, edition, &seeds.tallies);
    aggregate.notes = seeds.notes;
    Ok(aggregate)
}

/// Returns the edition of all reports, the published one if there is none.
///
/// # Errors
///
/// Returns an error if they differ.
pub(crate) fn common_edition<'a>(
    reports: impl IntoIterator<Item = &'a CompetitionReport>,
) -> Result<Edition, AggregateError> {
    let mut editions = reports.into_iter().map(|report| report.edition);
    let first = editions.next().unwrap_or_default();
    match editions.find(|edition| *edition != first) {
        None => Ok(first),
        Some(second) => Err(AggregateError::MixedEditions { first, second }),
    }
}

/// Averages the eight numbers over seeds, of which there is at least one.
pub(crate) fn summarize(seeds: &[SeedTally]) -> BTreeMap<MetricName, MetricSummary> {
    let per_seed: Vec<SeedMetrics> = seeds.iter().map(SeedTally::metrics).collect();
    let summary = |name| {
        let values: Vec<f64> = per_seed.iter().map(|seed| seed.get(name)).collect();
        (name, summarize_values(&values))
    };
    MetricName::ALL.map(summary).into()
}

/// Returns the bounded intervals of the percentages.
pub(crate) fn summarize_intervals(seeds: &[SeedTally]) -> BTreeMap<MetricName, BoundedInterval> {
    let total = |name| seeds.iter().map(|seed| seed.count(name)).sum();
    let trials = total(MetricName::TotalCompetitions);
    let percentages = MetricName::ALL
        .into_iter()
        .filter(|name| name.is_percentage());
    percentages
        .map(|name| (name, wilson(total(name), trials)))
        .collect()
}
