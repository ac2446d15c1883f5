//! `mlebench grade-sample`.

use std::path::PathBuf;

use clap::Args;
use mlebench_core::exit_code::ExitCode;
use mlebench_core::grader::Grader;
use mlebench_runner::note_test_query;

use crate::context::{Context, now};
use crate::error::CliError;
use crate::output;

/// Flags of `grade-sample`.
#[derive(Debug, Args)]
pub(crate) struct GradeSampleArgs {
    /// The submission, a CSV file; a path without a file gives the thresholds alone
    submission: PathBuf,
    /// The competition
    #[arg(value_name = "ID")]
    competition: String,
}

/// Grades one file and prints its report as JSON, the format that callers cut out of the output.
///
/// Ends with 0 also for a rejected or missing submission, with 1 when the competition is not
/// prepared.
pub(crate) fn run(args: &GradeSampleArgs, context: &Context) -> Result<ExitCode, CliError> {
    let competition = context.registry.get(&args.competition)?;
    let grader = Grader::open(&competition, &context.layout(&competition.id))
        .map_err(|error| CliError::from(error).code(ExitCode::Error))?;
    let report = grader.grade_file(Some(&args.submission), now())?;
    note_test_query(&competition.id).map_err(|error| CliError::new(error.to_string()))?;
    output::json(&report)?;
    Ok(ExitCode::Done)
}
