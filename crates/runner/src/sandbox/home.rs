//! The small files an agent finds around it, made anew for every run.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::agent::Agent;
use crate::error::IoError;
use crate::task::Task;

const VALIDATE: &str = include_str!("validate_submission.sh");

/// Files of `/etc`, so that programs can look up the user and `localhost`.
const ETC: [(&str, &str); 5] = [
    (
        "passwd",
        "root:x:0:0::/:/bin/false\nagent:x:65534:65534::/tmp:/bin/bash\n",
    ),
    ("group", "root:x:0:\nagent:x:65534:\n"),
    ("hosts", "127.0.0.1 localhost\n"),
    (
        "nsswitch.conf",
        "passwd: files\ngroup: files\nhosts: files dns\n",
    ),
    ("resolv.conf", ""),
];

/// A temporary folder with the run's small files; removed when dropped.
#[derive(Debug)]
pub(crate) struct StagedHome {
    root: TempDir,
}

impl StagedHome {
    /// Writes the files of `task` below the run's folder, so that a killed harness leaves nothing
    /// elsewhere.
    pub(crate) fn new(task: &Task, run_dir: &Path) -> Result<Self, IoError> {
        let root = tempfile::Builder::new()
            .prefix(".staged-")
            .tempdir_in(run_dir)
            .map_err(IoError::at("make a folder in", run_dir))?;
        let staged = Self { root };
        let home = staged.home();
        for dir in [&home, &staged.etc(), &home.join("agent"), &home.join("tmp")] {
            fs::create_dir(dir).map_err(IoError::at("make the folder", dir))?;
        }
        write(&home.join("instructions.txt"), &task.instructions, 0o644)?;
        let obfuscated = &task.instructions_obfuscated;
        write(&home.join("instructions_obfuscated.txt"), obfuscated, 0o644)?;
        write(&home.join("validate_submission.sh"), VALIDATE, 0o755)?;
        for (name, content) in ETC {
            write(&staged.etc().join(name), content, 0o644)?;
        }
        Ok(staged)
    }

    /// Returns the folder with the files that stand at `/home`.
    pub(crate) fn home(&self) -> PathBuf {
        self.root.path().join("home")
    }

    /// Returns the folder with the files that stand at `/etc`.
    pub(crate) fn etc(&self) -> PathBuf {
        self.root.path().join("etc")
    }

    /// Adds links to what a sandbox would mount, for an agent that runs without one.
    pub(crate) fn link(
        &self,
        public_dir: &Path,
        run_dir: &Path,
        agent: &Agent,
    ) -> Result<(), IoError> {
        let home = self.home();
        let link_to = |target: &Path, name: &str| {
            let link = home.join(name);
            symlink(target, &link).map_err(IoError::at("make the link", &link))
        };
        link_to(public_dir, "data")?;
        for name in ["submission", "logs", "code"] {
            link_to(&run_dir.join(name), name)?;
        }
        let Some((name, path)) = agent.artifact() else {
            return link_entries(&agent.dir, &home.join("agent"), None);
        };
        link_entries(&agent.dir, &home.join("agent"), Some("bin"))?;
        let bin = home.join("agent/bin");
        fs::create_dir(&bin).map_err(IoError::at("make the folder", &bin))?;
        let own = agent.dir.join("bin");
        if own.is_dir() {
            link_entries(&own, &bin, Some(name))?;
        }
        link_to(path, &format!("agent/bin/{name}"))
    }
}

/// Links every entry of `from` into `to`, but the one called `without`.
fn link_entries(from: &Path, to: &Path, without: Option<&str>) -> Result<(), IoError> {
    for entry in entries(from)? {
        let name = entry.file_name().unwrap_or_default();
        if without.is_none_or(|other| other != name) {
            let link = to.join(name);
            symlink(&entry, &link).map_err(IoError::at("make the link", &link))?;
        }
    }
    Ok(())
}

/// Lists a folder in order.
pub(super) fn entries(dir: &Path) -> Result<Vec<PathBuf>, IoError> {
    let list = fs::read_dir(dir).map_err(IoError::at("read the folder", dir))?;
    let paths: io::Result<Vec<PathBuf>> = list.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(IoError::at("read the folder", dir))?;
    paths.sort();
    Ok(paths)
}

fn write(path: &Path, content: &str, mode: u32) -> Result<(), IoError> {
    fs::write(path, content).map_err(IoError::at("write", path))?;
    let mode = fs::Permissions::from_mode(mode);
    fs::set_permissions(path, mode).map_err(IoError::at("set the mode of", path))
}
