//! Files that follow their rows: from the raw folder or an archive in it, to the prepared folder
//! or an archive that is written there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mlebench_data::archive::{ArchiveError, ZipSource, ZipTarget};
use mlebench_data::files::link_or_copy_tree;
use mlebench_data::table::Table;

use crate::prepare::path::{Place, Template, inside};
use crate::prepare::{PrepareError, Prepared, Progress, Raw};
use crate::spec::FileRule;

/// Files to copy: collected first, then copied archive by archive.
pub struct Files<'a> {
    raw: &'a Raw,
    prepared: &'a Prepared,
    /// By target, because many rows of a table can stand for one file.
    plain: BTreeMap<PathBuf, Place>,
    packed: BTreeMap<PathBuf, BTreeMap<String, Source>>,
}

enum Source {
    Raw(Place),
    Bytes(Vec<u8>),
    Folder,
}

impl<'a> Files<'a> {
    /// Creates an empty collection.
    pub fn new(raw: &'a Raw, prepared: &'a Prepared) -> Self {
        Self {
            raw,
            prepared,
            plain: BTreeMap::new(),
            packed: BTreeMap::new(),
        }
    }

    /// Adds a member that is already made, to an archive below the prepared folder.
    pub fn add_bytes(&mut self, archive: &Path, member: &str, bytes: Vec<u8>) {
        self.packed
            .entry(archive.to_owned())
            .or_default()
            .insert(member.to_owned(), Source::Bytes(bytes));
    }

    /// Adds an entry that stands for a folder, to an archive below the prepared folder.
    pub fn add_folder(&mut self, archive: &Path, member: &str) {
        self.packed
            .entry(archive.to_owned())
            .or_default()
            .insert(member.to_owned(), Source::Folder);
    }

    /// Adds one file or folder: `from` below the raw folder, `to` below the prepared folder; either
    /// may be a member of a zip archive (`archive.zip!member`).
    ///
    /// # Errors
    ///
    /// Fails when a path leads out of its folder.
    pub fn add(&mut self, from: &str, to: &str) -> Result<(), PrepareError> {
        let from = Place::parse(from)?;
        match Place::parse(to)? {
            Place::File(path) => {
                self.plain.insert(path, from);
            }
            Place::Member { archive, member } => {
                self.packed
                    .entry(archive)
                    .or_default()
                    .insert(member, Source::Raw(from));
            }
        }
        Ok(())
    }

    /// Adds the files below a folder of the raw data that `keep` accepts by their path below it;
    /// empty folders are made anew.
    ///
    /// # Errors
    ///
    /// Fails when the folder is not there, a path leads out of its folder, or an empty folder
    /// cannot be made.
    pub fn add_tree(
        &mut self,
        from: &str,
        to: &str,
        keep: &dyn Fn(&str) -> bool,
    ) -> Result<(), PrepareError> {
        self.add_below(from, to, "", keep)
    }

    fn add_below(
        &mut self,
        from: &str,
        to: &str,
        below: &str,
        keep: &dyn Fn(&str) -> bool,
    ) -> Result<(), PrepareError> {
        let names = self.raw.list(&format!("{from}/{below}"))?;
        if names.is_empty() {
            self.prepared.create_folder(&format!("{to}/{below}"))?;
        }
        for name in names {
            let path = format!("{below}{name}");
            let source = inside(&format!("{from}/{path}"))?;
            if self.raw.path(&source)?.is_dir() {
                self.add_below(from, to, &format!("{path}/"), keep)?;
            } else if keep(&path) {
                let target = inside(&format!("{to}/{path}"))?;
                self.plain.insert(target, Place::File(source));
            }
        }
        Ok(())
    }

    /// Adds the files that follow the rows of a table: `{column}` in both paths stands for a row's
    /// cell, `{column:0}` for the first character of it. Many rows may share a file.
    ///
    /// # Errors
    ///
    /// Fails when a path names an unknown column or leads out of its folder.
    pub fn add_rows(&mut self, from: &str, to: &str, table: &Table) -> Result<(), PrepareError> {
        let (from, to) = (Template::parse(from, table)?, Template::parse(to, table)?);
        (0..table.rows()).try_for_each(|row| self.add(&from.fill(row), &to.fill(row)))
    }

