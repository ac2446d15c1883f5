//! Which runs are going on, so that grading meanwhile can be noted against them.
//!
//! Whoever grades a file of a competition while an agent works on it could tell the agent its
//! score. Every run that is going on therefore has an entry in a folder of this user, and
//! [`note_test_query`] adds a line to each entry of that competition.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use crate::error::IoError;
use crate::process::start_time;

/// The entry of a run that is going on; dropping it takes it away.
#[derive(Debug)]
pub(crate) struct LiveRun(PathBuf);

/// Notes that a submission to `competition_id` was graded outside a run, and returns how many runs
/// of that competition are going on.
///
/// # Errors
///
/// Returns an error if the note cannot be written; the score should then not be shown.
pub fn note_test_query(competition_id: &str) -> Result<usize, IoError> {
    note_in(&folder(), competition_id)
}

/// Returns the folder of the entries, one for each user.
fn folder() -> PathBuf {
    let user = nix::unistd::getuid();
    std::env::temp_dir().join(format!("mlebench-live-{user}"))
}

fn note_in(folder: &Path, competition_id: &str) -> Result<usize, IoError> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(0);
    };
    let mut noted = 0;
    for path in entries.flatten().map(|entry| entry.path()) {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut words = text.lines().next().unwrap_or_default().split(' ');
        let id = words.next().unwrap_or_default();
        let pid = words.next().and_then(|word| word.parse::<i32>().ok());
        let start = words.next().and_then(|word| word.parse::<u64>().ok());
        if pid
            .and_then(start_time)
            .is_none_or(|time| Some(time) != start)
        {
            // Left by a program that was killed.
            let _ = fs::remove_file(&path);
        } else if id == competition_id {
            let line = format!("{} {}\n", jiff::Timestamp::now(), std::process::id());
            let file = OpenOptions::new().append(true).open(&path);
            let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
            written.map_err(IoError::at("note the grading in", &path))?;
            noted += 1;
        }
    }
    Ok(noted)
}

impl LiveRun {
    /// Makes the entry of a run.
    pub(crate) fn enter(run_id: &str, competition_id: &str) -> Result<Self, IoError> {
        Self::enter_in(&folder(), run_id, competition_id)
    }

    fn enter_in(folder: &Path, run_id: &str, competition_id: &str) -> Result<Self, IoError> {
        let made = fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder);
        made.map_err(IoError::at("make the folder", folder))?;
        let path = folder.join(run_id);
        let pid = std::process::id() as i32;
        let entry = format!("{competition_id} {pid} {}\n", start_time(pid).unwrap_or(0));
        fs::write(&path, entry).map_err(IoError::at("write", &path))?;
        Ok(Self(path))
    }

    /// Returns how often something was graded since the entry was made.
    pub(crate) fn queries(&self) -> u64 {
        let text = fs::read_to_string(&self.0).unwrap_or_default();
        text.lines().count().saturating_sub(1) as u64
    }
}

impl Drop for LiveRun {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_only_gradings_of_the_same_competition_meanwhile() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(note_in(&dir.path().join("none-yet"), "a").unwrap(), 0);
        let first = LiveRun::enter_in(dir.path(), "run-1", "a").unwrap();
        let second = LiveRun::enter_in(dir.path(), "run-2", "b").unwrap();
        assert_eq!(note_in(dir.path(), "a").unwrap(), 1);
        assert_eq!(note_in(dir.path(), "a").unwrap(), 1);
        assert_eq!((first.queries(), second.queries()), (2, 0));
        drop(first);
        assert_eq!(note_in(dir.path(), "a").unwrap(), 0);
    }

    #[test]
    fn forgets_the_runs_of_a_killed_program() {
        let dir = tempfile::tempdir().unwrap();
        let stale = dir.path().join("run-1");
        fs::write(&stale, "a 1 999999999999\n").unwrap();
        assert_eq!(note_in(dir.path(), "a").unwrap(), 0);
        assert!(!stale.exists());
    }
}
