//! The whole way from an archive to a prepared folder: unpack, prepare beside the final name,
//! check, verify, and rename. A prepared folder is complete or absent, and one process at a time
//! works on it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mlebench_data::csv;
use mlebench_data::files::{StagedDir, write_atomic};
use mlebench_data::table::Table;

use crate::answers;
use crate::competition::Competition;
use crate::edition::Edition;
use crate::prepare::unpack::{self, Unpacked};
use crate::prepare::{
    DataLayout, Manifest, Preparation, PrepareError, Prepared, Progress, Verification, run_recipe,
    space, verify,
};
use crate::spec::{CompetitionSpec, Part};
use crate::submission::{Expectation, read_options};

/// How a competition is prepared.
#[derive(Debug, Clone, Default)]
pub struct PrepareOptions {
    /// The edition of the data.
    pub edition: Edition,
    /// The archive to unpack; `None` takes `<id>.zip` or `raw/` in the data folder.
    pub zip: Option<PathBuf>,
    /// Constants to use instead of the declared ones; what comes out is not the benchmark's.
    pub overrides: BTreeMap<String, usize>,
    /// Keep the unpacked archive.
    pub keep_raw: bool,
    /// Do not compare with the published checksums.
    pub skip_verification: bool,
    /// Time of the preparation for the manifest, ISO 8601.
    pub created_at: String,
}

/// What came of preparing a competition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It was already prepared; nothing was done.
    AlreadyPrepared,
    /// It was prepared; `None` when verification was skipped.
    Prepared(Option<Verification>),
}

/// Prepares a competition in its data folder.
///
/// # Errors
///
/// Fails when the raw data is absent or not as expected, an invariant breaks or a checksum
/// differs. Nothing is left under the final name then.
pub fn prepare(
    competition: &Competition,
    layout: &DataLayout,
    options: &PrepareOptions,
    progress: &dyn Progress,
) -> Result<Outcome, PrepareError> {
    if competition.spec.lacks(Part::Prepare) {
        return Err(PrepareError::Missing(competition.id.clone()));
    }
    check_edition(competition, options.edition)?;
    let competition = &competition.in_edition(options.edition).map_err(Box::new)?;
    let constants = constants(competition, &options.overrides)?;
    if layout.is_prepared() {
        unpack::clear_up(layout, options.keep_raw);
        return already_prepared(competition, layout, options.edition);
    }
    let folder = layout.folder();
    std::fs::create_dir_all(folder).map_err(PrepareError::file("create", folder))?;
    let _lock = unpack::lock(layout, progress)?;
    if layout.is_prepared() {
        return already_prepared(competition, layout, options.edition);
    }
    if unpack::has_files(&layout.prepared()) {
        return Err(PrepareError::Incomplete(layout.prepared()));
    }
    let raw = unpack::unpack(layout, options, progress)?;
    match fill_staged(competition, layout, options, (&raw, &constants), progress) {
        Ok(outcome) => {
            raw.finish(layout, options.keep_raw);
            Ok(outcome)
        }
        Err(error) if space::is_full_disk(&error) => {
            // What was unpacked serves the next attempt.
            Err(space::explain(error, layout.folder(), raw.size()))
        }
        Err(error) => {
            raw.discard();
            Err(error)
        }
    }
}

/// Fills a staging folder and gives it its final name.
fn fill_staged(
    competition: &Competition,
    layout: &DataLayout,
    options: &PrepareOptions,
    (raw, constants): (&Unpacked, &BTreeMap<String, usize>),
    progress: &dyn Progress,
) -> Result<Outcome, PrepareError> {
    let destination = layout.prepared();
    let staged =
        StagedDir::create(&destination).map_err(PrepareError::file("create", &destination))?;
    let prepared = Prepared::create(staged.path())?;
    let preparation = Preparation {
        raw: &raw.raw,
        prepared: &prepared,
        destination: &destination,
        edition: options.edition,
        constants,
        auxiliary: &layout.auxiliary(),
        progress,
    };
    let verification = fill(competition, options, &preparation)?;
    match staged.commit() {
        Ok(()) => Ok(Outcome::Prepared(verification)),
        // Another process was faster, where files cannot be locked; both made the same folder.
        Err(_) if layout.is_prepared() => Ok(Outcome::AlreadyPrepared),
        Err(error) => Err(PrepareError::file("rename", &destination)(error)),
    }
}

/// Refuses the corrected edition where a flaw of the data or the grader is not repaired yet.
///
/// # Errors
///
/// Fails with the list of those flaws.
pub fn check_edition(competition: &Competition, edition: Edition) -> Result<(), PrepareError> {
    if edition == Edition::Published {
        return Ok(());
    }
    let open: Vec<String> = competition
        .spec
        .flaws
        .iter()
        .filter(|flaw| flaw.open)
        .map(|flaw| format!("{} ({})", flaw.id, flaw.text))
        .collect();
    if open.is_empty() {
        return Ok(());
    }
    Err(PrepareError::NotCorrected {
        id: competition.id.clone(),
        flaws: open.join("; "),
    })
}

