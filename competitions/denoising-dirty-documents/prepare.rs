//! Divides the scanned pages; the answers are the clean test pages, pixel by pixel.

use std::path::Path;

use mlebench_core::prepare::{Files, Preparation, PrepareError, split_rows};
use mlebench_data::archive::ZipSource;
use mlebench_data::image::GreyImage;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table, TextColumn};

const DIRTY: &str = "train.zip";
const CLEAN: &str = "train_cleaned.zip";

/// Prepares denoising-dirty-documents.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let pages = page_names(&ZipSource::open(&task.raw.path(Path::new(DIRTY))?)?);
    let split = split_rows(DIRTY, pages.len(), TestSize::Fraction(0.2), 0)?;
    let mut files = Files::new(task.raw, task.prepared);
    let mut add = |from: &str, to: &str, rows: &[usize]| {
        rows.iter().map(|row| &pages[*row]).try_for_each(|name| {
            files.add(&format!("{from}/{name}"), &format!("public/{to}/{name}"))
        })
    };
    add("train.zip!train", "train", &split.train)?;
    add("train.zip!train", "test", &split.test)?;
    add(
        "train_cleaned.zip!train_cleaned",
        "train_cleaned",
        &split.train,
    )?;

    let mut test: Vec<&str> = split.test.iter().map(|row| pages[*row].as_str()).collect();
    test.sort_unstable();
    let (ids, values) = pixels(task, &test)?;
    let ids = Table::new().with_column("id", Column::Text(ids));
    let white = Column::Int(vec![1; values.len()]);
    let sample = ids.clone().with_column("value", white);
    let answers = ids.with_column("value", Column::Float(values));
    task.prepared.write_table("private/answers.csv", &answers)?;
    task.prepared
        .write_table("public/sampleSubmission.csv", &sample)?;
    files.run(task.progress)
}

/// Returns the file names of the pages in an archive, in code-point order.
fn page_names(archive: &ZipSource) -> Vec<String> {
    let mut names: Vec<String> = archive
        .names()
        .into_iter()
        .filter_map(|name| name.strip_prefix("train/").map(str::to_owned))
        .filter(|name| {
            Path::new(name)
                .extension()
                .is_some_and(|ending| ending == "png")
        })
        .collect();
    names.sort_unstable();
    names
}

/// Returns the id, `page_row_column` from 1, and the brightness, 0 to 1, of every clean pixel.
fn pixels(task: &Preparation<'_>, pages: &[&str]) -> Result<(TextColumn, Vec<f64>), PrepareError> {
    let mut archive = ZipSource::open(&task.raw.path(Path::new(CLEAN))?)?;
    let (mut ids, mut values) = (TextColumn::new(), Vec::new());
    for name in pages {
        let bytes = archive.read(&format!("train_cleaned/{name}"))?;
        let image = GreyImage::read_png(&bytes).map_err(PrepareError::content(&format!(
            "{CLEAN}!train_cleaned/{name}"
        )))?;
        let page = name.strip_suffix(".png").unwrap_or(name);
        for (index, value) in image.pixels.iter().enumerate() {
            let (row, column) = (index / image.width + 1, index % image.width + 1);
            ids.push(&format!("{page}_{row}_{column}"));
            values.push(f64::from(*value) / 255.0);
        }
    }
    Ok((ids, values))
}
