//! Prepares the miniature of a competition's download that stands in its `golden` folder.
//!
//! `prepared.json` says which constants are smaller in the miniature (`overrides`); what comes from
//! elsewhere than the competition's archive is in `aux.zip`.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use mlebench_core::competition::Competition;
use mlebench_core::edition::Edition;
use mlebench_core::prepare::pipeline::{PrepareOptions, prepare as run};
use mlebench_core::prepare::{DataLayout, NoProgress};
use mlebench_data::archive::{self, ExtractLimits};
use serde::Deserialize;
use tempfile::TempDir;

/// A prepared miniature, removed when dropped.
pub(crate) struct Miniature {
    pub(crate) layout: DataLayout,
    _folder: TempDir,
}

#[derive(Deserialize)]
struct Recording {
    #[serde(default)]
    overrides: BTreeMap<String, Override>,
}

#[derive(Deserialize)]
struct Override {
    here: usize,
}

/// Returns the folder of a competition's golden data.
pub(crate) fn golden(id: &str) -> PathBuf {
    let competitions = Path::new(env!("CARGO_MANIFEST_DIR"));
    competitions.join(id).join("golden")
}

/// Returns the constants that are smaller in a competition's miniature.
pub(crate) fn overrides(id: &str) -> Result<BTreeMap<String, usize>, Box<dyn Error>> {
    let recording = std::fs::read(golden(id).join("prepared.json"))?;
    let recording: Recording = serde_json::from_slice(&recording)?;
    let overrides = recording.overrides.into_iter();
    Ok(overrides.map(|(name, value)| (name, value.here)).collect())
}

/// Prepares a competition's miniature.
pub(crate) fn prepare(
    competition: &Competition,
    edition: Edition,
) -> Result<Miniature, Box<dyn Error>> {
    prepare_from(
        competition,
        edition,
        &golden(&competition.id).join("raw.zip"),
    )
}

/// Prepares another download that is like a competition's miniature.
pub(crate) fn prepare_from(
    competition: &Competition,
    edition: Edition,
    download: &Path,
) -> Result<Miniature, Box<dyn Error>> {
    let golden = golden(&competition.id);
    let folder = tempfile::tempdir()?;
    let layout = DataLayout::new(folder.path(), &competition.id);
    let downloads = golden.join("aux.zip");
    if downloads.is_file() {
        std::fs::create_dir_all(layout.folder())?;
        let (target, limits) = (layout.auxiliary(), ExtractLimits::default());
        archive::extract(&downloads, &target, &limits, &mut |_| ())?;
    }
    let options = PrepareOptions {
        edition,
        zip: Some(download.to_owned()),
        overrides: overrides(&competition.id)?,
        skip_verification: true,
        ..PrepareOptions::default()
    };
    run(competition, &layout, &options, &NoProgress)?;
    Ok(Miniature {
        layout,
        _folder: folder,
    })
}
