//! The runs of a group, with the field names of its JSON.

use mlebench_core::record::{NetworkUse, RunStatus, Usage};
use mlebench_core::report::CompetitionReport;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A run group: what was declared before it began, and what came of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RunGroup {
    /// The group's name.
    pub run_group: String,
    /// The agent's name.
    pub agent: String,
    /// The declared competitions, each once.
    pub competition_ids: Vec<String>,
    /// The declared seeds, each once.
    pub seeds: Vec<u64>,
    /// The runs, in any order; declared ones may lack.
    pub runs: Vec<RunSummary>,
    /// Facts of provenance that are passed on as they are.
    #[serde(default)]
    pub provenance: Map<String, Value>,
}

/// One run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunSummary {
    /// The run's id; nothing if it has not taken place.
    pub run_id: Option<String>,
    /// The competition.
    pub competition_id: String,
    /// The seed.
    pub seed: u64,
    /// How it ended.
    pub status: RunStatus,
    /// The report of the sealed submission.
    pub report: Option<CompetitionReport>,
    /// What was used.
    pub usage: Option<Usage>,
    /// How often the validation server was asked.
    pub validate_calls: u64,
    /// How often something was graded while the agent lived.
    pub test_queries: u64,
    /// The network and its use.
    pub network: NetworkUse,
    /// SHA-256 of the sealed submission.
    pub submission_sha256: Option<String>,
    /// Why there is no report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl RunSummary {
    /// Creates the summary of a run that has not taken place.
    pub fn missing(competition_id: impl Into<String>, seed: u64) -> Self {
        Self {
            run_id: None,
            competition_id: competition_id.into(),
            seed,
            status: RunStatus::Missing,
            report: None,
            usage: None,
            validate_calls: 0,
            test_queries: 0,
            network: NetworkUse::default(),
            submission_sha256: None,
            problem: None,
        }
    }

    /// Returns the report, if the run is one that counts.
    pub fn counted_report(&self) -> Option<&CompetitionReport> {
        self.report.as_ref().filter(|_| self.status.is_conclusive())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_records_that_say_more() {
        let text = r#"{"run_id": "leaf_1", "competition_id": "leaf", "seed": 7,
            "status": "timed_out", "report": null,
            "usage": {"wall_s": 1.5, "cpu_s": 2.0, "memory_peak_bytes": 4096,
                "mechanism": "cgroup v2", "io_bytes": 1},
            "limits": [], "limit": "wall", "validate_calls": 1, "test_queries": 0,
            "network": {"mode": "none", "attempts": 2, "allowed": 0},
            "submission_sha256": null, "run_dir": "/somewhere"}"#;
        let run: RunSummary = serde_json::from_str(text).unwrap();
        assert_eq!(run.status, RunStatus::TimedOut);
        assert_eq!(run.usage.unwrap().memory_peak_bytes, 4096);
    }

    #[test]
    fn writes_the_fields_of_the_contract_in_order() {
        let value = serde_json::to_value(RunSummary::missing("leaf", 0)).unwrap();
        let keys: Vec<&str> = value
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let expected = [
            "run_id",
            "competition_id",
            "seed",
            "status",
            "report",
            "usage",
            "validate_calls",
            "test_queries",
            "network",
            "submission_sha256",
        ];
        assert_eq!(keys, expected);
    }
}
