//! The report of a group as it is written.

use std::collections::HashMap;

use mlebench_core::report::GradingReport;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{HeadlineRow, RunStatus, RunSummary};
use crate::aggregate::Aggregate;

/// The reason shown for a run that ended well but has no report.
pub(crate) const UNCOUNTED_WITHOUT_REPORT: &str = "not graded";

/// All there is to say about a run group.
///
/// Its JSON begins with the fields of the aggregate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupReport {
    /// Averages over the declared seeds.
    #[serde(flatten)]
    pub aggregate: Aggregate,
    /// The group's name.
    pub run_group: String,
    /// The agent's name.
    pub agent: String,
    /// One row for each split.
    pub headline: Vec<HeadlineRow>,
    /// The same without the competitions in `tagged`; empty if there are none of these.
    pub headline_without_tagged: Vec<HeadlineRow>,
    /// Declared competitions whose medals say little.
    pub tagged: Vec<TaggedCompetition>,
    /// What a reader must know beside the numbers.
    pub labels: Vec<Label>,
    /// Declared runs that count as no medal because they have no report.
    pub uncounted_runs: Vec<UncountedRun>,
    /// All declared runs, by competition and seed in declared order.
    pub runs: Vec<RunSummary>,
    /// Provenance, as it was given.
    pub provenance: Map<String, Value>,
}

/// A competition with tags that make its medals doubtful.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaggedCompetition {
    /// The competition.
    pub competition_id: String,
    /// Its doubtful tags.
    pub tags: Vec<String>,
}

/// What sets runs apart from an unaided run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelKind {
    /// Something was graded while the agent lived.
    TestQueries,
    /// The agent had a network.
    Network,
}

/// A label that belongs to the headline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// What it is about.
    pub kind: LabelKind,
    /// Number of runs concerned.
    pub runs: usize,
    /// The label as a sentence for people.
    pub text: String,
}

/// A declared run without a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UncountedRun {
    /// The competition.
    pub competition_id: String,
    /// The seed.
    pub seed: u64,
    /// How the run ended.
    pub status: RunStatus,
    /// Why there is no report.
    pub reason: String,
}

impl GroupReport {
    /// Returns one grading report per declared seed, with the reports that count.
    ///
    /// This is how several groups are averaged together: by [`crate::aggregate()`].
    pub fn grading_reports(&self) -> Vec<GradingReport> {
        let mut by_seed: Vec<Vec<_>> = Vec::new();
        let mut places: HashMap<u64, usize> = HashMap::new();
        for run in &self.runs {
            let place = *places.entry(run.seed).or_insert_with(|| {
                by_seed.push(Vec::new());
                by_seed.len() - 1
            });
            by_seed[place].extend(run.counted_report().cloned());
        }
        let reports = by_seed.into_iter();
        reports
            .map(|reports| GradingReport::new(reports, Vec::new()))
            .collect()
    }
}
