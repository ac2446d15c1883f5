//! The worked example agent: learns to find cacti in aerial photos, from scratch, on the CPU.
//!
//! It is an ordinary program. It finds its task in the folders that the environment names, trains a
//! small residual network within the time limit, and leaves `submission.csv`. Read it in the order
//! of the modules below: [`agent`] is the whole run, the others are its steps.

mod agent;
mod augment;
mod batch;
mod budget;
mod data;
mod error;
mod metric;
mod model;
mod predict;
mod random;
mod record;
mod split;
mod submission;
mod surroundings;
mod train;
mod validator;

use std::error::Error as _;
use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;

/// Training allocates and frees the same large tensors at every step. The system's allocator gives
/// such memory back each time, which doubles the time of the cheap layers; this one keeps it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let surroundings = surroundings::Surroundings::parse();
    match agent::run(&surroundings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report(&error);
            ExitCode::FAILURE
        }
    }
}

/// Prints an error and its causes.
fn report(error: &error::AgentError) {
    let mut err = std::io::stderr().lock();
    let _ = writeln!(err, "error: {error}");
    let mut cause = error.source();
    while let Some(source) = cause {
        let _ = writeln!(err, "  caused by: {source}");
        cause = source.source();
    }
}
