//! Reading a gzipped tar archive, which goes from front to back only.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;

use crate::archive::ArchiveError;

/// A gzipped tar archive; every pass over it unpacks it anew.
#[derive(Debug)]
pub struct TarGzSource {
    path: PathBuf,
}

impl TarGzSource {
    /// Names an archive that is read later.
    pub fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
        }
    }

    /// Returns the names of all members that are regular files, in the archive's order.
    ///
    /// # Errors
    ///
    /// Fails when the archive is absent, damaged or cut short.
    pub fn names(&self) -> Result<Vec<String>, ArchiveError> {
        let mut names = Vec::new();
        self.for_each(|name, _| {
            names.push(name.to_owned());
            Ok::<(), ArchiveError>(())
        })?;
        Ok(names)
    }

    /// Hands every regular file in the archive to a function: its name and its content, of which
    /// nothing need be read.
    ///
    /// # Errors
    ///
    /// Fails when the archive is absent, damaged or cut short, or the function fails.
    pub fn for_each<E: From<ArchiveError>>(
        &self,
        mut use_member: impl FnMut(&str, &mut dyn Read) -> Result<(), E>,
    ) -> Result<(), E> {
        let damaged = |source| ArchiveError::NotATarGz {
            archive: self.path.clone(),
            source,
        };
        let file = File::open(&self.path).map_err(|source| ArchiveError::Open {
            archive: self.path.clone(),
            source,
        })?;
        let content = MultiGzDecoder::new(BufReader::with_capacity(1 << 18, file));
        let mut archive = tar::Archive::new(content);
        for entry in archive.entries().map_err(damaged)? {
            let mut entry = entry.map_err(damaged)?;
            if !entry.header().entry_type().is_file() {
                continue;
            }
            let name = entry.path_bytes().into_owned();
            let name = String::from_utf8(name).map_err(|error| ArchiveError::Refused {
                archive: self.path.clone(),
                member: String::from_utf8_lossy(error.as_bytes()).into_owned(),
                problem: "has a name that is not UTF-8".to_owned(),
            })?;
            use_member(&name, &mut entry)?;
        }
        // What follows the last member still has the checksum of the whole.
        io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(damaged)?;
        Ok(())
    }
}
