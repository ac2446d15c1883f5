//! The stages between the harness and the agent, all of them this same program.
//!
//! ```text
//! harness ── supervise ── [identity ──] bwrap ── inside ── agent      (bubblewrap)
//! harness ── supervise ── agent                                       (none)
//! ```
//!
//! `supervise` outlives the agent: whatever the agent starts ends up below it, and is killed when
//! the agent ends or when the harness vanishes. `identity` and `inside` replace themselves by what
//! they start. No stage holds anything secret but the agent's own environment.

mod identity;
mod inside;
mod supervise;

use std::ffi::OsString;
use std::io;
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::process::ExitCode;

use super::protocol::{Reply, send};

/// First argument by which a program knows that it is to act as a stage of the sandbox.
pub const SANDBOX_INIT_ARG: &str = "__sandbox-init";

/// Name of the stage that watches over the agent.
pub(super) const SUPERVISE: &str = "supervise";
/// Name of the stage that makes the user namespace.
const IDENTITY: &str = "identity";
/// Name of the last stage.
const INSIDE: &str = "inside";

/// Acts as the stage of the sandbox named by `args`, the arguments after [`SANDBOX_INIT_ARG`].
///
/// A program that runs agents calls this first thing in `main`, before it starts any thread, when
/// its first argument is [`SANDBOX_INIT_ARG`], and ends with the returned code.
pub fn sandbox_init_main<I: IntoIterator<Item = OsString>>(args: I) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let Ok(stream) = io::stdin()
        .as_fd()
        .try_clone_to_owned()
        .map(UnixStream::from)
    else {
        return ExitCode::FAILURE;
    };
    let done = match args.first().and_then(|name| name.to_str()) {
        Some(SUPERVISE) => supervise::main(&stream),
        Some(IDENTITY) => identity::main(&stream, &args[1..]),
        Some(INSIDE) => inside::main(&stream),
        _ => Err("this is an internal command of the sandbox".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Nobody may be listening any more; the exit code is all that is left then.
            let _ = send(&stream, &Reply::Failed(message), None);
            ExitCode::FAILURE
        }
    }
}

/// Returns a closure for `map_err` that says what failed.
fn failed<E: std::fmt::Display>(what: &'static str) -> impl FnOnce(E) -> String {
    move |error| format!("{what}: {error}")
}
