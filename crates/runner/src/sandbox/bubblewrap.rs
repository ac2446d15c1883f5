//! The default back end: namespaces made by the program `bwrap`.
//!
//! The agent sees the system's programs read-only, its task, and nothing else: own user, process,
//! network, IPC, host name and cgroup namespaces, no capabilities, no way to gain any, a system
//! call filter. Where the harness is root the agent gets a user id of its own, so that it owns
//! nothing of root's; otherwise it keeps the harness's id, under another number.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use nix::unistd::geteuid;

use super::home::entries;
use super::local::{LocalProcess, Start};
use super::protocol::{Command, Inside, Program};
use super::{
    AgentPaths, Launch, NetworkMode, Running, Sandbox, SandboxError, SandboxKind, StagedHome,
    back_end::WRITABLE, seccomp,
};
use crate::agent::Agent;
use crate::error::IoError;
use crate::limits::{Cgroup, CgroupHost, Limits, Rlimits};

/// User and group the agent has, as it sees them and, where the harness is root, in fact.
const AGENT_ID: u32 = 65_534;
/// Size of the temporary folders where neither memory nor disk is bounded.
const DEFAULT_TMP_BYTES: u64 = 8 << 30;
const SEARCH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Folders of the system beside `/usr`; on most systems links into it.
const SYSTEM: [&str; 6] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/// What programs need of the host's `/etc`, none of it particular to this machine's users.
const ETC: [&str; 7] = [
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/ssl/certs",
    "/etc/localtime",
    "/etc/mime.types",
];
/// Parts of `/proc` that act on the machine; `bwrap` covers them only in some cases.
const PROC_READ_ONLY: [&str; 5] = [
    "/proc/sys",
    "/proc/sysrq-trigger",
    "/proc/irq",
    "/proc/bus",
    "/proc/fs",
];

/// Runs agents in namespaces.
#[derive(Debug)]
pub(crate) struct Bubblewrap {
    init_program: PathBuf,
    /// Whether the agent gets an id of its own.
    own_id: bool,
}

impl Bubblewrap {
    pub(super) fn new(init_program: &Path) -> Self {
        let own_id = geteuid().is_root() && maps(AGENT_ID);
        Self {
            init_program: init_program.to_path_buf(),
            own_id,
        }
    }

    /// The namespaces and the system, without anything of a run.
    fn base_args(&self, network: &NetworkMode) -> Args {
        let mut args = Args::default();
        if self.own_id {
            args.add([
                "--cap-drop",
                "ALL",
                "--cap-add",
                "CAP_SETUID",
                "--cap-add",
                "CAP_SETGID",
            ]);
        } else {
            let id = AGENT_ID.to_string();
            args.add([
                "--unshare-user",
                "--disable-userns",
                "--uid",
                &id,
                "--gid",
                &id,
            ]);
            args.add(["--cap-drop", "ALL"]);
        }
        args.add([
            "--unshare-pid",
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-cgroup-try",
        ]);
        if *network != NetworkMode::Full {
            args.add(["--unshare-net"]);
        }
        args.add([
            "--hostname",
            "mlebench",
            "--die-with-parent",
            "--new-session",
            "--clearenv",
        ]);
        args.add(["--ro-bind", "/usr", "/usr"]);
        for dir in SYSTEM {
            match fs::read_link(dir) {
                Ok(target) => args.add(["--symlink", &target.to_string_lossy(), dir]),
                Err(_) if Path::new(dir).is_dir() => args.add(["--ro-bind", dir, dir]),
                Err(_) => {}
            }
        }
        // Folders that would be made on the way are closed to the agent's own id.
        for dir in ["/etc", "/etc/ssl", "/var"] {
            args.add(["--perms", "0755", "--dir", dir]);
        }
        for path in ETC {
            args.add(["--ro-bind-try", path, path]);
        }
        args.add(["--proc", "/proc"]);
        for path in PROC_READ_ONLY
            .into_iter()
            .filter(|path| Path::new(path).exists())
        {
            args.add(["--ro-bind", path, path]);
        }
        args.add(["--dev", "/dev"]);
        args
    }

