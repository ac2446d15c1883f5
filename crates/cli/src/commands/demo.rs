//! `mlebench demo`.

use std::path::{Path, PathBuf};

use clap::Args;
use mlebench_core::exit_code::ExitCode;
use mlebench_core::prepare::DataLayout;
use mlebench_core::prepare::pipeline::{PrepareOptions, prepare};
use mlebench_runner::{GroupSettings, Limits, NetworkMode, SandboxKind};

use crate::agents::{self, FoundAgent};
use crate::args::Format;
use crate::commands::report;
use crate::commands::run::{exit_code, work};
use crate::context::{Context, now};
use crate::error::CliError;
use crate::{demo, output, tasks};

/// Flags of `demo`.
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// Folder for data and runs, which is made [default: a temporary one]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Sandbox: auto, bubblewrap or none (no protection)
    #[arg(long, value_name = "NAME", default_value = "auto")]
    sandbox: SandboxKind,
    /// Number of runs of each agent
    #[arg(long, value_name = "N", default_value_t = 2)]
    seeds: u64,
}

/// Seconds that an agent of the demo may work.
const TIME_LIMIT_S: f64 = 30.0;

const NEXT: &str = "\
Next, on real data (accept the competition's rules on Kaggle and download its archive first):
  mlebench prepare -c aerial-cactus-identification --from-zip aerial-cactus-identification.zip
  mlebench run --agent cactus-cnn -c aerial-cactus-identification --seeds 3 --time-limit 10m
  mlebench report latest";

/// Draws data, prepares it, runs agents on it, grades and reports.
pub(crate) fn run(args: &DemoArgs, context: &Context) -> Result<ExitCode, CliError> {
    let folder = work_folder(args)?;
    let competition = demo::competition().map_err(|error| CliError::new(error.to_string()))?;
    context.note(&format!("drawing 1,500 photos into {}", folder.display()));
    let zip = folder.join("demo-cactus.zip");
    demo::write_raw_archive(&zip).map_err(|error| CliError::new(error.to_string()))?;

    context.note("preparing: dividing them into public data and private answers");
    let layout = DataLayout::new(&folder.join("data"), demo::ID);
    let options = PrepareOptions {
        zip: Some(zip),
        created_at: now(),
        ..PrepareOptions::default()
    };
    prepare(&competition, &layout, &options, &context.reporter(demo::ID))?;

    let mut outcomes = Vec::new();
    for found in &demo_agents(context)? {
        let name = &found.agent.name;
        context.note(&format!(
            "running the agent `{name}` in the sandbox `{}`",
            args.sandbox
        ));
        let settings = settings(args, found, &competition, &layout, &folder)?;
        outcomes.push(work(&settings, None, context)?);
    }
    for outcome in &outcomes {
        report::print_group(&outcome.group_dir, context, false)?;
        output::result("");
    }
    if context.format == Format::Table {
        output::result(&format!("Everything is in {}\n\n{NEXT}", folder.display()));
    }
    let codes: Vec<ExitCode> = outcomes.iter().map(exit_code).collect();
    Ok(codes
        .into_iter()
        .find(|code| *code != ExitCode::Done)
        .unwrap_or(ExitCode::Done))
}

fn work_folder(args: &DemoArgs) -> Result<PathBuf, CliError> {
    let failed = |error: std::io::Error| CliError::new(format!("failed to make a folder: {error}"));
    match &args.dir {
        None => {
            let folder = tempfile::Builder::new().prefix("mlebench-demo-").tempdir();
            Ok(folder.map_err(failed)?.keep())
        }
        Some(folder) => {
            std::fs::create_dir_all(folder).map_err(failed)?;
            if std::fs::read_dir(folder).map_err(failed)?.next().is_some() {
                let folder = folder.display();
                return Err(CliError::with_code(
                    ExitCode::Usage,
                    format!("`{folder}` is not empty (hint: give a new folder)"),
                ));
            }
            std::fs::canonicalize(folder).map_err(failed)
        }
    }
}

/// The agents of the demo: the dummy always, the network where it was built.
fn demo_agents(context: &Context) -> Result<Vec<FoundAgent>, CliError> {
    let program = agents::program_folder()?;
    let mut found = vec![agents::built_in("dummy", &program)?];
    let network = agents::built_in("cactus-cnn", &program)?;
    if network.agent.problems().is_empty() {
        found.push(network);
    } else {
        context.note(
            "the agent `cactus-cnn` is not beside this program, so the dummy runs alone\n  \
             (hint: `cargo build --release` in the repository builds both)",
        );
    }
    Ok(found)
}

fn settings(
    args: &DemoArgs,
    found: &FoundAgent,
    competition: &mlebench_core::competition::Competition,
    layout: &DataLayout,
    folder: &Path,
) -> Result<GroupSettings, CliError> {
    let tasks = tasks::tasks(vec![(competition.clone(), layout.clone())], true)?;
    let limits = Limits {
        wall_s: TIME_LIMIT_S,
        ..found.agent.limits.clone()
    };
    Ok(GroupSettings {
        agent: found.agent.clone(),
        tasks,
        seeds: (0..args.seeds.max(1)).collect(),
        limits,
        sandbox: args.sandbox,
        network: NetworkMode::None,
        workers: 1,
        runs_dir: folder.join("runs"),
        edition: mlebench_core::edition::Edition::Published.to_string(),
        grade: true,
        init_program: std::env::current_exe().map_err(|error| CliError::new(error.to_string()))?,
    })
}
