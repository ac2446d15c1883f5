//! Finding competitions by id and by split.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mlebench_core::competition::{Code, Competition, CompetitionError};
use mlebench_core::spec::SplitName;

use crate::generated::ENTRIES;

/// One built-in competition as the texts of its folder; parsed when it is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// Folder name.
    pub id: &'static str,
    /// Text of `competition.toml`.
    pub spec: &'static str,
    /// Text of `leaderboard.csv`.
    pub leaderboard: &'static str,
    /// Text of `description.md`, if there is one.
    pub description: Option<&'static str>,
    /// Its code.
    pub code: Code,
}

/// A competition that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// No competition has that id.
    #[error("competition `{id}` does not exist\n  (hint: {hint}`mlebench list` shows all)")]
    Unknown {
        /// What was asked for.
        id: String,
        /// The nearest id, as a sentence.
        hint: String,
    },
    /// A folder of the user's own cannot be listed.
    #[error("failed to list `{path}`")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// A competition's files are broken.
    #[error(transparent)]
    Competition(#[from] CompetitionError),
}

/// All known competitions: the built-in ones and those of `--competitions-dir`.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    /// Folders of the user's own competitions by id; they come before built-in ones.
    extra: BTreeMap<String, PathBuf>,
}

impl Registry {
    /// Creates the registry of the built-in competitions.
    pub fn builtin() -> Self {
        Self::default()
    }

    /// Adds every folder below `folder` that holds a `competition.toml`.
    ///
    /// # Errors
    ///
    /// Fails when the folder cannot be listed.
    pub fn add_folder(&mut self, folder: &Path) -> Result<(), RegistryError> {
        let failed = |source| RegistryError::Folder {
            path: folder.to_owned(),
            source,
        };
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.join("competition.toml").is_file() {
                let id = path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                self.extra.insert(id, path);
            }
        }
        Ok(())
    }

    /// Returns all ids, sorted without regard to case.
    pub fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = ENTRIES.iter().map(|entry| entry.id.to_owned()).collect();
        ids.extend(self.extra.keys().cloned());
        ids.sort_by_key(|id| id.to_lowercase());
        ids.dedup();
        ids
    }

    /// Returns a competition.
    ///
    /// # Errors
    ///
    /// Fails for an unknown id, with the nearest one, or when its files are broken.
    pub fn get(&self, id: &str) -> Result<Competition, RegistryError> {
        if let Some(folder) = self.extra.get(id) {
            return Ok(Competition::load(folder)?);
        }
        let Some(entry) = ENTRIES.iter().find(|entry| entry.id == id) else {
            return Err(self.unknown(id));
        };
        let description = entry.description.map(Cow::Borrowed);
        Ok(Competition::parse(
            entry.id,
            entry.spec,
            entry.leaderboard,
            description,
            entry.code,
        )?)
    }

    /// Returns every competition, in the order of [`ids`](Self::ids).
    ///
    /// # Errors
    ///
    /// Fails when one of them is broken.
    pub fn all(&self) -> Result<Vec<Competition>, RegistryError> {
        self.ids().iter().map(|id| self.get(id)).collect()
    }

    /// Returns the competitions of a split.
    ///
    /// # Errors
    ///
    /// Fails when one of them is broken.
    pub fn split(&self, split: SplitName) -> Result<Vec<Competition>, RegistryError> {
        let mut all = self.all()?;
        all.retain(|competition| competition.spec.splits.contains(&split));
        Ok(all)
    }

    fn unknown(&self, id: &str) -> RegistryError {
        let nearest = self
            .ids()
            .into_iter()
            .map(|known| {
                (
                    strsim::jaro_winkler(&known.to_lowercase(), &id.to_lowercase()),
                    known,
                )
            })
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(similarity, _)| *similarity > 0.75);
        let hint = nearest.map_or_else(String::new, |(_, known)| {
            format!("did you mean `{known}`? ")
        });
        RegistryError::Unknown {
            id: id.to_owned(),
            hint,
        }
    }
}
