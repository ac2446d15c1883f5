//! The first words between the harness and the stages.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::net::TcpListener;
use std::os::unix::net::UnixStream;
use std::process::Child;

use super::super::protocol::{Inside, Program, Reply, Supervise, receive, send};

/// What the stages said until the agent was started.
#[derive(Default)]
pub(super) struct Greeting {
    started: bool,
    pub(super) listener: Option<TcpListener>,
    pub(super) start_failure: Option<String>,
}

/// Tells the stages what to do and waits until the agent is started.
pub(super) fn greet(
    stream: &UnixStream,
    request: &Supervise,
    inside: Option<&Inside>,
) -> Result<Greeting, String> {
    let text = |error: io::Error| error.to_string();
    send(stream, request, None).map_err(text)?;
    let own_ids = matches!(
        &request.program,
        Program::Bubblewrap {
            own_user_namespace: true,
            ..
        }
    );
    if let Some(inside) = inside.filter(|_| !own_ids) {
        send(stream, inside, None).map_err(text)?;
    }
    let mut greeting = Greeting::default();
    let mut ready = inside.is_none();
    while !(greeting.started && ready) {
        let Some((reply, fd)) = receive::<Reply>(stream).map_err(text)? else {
            return Err("it ended at once".to_owned());
        };
        match reply {
            Reply::Started { .. } => greeting.started = true,
            Reply::NeedsIds { pid } => {
                write_ids(pid)?;
                let mut stream = stream;
                stream.write_all(b"g").map_err(text)?;
                if let Some(inside) = inside {
                    send(stream, inside, None).map_err(text)?;
                }
            }
            Reply::Ready => {
                ready = true;
                greeting.listener = fd.map(TcpListener::from);
            }
            Reply::CannotStart(message) => {
                greeting.start_failure = Some(message);
                break;
            }
            Reply::Failed(message) => return Err(message),
            Reply::Ended { code, signal, .. } => {
                return Err(format!("it ended early (code {code:?}, signal {signal:?})"));
            }
        }
    }
    Ok(greeting)
}

/// Maps all ids of this user namespace to themselves in that of `pid`.
fn write_ids(pid: i32) -> Result<(), String> {
    for file in ["gid_map", "uid_map"] {
        let own = fs::read_to_string(format!("/proc/self/{file}")).map_err(|e| e.to_string())?;
        let lines: Vec<String> = own
            .lines()
            .filter_map(|line| {
                let mut words = line.split_ascii_whitespace();
                let (first, count) = (words.next()?, words.nth(1)?);
                Some(format!("{first} {first} {count}"))
            })
            .collect();
        fs::write(format!("/proc/{pid}/{file}"), lines.join("\n"))
            .map_err(|error| format!("cannot map ids: {error}"))?;
    }
    Ok(())
}

/// Adds what a failed start has printed.
pub(super) fn explain(mut child: Child, reason: String) -> String {
    let _ = child.wait();
    let mut said = String::new();
    if let Some(stderr) = child.stderr.take() {
        let _ = stderr.take(4096).read_to_string(&mut said);
    }
    match said.trim() {
        "" => reason,
        said => format!("{reason}: {said}"),
    }
}
