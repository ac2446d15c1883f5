//! What the host and the first processes of a sandbox say to each other.
//!
//! Messages are JSON with their length in front, on a Unix socket that is the stages' standard
//! input. So nothing (paths, the agent's secrets) is ever on a command line, and nobody has to
//! pass file descriptors by number. When the host dies the socket closes, which ends the agent.

use std::collections::BTreeMap;
use std::io::{self, IoSlice, IoSliceMut, Read as _};
use std::net::TcpListener;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use nix::sys::socket::{ControlMessage, ControlMessageOwned, MsgFlags, recvmsg, sendmsg};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::limits::Rlimits;

/// More than any message is long; guards against reading nonsense as a length.
const LONGEST: usize = 16 << 20;

/// First message to the supervisor.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Supervise {
    pub(super) program: Program,
    /// Files to write the own pid to before the program starts.
    pub(super) join: Vec<PathBuf>,
    /// Files to write the own pid to afterwards, so that the supervisor is not limited itself.
    pub(super) leave: Vec<PathBuf>,
    pub(super) rlimits: Rlimits,
}

/// What the supervisor starts.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Program {
    /// The agent itself.
    Direct(Command),
    /// `bwrap`, with the last stage in it, which starts the agent.
    Bubblewrap {
        /// Arguments of `bwrap`, without the command.
        args: Vec<String>,
        /// The system call filter, as the kernel takes it.
        seccomp: Vec<u8>,
        /// Whether to make the user namespace ourselves, with several ids in it.
        own_user_namespace: bool,
    },
}

/// A command with all that its process starts with.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Command {
    pub(super) argv: Vec<String>,
    pub(super) env: BTreeMap<String, String>,
    pub(super) dir: PathBuf,
}

/// Message to the last stage, inside the sandbox.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Inside {
    /// Whether to open the validation server's socket.
    pub(super) listen: bool,
    /// User and group to become.
    pub(super) become_id: Option<u32>,
    pub(super) rlimits: Rlimits,
    pub(super) command: Command,
}

/// Answers of the stages.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    /// The process `pid` has made a user namespace and waits for its ids and a byte.
    NeedsIds {
        /// The process.
        pid: i32,
    },
    /// The supervisor's child runs.
    Started {
        /// The child.
        pid: i32,
    },
    /// The last stage is about to start the agent; comes with the socket if one was asked for.
    Ready,
    /// The agent's command cannot be started: the agent's fault.
    CannotStart(String),
    /// A stage failed: ours or the machine's fault.
    Failed(String),
    /// The supervisor's child has ended and nothing of it is left.
    Ended {
        /// Exit code.
        code: Option<i32>,
        /// The signal that killed it.
        signal: Option<i32>,
        /// Resident bytes of the largest process at its largest.
        largest_bytes: u64,
    },
}

/// Sends a message, with a socket if there is one.
pub(super) fn send<T: Serialize>(
    stream: &UnixStream,
    message: &T,
    socket: Option<&TcpListener>,
) -> io::Result<()> {
    let body = serde_json::to_vec(message)?;
    let mut bytes = (body.len() as u32).to_le_bytes().to_vec();
    bytes.extend(body);
    let fds: Vec<i32> = socket.iter().map(|socket| socket.as_raw_fd()).collect();
    let rights = [ControlMessage::ScmRights(&fds)];
    let mut rights: &[ControlMessage<'_>] = if fds.is_empty() { &[] } else { &rights };
    let mut sent = 0;
    while sent < bytes.len() {
        let part = [IoSlice::new(&bytes[sent..])];
        match sendmsg::<()>(
            stream.as_raw_fd(),
            &part,
            rights,
            MsgFlags::MSG_NOSIGNAL,
            None,
        ) {
            Ok(more) => {
                sent += more;
                rights = &[];
            }
            Err(nix::Error::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Receives a message, and the socket that came with it. `None` at the end of the stream.
pub(super) fn receive<T: DeserializeOwned>(
    stream: &UnixStream,
) -> io::Result<Option<(T, Option<OwnedFd>)>> {
    let mut length = [0; 4];
    let mut space = nix::cmsg_space!([i32; 1]);
    let (got, fd) = loop {
        let mut parts = [IoSliceMut::new(&mut length)];
        let flags = MsgFlags::MSG_CMSG_CLOEXEC;
        match recvmsg::<()>(stream.as_raw_fd(), &mut parts, Some(&mut space), flags) {
            Ok(message) => {
                let mut fd = None;
                for control in message.cmsgs()? {
                    if let ControlMessageOwned::ScmRights(fds) = control {
                        fd = fds.first().map(|fd| own(*fd));
                    }
                }
                break (message.bytes, fd);
            }
            Err(nix::Error::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
    };
    if got == 0 {
        return Ok(None);
    }
    let mut stream = stream;
    stream.read_exact(&mut length[got..])?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "a message is too long",
        ));
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(Some((serde_json::from_slice(&body)?, fd)))
}

#[expect(unsafe_code, reason = "the kernel hands over descriptors as numbers")]
fn own(fd: i32) -> OwnedFd {
    // SAFETY: the kernel has just made this descriptor for us and nothing else knows of it.
    unsafe { OwnedFd::from_raw_fd(fd) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carries_messages_and_a_socket() {
        let (a, b) = UnixStream::pair().unwrap();
        let socket = TcpListener::bind("127.0.0.1:0").unwrap();
        send(&a, &Reply::Started { pid: 7 }, None).unwrap();
        send(&a, &Reply::Ready, Some(&socket)).unwrap();
        drop(a);
        let (first, none) = receive::<Reply>(&b).unwrap().unwrap();
        assert!(matches!(first, Reply::Started { pid: 7 }) && none.is_none());
        let (_, fd) = receive::<Reply>(&b).unwrap().unwrap();
        let received = TcpListener::from(fd.unwrap());
        assert_eq!(received.local_addr().unwrap(), socket.local_addr().unwrap());
        assert!(receive::<Reply>(&b).unwrap().is_none());
    }

    #[test]
    fn refuses_an_endless_message() {
        use std::io::Write as _;
        let (mut a, b) = UnixStream::pair().unwrap();
        a.write_all(&u32::MAX.to_le_bytes()).unwrap();
        assert!(receive::<Reply>(&b).is_err());
    }
}
