//! The log of a run: JSON lines, each bound to the one before by its hash.
//!
//! A line is `{"seq":N,"time":"…","previous":"…","event":{…},"hash":"…"}`, where `hash` is the
//! SHA-256 of the line's bytes without `,"hash":"…"`, and `previous` the hash of the line before
//! (64 zeros in the first). A line without its line feed was being written when the machine
//! stopped; it is not part of the log.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use mlebench_data::checksum::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::RunEvent;
use crate::error::IoError;

const HASH_KEY: &str = ",\"hash\":\"";

/// A log that cannot be read or does not hold together.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// A line is not what was written there.
    #[error("the log `{}` was changed: line {line}: {reason}", path.display())]
    Broken {
        /// The log.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What does not fit.
        reason: String,
    },
    /// A file operation failed.
    #[error(transparent)]
    Io(#[from] IoError),
}

/// One line of a log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventLine {
    /// Its number, from 0.
    pub seq: u64,
    /// When it was written, RFC 3339.
    pub time: String,
    /// The hash of the line before.
    pub previous: String,
    /// What happened.
    pub event: RunEvent,
    /// The hash of this line.
    pub hash: String,
}

#[derive(Serialize)]
struct Body<'a> {
    seq: u64,
    time: &'a str,
    previous: &'a str,
    event: &'a RunEvent,
}

/// A log that is being written.
#[derive(Debug)]
pub struct RunLog {
    file: File,
    path: PathBuf,
    seq: u64,
    previous: String,
    length: u64,
}

impl RunLog {
    /// Begins a log at `path`, where none may be.
    ///
    /// # Errors
    ///
    /// Returns an error if the file exists or cannot be made.
    pub fn create(path: &Path) -> Result<Self, ChainError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(IoError::at("make the log", path))?;
        let previous = "0".repeat(64);
        Ok(Self {
            file,
            path: path.to_path_buf(),
            seq: 0,
            previous,
            length: 0,
        })
    }

    /// Goes on with the log at `path`, and returns what is in it. A torn last line is cut off.
    ///
    /// # Errors
    ///
    /// Returns an error if the log cannot be opened or does not hold together.
    pub fn reopen(path: &Path) -> Result<(Self, Vec<EventLine>), ChainError> {
        let (lines, length) = read(path)?;
        let file = OpenOptions::new().write(true).open(path);
        let mut file = file.map_err(IoError::at("open the log", path))?;
        file.set_len(length)
            .map_err(IoError::at("cut the log", path))?;
        file.seek(SeekFrom::Start(length))
            .map_err(IoError::at("cut the log", path))?;
        let previous = lines
            .last()
            .map_or_else(|| "0".repeat(64), |line| line.hash.clone());
        let seq = lines.len() as u64;
        Ok((
            Self {
                file,
                path: path.to_path_buf(),
                seq,
                previous,
                length,
            },
            lines,
        ))
    }

    /// Writes an event, to the disk itself where losing it would lose a result.
    ///
    /// # Errors
    ///
    /// Returns an error if the disk is full or fails; the log then is as it was before.
    pub fn append(&mut self, event: &RunEvent) -> Result<(), ChainError> {
        let time = jiff::Timestamp::now().to_string();
        let body = Body {
            seq: self.seq,
            time: &time,
            previous: &self.previous,
            event,
        };
        let text = serde_json::to_string(&body).map_err(|error| {
            IoError::at("write the log", &self.path)(std::io::Error::from(error))
        })?;
        let hash = hash_of(&text);
        let line = format!("{}{HASH_KEY}{hash}\"}}\n", &text[..text.len() - 1]);
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // Half a line must not stand in the way of the next one.
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
            return Err(IoError::at("write the log", &self.path)(error).into());
        }
        if matches!(event, RunEvent::Sealed(_) | RunEvent::Finished(_)) {
            self.file
                .sync_data()
                .map_err(IoError::at("write the log", &self.path))?;
        }
        self.length += line.len() as u64;
        self.seq += 1;
        self.previous = hash;
        Ok(())
    }
}

/// Reads a log and checks that it holds together. A torn last line is left out.
///
/// # Errors
///
/// Returns an error if the log cannot be read or a line was changed, added or removed.
pub fn read_events(path: &Path) -> Result<Vec<EventLine>, ChainError> {
    Ok(read(path)?.0)
}

