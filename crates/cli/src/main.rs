//! The `mlebench` program: parses the command line, calls the libraries, prints, exits.

mod agents;
mod args;
mod commands;
mod context;
mod demo;
mod error;
mod output;
mod progress;
mod run_view;
mod table;
mod tasks;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;
use crate::context::Context;

fn main() -> ExitCode {
    // The sandbox starts this very program as its first process, with arguments that are not ours.
    let mut arguments = std::env::args_os().skip(1);
    if arguments
        .next()
        .is_some_and(|first| first == mlebench_runner::SANDBOX_INIT_ARG)
    {
        return mlebench_runner::sandbox_init_main(arguments);
    }
    let cli = Cli::parse();
    let result = Context::new(&cli.global).and_then(|context| commands::run(cli.command, &context));
    match result {
        Ok(code) => code.into(),
        Err(error) => error.report(),
    }
}
