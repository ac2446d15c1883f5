//! Divides the photos of each species and repacks them.

use std::collections::HashMap;
use std::path::Path;

use mlebench_core::prepare::{JsonFile, Preparation, PrepareError};
use mlebench_data::archive::{ArchiveError, TarGzSource, TarTarget};
use mlebench_data::json::{DumpOptions, Json};
use mlebench_data::random::PythonRandom;
use mlebench_data::split::SmallGroups;
use mlebench_data::table::{Column, Table};

use crate::photo_collection::{PhotoCollection, changed};

const TRAIN: &str = "train2019.json";
const VALIDATION: &str = "val2019.json";
const PHOTOS: &str = "train_val2019.tar.gz";
const PHOTO_FOLDER: &str = "train_val2019/";
const TEST_FOLDER: &str = "test2019/";
/// The largest number of a species.
const LAST_SPECIES: i64 = 1009;

/// Which of the two archives, and the member's name there.
type Target = (usize, String);

/// Prepares inaturalist-2019-fgvc6.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let photos = PhotoCollection::new(JsonFile::read(task.raw, TRAIN)?, "id")?;
    let split = photos.divide(0.12, SmallGroups::LastRow)?;
    let mut targets: HashMap<String, Target> = HashMap::new();
    for row in &split.train {
        let name = photos.file_name(*row)?;
        targets.insert(name.to_owned(), (0, packed_name(task, name)));
    }
    let mut images = Vec::new();
    for row in &split.test {
        let name = photos.file_name(*row)?;
        let base = name.rsplit('/').next().unwrap_or(name);
        let new_name = format!("{TEST_FOLDER}{base}");
        targets.insert(name.to_owned(), (1, packed_name(task, &new_name)));
        images.push(changed(
            photos.image(*row),
            [("file_name", new_name.into())],
        ));
    }
    if task.corrected() {
        let mut validation = JsonFile::read(task.raw, VALIDATION)?;
        for image in validation.take_list_of("images")? {
            let name = validation.text_of(&image, "file_name")?;
            targets.insert(name.to_owned(), (0, name.to_owned()));
        }
    }
    repack(task, targets)?;

    let write =
        |file: &str, value: &Json| task.prepared.write_json(file, value, DumpOptions::SORTED);
    write("public/train2019.json", &photos.part(&split.train)?)?;
    write("public/test2019.json", &photos.unlabelled(images)?)?;
    task.prepared
        .write_bytes("public/val2019.json", &task.raw.bytes(VALIDATION)?)?;
    let ids = split.test.iter().map(|row| photos.image_number(*row));
    write_predictions(
        task,
        ids.collect::<Result<_, _>>()?,
        photos.categories(&split.test)?,
    )
}

/// Returns a photo's name in its archive: without the folder in the published edition.
fn packed_name(task: &Preparation<'_>, name: &str) -> String {
    let prefix = [PHOTO_FOLDER, TEST_FOLDER]
        .into_iter()
        .find(|folder| !task.corrected() && name.starts_with(folder));
    name[prefix.map_or(0, str::len)..].to_owned()
}

/// Takes the photos out of the raw archive, which can be read from front to back only. As in the
/// original both archives are plain tar files in spite of their names.
fn repack(
    task: &Preparation<'_>,
    mut targets: HashMap<String, Target>,
) -> Result<(), PrepareError> {
    let names = ["public/train_val2019.tar.gz", "public/test2019.tar.gz"];
    let create = |name: &str| -> Result<TarTarget, PrepareError> {
        Ok(TarTarget::create(&task.prepared.place(Path::new(name))?)?)
    };
    let mut archives = [create(names[0])?, create(names[1])?];
    let source = task.raw.path(Path::new(PHOTOS))?;
    task.progress.begin("photos", Some(targets.len() as u64));
    TarGzSource::new(&source).for_each(|name, content| {
        let Some((archive, new_name)) = targets.remove(name) else {
            return Ok(());
        };
        let mut bytes = Vec::new();
        content
            .read_to_end(&mut bytes)
            .map_err(PrepareError::file("read", &source))?;
        archives[archive].add_bytes(&new_name, &bytes)?;
        task.progress.advance(1);
        Ok::<(), PrepareError>(())
    })?;
    if let Some(name) = targets.into_keys().min() {
        return Err(PrepareError::Archive(ArchiveError::NoMember {
            archive: source,
            member: name,
        }));
    }
    for archive in archives {
        archive.finish()?;
    }
    task.progress.end();
    Ok(())
}

/// Writes the answers and the sample submission of random species. The published edition begins
/// the generator anew for every row, so all rows get the same one.
fn write_predictions(
    task: &Preparation<'_>,
    ids: Vec<i64>,
    species: Vec<i64>,
) -> Result<(), PrepareError> {
    let mut random = PythonRandom::new(42);
    let guesses = ids.iter().map(|_| {
        if !task.corrected() {
            random = PythonRandom::new(42);
        }
        random.randint(0, LAST_SPECIES)
    });
    let guesses = Column::Int(guesses.collect());
    let ids = Table::new().with_column("id", Column::Int(ids));
    let answers = ids.clone().with_column("predicted", Column::Int(species));
    let sample = ids.with_column("predicted", guesses);
    task.prepared.write_table("private/answers.csv", &answers)?;
    task.prepared
        .write_table("public/kaggle_sample_submission.csv", &sample)
}
