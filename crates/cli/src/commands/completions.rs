//! `mlebench completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use mlebench_core::exit_code::ExitCode;

use crate::args::Cli;
use crate::output;

/// Flags of `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Writes the completion script of a shell.
pub(crate) fn run(args: &CompletionsArgs) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "mlebench", &mut script);
    output::result(&String::from_utf8_lossy(&script));
    ExitCode::Done
}
