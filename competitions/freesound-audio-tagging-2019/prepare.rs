//! Hands on the whole download; the answers come from a later publication of the labels.

use std::collections::HashSet;

use mlebench_core::prepare::{Files, Preparation, PrepareError, column};
use mlebench_data::archive;
use mlebench_data::csv::{self, ReadOptions};
use mlebench_data::table::{Column, Table};

/// The published labels, <https://zenodo.org/records/3612637>; what bears the name is not public.
const PUBLICATION: &str = "FSDKaggle2019.meta";
const CLIPS: &str = "test_post_competition.csv";
const SAMPLE: &str = "sample_submission.csv";

/// Prepares freesound-audio-tagging-2019.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let clips = clips(task)?;
    let usage = column(CLIPS, &clips, "usage")?;
    let private: Vec<usize> = (0..clips.rows())
        .filter(|row| usage.cell_text(*row) == "Private")
        .collect();
    let clips = clips.take(&private);
    task.prepared
        .write_table("private/test.csv", &one_hot(task, &clips)?)?;

    let mut files = Files::new(task.raw, task.prepared);
    files.add_tree(".", "public", &|path| {
        !path.split('/').any(|part| part.contains(PUBLICATION))
    })?;
    files.run(task.progress)
}

/// Reads the table of test clips with their labels.
fn clips(task: &Preparation<'_>) -> Result<Table, PrepareError> {
    let file = task.auxiliary_file(&format!("{PUBLICATION}.zip"))?;
    let bytes = archive::read_member(&file, &format!("{PUBLICATION}/{CLIPS}"))?;
    csv::read(&bytes, &ReadOptions::default()).map_err(|source| PrepareError::Csv {
        file: CLIPS.to_owned(),
        source,
    })
}

/// Returns for each clip which of the sample submission's columns are its labels.
fn one_hot(task: &Preparation<'_>, clips: &Table) -> Result<Table, PrepareError> {
    let sample = task.raw.table(SAMPLE, &ReadOptions::default())?;
    let labels = column(CLIPS, clips, "labels")?;
    let labels: Vec<_> = (0..clips.rows()).map(|row| labels.cell_text(row)).collect();
    let labels: Vec<HashSet<&str>> = labels
        .iter()
        .map(|text| text.split(',').collect())
        .collect();
    let mut answers = Table::new().with_column("fname", column(CLIPS, clips, "fname")?.clone());
    for class in sample.column_names().filter(|name| *name != "fname") {
        let flags = labels
            .iter()
            .map(|labels| i64::from(labels.contains(class)));
        answers.set_column(class, Column::Int(flags.collect()));
    }
    Ok(answers)
}
