//! Divides the studies; the images of a study, and their boxes, follow it.

use std::collections::BTreeSet;

use mlebench_core::prepare::{
    Files, Preparation, PrepareError, column, rows_with_key, sorted, split_rows,
};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const STUDIES: &str = "train_study_level.csv";
const IMAGES: &str = "train_image_level.csv";

/// Columns of the studies and what a prediction calls them.
const CLASSES: [(&str, &str); 4] = [
    ("Negative for Pneumonia", "negative"),
    ("Typical Appearance", "typical"),
    ("Indeterminate Appearance", "indeterminate"),
    ("Atypical Appearance", "atypical"),
];

/// The box that stands for a whole study or image.
const WHOLE: &str = "1 0 0 1 1";

/// Prepares siim-covid19-detection.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let options = ReadOptions::default();
    let studies = task.raw.table(STUDIES, &options)?;
    let images = task.raw.table(IMAGES, &options)?;
    let split = split_rows(STUDIES, studies.rows(), TestSize::Fraction(0.1), 0)?;
    let train = Part::new(&studies.take(&split.train), &images)?;
    let test = Part::new(&studies.take(&split.test), &images)?;

    let prepared = task.prepared;
    prepared.write_table(&format!("public/{STUDIES}"), &train.studies)?;
    prepared.write_table(&format!("public/{IMAGES}"), &train.images)?;
    prepared.write_table("private/test.csv", &test.predictions(truth(&test)?)?)?;
    let (negative, none) = (format!("negative {WHOLE}"), format!("none {WHOLE}"));
    let sample = std::iter::repeat_n(negative, test.studies.rows())
        .chain(std::iter::repeat_n(none, test.images.rows()));
    let sample = test.predictions(sample.collect())?;
    prepared.write_table("public/sample_submission.csv", &sample)?;

    let mut files = Files::new(task.raw, prepared);
    for (part, side) in [(&train, "train"), (&test, "test")] {
        for study in &part.names {
            files.add(&format!("train/{study}"), &format!("public/{side}/{study}"))?;
        }
    }
    files.run(task.progress)
}

/// The studies of one part and their images, sorted by id.
struct Part {
    studies: Table,
    /// The studies' ids without their ending.
    names: Vec<String>,
    images: Table,
}

impl Part {
    fn new(studies: &Table, images: &Table) -> Result<Self, PrepareError> {
        let studies = sorted(STUDIES, studies, "id")?;
        let ids = column(STUDIES, &studies, "id")?;
        let name = |row| {
            let id = ids.cell_text(row);
            id.strip_suffix("_study").unwrap_or(&id).to_owned()
        };
        let names: Vec<String> = (0..studies.rows()).map(name).collect();
        let keys: BTreeSet<String> = names.iter().cloned().collect();
        let images = images.take(&rows_with_key(IMAGES, images, "StudyInstanceUID", &keys)?);
        let images = sorted(IMAGES, &images, "id")?;
        Ok(Self {
            studies,
            names,
            images,
        })
    }

    /// Pairs texts with the ids: first the studies, then the images.
    fn predictions(&self, texts: Vec<String>) -> Result<Table, PrepareError> {
        let studies = column(STUDIES, &self.studies, "id")?;
        let images = column(IMAGES, &self.images, "id")?;
        let ids = (0..studies.len())
            .map(|row| studies.cell_text(row))
            .chain((0..images.len()).map(|row| images.cell_text(row)));
        Ok(Table::new()
            .with_column("id", Column::from_texts(ids))
            .with_column("PredictionString", Column::from_texts(texts)))
    }
}

/// Returns the true predictions of a part: a class for each study, the boxes of each image.
fn truth(part: &Part) -> Result<Vec<String>, PrepareError> {
    let mut flags = Vec::new();
    for (name, class) in CLASSES {
        let cells = column(STUDIES, &part.studies, name)?.to_f64();
        let cells = cells.ok_or_else(|| {
            PrepareError::unexpected(STUDIES, format!("`{name}` holds text, expected 0 and 1"))
        })?;
        flags.push((class, cells));
    }
    let class = |row: usize| {
        let mut best = &flags[0];
        for candidate in &flags {
            if candidate.1[row] > best.1[row] {
                best = candidate;
            }
        }
        format!("{} {WHOLE}", best.0)
    };
    let boxes = column(IMAGES, &part.images, "label")?;
    Ok((0..part.studies.rows())
        .map(class)
        .chain((0..part.images.rows()).map(|row| boxes.cell_text(row).into_owned()))
        .collect())
}
