//! Divides the pictures; one box of each kind on a test picture is its answer.

use mlebench_core::prepare::{
    Files, Preparation, PrepareError, column, groups, integers, select, sorted_groups, split_rows,
};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table, TextColumn};

const BOXES: &str = "train.csv";
const IMAGE: &str = "image_id";
const CLASS: &str = "class_id";
const PREDICTION: &str = "PredictionString";
const CORNERS: [&str; 4] = ["x_min", "y_min", "x_max", "y_max"];

/// The class of a picture without findings; its box is the first pixel.
const NO_FINDING: i64 = 14;

/// Prepares vinbigdata-chest-xray-abnormalities-detection.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let boxes = raw.table(BOXES, &ReadOptions::default())?;
    let images = groups(BOXES, &boxes, IMAGE)?;
    let split = split_rows(BOXES, images.len(), TestSize::Fraction(0.1), 0)?;
    let rows = |part: &[usize]| {
        let mut rows: Vec<usize> = part
            .iter()
            .flat_map(|image| images[*image].clone())
            .collect();
        rows.sort_unstable();
        rows
    };
    let train = boxes.take(&rows(&split.train));
    let test = boxes.take(&rows(&split.test));

    prepared.write_table("public/train.csv", &train)?;
    let firsts: Vec<usize> = split.test.iter().map(|image| images[*image][0]).collect();
    let sample = select(BOXES, &boxes, &[IMAGE])?.take(&firsts);
    let nothing = Column::from_texts(vec!["14 1 0 0 1 1"; sample.rows()]);
    let sample = sample.with_column(PREDICTION, nothing);
    prepared.write_table("public/sample_submission.csv", &sample)?;
    let answers = answers(&test)?;
    prepared.write_table("private/answers.csv", &answers)?;
    prepared.write_table("private/gold_submission.csv", &gold(&answers)?)?;

    let mut files = Files::new(raw, prepared);
    let from = "train/{image_id}.dicom";
    files.add_rows(from, "public/train/{image_id}.dicom", &train)?;
    files.add_rows(from, "public/test/{image_id}.dicom", &test)?;
    files.run(task.progress)
}

/// Returns the first known box of each class on each picture.
fn answers(boxes: &Table) -> Result<Table, PrepareError> {
    let firsts = boxes.first_values(&sorted_groups(BOXES, boxes, &[IMAGE, CLASS])?);
    let classes = integers(BOXES, &firsts, CLASS)?;
    let names = [IMAGE, CLASS, "class_name", "rad_id"];
    let mut answers = select(BOXES, &firsts, &names)?;
    for name in CORNERS {
        let cells = column(BOXES, &firsts, name)?.to_f64().ok_or_else(|| {
            PrepareError::unexpected(BOXES, format!("`{name}` holds text, expected numbers"))
        })?;
        let known = cells
            .iter()
            .zip(classes)
            .map(|(cell, class)| match (*class, name) {
                (NO_FINDING, "x_max" | "y_max") => 1.0,
                _ if cell.is_nan() => 0.0,
                _ => *cell,
            });
        answers.push_column(name, Column::Float(known.collect()));
    }
    Ok(answers)
}

/// Returns the answers as a submission: one row for each picture.
fn gold(answers: &Table) -> Result<Table, PrepareError> {
    let ids = column(BOXES, answers, IMAGE)?;
    let classes = integers(BOXES, answers, CLASS)?;
    let corners = select(BOXES, answers, &CORNERS)?;
    let mut images = TextColumn::new();
    let mut predictions = TextColumn::new();
    for rows in sorted_groups(BOXES, answers, &[IMAGE])? {
        let mut prediction = Vec::new();
        for row in &rows {
            prediction.push(classes[*row].to_string());
            prediction.push("1.0".to_owned());
            prediction.extend(
                corners
                    .columns()
                    .map(|(_, cells)| cells.cell_text(*row).into_owned()),
            );
        }
        images.push(&ids.cell_text(rows[0]));
        predictions.push(&prediction.join(" "));
    }
    Ok(Table::new()
        .with_column(IMAGE, Column::Text(images))
        .with_column(PREDICTION, Column::Text(predictions)))
}
