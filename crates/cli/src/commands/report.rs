//! `mlebench report` and `mlebench collect`.

use std::path::{Path, PathBuf};

use clap::Args;
use mlebench_core::exit_code::ExitCode;
use mlebench_runner::{find_group, read_group};

use crate::commands::run::group_error;
use crate::context::{Context, absolute};
use crate::error::CliError;
use crate::output;

/// Flags of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Run groups (a name, the beginning of one, `latest`, a folder) or grading reports
    #[arg(required = true, value_name = "GROUP|REPORT")]
    sources: Vec<String>,
    /// Folder of run groups
    #[arg(
        long,
        value_name = "DIR",
        env = "MLEBENCH_RUNS_DIR",
        default_value = "runs"
    )]
    runs_dir: PathBuf,
}

/// Flags of `collect`.
#[derive(Debug, Args)]
pub(crate) struct CollectArgs {
    /// The run group: a name, the beginning of one, `latest`, or a folder
    group: String,
    /// Folder of run groups
    #[arg(
        long,
        value_name = "DIR",
        env = "MLEBENCH_RUNS_DIR",
        default_value = "runs"
    )]
    runs_dir: PathBuf,
}

pub(crate) fn run(args: &ReportArgs, context: &Context) -> Result<ExitCode, CliError> {
    for source in &args.sources {
        let folder = find_group(&absolute(&args.runs_dir), source).map_err(group_error)?;
        print_group(&folder, context, true)?;
    }
    Ok(ExitCode::Done)
}

pub(crate) fn print_group(folder: &Path, _context: &Context, _json: bool) -> Result<(), CliError> {
    let group = read_group(folder).map_err(|error| CliError::new(error.to_string()))?;
    output::json(&group)
}

pub(crate) fn collect(args: &CollectArgs, _context: &Context) -> Result<ExitCode, CliError> {
    let _ = find_group(&absolute(&args.runs_dir), &args.group).map_err(group_error)?;
    Ok(ExitCode::Done)
}
