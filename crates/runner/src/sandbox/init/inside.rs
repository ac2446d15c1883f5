//! The last stage, inside the sandbox: opens the validation socket, drops what is left, starts the
//! agent in its place.

use std::net::TcpListener;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};

use nix::unistd::{Gid, Uid, setgroups, setresgid, setresuid};

use super::super::protocol::{Inside, Reply, receive, send};
use super::failed;

/// Where the validation server answers inside.
const VALIDATION: &str = "127.0.0.1:5000";

/// Prepares as told and becomes the agent.
pub(super) fn main(stream: &UnixStream) -> Result<(), String> {
    let (request, _) = receive::<Inside>(stream)
        .map_err(failed("cannot read the request"))?
        .ok_or("nobody sent a request")?;
    let socket = request
        .listen
        .then(|| TcpListener::bind(VALIDATION))
        .transpose();
    let socket = socket.map_err(failed("cannot open the validation socket"))?;
    if let Some(id) = request.become_id {
        become_nobody(id).map_err(failed("cannot drop privileges"))?;
    }
    request
        .rlimits
        .apply()
        .map_err(failed("cannot set resource limits"))?;
    send(stream, &Reply::Ready, socket.as_ref()).map_err(failed("cannot report"))?;
    drop(socket);
    let command = &request.command;
    let mut process = Command::new(&command.argv[0]);
    process
        .args(&command.argv[1..])
        .env_clear()
        .envs(&command.env)
        .current_dir(&command.dir);
    let error = process.stdin(Stdio::null()).exec();
    let message = format!("cannot start `{}`: {error}", command.argv[0]);
    send(stream, &Reply::CannotStart(message), None).map_err(failed("cannot report"))?;
    Err("the agent did not start".to_owned())
}

/// Becomes the user and group `id` for good.
fn become_nobody(id: u32) -> nix::Result<()> {
    let (user, group) = (Uid::from_raw(id), Gid::from_raw(id));
    setgroups(&[])?;
    setresgid(group, group, group)?;
    setresuid(user, user, user)
}
