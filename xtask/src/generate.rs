//! Writing every generated file, or checking that each is fresh.

use std::path::{Path, PathBuf};

use crate::{competitions, reference};

/// A generated file.
pub(crate) struct Generated {
    /// Path below the repository.
    pub(crate) path: PathBuf,
    /// What it must hold.
    pub(crate) text: String,
}

/// Writes or checks all generated files. The reference pages need the list of competitions that
/// is compiled in, so they are right only when that list is fresh.
pub(crate) fn run(check: bool) -> Result<(), String> {
    let root = root();
    let mut files = vec![competitions::list(&root)?];
    files.extend(reference::pages(&root)?);
    let mut stale = Vec::new();
    for file in files {
        let path = root.join(&file.path);
        if std::fs::read_to_string(&path).is_ok_and(|text| text == file.text) {
            continue;
        }
        stale.push(file.path.display().to_string());
        if !check {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
            }
            std::fs::write(&path, file.text)
                .map_err(|error| format!("failed to write `{}`: {error}", path.display()))?;
        }
    }
    if check && !stale.is_empty() {
        return Err(format!(
            "stale: {} (hint: run `cargo xtask generate`)",
            stale.join(", ")
        ));
    }
    Ok(())
}

/// Returns the repository's folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map_or_else(PathBuf::new, Path::to_owned)
}
