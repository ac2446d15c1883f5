//! The stage that makes a user namespace with more than one id, where the harness is root.
//!
//! A single mapped id would make the agent the owner of all of root's files, among them the
//! kernel's settings below `/proc/sys`, capabilities or not. With its own id it owns nothing.

use std::ffi::OsString;
use std::fs;
use std::io::Read as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use nix::sched::{CloneFlags, unshare};

use super::super::protocol::{Reply, send};
use super::failed;

/// Makes the namespace, lets the harness fill in the ids, and becomes `command`.
pub(super) fn main(stream: &UnixStream, command: &[OsString]) -> Result<(), String> {
    let (program, args) = command.split_first().ok_or("no command")?;
    unshare(CloneFlags::CLONE_NEWUSER).map_err(failed("cannot make a user namespace"))?;
    let pid = std::process::id() as i32;
    send(stream, &Reply::NeedsIds { pid }, None).map_err(failed("cannot ask for ids"))?;
    let mut stream = stream;
    stream.read_exact(&mut [0]).map_err(failed("got no ids"))?;
    // No user namespaces below this one. The system call filter refuses them too, so a kernel
    // without this setting loses nothing.
    let _ = fs::write("/proc/sys/user/max_user_namespaces", "0");
    Err(failed("cannot start bwrap")(
        Command::new(program).args(args).exec(),
    ))
}
