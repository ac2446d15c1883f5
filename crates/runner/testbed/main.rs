//! The program the runner's tests use: an agent that misbehaves, a harness that can be killed, and
//! the stages of the sandbox.

mod agent;
mod harness;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let first = args.next().unwrap_or_default();
    if first == mlebench_runner::SANDBOX_INIT_ARG {
        return mlebench_runner::sandbox_init_main(args);
    }
    let args: Vec<String> = args.filter_map(|arg| arg.into_string().ok()).collect();
    match first.to_str() {
        Some("agent") => agent::main(&args),
        Some("harness") => harness::main(&args),
        _ => ExitCode::FAILURE,
    }
}
