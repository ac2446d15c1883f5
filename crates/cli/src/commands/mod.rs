//! One file per verb: its flags and what it does.

pub(crate) mod audit_data;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod dev;
pub(crate) mod doctor;
pub(crate) mod grade;
pub(crate) mod grade_sample;
pub(crate) mod list;
pub(crate) mod prepare;
pub(crate) mod rank;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod show;
pub(crate) mod validate;

use mlebench_core::exit_code::ExitCode;

use crate::args::{Command, Format};
use crate::context::Context;
use crate::error::CliError;

/// Runs a verb.
pub(crate) fn run(command: Command, context: &Context) -> Result<ExitCode, CliError> {
    if context.format == Format::Html && !matches!(command, Command::Report(_)) {
        let message = "`--format html` is for `report` only (hint: use table or json)";
        return Err(CliError::with_code(ExitCode::Usage, message));
    }
    match command {
        Command::List(args) => list::run(&args, context),
        Command::Show(args) => show::run(&args, context),
        Command::Prepare(args) => prepare::run(&args, context),
        Command::Rank(args) => rank::run(&args, context),
        Command::Validate(args) => validate::run(&args, context),
        Command::GradeSample(args) => grade_sample::run(&args, context),
        Command::Grade(args) => grade::run(&args, context),
        Command::Run(args) => run::run(&args, context),
        Command::Collect(args) => report::collect(&args, context),
        Command::Report(args) => report::run(&args, context),
        Command::Demo(args) => demo::run(&args, context),
        Command::Doctor(args) => doctor::run(&args, context),
        Command::Completions(args) => Ok(completions::run(&args)),
        Command::Dev(command) => dev::run(&command, context),
        Command::Compare(_) => Err(CliError::not_there_yet("`mlebench compare`")),
        Command::Audit(_) => Err(CliError::not_there_yet("`mlebench audit`")),
        Command::Verify(_) => Err(CliError::not_there_yet("`mlebench verify`")),
        Command::Serve(_) => Err(CliError::not_there_yet("`mlebench serve`")),
    }
}
