//! Taking the submission: once, whole, and only if it is an ordinary file.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use mlebench_data::checksum::hex;
use nix::errno::Errno;
use nix::fcntl::{OFlag, open, openat};
use nix::sys::stat::Mode;
use sha2::{Digest as _, Sha256};

use super::{SealOutcome, SealRecord};
use crate::error::IoError;

const NAME: &str = "submission.csv";

/// Copies the submission in `run_dir` to `sealed/submission.csv` there, which is read-only.
///
/// The agent may have put anything in its place, also while we look; no link is followed and
/// nothing is opened that could block.
pub(crate) fn seal(run_dir: &Path, most_bytes: u64) -> Result<SealRecord, IoError> {
    let folder = run_dir.join("submission");
    let from = folder.join(NAME);
    let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC | OFlag::O_NONBLOCK;
    let opened = open(&folder, flags | OFlag::O_DIRECTORY, Mode::empty())
        .and_then(|folder: OwnedFd| openat(&folder, NAME, flags, Mode::empty()));
    let file = match opened {
        Ok(file) => File::from(file),
        Err(Errno::ENOENT) => return Ok(record(SealOutcome::Missing, None)),
        Err(Errno::ELOOP | Errno::ENOTDIR) => {
            return Ok(refused("it is, or is reached through, a link"));
        }
        // What opening says of a socket or a device without a driver.
        Err(Errno::ENXIO | Errno::ENODEV) => return Ok(refused("it is no ordinary file")),
        Err(Errno::EACCES | Errno::EPERM) => return Ok(refused("it cannot be read")),
        Err(error) => return Err(IoError::at("open the submission", &from)(error)),
    };
    let metadata = file
        .metadata()
        .map_err(IoError::at("look at the submission", &from))?;
    if !metadata.is_file() {
        return Ok(refused("it is no ordinary file"));
    }
    if metadata.len() > most_bytes {
        let reason = format!("it has {} bytes, more than {most_bytes}", metadata.len());
        return Ok(refused(&reason));
    }
    let target = run_dir.join("sealed");
    fs::create_dir_all(&target).map_err(IoError::at("make the folder", &target))?;
    let Some((sha256, size)) = copy(file, &from, &target, most_bytes)? else {
        return Ok(refused(&format!("it has more than {most_bytes} bytes")));
    };
    let mut sealed = record(SealOutcome::Sealed, None);
    sealed.sha256 = Some(sha256);
    sealed.size_bytes = Some(size);
    Ok(sealed)
}

/// Makes sure that what was sealed in `run_dir` is on the disk itself.
///
/// Apart from [`seal`], because that is done while an agent is held still, and this may take long.
pub(crate) fn keep_sealed(run_dir: &Path) -> Result<(), IoError> {
    let path = run_dir.join("sealed").join(NAME);
    match File::open(&path) {
        Ok(file) => file.sync_all().map_err(IoError::at("write", &path)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(IoError::at("open", &path)(error)),
    }
}

/// Copies and hashes; `None` if the file has grown beyond `most_bytes`.
fn copy(
    file: File,
    from: &Path,
    target: &Path,
    most_bytes: u64,
) -> Result<Option<(String, u64)>, IoError> {
    let unfinished = target.join("submission.csv.part");
    let to = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .open(&unfinished);
    let mut to = to.map_err(IoError::at("write", &unfinished))?;
    let mut from_file = file.take(most_bytes.saturating_add(1));
    let mut hasher = Sha256::new();
    let mut size = 0;
    let mut buffer = vec![0; 1 << 18];
    loop {
        let got = from_file
            .read(&mut buffer)
            .map_err(IoError::at("read the submission", from))?;
        if got == 0 {
            break;
        }
        size += got as u64;
        hasher.update(&buffer[..got]);
        to.write_all(&buffer[..got])
            .map_err(IoError::at("write", &unfinished))?;
    }
    if size > most_bytes {
        fs::remove_file(&unfinished).map_err(IoError::at("remove", &unfinished))?;
        return Ok(None);
    }
    to.set_permissions(fs::Permissions::from_mode(0o444))
        .map_err(IoError::at("protect", &unfinished))?;
    let sealed = target.join(NAME);
    fs::rename(&unfinished, &sealed).map_err(IoError::at("write", &sealed))?;
    Ok(Some((hex(&hasher.finalize()), size)))
}

fn refused(reason: &str) -> SealRecord {
    record(SealOutcome::Refused, Some(reason.to_owned()))
}

fn record(outcome: SealOutcome, reason: Option<String>) -> SealRecord {
    let taken_at = jiff::Timestamp::now().to_string();
    SealRecord {
        outcome,
        sha256: None,
        size_bytes: None,
        taken_at,
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn run_dir() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("submission")).unwrap();
        dir
    }

    fn outcome(dir: &tempfile::TempDir) -> SealOutcome {
        seal(dir.path(), 100).unwrap().outcome
    }

    #[test]
    fn copies_an_ordinary_file_and_keeps_it_from_changes() {
        let dir = run_dir();
        let from = dir.path().join("submission/submission.csv");
        fs::write(&from, "id\n1\n").unwrap();
        let record = seal(dir.path(), 100).unwrap();
        assert_eq!(
            (record.outcome, record.size_bytes),
            (SealOutcome::Sealed, Some(5))
        );
        fs::write(&from, "later").unwrap();
        let sealed = dir.path().join("sealed/submission.csv");
        assert_eq!(fs::read_to_string(&sealed).unwrap(), "id\n1\n");
        assert_eq!(
            fs::metadata(&sealed).unwrap().permissions().mode() & 0o777,
            0o444
        );
        assert_eq!(record.sha256.unwrap(), hex(&Sha256::digest(b"id\n1\n")));
    }

    #[test]
    fn says_when_there_is_none() {
        let dir = run_dir();
        assert_eq!(outcome(&dir), SealOutcome::Missing);
        fs::remove_dir(dir.path().join("submission")).unwrap();
        assert_eq!(outcome(&dir), SealOutcome::Missing);
    }

    #[test]
    fn refuses_what_is_no_ordinary_file() {
        let dir = run_dir();
        let at = dir.path().join("submission/submission.csv");
        symlink("/etc/passwd", &at).unwrap();
        assert_eq!(outcome(&dir), SealOutcome::Refused);
        fs::remove_file(&at).unwrap();
        nix::unistd::mkfifo(&at, Mode::S_IRWXU).unwrap();
        assert_eq!(outcome(&dir), SealOutcome::Refused);
        fs::remove_file(&at).unwrap();
        fs::create_dir(&at).unwrap();
        assert_eq!(outcome(&dir), SealOutcome::Refused);
        fs::remove_dir(&at).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(&at).unwrap();
        assert_eq!(outcome(&dir), SealOutcome::Refused);
        fs::remove_file(&at).unwrap();
        fs::write(&at, [b'x'; 101]).unwrap();
        assert_eq!(outcome(&dir), SealOutcome::Refused);
        assert!(!dir.path().join("sealed").exists());
    }

    #[test]
    fn refuses_a_folder_that_is_a_link() {
        let dir = run_dir();
        fs::remove_dir(dir.path().join("submission")).unwrap();
        symlink("/tmp", dir.path().join("submission")).unwrap();
        assert_eq!(outcome(&dir), SealOutcome::Refused);
    }
}
