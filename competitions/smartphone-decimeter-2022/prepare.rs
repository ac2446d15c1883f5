//! Divides the days of driving; all drives of a day stay together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use mlebench_core::prepare::{Files, Preparation, PrepareError, Raw, select, split_rows};
use mlebench_data::csv::{FloatParsing, ReadOptions};
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const DRIVES: &str = "train";
const TRUTH: &str = "ground_truth.csv";

/// Log of the reference receiver that the true places are made from.
const REFERENCE_LOG: &str = "span_log.nmea";

/// Prepares smartphone-decimeter-2022.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let mut drives_of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for drive in folders(raw, DRIVES)? {
        drives_of.entry(date(&drive)?).or_default().push(drive);
    }
    let dates: Vec<&String> = drives_of.keys().collect();
    let split = split_rows(DRIVES, dates.len(), TestSize::Fraction(0.1), 0)?;
    let drives = |part: &[usize]| -> BTreeSet<&String> {
        part.iter()
            .flat_map(|day| &drives_of[dates[*day]])
            .collect()
    };

    let mut files = Files::new(raw, prepared);
    files.add_tree("metadata", "public/metadata", &|_| true)?;
    for drive in drives(&split.train) {
        let from = format!("{DRIVES}/{drive}");
        files.add_tree(&from, &format!("public/train/{drive}"), &|_| true)?;
    }
    let mut trips = Vec::new();
    for drive in drives(&split.test) {
        let from = format!("{DRIVES}/{drive}");
        let is_public = |path: &str| is_public(path, task.corrected());
        files.add_tree(&from, &format!("public/test/{drive}"), &is_public)?;
        for phone in folders(raw, &from)? {
            let truth = format!("{from}/{phone}/{TRUTH}");
            if raw.folder().join(&truth).is_file() {
                trips.push(trip(raw, &truth, format!("{drive}-{phone}"))?);
            }
        }
    }
    files.run(task.progress)?;

    let answers = Table::concat(&trips)
        .map_err(|_| PrepareError::unexpected(TRUTH, "trips have different columns"))?;
    prepared.write_table("private/test.csv", &answers)?;
    let place = |degrees| Column::Float(vec![degrees; answers.rows()]);
    let sample = answers
        .clone()
        .with_column("LatitudeDegrees", place(37.904_611_315_634_504))
        .with_column("LongitudeDegrees", place(-86.481_078_062_495_48));
    prepared.write_table("public/sample_submission.csv", &sample)
}

/// Whether a file of a test drive, `<phone>/...`, may be seen. The original hides the true places
/// of the phones only; the corrected edition hides them wherever they stand, and the log they come
/// from.
fn is_public(path: &str, corrected: bool) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_truth = name == TRUTH;
    if corrected {
        !is_truth && name != REFERENCE_LOG
    } else {
        !(is_truth && path.split('/').count() == 2)
    }
}

/// Reads the true places of one phone.
fn trip(raw: &Raw, truth: &str, id: String) -> Result<Table, PrepareError> {
    let options = ReadOptions {
        float_parsing: FloatParsing::PandasFast,
        ..ReadOptions::default()
    };
    let places = raw.table(truth, &options)?;
    let columns = ["UnixTimeMillis", "LatitudeDegrees", "LongitudeDegrees"];
    let places = select(truth, &places, &columns)?;
    let ids = Column::from_texts(vec![id; places.rows()]);
    let mut trip = Table::with_rows(places.rows()).with_column("tripId", ids);
    for (name, column) in places.columns() {
        trip.set_column(name, column.clone());
    }
    Ok(trip)
}

/// Lists the folders in a folder, sorted.
fn folders(raw: &Raw, folder: &str) -> Result<Vec<String>, PrepareError> {
    let mut names = raw.list(folder)?;
    let path = raw.path(Path::new(folder))?;
    names.retain(|name| path.join(name).is_dir());
    Ok(names)
}

/// Returns the day of a drive, `2020-06-05` of `2020-6-5-US-MTV-1`.
fn date(drive: &str) -> Result<String, PrepareError> {
    let mut parts = drive.split('-');
    let (Some(year), Some(month), Some(day)) = (parts.next(), parts.next(), parts.next()) else {
        let problem = "its name does not begin with year, month and day";
        let drive = format!("{DRIVES}/{drive}");
        return Err(PrepareError::unexpected(drive, problem));
    };
    Ok(format!("{year}-{month:0>2}-{day:0>2}"))
}
