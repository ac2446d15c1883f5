//! Tools of this repository: `cargo xtask generate` writes what is derived from other files,
//! `cargo xtask new-competition SLUG` starts a competition's folder.

mod competitions;
mod generate;
mod metrics;
mod reference;
mod scaffold;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Tools of this repository")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the list of competitions and the reference pages
    Generate {
        /// Write nothing; fail when a file is stale
        #[arg(long)]
        check: bool,
    },
    /// Start the folder of a new competition
    NewCompetition {
        /// Kaggle's name of the competition in its address
        slug: String,
    },
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Generate { check } => generate::run(check),
        Command::NewCompetition { slug } => scaffold::run(&slug),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            report(&message);
            ExitCode::FAILURE
        }
    }
}

#[expect(
    clippy::print_stderr,
    reason = "a maintainer's tool talks to the terminal"
)]
fn report(message: &str) {
    eprintln!("error: {message}");
}
