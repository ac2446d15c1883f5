//! Divides the labelled moments by spectrogram or, in the corrected edition, by patient.

use std::collections::HashSet;

use mlebench_core::prepare::{
    Files, Preparation, PrepareError, column, groups, select, split_groups, texts,
};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const MOMENTS: &str = "train.csv";
const EEG: &str = "eeg_id";
const VOTES: [&str; 6] = [
    "seizure_vote",
    "lpd_vote",
    "gpd_vote",
    "lrda_vote",
    "grda_vote",
    "other_vote",
];

/// Columns of the test table.
const ASKED: [&str; 3] = ["spectrogram_id", EEG, "patient_id"];

/// Where the moment lies in its files; the corrected edition tells it.
const OFFSETS: [&str; 2] = [
    "eeg_label_offset_seconds",
    "spectrogram_label_offset_seconds",
];

/// Prepares hms-harmful-brain-activity-classification.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let moments = raw.table(MOMENTS, &ReadOptions::default())?;
    let key = if task.corrected() {
        "patient_id"
    } else {
        "spectrogram_id"
    };
    let members = groups(MOMENTS, &moments, key)?;
    let mut split = split_groups(MOMENTS, &members, TestSize::Fraction(0.1), 0)?;
    split.train.sort_unstable();
    split.test.sort_unstable();
    let train = moments.take(&split.train);
    let mut test = moments.take(&split.test);
    let mut asked = ASKED.to_vec();
    if task.corrected() {
        test = first_of_each_recording(&test)?;
        asked.extend(OFFSETS);
    }

    prepared.write_table("public/train.csv", &train)?;
    prepared.write_table("public/test.csv", &select(MOMENTS, &test, &asked)?)?;
    prepared.write_table("private/test.csv", &test)?;
    prepared.write_table("private/gold_submission.csv", &shares(&test)?)?;
    let mut sample = select(MOMENTS, &test, &[EEG])?;
    for vote in VOTES {
        sample.push_column(vote, Column::Float(vec![1.0 / 6.0; test.rows()]));
    }
    prepared.write_table("public/sample_submission.csv", &sample)?;

    let mut files = Files::new(raw, prepared);
    for (part, side) in [(&train, "train"), (&test, "test")] {
        for (kind, id) in [("eegs", EEG), ("spectrograms", "spectrogram_id")] {
            files.add_rows(
                &format!("train_{kind}/{{{id}}}.parquet"),
                &format!("public/{side}_{kind}/{{{id}}}.parquet"),
                part,
            )?;
        }
    }
    files.add("example_figures", "public/example_figures")?;
    files.run(task.progress)
}

/// Keeps one moment of each recording, so that a recording's id is a key: the first one, because
/// moments of one recording overlap.
fn first_of_each_recording(moments: &Table) -> Result<Table, PrepareError> {
    let mut seen = HashSet::new();
    let ids = texts(MOMENTS, moments, EEG)?;
    let rows: Vec<usize> = (0..moments.rows())
        .filter(|row| seen.insert(&ids[*row]))
        .collect();
    Ok(moments.take(&rows))
}

/// Returns the recording's id and the share of the votes for each pattern.
fn shares(moments: &Table) -> Result<Table, PrepareError> {
    let mut votes = Vec::new();
    for name in VOTES {
        let cells = column(MOMENTS, moments, name)?.to_f64().ok_or_else(|| {
            PrepareError::unexpected(MOMENTS, format!("`{name}` holds text, expected numbers"))
        })?;
        votes.push(cells);
    }
    let sums: Vec<f64> = (0..moments.rows())
        .map(|row| {
            let known = votes.iter().map(|cells| cells[row]);
            known.filter(|cell| !cell.is_nan()).sum()
        })
        .collect();
    let mut shares = select(MOMENTS, moments, &[EEG])?;
    for (name, cells) in VOTES.into_iter().zip(votes) {
        let cells = cells.iter().zip(&sums).map(|(cell, sum)| cell / sum);
        shares.push_column(name, Column::Float(cells.collect()));
    }
    Ok(shares)
}