    /// Mounts that a run adds, and the end of the list: what is not mounted is not writable.
    fn run_args(&self, launch: &Launch<'_>) -> Result<Args, SandboxError> {
        let mut args = self.base_args(launch.network);
        let tmp = tmp_bytes(launch.limits).to_string();
        for dir in ["/dev/shm", "/tmp", "/var/tmp"] {
            // The mode lets the agent's own id write there.
            args.add(["--size", &tmp, "--perms", "1777", "--tmpfs", dir]);
        }
        for file in entries(&launch.staged.etc())? {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if *launch.network == NetworkMode::Full && name == "resolv.conf" {
                args.add(["--ro-bind-try", "/etc/resolv.conf", "/etc/resolv.conf"]);
            } else {
                args.bind("--ro-bind", &file, &format!("/etc/{name}"))?;
            }
        }
        args.add(["--perms", "0755", "--dir", "/home"]);
        for name in [
            "instructions.txt",
            "instructions_obfuscated.txt",
            "validate_submission.sh",
        ] {
            args.bind(
                "--ro-bind",
                &launch.staged.home().join(name),
                &format!("/home/{name}"),
            )?;
        }
        args.bind("--ro-bind", launch.public_dir, "/home/data")?;
        mount_agent(&mut args, launch.agent)?;
        for (name, dir) in WRITABLE.into_iter().zip(launch.writable()) {
            if self.own_id {
                chown(&dir, Some(AGENT_ID), Some(AGENT_ID))
                    .map_err(IoError::at("hand to the agent", &dir))?;
            }
            args.bind("--bind", &dir, &format!("/home/{name}"))?;
        }
        args.add(["--remount-ro", "/dev", "--remount-ro", "/"]);
        Ok(args)
    }

    fn launch(
        &self,
        args: Args,
        inside: Inside,
        run: Option<(&Launch<'_>, Cgroup)>,
    ) -> Result<LocalProcess, SandboxError> {
        let (launch, cgroup) = run.map_or((None, None), |(l, c)| (Some(l), Some(c)));
        let start = Start {
            program: Program::Bubblewrap {
                args: args.0,
                seccomp: seccomp::program().unwrap_or_default(),
                own_user_namespace: self.own_id,
            },
            inside: Some(inside),
            rlimits: Rlimits::default(),
            wrapped: true,
            cgroup,
            limits: launch.map(|launch| launch.limits.clone()),
            watched: launch.map(Launch::writable).unwrap_or_default(),
        };
        LocalProcess::start(SandboxKind::Bubblewrap, &self.init_program, start)
    }

    fn unusable(&self, reason: impl Into<String>, hint: &str) -> SandboxError {
        SandboxError::Unusable {
            kind: self.kind().as_str(),
            reason: reason.into(),
            hint: hint.to_owned(),
        }
    }
}

impl Sandbox for Bubblewrap {
    fn kind(&self) -> SandboxKind {
        SandboxKind::Bubblewrap
    }

    fn check(&self) -> Result<(), SandboxError> {
        let version = Process::new("bwrap")
            .arg("--version")
            .stdin(Stdio::null())
            .output();
        if !version.is_ok_and(|output| output.status.success()) {
            let hint = "`apt-get install bubblewrap`, or `--sandbox none` for an agent you trust";
            return Err(self.unusable("the program `bwrap` is not installed", hint));
        }
        let inside = Inside {
            listen: true,
            become_id: self.own_id.then_some(AGENT_ID),
            rlimits: Rlimits::default(),
            command: Command {
                argv: vec!["true".to_owned()],
                env: [("PATH".to_owned(), SEARCH.to_owned())].into(),
                dir: "/".into(),
            },
        };
        let hint = "allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1 \
                    or kernel.apparmor_restrict_unprivileged_userns=0), or `--sandbox none` for an \
                    agent you trust";
        let tried = self.launch(self.base_args(&NetworkMode::None), inside, None);
        let ended = tried.and_then(|mut process| process.wait(Duration::from_secs(10)));
        match ended {
            Ok(Some(exit)) if exit.code == Some(0) => Ok(()),
            Ok(exit) => Err(self.unusable(format!("a trial ended with {exit:?}"), hint)),
            Err(error) => Err(self.unusable(error.to_string(), hint)),
        }
    }

