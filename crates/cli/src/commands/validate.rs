//! `mlebench validate`.

use std::path::PathBuf;

use clap::Args;
use mlebench_core::exit_code::ExitCode;
use mlebench_core::grader::{Grader, validate_file};
use serde_json::json;

use crate::args::Format;
use crate::context::Context;
use crate::error::CliError;
use crate::output;

/// Flags of `validate`.
#[derive(Debug, Args)]
pub(crate) struct ValidateArgs {
    /// The submission, a CSV file
    submission: PathBuf,
    /// The competition
    #[arg(value_name = "ID")]
    competition: String,
}

/// Says whether a submission is acceptable, by the code that grading begins with.
pub(crate) fn run(args: &ValidateArgs, context: &Context) -> Result<ExitCode, CliError> {
    let competition = context.registry.get(&args.competition)?;
    let grader = Grader::open(&competition, &context.layout(&competition.id))?;
    let verdict = validate_file(grader.competition(), grader.expectation(), &args.submission)?;
    if context.format == Format::Json {
        output::json(&json!({
            "competition_id": competition.id,
            "valid": verdict.is_ok(),
            "reason": verdict.as_ref().err(),
        }))?;
    } else {
        output::result(&match &verdict {
            Ok(()) => "Submission is valid.".to_owned(),
            Err(rejection) => format!("Submission invalid! {rejection}"),
        });
    }
    Ok(if verdict.is_ok() {
        ExitCode::Done
    } else {
        ExitCode::Rejected
    })
}
