//! Reading a submission from disk.

use std::io;
use std::path::{Path, PathBuf};

use mlebench_data::csv::{self, CsvError, ReadOptions};
use mlebench_data::table::Table;

use crate::edition::Edition;
use crate::spec::CompetitionSpec;
use crate::verdict::{Rejection, RejectionCode};

/// A submission that could not be read although it may be there: our error, not the agent's.
#[derive(Debug, thiserror::Error)]
#[error("failed to read `{path}`")]
pub struct LoadError {
    /// The file.
    pub path: PathBuf,
    /// What the system says.
    #[source]
    pub source: io::Error,
}

/// Loads a submission as pandas would read it.
///
/// # Errors
///
/// The outer error is ours (the disk fails); the inner one is a rejection: no file, no regular
/// file, a name that does not end in `.csv`, or text that is no CSV.
pub fn load(path: &Path, options: &ReadOptions) -> Result<Result<Table, Rejection>, LoadError> {
    let ours = |source| LoadError {
        path: path.to_owned(),
        source,
    };
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if is_absent(&error) => {
            let message = "there is no submission file";
            return Ok(Err(Rejection::new(RejectionCode::MissingFile, message)));
        }
        Err(error) => return Err(ours(error)),
    };
    if !metadata.is_file() {
        let message = "the submission is no regular file";
        return Ok(Err(Rejection::new(RejectionCode::NotACsvFile, message)));
    }
    if !path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))
    {
        let message = "the submission's name does not end in `.csv`";
        return Ok(Err(Rejection::new(RejectionCode::NotACsvFile, message)));
    }
    match csv::read_file(path, options) {
        Ok(table) => Ok(Ok(table)),
        Err(CsvError::File { source, .. }) => Err(ours(source)),
        Err(error) => Ok(Err(unreadable(&error))),
    }
}

/// Reads the bytes of a submission as [`load`] does.
///
/// # Errors
///
/// Returns a rejection when the text is no CSV.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Table, Rejection> {
    csv::read(bytes, options).map_err(|error| unreadable(&error))
}

fn unreadable(error: &CsvError) -> Rejection {
    Rejection::new(RejectionCode::Unreadable, error.to_string())
}

/// Returns how submissions and answers of a competition are read: as pandas does it in the published
/// edition; in the corrected one, what is declared as text is text as it is written.
pub fn read_options(spec: &CompetitionSpec) -> ReadOptions {
    let mut options = ReadOptions::default();
    if spec.edition == Edition::Corrected {
        let groups = spec.submission.columns.iter();
        let texts = groups.filter(|group| !group.kind.is_number());
        options.literal_columns = texts.flat_map(|group| group.names.clone()).collect();
    }
    options
}

fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_csv_file_is_rejected_with_its_reason() {
        let folder = tempfile::tempdir().unwrap();
        let code = |name: &str| {
            load(&folder.path().join(name), &ReadOptions::default())
                .unwrap()
                .unwrap_err()
                .code
        };
        assert_eq!(code("absent.csv"), RejectionCode::MissingFile);
        assert_eq!(code("."), RejectionCode::NotACsvFile);
        std::fs::write(folder.path().join("a.txt"), "id\n1\n").unwrap();
        assert_eq!(code("a.txt"), RejectionCode::NotACsvFile);
        std::fs::write(folder.path().join("ragged.csv"), "id,x\n1,2\n1,2,3\n").unwrap();
        assert_eq!(code("ragged.csv"), RejectionCode::Unreadable);
        std::fs::write(folder.path().join("latin.csv"), b"id,x\n1,\xff\n").unwrap();
        assert_eq!(code("latin.csv"), RejectionCode::Unreadable);
        std::fs::write(folder.path().join("UPPER.CSV"), "id\n1\n").unwrap();
        assert_eq!(
            load(&folder.path().join("UPPER.CSV"), &ReadOptions::default())
                .unwrap()
                .unwrap()
                .rows(),
            1
        );
    }
}
