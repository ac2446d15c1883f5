//! The back end without confinement, for machines without namespaces and for agents one trusts.
//!
//! Budgets hold as far as the machine's means go; nothing keeps the agent from reading files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::local::{LocalProcess, Start};
use super::protocol::{Command, Program};
use super::{
    AgentPaths, Launch, NetworkMode, Running, Sandbox, SandboxError, SandboxKind, StagedHome,
};
use crate::agent::Agent;
use crate::limits::{CgroupHost, Rlimits};
use crate::process::user_process_count;

/// Runs agents as ordinary processes of this user.
#[derive(Debug)]
pub(crate) struct Unconfined {
    init_program: PathBuf,
}

impl Unconfined {
    pub(super) fn new(init_program: &Path) -> Self {
        Self {
            init_program: init_program.to_path_buf(),
        }
    }
}

impl Sandbox for Unconfined {
    fn kind(&self) -> SandboxKind {
        SandboxKind::None
    }

    fn check(&self) -> Result<(), SandboxError> {
        let command = Command {
            argv: vec!["true".to_owned()],
            env: path_only(),
            dir: "/".into(),
        };
        let start = Start {
            program: Program::Direct(command),
            inside: None,
            rlimits: Rlimits::default(),
            wrapped: false,
            cgroup: None,
            limits: None,
            watched: Vec::new(),
        };
        let mut process = LocalProcess::start(SandboxKind::None, &self.init_program, start)?;
        process.wait(Duration::from_secs(10)).map(|_| ())
    }

    fn problems(&self, _public_dir: &Path, _agent: &Agent) -> Vec<String> {
        Vec::new()
    }

    fn paths(&self, run_dir: &Path, staged: &StagedHome) -> AgentPaths {
        let home = staged.home();
        AgentPaths {
            data: home.join("data"),
            // The real folders: a program that resolves links or renames files is not misled.
            submission: run_dir.join("submission"),
            logs: run_dir.join("logs"),
            code: run_dir.join("code"),
            agent: home.join("agent"),
            home: home.join("tmp"),
            search: std::env::var("PATH").unwrap_or_else(|_| "/usr/bin:/bin".to_owned()),
        }
    }

    fn listens_inside(&self, _network: &NetworkMode) -> bool {
        false
    }

    fn network_label(&self, _asked: &NetworkMode) -> String {
        // Nothing stands between the agent and the host's network, whatever was asked for.
        NetworkMode::Full.to_string()
    }

    fn start(&self, launch: &Launch<'_>) -> Result<Box<dyn Running>, SandboxError> {
        launch
            .staged
            .link(launch.public_dir, launch.run_dir, launch.agent)?;
        let limits = launch.limits;
        let cgroup = CgroupHost::here().create(launch.run_id, limits);
        let others = user_process_count(nix::unistd::getuid().as_raw());
        let rlimits = Rlimits::beside(&cgroup, limits, others);
        let command = Command {
            argv: launch.agent.start.clone(),
            env: launch.env.clone(),
            dir: launch.staged.home().join("agent"),
        };
        let start = Start {
            program: Program::Direct(command),
            inside: None,
            rlimits,
            wrapped: false,
            cgroup: Some(cgroup),
            limits: Some(limits.clone()),
            watched: launch.writable(),
        };
        Ok(Box::new(LocalProcess::start(
            SandboxKind::None,
            &self.init_program,
            start,
        )?))
    }
}

fn path_only() -> std::collections::BTreeMap<String, String> {
    let path = std::env::var("PATH").unwrap_or_else(|_| "/usr/bin:/bin".to_owned());
    [("PATH".to_owned(), path)].into()
}