/// The declared constants, overridden where asked.
fn constants(
    competition: &Competition,
    overrides: &BTreeMap<String, usize>,
) -> Result<BTreeMap<String, usize>, PrepareError> {
    let mut constants = competition.spec.constants.clone();
    for (name, value) in overrides {
        let Some(constant) = constants.get_mut(name) else {
            let known: Vec<&str> = constants.keys().map(String::as_str).collect();
            return Err(PrepareError::UnknownConstant {
                name: name.clone(),
                id: competition.id.clone(),
                known: if known.is_empty() {
                    "none".to_owned()
                } else {
                    known.join(", ")
                },
            });
        };
        *constant = *value;
    }
    Ok(constants)
}

fn already_prepared(
    competition: &Competition,
    layout: &DataLayout,
    edition: Edition,
) -> Result<Outcome, PrepareError> {
    match layout.manifest() {
        Some(manifest) if manifest.edition != edition => Err(PrepareError::OtherEdition {
            id: competition.id.clone(),
            found: manifest.edition,
            folder: layout.prepared(),
        }),
        _ => Ok(Outcome::AlreadyPrepared),
    }
}

/// Fills the staging folder and checks it.
fn fill(
    competition: &Competition,
    options: &PrepareOptions,
    preparation: &Preparation<'_>,
) -> Result<Option<Verification>, PrepareError> {
    let (folder, progress) = (preparation.prepared.folder(), preparation.progress);
    match (&competition.code.prepare, &competition.spec.prepare) {
        (Some(code), _) => code(preparation)?,
        (None, Some(recipe)) => {
            run_recipe(
                recipe,
                &competition.spec.submission,
                preparation.raw,
                preparation.prepared,
                progress,
            )?;
        }
        (None, None) => return Err(PrepareError::Missing(competition.id.clone())),
    }
    if preparation.corrected() {
        publish_sample(competition, preparation.prepared)?;
    }
    let description = folder.join("public/description.md");
    write_atomic(&description, |out| {
        out.write_all(competition.description_text().as_bytes())
    })
    .map_err(PrepareError::file("write", &description))?;
    check_invariants(competition, folder)?;
    progress.begin("verify", None);
    // Other constants give other files than the published ones.
    let verification = if options.skip_verification || !options.overrides.is_empty() {
        None
    } else {
        let verification = verify::verify(&competition.spec.checksums, folder)?;
        if !verification.mismatches.is_empty() {
            return Err(PrepareError::Checksum(verification.mismatches));
        }
        Some(verification)
    };
    write_manifest(competition, options, folder, verification.as_ref())?;
    progress.end();
    Ok(verification)
}

/// Puts a plain copy of the sample submission beside the data where it is private. No link: who
/// spoils the public copy must not spoil the other.
fn publish_sample(competition: &Competition, prepared: &Prepared) -> Result<(), PrepareError> {
    let sample = Path::new(&competition.spec.files.sample_submission);
    let Ok(name) = sample.strip_prefix("private") else {
        return Ok(());
    };
    let public = prepared.place(&Path::new("public").join(name))?;
    if !public.exists() {
        std::fs::copy(prepared.folder().join(sample), &public)
            .map_err(PrepareError::file("write", &public))?;
    }
    Ok(())
}

fn write_manifest(
    competition: &Competition,
    options: &PrepareOptions,
    folder: &Path,
    verification: Option<&Verification>,
) -> Result<(), PrepareError> {
    let manifest = Manifest {
        format_version: Manifest::FORMAT_VERSION,
        competition_id: competition.id.clone(),
        edition: options.edition,
        created_at: options.created_at.clone(),
        program_version: env!("CARGO_PKG_VERSION").to_owned(),
        verified: verification
            .filter(|v| v.agree > 0)
            .map(|v| v.mismatches.is_empty()),
        overrides: options.overrides.clone(),
        files: verify::content(folder)?,
    };
    let path = folder.join(Manifest::FILE);
    let text = serde_json::to_vec_pretty(&manifest).unwrap_or_default();
    write_atomic(&path, |out| out.write_all(&text)).map_err(PrepareError::file("write", &path))
}

/// What must hold for every prepared competition: the graded files are there, and the sample
/// submission has the ids of the answers.
fn check_invariants(competition: &Competition, folder: &Path) -> Result<(), PrepareError> {
    let spec = &competition.spec;
    let files = [
        Some(&spec.files.answers),
        Some(&spec.files.sample_submission),
    ];
    for file in files
        .into_iter()
        .flatten()
        .chain(&spec.files.gold_submission)
    {
        if !folder.join(file).is_file() {
            return Err(PrepareError::Invariant(format!("`{file}` was not written")));
        }
    }
    if spec.lacks(Part::Grade) {
        return Ok(());
    }
    let path = folder.join(&spec.files.answers);
    let answers = answers::load(competition, &path)
        .map_err(|error| PrepareError::Invariant(format!("the answers: {error}")))?;
    let sample = read_table(spec, folder, &spec.files.sample_submission)?;
    let broken = |problem: String| PrepareError::Invariant(problem);
    Expectation::from_answers(spec, &answers)
        .map_err(|error| broken(error.to_string()))?
        .align(spec, &sample)
        .map(drop)
        .map_err(|rejection| broken(format!("the sample submission: {rejection}")))
}

fn read_table(spec: &CompetitionSpec, folder: &Path, file: &str) -> Result<Table, PrepareError> {
    let path = folder.join(file);
    let bytes = std::fs::read(&path).map_err(PrepareError::file("read", &path))?;
    csv::read(&bytes, &read_options(spec)).map_err(|source| PrepareError::Csv {
        file: file.to_owned(),
        source,
    })
}
