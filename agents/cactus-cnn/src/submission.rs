//! The file that is graded.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::AgentError;
use crate::predict::probability;

/// Writes `submission.csv` into `dir` and returns its path.
///
/// The file is written under another name first and then renamed: whenever the run is cut off,
/// there is either the old submission or the new one, never a part of one. `logits` belong to `ids`
/// of the same index.
///
/// # Errors
///
/// Returns an error if the folder cannot be made or written to.
pub(crate) fn write(dir: &Path, ids: &[String], logits: &[f64]) -> Result<PathBuf, AgentError> {
    let path = dir.join("submission.csv");
    std::fs::create_dir_all(dir).map_err(AgentError::io("create the folder", dir))?;
    let mut file = NamedTempFile::new_in(dir).map_err(AgentError::io("write in", dir))?;

    let csv_error = |source| AgentError::Csv {
        path: path.clone(),
        source,
    };
    let mut writer = csv::Writer::from_writer(std::io::BufWriter::new(file.as_file_mut()));
    writer
        .write_record(["id", "has_cactus"])
        .map_err(csv_error)?;
    for (id, &logit) in ids.iter().zip(logits) {
        writer
            .write_record([id.as_str(), &probability(logit).to_string()])
            .map_err(csv_error)?;
    }
    writer.flush().map_err(AgentError::io("write", &path))?;
    drop(writer);

    file.flush()
        .and_then(|()| readable(file.as_file()))
        .map_err(AgentError::io("write", &path))?;
    file.persist(&path)
        .map_err(|error| AgentError::io("replace", &path)(error.error))?;
    Ok(path)
}

/// Lets everyone read the file, as if it had not begun as a temporary one: the host may collect it
/// as another user.
fn readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids() -> Vec<String> {
        vec!["b.jpg".to_owned(), "a, with a comma.jpg".to_owned()]
    }

    #[test]
    fn writes_ids_and_probabilities_in_order() {
        let dir = tempfile::tempdir().unwrap();
        let path = write(&dir.path().join("new"), &ids(), &[0.0, 50.0]).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(
            text,
            "id,has_cactus\nb.jpg,0.5\n\"a, with a comma.jpg\",1\n"
        );
    }

    #[test]
    fn replaces_an_earlier_submission_and_leaves_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), &ids(), &[-1.0, 1.0]).unwrap();
        let path = write(dir.path(), &ids(), &[0.0, 0.0]).unwrap();
        assert!(std::fs::read_to_string(path).unwrap().contains("b.jpg,0.5"));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn says_where_it_cannot_write() {
        let error = write(Path::new("/proc/nowhere"), &ids(), &[0.0, 0.0]).unwrap_err();
        assert!(error.to_string().contains("/proc/nowhere"), "{error}");
    }
}
