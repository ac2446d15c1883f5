//! Driving the built binary.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder of its own with a data folder, a runs folder, and the binary to call on them.
pub(crate) struct Bench {
    folder: tempfile::TempDir,
}

/// What a call left.
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// With a competition prepared from its golden miniature.
    pub(crate) fn with(ids: &[&str]) -> Self {
        let bench = Self::new();
        for id in ids {
            let zip = golden(id, "raw.zip");
            let call = ["prepare", "-c", id, "--skip-verification", "--from-zip"];
            let outcome = bench.call(&[&call[..], &[zip.to_str().unwrap()]].concat());
            assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        }
        bench
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn data(&self, name: &str) -> PathBuf {
        self.path("data").join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mlebench"));
        command
            .current_dir(self.folder.path())
            .env("MLEBENCH_DATA_DIR", self.path("data"))
            .env("MLEBENCH_RUNS_DIR", self.path("runs"))
            .env_remove("NO_COLOR");
        command
    }

    pub(crate) fn call(&self, arguments: &[&str]) -> Outcome {
        Outcome::of(self.command().args(arguments).output().unwrap())
    }

    /// Calls with `--format json` and parses what is on stdout.
    pub(crate) fn json(&self, arguments: &[&str]) -> (i32, Value) {
        let outcome = self.call(&[arguments, &["--format", "json"]].concat());
        let value = serde_json::from_str(&outcome.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}\n{}", outcome.stdout, outcome.stderr));
        (outcome.code, value)
    }
}

impl Outcome {
    fn of(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A golden file of a competition.
pub(crate) fn golden(id: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../competitions")
        .join(id)
        .join("golden")
        .join(name)
}
