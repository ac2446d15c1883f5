//! What a preparation in code gets: where to read, where to write, and for which edition.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::edition::Edition;
use crate::prepare::{PrepareError, Prepared, Progress, Raw};

/// One preparation under way.
#[derive(Clone, Copy)]
pub struct Preparation<'a> {
    /// The raw download.
    pub raw: &'a Raw,
    /// The folder to fill.
    pub prepared: &'a Prepared,
    /// Where the folder will stand when it is complete.
    pub destination: &'a Path,
    /// The edition to make.
    pub edition: Edition,
    /// The declared constants, overrides applied.
    pub constants: &'a BTreeMap<String, usize>,
    /// Folder of files that come from elsewhere than the competition's archive.
    pub auxiliary: &'a Path,
    /// Who is told how far it is.
    pub progress: &'a dyn Progress,
}

impl Preparation<'_> {
    /// Returns a constant of `[constants]` in the competition's declaration.
    ///
    /// # Errors
    ///
    /// Fails when it is not declared.
    pub fn constant(&self, name: &str) -> Result<usize, PrepareError> {
        self.constants
            .get(name)
            .copied()
            .ok_or_else(|| PrepareError::Recipe(format!("the constant `{name}` is not declared")))
    }

    /// Returns the path of an auxiliary download.
    ///
    /// # Errors
    ///
    /// Fails when it is not there, naming where to put it.
    pub fn auxiliary_file(&self, name: &str) -> Result<PathBuf, PrepareError> {
        let path = self.auxiliary.join(name);
        if path.is_file() {
            Ok(path)
        } else {
            Err(PrepareError::AuxiliaryMissing { path })
        }
    }

    /// Returns whether the corrected edition is made.
    pub fn corrected(&self) -> bool {
        self.edition == Edition::Corrected
    }
}
