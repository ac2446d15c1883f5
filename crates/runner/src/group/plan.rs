//! Declaring a group: everything that can be checked is checked before the first run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mlebench_data::files::free_space;

use super::GroupError;
use crate::agent::Agent;
use crate::limits::Limits;
use crate::record::{AgentRecord, FORMAT_VERSION, GroupPlan};
use crate::sandbox::{NetworkMode, SandboxKind, open};
use crate::task::Task;

/// Free space below which no run is started.
const LEAST_FREE_BYTES: u64 = 64 << 20;

/// What a group is to be, and what it is worked through with.
#[derive(Debug, Clone)]
pub struct GroupSettings {
    /// The agent.
    pub agent: Agent,
    /// The competitions.
    pub tasks: Vec<Task>,
    /// The seeds each of them is run with.
    pub seeds: Vec<u64>,
    /// The budgets of every run.
    pub limits: Limits,
    /// The back end.
    pub sandbox: SandboxKind,
    /// The network.
    pub network: NetworkMode,
    /// How many runs may go on at once, at least 1.
    pub workers: usize,
    /// Where groups are kept.
    pub runs_dir: PathBuf,
    /// The edition of the benchmark.
    pub edition: String,
    /// Whether to grade runs when they are sealed.
    pub grade: bool,
    /// A program that calls [`sandbox_init_main`](crate::sandbox_init_main); the running one, in
    /// general.
    pub init_program: PathBuf,
}

/// Checks that all runs of a group can start.
///
/// # Errors
///
/// Returns an error that lists everything that is in the way.
pub fn check_group(settings: &GroupSettings) -> Result<(), GroupError> {
    let mut problems = settings.limits.problems();
    problems.extend(settings.agent.problems());
    problems.extend(task_problems(settings));
    if let NetworkMode::Allow(_) = settings.network {
        problems.push(
            "the network mode `allow` is not there yet (hint: `--network none` or `full`)"
                .to_owned(),
        );
    }
    problems.extend(disk_problem(&settings.runs_dir));
    let sandbox = open(settings.sandbox, &settings.init_program);
    let mut unusable = false;
    if let Err(error) = sandbox.check() {
        unusable = true;
        problems.push(error.to_string());
    }
    for task in &settings.tasks {
        problems.extend(sandbox.problems(&task.public_dir, &settings.agent));
    }
    let mut seen = BTreeSet::new();
    problems.retain(|problem| seen.insert(problem.clone()));
    if problems.is_empty() {
        return Ok(());
    }
    Err(GroupError::NotReady {
        problems,
        sandbox: unusable,
    })
}

fn task_problems(settings: &GroupSettings) -> Vec<String> {
    let mut problems = Vec::new();
    if settings.tasks.is_empty() {
        problems.push("no competition is selected".to_owned());
    }
    if settings.seeds.is_empty() {
        problems.push("no seed is given".to_owned());
    }
    let mut seen = BTreeSet::new();
    for task in &settings.tasks {
        let id = &task.competition_id;
        if !seen.insert(id) {
            problems.push(format!("the competition `{id}` is selected twice"));
        }
        let filled =
            std::fs::read_dir(&task.public_dir).is_ok_and(|mut entries| entries.next().is_some());
        if !filled {
            problems.push(format!(
                "`{id}` is not prepared: `{}` has no files (hint: `mlebench prepare -c {id}`)",
                task.public_dir.display()
            ));
        }
    }
    problems
}

/// Says when hardly any space is left where runs are kept.
fn disk_problem(runs_dir: &Path) -> Option<String> {
    let there = runs_dir.ancestors().find(|dir| dir.exists())?;
    let there = if there.as_os_str().is_empty() {
        Path::new(".")
    } else {
        there
    };
    let free = free_space(there).ok()?;
    (free < LEAST_FREE_BYTES).then(|| {
        format!(
            "only {free} bytes are free at `{}` (hint: `--runs-dir DIR`)",
            runs_dir.display()
        )
    })
}

/// Writes down what the settings declare.
pub(super) fn declare(settings: &GroupSettings, run_group: String) -> GroupPlan {
    GroupPlan {
        format_version: FORMAT_VERSION,
        run_group,
        created_at: jiff::Timestamp::now().to_string(),
        mlebench_version: env!("CARGO_PKG_VERSION").to_owned(),
        agent: AgentRecord {
            name: settings.agent.name.clone(),
            version: settings.agent.version.clone(),
            definition_sha256: settings.agent.definition_sha256.clone(),
        },
        edition: settings.edition.clone(),
        competitions: settings
            .tasks
            .iter()
            .map(|task| task.competition_id.clone())
            .collect(),
        seeds: settings.seeds.clone(),
        limits: settings.limits.clone(),
        sandbox: settings.sandbox,
        network: settings.network.clone(),
        grade: settings.grade,
    }
}

/// Returns how the settings differ from what was declared, in what a result depends on.
pub(super) fn difference(plan: &GroupPlan, settings: &GroupSettings) -> Option<String> {
    let now = declare(settings, plan.run_group.clone());
    if now.agent != plan.agent {
        return Some(format!(
            "the agent has changed: it was `{}` version `{}` ({})",
            plan.agent.name,
            plan.agent.version,
            &plan.agent.definition_sha256.get(..12).unwrap_or_default()
        ));
    }
    let same = [
        ("edition", now.edition == plan.edition),
        ("limits", now.limits == plan.limits),
        ("sandbox", now.sandbox == plan.sandbox),
        ("network mode", now.network == plan.network),
        ("seeds", now.seeds == plan.seeds),
    ];
    if let Some((what, _)) = same.into_iter().find(|(_, same)| !same) {
        return Some(format!("it was planned with another choice of `{what}`"));
    }
    let missing = plan
        .competitions
        .iter()
        .find(|id| !now.competitions.contains(id));
    missing.map(|id| format!("its competition `{id}` is not given"))
}
