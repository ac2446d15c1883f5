//! A small world for runs: public data, private data with a token, an agent with one mode.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::unused_self,
    reason = "helpers of tests, each file uses its own part"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mlebench_runner::{
    Agent, CancelToken, GroupRecord, GroupSettings, LimitKind, Limits, NetworkMode, RunStatus,
    RunSummary, SandboxKind, Task, ValidationReply, read_group, run_group,
};

/// The program with the sandbox's stages and the agent's modes.
pub(crate) const TESTBED: &str = env!("CARGO_BIN_EXE_runner-testbed");

/// What stands in the private data and must be found nowhere else.
pub(crate) const TOKEN: &str = "c4n4ry-9f3b1c77d2e84a05";

pub(crate) struct World {
    root: tempfile::TempDir,
}

impl World {
    /// Makes the world; the agent runs the testbed in `mode`.
    pub(crate) fn new(mode: &str) -> Self {
        let root = tempfile::tempdir().unwrap();
        for dir in ["public", "private", "agent", "runs"] {
            fs::create_dir(root.path().join(dir)).unwrap();
        }
        let world = Self { root };
        fs::write(world.path("public/train.csv"), "id,x\n1,2\n").unwrap();
        let reversed: String = TOKEN.chars().rev().collect();
        fs::write(world.path("public/nekot.txt"), reversed).unwrap();
        fs::write(world.path("private/answers.csv"), TOKEN).unwrap();
        let start = format!("[\"bin/runner-testbed\", \"agent\", \"{mode}\"]");
        world.define(&start, "");
        world
    }

    /// Writes another definition of the agent.
    pub(crate) fn define(&self, start: &str, more: &str) {
        let text = format!(
            "name = \"testbed\"\nversion = \"1\"\nstart = {start}\n[build]\ncommand = [\"cargo\"]\n\
             artifact = \"runner-testbed\"\n{more}"
        );
        fs::write(self.path("agent/agent.toml"), text).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    pub(crate) fn task(&self) -> Task {
        let answers = self.path("private/answers.csv");
        Task {
            competition_id: "thing".to_owned(),
            public_dir: self.path("public"),
            instructions: "Do it.".to_owned(),
            instructions_obfuscated: "Do something.".to_owned(),
            validator: Arc::new(|path| {
                let valid = fs::read(path).is_ok_and(|bytes| bytes == b"good");
                let message = if valid {
                    "Submission is valid."
                } else {
                    "Submission invalid! Bad row 1."
                };
                ValidationReply {
                    valid,
                    message: message.to_owned(),
                }
            }),
            grader: Arc::new(move |path| {
                let answers = fs::read_to_string(&answers).map_err(|error| error.to_string())?;
                let content = fs::read_to_string(path).ok();
                let score = content
                    .as_ref()
                    .map(|content| content.len() + answers.len());
                Ok(serde_json::json!({"score": score, "submission": content}))
            }),
        }
    }

    pub(crate) fn settings(&self, sandbox: SandboxKind) -> GroupSettings {
        let beside = Path::new(TESTBED).parent().unwrap();
        GroupSettings {
            agent: Agent::load(&self.path("agent"), beside).unwrap(),
            tasks: vec![self.task()],
            seeds: vec![0],
            limits: Limits {
                wall_s: 10.0,
                processes: Some(200),
                ..Limits::default()
            },
            sandbox,
            network: NetworkMode::None,
            workers: 1,
            runs_dir: self.path("runs"),
            edition: "published".to_owned(),
            grade: true,
            init_program: TESTBED.into(),
        }
    }

    /// Makes a group with one run and returns that.
    pub(crate) fn run(&self, settings: &GroupSettings) -> RunSummary {
        let group = self.run_all(settings);
        group.runs.into_iter().next().unwrap()
    }

    pub(crate) fn run_all(&self, settings: &GroupSettings) -> GroupRecord {
        let outcome = run_group(settings, &CancelToken::new(), &|_| {}).unwrap();
        let group = read_group(&outcome.group_dir).unwrap();
        assert!(group.problems.is_empty(), "{:?}", group.problems);
        group
    }
}

/// The back ends this machine can use. A test that finds no bubblewrap says so and goes on.
pub(crate) fn sandboxes() -> Vec<SandboxKind> {
    vec![SandboxKind::Bubblewrap, SandboxKind::None]
}

/// Returns what the agent wrote into its logs.
pub(crate) fn log_of(run: &RunSummary, name: &str) -> String {
    let path = run.run_dir.as_ref().unwrap().join("logs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the sealed submission as the grader saw it.
pub(crate) fn graded(run: &RunSummary) -> Option<String> {
    let report = run.report.as_ref().expect("a report");
    report["submission"].as_str().map(str::to_owned)
}

/// Returns what the agent that tries to escape has managed.
pub(crate) fn broken(run: &RunSummary, root: bool) -> Vec<String> {
    // Where the agent has no id of its own it may look at the sandbox's first process, which has
    // the same root and knows nothing but the list of mounts.
    let harmless = ["memory of init", "other root"];
    let broken = log_of(run, "broken");
    let bad = broken
        .lines()
        .filter(|line| root || !harmless.contains(line));
    bad.map(str::to_owned).collect()
}

/// Returns the record of one limit.
pub(crate) fn limit(run: &RunSummary, kind: LimitKind) -> &mlebench_runner::LimitRecord {
    run.limits.iter().find(|limit| limit.kind == kind).unwrap()
}

/// Checks the end of a run.
pub(crate) fn ended(run: &RunSummary, status: RunStatus) {
    assert_eq!(run.status, status, "{run:#?}\n{}", printed(run));
}

/// Returns what the agent printed.
pub(crate) fn printed(run: &RunSummary) -> String {
    let dir = run.run_dir.as_ref().unwrap();
    let bytes = fs::read(dir.join("run.log")).unwrap_or_default();
    String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).into_owned()
}
