//! `mlebench run`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use mlebench_core::competition::Competition;
use mlebench_core::edition::Edition;
use mlebench_core::exit_code::ExitCode;
use mlebench_core::prepare::DataLayout;
use mlebench_core::spec::SplitName;
use mlebench_runner::{
    CancelToken, GroupError, GroupOutcome, GroupPlan, GroupSettings, Limits, NetworkMode,
    SandboxKind, find_group, parse_bytes, parse_duration, read_plan, resume_group, run_group,
};

use crate::args::{Format, RunsDir};
use crate::commands::list::split_name;
use crate::commands::{prepare, report};
use crate::context::Context;
use crate::error::CliError;
use crate::run_view::RunView;
use crate::{agents, tasks};

/// Flags of `run`.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The agent: a name below `agents/`, or its folder
    #[arg(long, value_name = "NAME|DIR", required_unless_present = "resume")]
    agent: Option<String>,
    /// The competitions
    #[arg(short = 'c', long = "competition-id", visible_alias = "competition", value_name = "ID", num_args = 1.., help_heading = "What to run")]
    competitions: Vec<String>,
    /// The competitions of a split
    #[arg(long, value_name = "NAME", value_parser = split_name, help_heading = "What to run")]
    split: Option<SplitName>,
    /// The competitions that a file lists, one id a line
    #[arg(long, value_name = "FILE", help_heading = "What to run")]
    competition_set: Option<PathBuf>,
    /// Number of runs of each competition, with the seeds 0, 1, ...
    #[arg(
        long,
        visible_alias = "n-seeds",
        value_name = "N",
        help_heading = "What to run"
    )]
    seeds: Option<u64>,
    /// Continue a group: its name, the beginning of it, or `latest`; does only what is missing
    #[arg(long, value_name = "GROUP", help_heading = "What to run")]
    resume: Option<String>,
    /// Number of runs at a time
    #[arg(
        long,
        visible_alias = "n-workers",
        value_name = "N",
        default_value_t = 1,
        help_heading = "What to run"
    )]
    workers: usize,
    /// Do not grade
    #[arg(long, help_heading = "What to run")]
    no_grade: bool,
    /// Time of each run, such as 10m or 24h [default: the agent's, or 24h]
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Limits of each run")]
    time_limit: Option<Duration>,
    /// Memory, such as 8G
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, help_heading = "Limits of each run")]
    memory: Option<u64>,
    /// Processor cores
    #[arg(long, value_name = "N", help_heading = "Limits of each run")]
    cpus: Option<f64>,
    /// Graphics processors (not implemented yet)
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        help_heading = "Limits of each run"
    )]
    gpus: u32,
    /// Disk, such as 20G
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, help_heading = "Limits of each run")]
    disk: Option<u64>,
    /// Network of the agent: none, allow:HOST,... or full [default: none]
    #[arg(long, value_name = "MODE", help_heading = "Sandbox")]
    network: Option<NetworkMode>,
    /// Sandbox: auto, bubblewrap or none (no protection, for trusted agents) [default: auto]
    #[arg(long, value_name = "NAME", help_heading = "Sandbox")]
    sandbox: Option<SandboxKind>,
    #[command(flatten)]
    runs_dir: RunsDir,
}

/// Runs an agent on competitions and reports.
pub(crate) fn run(args: &RunArgs, context: &Context) -> Result<ExitCode, CliError> {
    if args.gpus > 0 {
        return Err(CliError::not_there_yet(
            "passing graphics processors to an agent (`--gpus`)",
        ));
    }
    let runs_dir = args.runs_dir.path();
    let resumed = args
        .resume
        .as_deref()
        .map(|name| open_group(&runs_dir, name))
        .transpose()?;
    let plan = resumed.as_ref().map(|(_, plan)| plan);
    let name = args
        .agent
        .as_deref()
        .or(plan.map(|plan| plan.agent.name.as_str()));
    let found = agents::find(name.unwrap_or_default())?;
    let competitions = competitions(args, plan, context)?;
    let edition = edition(&competitions)?;
    let settings = GroupSettings {
        limits: limits(args, plan, &found.agent.limits),
        agent: found.agent.clone(),
        tasks: tasks::tasks(competitions, !args.no_grade)?,
        seeds: seeds(args, plan),
        sandbox: args
            .sandbox
            .or(plan.map(|p| p.sandbox))
            .unwrap_or(SandboxKind::Bubblewrap),
        network: args
            .network
            .clone()
            .or(plan.map(|p| p.network.clone()))
            .unwrap_or_default(),
        workers: args.workers.max(1),
        runs_dir,
        edition: edition.to_string(),
        grade: !args.no_grade,
        init_program: std::env::current_exe().map_err(|error| CliError::new(error.to_string()))?,
    };
    let outcome = work(
        &settings,
        resumed.as_ref().map(|(dir, _)| dir.as_path()),
        context,
    )?;
    report::print_group(&outcome.group_dir, context, context.format == Format::Json)?;
    Ok(exit_code(&outcome))
}

