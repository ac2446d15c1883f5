//! Divides the pages; boxes of characters become the points that a submission gives.

use mlebench_core::prepare::{Files, Preparation, PrepareError, column, select, split_rows};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const PAGES: &str = "train.csv";
const ID: &str = "image_id";
const LABELS: &str = "labels";
const TRANSLATION: &str = "unicode_translation.csv";

/// Prepares kuzushiji-recognition.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let pages = task.raw.table(PAGES, &ReadOptions::default())?;
    let split = split_rows(PAGES, pages.rows(), TestSize::Fraction(0.1), 0)?;
    let (train, test) = (pages.take(&split.train), pages.take(&split.test));
    let ids = select(PAGES, &test, &[ID])?;
    let guess = vec!["U+003F 1 1 U+FF2F 2 2"; test.rows()];
    let sample = ids.clone().with_column(LABELS, Column::from_texts(guess));
    let gold = ids.with_column(LABELS, Column::from_texts(points(&test)?));
    let prepared = task.prepared;
    prepared.write_table("public/train.csv", &train)?;
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/test.csv", &test)?;
    prepared.write_table("private/gold_submission.csv", &gold)?;

    let mut files = Files::new(task.raw, prepared);
    files.add(TRANSLATION, &format!("public/{TRANSLATION}"))?;
    for (side, part) in [("train", &train), ("test", &test)] {
        let to = format!("public/{side}_images.zip!{{image_id}}.jpg");
        files.add_rows("train_images.zip!{image_id}.jpg", &to, part)?;
    }
    files.run(task.progress)
}

/// Turns the boxes of each page, `code x y width height`, into points just inside their corners,
/// `code x+1 y+1`.
fn points(test: &Table) -> Result<Vec<String>, PrepareError> {
    let labels = column(PAGES, test, LABELS)?;
    let page = |row| {
        let text = labels.cell_text(row);
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (boxes, rest) = fields.as_chunks::<5>();
        let points: Option<Vec<String>> = boxes
            .iter()
            .map(|[code, x, y, _, _]| {
                let inside = |number: &str| number.parse::<i64>().ok()?.checked_add(1);
                Some(format!("{code} {} {}", inside(x)?, inside(y)?))
            })
            .collect();
        match points {
            Some(points) if rest.is_empty() => Ok(points.join(" ")),
            _ => Err(PrepareError::unexpected(
                PAGES,
                format!(
                    "`{LABELS}` holds `{text}`, expected `code x y width height` per character"
                ),
            )),
        }
    };
    (0..test.rows()).map(page).collect()
}