/// Reads a log; returns its lines and their length in bytes.
fn read(path: &Path) -> Result<(Vec<EventLine>, u64), ChainError> {
    let bytes = fs::read(path).map_err(IoError::at("read the log", path))?;
    let end = bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    let mut lines = Vec::new();
    let mut previous = "0".repeat(64);
    for (index, line) in bytes[..end]
        .split_inclusive(|byte| *byte == b'\n')
        .enumerate()
    {
        let broken = |reason: String| ChainError::Broken {
            path: path.to_path_buf(),
            line: index + 1,
            reason,
        };
        let line = parse(&line[..line.len() - 1]).map_err(broken)?;
        if line.seq != index as u64 || line.previous != previous {
            return Err(broken("it does not follow the line before".to_owned()));
        }
        previous.clone_from(&line.hash);
        lines.push(line);
    }
    Ok((lines, end as u64))
}

fn parse(line: &[u8]) -> Result<EventLine, String> {
    let text = std::str::from_utf8(line).map_err(|error| error.to_string())?;
    let event: EventLine = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let end = format!("{HASH_KEY}{}\"}}", event.hash);
    let body = text
        .strip_suffix(&end)
        .ok_or("the hash is not at its end")?;
    if hash_of(&format!("{body}}}")) == event.hash {
        Ok(event)
    } else {
        Err("its hash does not fit".to_owned())
    }
}

fn hash_of(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::super::{FailureRecord, FinishRecord, RunStatus};
    use super::*;
    use proptest::prelude::*;

    fn failed(message: &str) -> RunEvent {
        RunEvent::Failed(FailureRecord {
            message: message.to_owned(),
        })
    }

    fn written(messages: &[String]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("events.jsonl");
        let mut log = RunLog::create(&path).unwrap();
        for message in messages {
            log.append(&failed(message)).unwrap();
        }
        (dir, path)
    }

    #[test]
    fn goes_on_after_a_torn_line() {
        let (_dir, path) = written(&["a".to_owned(), "b".to_owned()]);
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend(b"{\"seq\":2,\"ti");
        fs::write(&path, bytes).unwrap();
        assert_eq!(read_events(&path).unwrap().len(), 2);
        let (mut log, lines) = RunLog::reopen(&path).unwrap();
        assert_eq!(lines.len(), 2);
        let finish = FinishRecord {
            status: RunStatus::Finished,
        };
        log.append(&RunEvent::Finished(finish)).unwrap();
        assert_eq!(read_events(&path).unwrap().len(), 3);
        assert!(RunLog::create(&path).is_err());
    }

    proptest! {
        #[test]
        fn reads_back_whatever_was_written(messages in prop::collection::vec(".*", 0..5)) {
            let (_dir, path) = written(&messages);
            let events: Vec<RunEvent> =
                read_events(&path).unwrap().into_iter().map(|line| line.event).collect();
            let expected: Vec<RunEvent> = messages.iter().map(|message| failed(message)).collect();
            prop_assert_eq!(events, expected);
        }

        #[test]
        fn notices_a_changed_byte(at in 0usize..1000, new in any::<u8>()) {
            let (_dir, path) = written(&["one".to_owned(), "two".to_owned(), "three".to_owned()]);
            let mut bytes = fs::read(&path).unwrap();
            // The last line feed is what makes the last line complete.
            let at = at % (bytes.len() - 1);
            prop_assume!(bytes[at] != new);
            bytes[at] = new;
            fs::write(&path, &bytes).unwrap();
            prop_assert!(read_events(&path).is_err());
        }

        #[test]
        fn notices_a_missing_line(gone in 0usize..2) {
            let (_dir, path) = written(&["one".to_owned(), "two".to_owned(), "three".to_owned()]);
            let text = fs::read_to_string(&path).unwrap();
            let kept: String = text.split_inclusive('\n').enumerate()
                .filter(|(index, _)| *index != gone).map(|(_, line)| line).collect();
            fs::write(&path, kept).unwrap();
            prop_assert!(read_events(&path).is_err());
        }
    }
}
