//! A group of runs on disk.
//!
//! ```text
//! <runs>/<timestamp>_run-group_<agent>/
//!     group.json        the plan
//!     metadata.json     which runs there are, and whether they succeeded
//!     run.log           what happened in the group, for people
//!     <competition>_<uuid>/
//!         submission/ logs/ code/    the agent's
//!         sealed/submission.csv      what counts
//!         run.log                    what the agent printed
//!         events.jsonl grade.json    what happened, and the grade
//!     superseded/       attempts that had to be repeated
//! ```

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{GroupPlan, RunState, RunStatus, read_events};
use crate::error::IoError;

/// The folder of a group.
#[derive(Debug, Clone)]
pub(crate) struct GroupDir(PathBuf);

impl GroupDir {
    /// Makes the folder of a new group below `runs_dir`; its name holds the time and the agent.
    pub(crate) fn create(runs_dir: &Path, agent: &str) -> Result<(Self, String), IoError> {
        fs::create_dir_all(runs_dir).map_err(IoError::at("make the folder", runs_dir))?;
        let mut time = jiff::Timestamp::now();
        loop {
            let name = format!(
                "{}_run-group_{agent}",
                time.strftime("%Y-%m-%dT%H-%M-%S-GMT")
            );
            let dir = runs_dir.join(&name);
            match fs::create_dir(&dir) {
                Ok(()) => return Ok((Self(dir), name)),
                // Two groups in one second: the name of the later one is a little ahead of time.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    time += jiff::SignedDuration::from_secs(1);
                }
                Err(error) => return Err(IoError::at("make the folder", &dir)(error)),
            }
        }
    }

    /// Takes the folder of an existing group.
    pub(crate) fn at(dir: &Path) -> Self {
        Self(dir.to_path_buf())
    }

    /// Returns its path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of a run.
    pub(crate) fn run(&self, run_id: &str) -> PathBuf {
        self.0.join(run_id)
    }

    /// Locks the group, so that two programs do not work on it at once; ends with the value.
    pub(crate) fn lock(&self) -> Result<Option<File>, IoError> {
        let path = self.0.join("group.lock");
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path);
        let file = file.map_err(IoError::at("open", &path))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(IoError::at("lock", &path)(error)),
        }
    }

    /// Returns the ids of all runs there are, in order.
    pub(crate) fn run_ids(&self) -> Result<Vec<String>, IoError> {
        let entries = fs::read_dir(&self.0).map_err(IoError::at("read the folder", &self.0))?;
        let mut ids: Vec<String> = entries
            .flatten()
            .filter(|entry| entry.path().join("events.jsonl").is_file())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        ids.sort();
        Ok(ids)
    }

    /// Returns the state of every run, and what is wrong with the logs that do not hold together.
    pub(crate) fn states(&self) -> Result<(Vec<RunState>, Vec<String>), IoError> {
        let mut states = Vec::new();
        let mut problems = Vec::new();
        for run_id in self.run_ids()? {
            match read_events(&self.run(&run_id).join("events.jsonl")) {
                Ok(lines) => states.push(RunState::of(&lines)),
                Err(error) => problems.push(error.to_string()),
            }
        }
        Ok((states, problems))
    }

    /// Moves a run that is to be repeated out of the way; it is kept.
    pub(crate) fn supersede(&self, run_id: &str) -> Result<(), IoError> {
        let shelf = self.0.join("superseded");
        fs::create_dir_all(&shelf).map_err(IoError::at("make the folder", &shelf))?;
        let from = self.run(run_id);
        fs::rename(&from, shelf.join(run_id)).map_err(IoError::at("move away", &from))
    }

    /// Writes `metadata.json` anew; `runs` says how each run ended.
    pub(crate) fn write_metadata(
        &self,
        plan: &GroupPlan,
        runs: &BTreeMap<String, RunStatus>,
    ) -> Result<(), IoError> {
        let success = |status| matches!(status, RunStatus::Finished | RunStatus::TimedOut);
        let runs: Map<String, Value> = runs
            .iter()
            .map(|(run_id, status)| (run_id.clone(), json!({"success": success(*status)})))
            .collect();
        let metadata =
            json!({"run_group": plan.run_group, "created_at": plan.created_at, "runs": runs});
        write_atomically(&self.0.join("metadata.json"), &pretty(&metadata)?)
    }

    /// Adds a line to the group's log for people; not being able to is no reason to stop.
    pub(crate) fn note(&self, line: &str) {
        let path = self.0.join("run.log");
        if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(path) {
            let _ = writeln!(file, "[{}] {line}", jiff::Timestamp::now());
        }
    }
}

/// Writes a value as JSON for people and programs.
pub(crate) fn pretty<T: Serialize>(value: &T) -> Result<Vec<u8>, IoError> {
    let mut bytes = serde_json::to_vec_pretty(value)
        .map_err(|error| IoError::at("write", Path::new("JSON"))(io::Error::from(error)))?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Writes a file whole or not at all.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), IoError> {
    let dir = path.parent().unwrap_or(Path::new("."));
    let failed = |error| IoError::at("write", path)(error);
    let mut builder = tempfile::Builder::new();
    let mut file = builder.prefix(".part-").tempfile_in(dir).map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    let mode = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o644);
    file.as_file().set_permissions(mode).map_err(failed)?;
    file.as_file().sync_data().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_groups_in_one_second_do_not_meet() {
        let dir = tempfile::tempdir().unwrap();
        let (first, name) = GroupDir::create(dir.path(), "a").unwrap();
        let (second, _) = GroupDir::create(dir.path(), "a").unwrap();
        assert_ne!(first.path(), second.path());
        assert!(name.ends_with("-GMT_run-group_a"), "{name}");
    }

    #[test]
    fn a_locked_group_is_not_locked_twice() {
        let dir = tempfile::tempdir().unwrap();
        let group = GroupDir::at(dir.path());
        let lock = group.lock().unwrap();
        assert!(lock.is_some() && group.lock().unwrap().is_none());
        drop(lock);
        assert!(group.lock().unwrap().is_some());
    }
}