/// Runs or resumes a group and shows what happens.
pub(crate) fn work(
    settings: &GroupSettings,
    resumed: Option<&Path>,
    context: &Context,
) -> Result<GroupOutcome, CliError> {
    let cancel = CancelToken::new();
    cancel
        .request_on_signals()
        .map_err(|error| CliError::new(error.to_string()))?;
    if settings.sandbox == SandboxKind::None {
        context.note(
            "warning: without a sandbox the agent can read everything that you can, the answers included; \
             the results are labelled so",
        );
    }
    let view = RunView::new(context.progress);
    let on_event = |event: &_| view.show(event);
    let outcome = match resumed {
        Some(folder) => resume_group(folder, settings, &cancel, &on_event),
        None => run_group(settings, &cancel, &on_event),
    };
    view.end();
    let outcome = outcome.map_err(|error| group_error(&error))?;
    for failure in &outcome.failures {
        crate::output::error(failure);
    }
    if outcome.missing > 0 {
        let name = outcome
            .group_dir
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        context.note(&format!(
            "{} runs are missing (hint: the same command with `--resume {name}` does them)",
            outcome.missing
        ));
    }
    Ok(outcome)
}

/// Returns the exit code of a group's work.
pub(crate) fn exit_code(outcome: &GroupOutcome) -> ExitCode {
    if outcome.interrupted {
        ExitCode::Interrupted
    } else if outcome.missing > 0 || !outcome.failures.is_empty() {
        ExitCode::SomeFailed
    } else {
        ExitCode::Done
    }
}

/// Gives a group's error its exit code, and a way out where the sandbox is to blame.
pub(crate) fn group_error(error: &GroupError) -> CliError {
    match error {
        GroupError::NotReady { sandbox: true, .. } => CliError::with_code(
            ExitCode::NoSandbox,
            format!(
                "{error}\n  (hint: `mlebench doctor` says more; `--sandbox none` runs trusted agents without protection)"
            ),
        ),
        _ => CliError::new(error.to_string()),
    }
}

fn open_group(runs_dir: &Path, name: &str) -> Result<(PathBuf, GroupPlan), CliError> {
    let folder = find_group(runs_dir, name).map_err(|error| group_error(&error))?;
    let plan = read_plan(&folder).map_err(|error| CliError::new(error.to_string()))?;
    Ok((folder, plan))
}

fn competitions(
    args: &RunArgs,
    plan: Option<&GroupPlan>,
    context: &Context,
) -> Result<Vec<(Competition, DataLayout)>, CliError> {
    let mut ids = args.competitions.clone();
    if let Some(list) = &args.competition_set {
        ids.extend(prepare::read_list(list)?);
    }
    if let Some(split) = args.split {
        ids.extend(
            context
                .registry
                .split(split)?
                .into_iter()
                .map(|competition| competition.id),
        );
    }
    if let (true, Some(plan)) = (ids.is_empty(), plan) {
        ids.clone_from(&plan.competitions);
    }
    if ids.is_empty() {
        let message = "no competition is chosen (hint: `-c ID...`, `--split NAME` or `--competition-set FILE`)";
        return Err(CliError::with_code(ExitCode::Usage, message));
    }
    ids.iter()
        .map(|id| Ok((context.registry.get(id)?, context.layout(id))))
        .collect()
}

/// The edition of the prepared data; editions never mix in one group.
fn edition(competitions: &[(Competition, DataLayout)]) -> Result<Edition, CliError> {
    let mut editions = competitions
        .iter()
        .map(|(_, layout)| layout.manifest().map_or(Edition::Published, |m| m.edition));
    let first = editions.next().unwrap_or_default();
    if editions.any(|edition| edition != first) {
        return Err(CliError::new(
            "the competitions are prepared in different editions (hint: prepare them in one, with another `--data-dir`)",
        ));
    }
    Ok(first)
}

fn seeds(args: &RunArgs, plan: Option<&GroupPlan>) -> Vec<u64> {
    match (args.seeds, plan) {
        (Some(count), _) => (0..count).collect(),
        (None, Some(plan)) => plan.seeds.clone(),
        (None, None) => vec![0],
    }
}

/// The limits: flags first, then the plan of a resumed group, then the agent's own.
fn limits(args: &RunArgs, plan: Option<&GroupPlan>, agent: &Limits) -> Limits {
    let mut limits = plan.map_or(agent, |plan| &plan.limits).clone();
    if let Some(time) = args.time_limit {
        limits.wall_s = time.as_secs_f64();
    }
    limits.memory_bytes = args.memory.or(limits.memory_bytes);
    limits.cpus = args.cpus.or(limits.cpus);
    limits.disk_bytes = args.disk.or(limits.disk_bytes);
    limits
}
