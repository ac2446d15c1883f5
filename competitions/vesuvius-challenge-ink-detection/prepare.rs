//! Two fragments are train, the third is test.

use mlebench_core::prepare::{Files, Preparation, PrepareError, column};
use mlebench_data::csv::ReadOptions;
use mlebench_data::table::{Column, Table};

const LABELS: &str = "train/3/inklabels_rle.csv";
const INFRARED: &str = "train/3/ir.png";

/// The test fragment's name.
const FRAGMENT: &str = "a";

/// What an agent may see of the test fragment: neither the ink nor the infrared picture, which
/// shows it.
const SCAN: [&str; 2] = ["mask.png", "surface_volume"];

/// Prepares vesuvius-challenge-ink-detection.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let labels = raw.table(LABELS, &ReadOptions::default())?;
    let ink = column(LABELS, &labels, "Predicted")?;
    let table = |ink: Column| {
        let id = Column::from_texts(vec![FRAGMENT; ink.len()]);
        Table::new()
            .with_column("Id", id)
            .with_column("Predicted", ink)
    };
    let (width, height) = png_size(&raw.bytes(INFRARED)?)
        .ok_or_else(|| PrepareError::unexpected(INFRARED, "it is no PNG picture"))?;
    let gold = table(ink.clone());
    let answers = gold
        .clone()
        .with_column("width", Column::Int(vec![width; gold.rows()]))
        .with_column("height", Column::Int(vec![height; gold.rows()]));
    let sample = table(Column::from_texts(vec!["1 1 5 1"; ink.len()]));
    prepared.write_table("private/inklabels_rle.csv", &answers)?;
    prepared.write_table("private/gold_submission.csv", &gold)?;
    prepared.write_table("public/sample_submission.csv", &sample)?;

    let mut files = Files::new(raw, prepared);
    for fragment in ["train/1", "train/2"] {
        files.add(fragment, &format!("public/{fragment}"))?;
    }
    for part in SCAN {
        files.add(
            &format!("train/3/{part}"),
            &format!("public/test/{FRAGMENT}/{part}"),
        )?;
    }
    files.run(task.progress)
}

/// Returns the width and height that a PNG's header tells.
fn png_size(bytes: &[u8]) -> Option<(i64, i64)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR")?;
    let (width, rest) = header.split_first_chunk()?;
    let (height, _) = rest.split_first_chunk()?;
    Some((
        u32::from_be_bytes(*width).into(),
        u32::from_be_bytes(*height).into(),
    ))
}