    fn problems(&self, public_dir: &Path, agent: &Agent) -> Vec<String> {
        if !self.own_id {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (what, path) in [("public data", public_dir), ("agent", agent.dir.as_path())] {
            if let Some(closed) = closed_to_others(path) {
                found.push(format!(
                    "the {what} at `{}` cannot be read by the sandbox's user (hint: run \
                     `chmod -R o+rX {}`)",
                    closed.display(),
                    path.display()
                ));
            }
        }
        found
    }

    fn paths(&self, _run_dir: &Path, _staged: &StagedHome) -> AgentPaths {
        AgentPaths {
            data: "/home/data".into(),
            submission: "/home/submission".into(),
            logs: "/home/logs".into(),
            code: "/home/code".into(),
            agent: "/home/agent".into(),
            home: "/tmp".into(),
            search: SEARCH.to_owned(),
        }
    }

    fn listens_inside(&self, network: &NetworkMode) -> bool {
        *network != NetworkMode::Full
    }

    fn network_label(&self, asked: &NetworkMode) -> String {
        asked.to_string()
    }

    fn start(&self, launch: &Launch<'_>) -> Result<Box<dyn Running>, SandboxError> {
        let args = self.run_args(launch)?;
        let limits = launch.limits;
        let cgroup = CgroupHost::here().create(launch.run_id, limits);
        // Processes are counted within the user namespace: those of the host do not matter.
        let rlimits = Rlimits::beside(&cgroup, limits, 0);
        let inside = Inside {
            listen: self.listens_inside(launch.network),
            become_id: self.own_id.then_some(AGENT_ID),
            rlimits,
            command: Command {
                argv: launch.agent.start.clone(),
                env: launch.env.clone(),
                dir: "/home/agent".into(),
            },
        };
        Ok(Box::new(self.launch(
            args,
            inside,
            Some((launch, cgroup)),
        )?))
    }
}

/// Mounts the agent's files one by one, so that the artifact can stand among them.
fn mount_agent(args: &mut Args, agent: &Agent) -> Result<(), SandboxError> {
    let artifact = agent.artifact();
    args.add(["--perms", "0755", "--dir", "/home/agent"]);
    for entry in entries(&agent.dir)? {
        let name = entry
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name != "bin" || artifact.is_none() {
            args.bind("--ro-bind", &entry, &format!("/home/agent/{name}"))?;
        }
    }
    let Some((artifact, path)) = artifact else {
        return Ok(());
    };
    args.add(["--perms", "0755", "--dir", "/home/agent/bin"]);
    let own = agent.dir.join("bin");
    for entry in if own.is_dir() {
        entries(&own)?
    } else {
        Vec::new()
    } {
        let name = entry
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name != artifact {
            args.bind("--ro-bind", &entry, &format!("/home/agent/bin/{name}"))?;
        }
    }
    args.bind("--ro-bind", path, &format!("/home/agent/bin/{artifact}"))
}

/// Arguments of `bwrap`; they are read in order.
#[derive(Debug, Default)]
struct Args(Vec<String>);

impl Args {
    fn add<const N: usize>(&mut self, args: [&str; N]) {
        self.0.extend(args.map(str::to_owned));
    }

    fn bind(&mut self, how: &str, from: &Path, to: &str) -> Result<(), SandboxError> {
        // The list is text with zero bytes between; other names cannot be written in it.
        let text = from.to_str().ok_or_else(|| SandboxError::Start {
            kind: SandboxKind::Bubblewrap.as_str(),
            reason: format!("the path `{}` is not valid UTF-8", from.display()),
        })?;
        self.add([how, text, to]);
        Ok(())
    }
}

fn tmp_bytes(limits: &Limits) -> u64 {
    let memory = limits.memory_bytes.map(|bytes| bytes / 2);
    let least = memory.into_iter().chain(limits.disk_bytes).min();
    least.unwrap_or(DEFAULT_TMP_BYTES).max(1 << 20)
}

/// Whether the id exists in this process's user namespace.
fn maps(id: u32) -> bool {
    let text = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    text.lines().any(|line| {
        let numbers: Vec<u64> = line
            .split_ascii_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        matches!(numbers[..], [first, _, count] if (first..first + count).contains(&u64::from(id)))
    })
}

/// Returns a file or folder, at the top of `dir`, that others may not read.
fn closed_to_others(dir: &Path) -> Option<PathBuf> {
    let closed = |path: &Path| {
        let mode = fs::metadata(path).ok()?.permissions().mode();
        let needed = if path.is_dir() { 0o5 } else { 0o4 };
        (mode & needed != needed).then(|| path.to_path_buf())
    };
    closed(dir).or_else(|| entries(dir).ok()?.iter().find_map(|path| closed(path)))
}
