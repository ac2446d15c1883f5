//! Where a competition's data lies on disk.
//!
//! `<data-dir>/<id>/<id>.zip`, `raw/`, `prepared/{public,private}/` and, beside those two,
//! `prepared/manifest.json`, which says what was prepared and whether it was verified.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::edition::Edition;

/// The places of one competition's data.
#[derive(Debug, Clone)]
pub struct DataLayout {
    folder: PathBuf,
    id: String,
}

impl DataLayout {
    /// Returns the layout of `id` below `data_dir`.
    pub fn new(data_dir: &Path, id: &str) -> Self {
        Self {
            folder: data_dir.join(id),
            id: id.to_owned(),
        }
    }

    /// Returns the competition's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the competition's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the place of Kaggle's archive.
    pub fn zip(&self) -> PathBuf {
        self.folder.join(format!("{}.zip", self.id))
    }

    /// Returns the file that is locked while a process prepares the competition.
    pub fn lock(&self) -> PathBuf {
        self.folder.join(".prepare.lock")
    }

    /// Returns the folder of the unpacked archive.
    pub fn raw(&self) -> PathBuf {
        self.folder.join("raw")
    }

    /// Returns the folder of downloads that do not belong to the competition's archive.
    pub fn auxiliary(&self) -> PathBuf {
        self.folder.join("aux")
    }

    /// Returns the folder of prepared data.
    pub fn prepared(&self) -> PathBuf {
        self.folder.join("prepared")
    }

    /// Returns the folder that an agent sees.
    pub fn public(&self) -> PathBuf {
        self.prepared().join("public")
    }

    /// Returns the folder of the answers.
    pub fn private(&self) -> PathBuf {
        self.prepared().join("private")
    }

    /// Returns whether both folders are there and hold something, as the original decides it.
    pub fn is_prepared(&self) -> bool {
        let holds_something =
            |folder: &Path| std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some());
        holds_something(&self.public()) && holds_something(&self.private())
    }

    /// Reads the manifest; `None` when the data was not prepared by this program.
    pub fn manifest(&self) -> Option<Manifest> {
        let text = std::fs::read(self.prepared().join(Manifest::FILE)).ok()?;
        serde_json::from_slice(&text).ok()
    }
}

/// What a prepared folder holds and how it came about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of this format.
    pub format_version: u32,
    /// The competition.
    pub competition_id: String,
    /// The edition of the data.
    pub edition: Edition,
    /// When it was prepared, ISO 8601.
    pub created_at: String,
    /// Version of the program that prepared it.
    pub program_version: String,
    /// Whether all published checksums were compared and agreed; `None` when there are none or the
    /// comparison was skipped.
    pub verified: Option<bool>,
    /// Constants that were overridden: the data is not the benchmark's when there are any.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub overrides: BTreeMap<String, usize>,
    /// Every prepared file by its path below `prepared/`.
    pub files: BTreeMap<String, ManifestFile>,
}

impl Manifest {
    /// Name of the manifest below `prepared/`.
    pub const FILE: &'static str = "manifest.json";
    /// The version written by this program.
    pub const FORMAT_VERSION: u32 = 1;
}

/// One prepared file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestFile {
    /// Bytes.
    pub size: u64,
    /// SHA-256 in hexadecimal; for an archive, of the list of its members' names and contents, so
    /// that it does not depend on compression or file times.
    pub content_sha256: String,
}
