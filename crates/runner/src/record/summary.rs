//! A finished or half-finished group as programs read it.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::plan::FORMAT_VERSION;
use super::{GroupDir, GroupPlan, NetworkUse, RunState, RunStatus};
use crate::error::IoError;
use crate::limits::{LimitKind, LimitRecord};
use crate::record::Usage;

/// One run, with all a report says about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunSummary {
    /// The run; nothing if it has not taken place.
    pub run_id: Option<String>,
    /// The competition.
    pub competition_id: String,
    /// The seed.
    pub seed: u64,
    /// How it ended.
    pub status: RunStatus,
    /// The grade, as the grader returned it.
    pub report: Option<Value>,
    /// What was used.
    pub usage: Option<Usage>,
    /// Every budget with its use and what enforced it.
    pub limits: Vec<LimitRecord>,
    /// The budget that ended the agent.
    pub limit: Option<LimitKind>,
    /// How often the validation server was asked.
    pub validate_calls: u64,
    /// Gradings while the agent lived.
    pub test_queries: u64,
    /// The network and its use.
    pub network: NetworkUse,
    /// SHA-256 of the sealed submission.
    pub submission_sha256: Option<String>,
    /// Why there is no grade, or the agent did not start, or the submission was refused.
    pub problem: Option<String>,
    /// The run's folder.
    pub run_dir: Option<PathBuf>,
}

/// A group: what was planned and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupRecord {
    /// The group's folder.
    pub group_dir: PathBuf,
    /// The plan.
    pub plan: GroupPlan,
    /// One for each competition and seed of the plan, in its order.
    pub runs: Vec<RunSummary>,
    /// Logs that do not hold together; their runs count as missing.
    pub problems: Vec<String>,
}

/// Reads a group as it stands, also while it is being worked on.
///
/// # Errors
///
/// Returns an error if the folder holds no plan, or one of a newer format.
pub fn read_group(dir: &Path) -> Result<GroupRecord, IoError> {
    let plan = read_plan_file(dir)?;
    let group = GroupDir::at(dir);
    let (states, problems) = group.states()?;
    let mut runs = Vec::new();
    for competition_id in &plan.competitions {
        for seed in &plan.seeds {
            let is_it = |state: &&RunState| {
                let record = state.plan.as_ref();
                record.is_some_and(|r| r.competition_id == *competition_id && r.seed == *seed)
            };
            // Of several attempts the most complete one counts.
            let best = states.iter().filter(is_it).max_by_key(|state| {
                (
                    state.is_settled(plan.grade),
                    state.is_completable(),
                    state.started.is_some(),
                )
            });
            runs.push(summarize(&group, competition_id, *seed, best));
        }
    }
    Ok(GroupRecord {
        group_dir: dir.to_path_buf(),
        plan,
        runs,
        problems,
    })
}

/// Reads the plan of the group in `dir`.
pub(crate) fn read_plan_file(dir: &Path) -> Result<GroupPlan, IoError> {
    let path = dir.join("group.json");
    let bytes = fs::read(&path).map_err(IoError::at("read the plan of the group", &path))?;
    let plan: GroupPlan = serde_json::from_slice(&bytes).map_err(|error| {
        IoError::at("read the plan of the group", &path)(std::io::Error::from(error))
    })?;
    if plan.format_version > FORMAT_VERSION {
        let message = format!(
            "it was written by a newer version ({})",
            plan.mlebench_version
        );
        return Err(IoError::at("read the plan of the group", &path)(
            std::io::Error::other(message),
        ));
    }
    Ok(plan)
}

fn summarize(
    group: &GroupDir,
    competition_id: &str,
    seed: u64,
    state: Option<&RunState>,
) -> RunSummary {
    let empty = RunState::default();
    let known = state.unwrap_or(&empty);
    let run_id = known.plan.as_ref().map(|plan| plan.run_id.clone());
    let run_dir = run_id.as_ref().map(|run_id| group.run(run_id));
    let exit = known.exit.as_ref();
    let report = run_dir
        .as_ref()
        .filter(|_| {
            known
                .grade
                .as_ref()
                .is_some_and(|grade| grade.error.is_none())
        })
        .and_then(|dir| serde_json::from_slice(&fs::read(dir.join("grade.json")).ok()?).ok());
    let problem = [
        known.failure.clone(),
        exit.and_then(|exit| exit.message.clone()),
        known.seal.as_ref().and_then(|seal| seal.reason.clone()),
        known.grade.as_ref().and_then(|grade| grade.error.clone()),
    ];
    let network = NetworkUse {
        mode: known
            .started
            .as_ref()
            .map(|started| started.network.clone())
            .unwrap_or_default(),
        ..NetworkUse::default()
    };
    RunSummary {
        run_id,
        competition_id: competition_id.to_owned(),
        seed,
        status: known.status(),
        report,
        usage: exit.map(|exit| exit.usage.clone()),
        limits: exit.map(|exit| exit.limits.clone()).unwrap_or_default(),
        limit: exit.and_then(|exit| exit.limit),
        validate_calls: exit.map_or(0, |exit| exit.validate_calls),
        test_queries: exit.map_or(0, |exit| exit.test_queries),
        network: exit.map_or(network, |exit| exit.network.clone()),
        submission_sha256: known.seal.as_ref().and_then(|seal| seal.sha256.clone()),
        problem: problem.into_iter().flatten().next(),
        run_dir,
    }
}
