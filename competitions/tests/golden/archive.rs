//! Archives that preparing writes, compared by the names and contents of their members.
//!
//! They are read by the format's own crate and not by ours, so that a fault of our reader cannot
//! hide one of our writer.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::Path;

use libtest_mimic::Failed;
use mlebench_data::checksum;
use serde::Deserialize;

/// What stands for the public folder's absolute path, without its first slash, in a recording.
const PUBLIC_FOLDER: &str = "<PUBLIC_ABS>";

#[derive(Deserialize)]
pub(super) struct ExpectedArchive {
    format: Format,
    dirs: BTreeSet<String>,
    members: BTreeMap<String, ExpectedMember>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Zip,
    Tar,
    #[serde(rename = "7z")]
    SevenZ,
}

#[derive(Deserialize)]
struct ExpectedMember {
    sha256: String,
}

/// What an archive holds: the entries of folders without a slash at the end, and the SHA-256 of
/// each file.
#[derive(Default)]
struct Content {
    folders: BTreeSet<String>,
    files: BTreeMap<String, String>,
}

impl ExpectedArchive {
    /// Lists how an archive below the folder `side` differs from the recorded one.
    pub(super) fn problems(&self, archive: &Path, side: &Path) -> Result<Vec<String>, Failed> {
        let found = match self.format {
            Format::Zip => read_zip(archive)?,
            Format::Tar => read_tar(archive)?,
            Format::SevenZ => read_7z(archive)?,
        };
        let public = side.to_string_lossy();
        let public = public.trim_start_matches('/');
        let folders: BTreeSet<String> = self
            .dirs
            .iter()
            .map(|name| name.trim_end_matches('/').replace(PUBLIC_FOLDER, public))
            .collect();
        let mut problems: Vec<String> = folders
            .symmetric_difference(&found.folders)
            .map(|folder| format!("{folder}/: entry only here or only as recorded"))
            .collect();
        for (name, member) in &self.members {
            match found.files.get(name) {
                None => problems.push(format!("{name}: absent")),
                Some(sha256) if *sha256 != member.sha256 => {
                    problems.push(format!("{name}: content differs"));
                }
                Some(_) => {}
            }
        }
        let extra = found.files.keys();
        let extra = extra.filter(|name| !self.members.contains_key(*name));
        problems.extend(extra.map(|name| format!("{name}: not expected")));
        Ok(problems)
    }
}

impl Content {
    fn add(&mut self, name: &str, is_folder: bool, content: &mut dyn Read) -> std::io::Result<()> {
        if is_folder {
            self.folders.insert(name.trim_end_matches('/').to_owned());
        } else {
            let mut bytes = Vec::new();
            content.read_to_end(&mut bytes)?;
            self.files
                .insert(name.to_owned(), checksum::sha256_bytes(&bytes));
        }
        Ok(())
    }
}

fn read_zip(path: &Path) -> Result<Content, Failed> {
    let mut content = Content::default();
    let mut zip = zip::ZipArchive::new(File::open(path)?)?;
    for index in 0..zip.len() {
        let mut member = zip.by_index(index)?;
        let (name, is_folder) = (member.name()?.into_owned(), member.is_dir());
        content.add(&name, is_folder, &mut member)?;
    }
    Ok(content)
}

fn read_tar(path: &Path) -> Result<Content, Failed> {
    let mut content = Content::default();
    for entry in tar::Archive::new(File::open(path)?).entries()? {
        let mut entry = entry?;
        let name = entry.path()?.to_string_lossy().into_owned();
        let is_folder = entry.header().entry_type().is_dir();
        content.add(&name, is_folder, &mut entry)?;
    }
    Ok(content)
}

fn read_7z(path: &Path) -> Result<Content, Failed> {
    let mut content = Content::default();
    let mut archive = sevenz_rust2::ArchiveReader::open(path, sevenz_rust2::Password::empty())?;
    archive.for_each_entries(|entry, reader| {
        content.add(entry.name(), entry.is_directory(), reader)?;
        Ok(true)
    })?;
    Ok(content)
}