    /// Adds the files of the chosen rows.
    pub(super) fn add_chosen(
        &mut self,
        rule: &FileRule,
        table: &Table,
        rows: Option<&[usize]>,
    ) -> Result<(), PrepareError> {
        let Some(rows) = rows else {
            return self.add_rows(&rule.from, &rule.to, table);
        };
        let (from, to) = (
            Template::parse(&rule.from, table)?,
            Template::parse(&rule.to, table)?,
        );
        rows.iter()
            .try_for_each(|row| self.add(&from.fill(*row), &to.fill(*row)))
    }

    /// Copies everything.
    ///
    /// # Errors
    ///
    /// Fails when a file is not there or cannot be copied.
    pub fn run(self, progress: &dyn Progress) -> Result<(), PrepareError> {
        let total = self.plain.len() + self.packed.values().map(BTreeMap::len).sum::<usize>();
        progress.begin("files", Some(total as u64));
        let mut sources = Sources::default();
        for (to, from) in &self.plain {
            let target = self.prepared.place(to)?;
            match from {
                Place::File(file) => link_or_copy_tree(&self.raw.path(file)?, &target)
                    .map_err(PrepareError::file("copy", &target))?,
                Place::Member { archive, member } => {
                    sources
                        .open(&self.raw.path(archive)?)?
                        .extract_member(member, &target)?;
                }
            }
            progress.advance(1);
        }
        for (archive, members) in self.packed {
            let path = self.prepared.place(&archive)?;
            let mut target = ZipTarget::create(&path)?;
            for (name, source) in members {
                match source {
                    Source::Bytes(bytes) => target.add_bytes(&name, &bytes)?,
                    Source::Folder => target.add_folder(&name)?,
                    Source::Raw(Place::File(file)) => {
                        target.add_file(&name, &self.raw.path(&file)?)?;
                    }
                    Source::Raw(Place::Member { archive, member }) => {
                        let source = sources.open(&self.raw.path(&archive)?)?;
                        target.copy_member(source, &member, &name)?;
                    }
                }
                progress.advance(1);
            }
            target.finish()?;
        }
        progress.end();
        Ok(())
    }
}

/// Archives that stay open while files are taken out of them.
#[derive(Default)]
struct Sources {
    open: BTreeMap<PathBuf, ZipSource>,
}

impl Sources {
    fn open(&mut self, path: &Path) -> Result<&mut ZipSource, ArchiveError> {
        if !self.open.contains_key(path) {
            self.open.insert(path.to_owned(), ZipSource::open(path)?);
        }
        Ok(self.open.get_mut(path).expect("inserted above"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::NoProgress;

    #[test]
    fn trees_are_copied_but_for_what_is_kept_back() {
        let folder = tempfile::tempdir().unwrap();
        let raw = folder.path().join("raw");
        std::fs::create_dir_all(raw.join("a/b/empty")).unwrap();
        // Looks like an archive's member, but is a file.
        for file in ["a/x!y", "a/b/log", "a/b/z"] {
            std::fs::write(raw.join(file), file).unwrap();
        }
        let (raw, prepared) = (
            Raw::new(raw),
            Prepared::create(&folder.path().join("prepared")).unwrap(),
        );
        let mut files = Files::new(&raw, &prepared);
        files
            .add_tree("a", "public/c", &|path| path != "b/log")
            .unwrap();
        files.run(&NoProgress).unwrap();
        let public = prepared.folder().join("public/c");
        assert!(public.join("x!y").is_file() && public.join("b/z").is_file());
        assert!(public.join("b/empty").is_dir() && !public.join("b/log").exists());
        let mut files = Files::new(&raw, &prepared);
        assert!(files.add_tree("absent", "public", &|_| true).is_err());
    }
}
