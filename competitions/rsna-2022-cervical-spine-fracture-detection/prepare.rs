//! Divides the studies: some with boxes and segmentations, some with one of them, some with none.

use std::collections::BTreeSet;

use mlebench_core::prepare::{
    Files, Preparation, PrepareError, column, integers, keys, rows_with_key, select, sorted_groups,
};
use mlebench_data::csv::ReadOptions;
use mlebench_data::random::PythonRandom;
use mlebench_data::table::{Column, Table, TextColumn};

const STUDIES: &str = "train.csv";
const BOXES: &str = "train_bounding_boxes.csv";
const SEGMENTATIONS: &str = "segmentations";
const STUDY: &str = "StudyInstanceUID";

/// The share of studies that is drawn: the test part is meant, the published edition makes it the
/// train part.
const DRAWN: f64 = 0.1;

/// Prepares rsna-2022-cervical-spine-fracture-detection.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let options = ReadOptions::default();
    let studies = raw.table(STUDIES, &options)?;
    let boxes = raw.table(BOXES, &options)?;
    let segmented = segmented(task)?;
    let drawn = draw(&studies, &boxes, &segmented)?;

    let all = keys(STUDIES, &studies, STUDY, None)?;
    let rest = all.difference(&drawn.all).cloned().collect();
    let (train, test) = if task.corrected() {
        (rest, drawn.all)
    } else {
        (drawn.all, rest)
    };
    // In the published edition the studies that the last draw puts into train lose theirs.
    let (boxed, segmented) = if task.corrected() {
        let public = segmented.into_iter().filter(|study| train.contains(study));
        (train.clone(), public.collect())
    } else {
        (drawn.boxed, drawn.segmented)
    };

    let part = |ids| -> Result<Table, PrepareError> {
        Ok(studies.take(&rows_with_key(STUDIES, &studies, STUDY, ids)?))
    };
    let (train, test) = (part(&train)?, part(&test)?);
    prepared.write_table("public/train.csv", &train)?;
    let box_rows = rows_with_key(BOXES, &boxes, STUDY, &boxed)?;
    prepared.write_table(&format!("public/{BOXES}"), &boxes.take(&box_rows))?;
    write_test(task, &test)?;

    let mut files = Files::new(raw, prepared);
    for study in segmented {
        let file = format!("{SEGMENTATIONS}/{study}.nii");
        files.add(&file, &format!("public/{file}"))?;
    }
    let from = "train_images/{StudyInstanceUID}";
    files.add_rows(from, "public/train_images/{StudyInstanceUID}", &train)?;
    files.add_rows(from, "public/test_images/{StudyInstanceUID}", &test)?;
    files.run(task.progress)
}

/// Lists the studies with a segmentation, in order of their names.
fn segmented(task: &Preparation<'_>) -> Result<Vec<String>, PrepareError> {
    let files = task.raw.list(SEGMENTATIONS)?;
    let mut studies: Vec<String> = files
        .iter()
        .filter_map(|file| file.strip_suffix(".nii"))
        .map(str::to_owned)
        .collect();
    studies.sort_unstable();
    Ok(studies)
}

/// The studies that were drawn.
struct Drawn {
    all: BTreeSet<String>,
    /// Those drawn because they have boxes.
    boxed: BTreeSet<String>,
    /// Those drawn because they have a segmentation.
    segmented: Vec<String>,
}

/// Draws the same share of the studies with both, with boxes, with segmentations, and of all.
fn draw(studies: &Table, boxes: &Table, segmented: &[String]) -> Result<Drawn, PrepareError> {
    let ids = column(BOXES, boxes, STUDY)?;
    let boxed: Vec<String> = sorted_groups(BOXES, boxes, &[STUDY])?
        .iter()
        .map(|group| ids.cell_text(group[0]).into_owned())
        .collect();
    let boxed_set: BTreeSet<&String> = boxed.iter().collect();
    let segmented_set: BTreeSet<&String> = segmented.iter().collect();
    let both: Vec<&String> = boxed
        .iter()
        .filter(|id| segmented_set.contains(id))
        .collect();
    let only_segmented: Vec<&String> = segmented
        .iter()
        .filter(|id| !boxed_set.contains(id))
        .collect();
    let only_boxed: Vec<&String> = boxed
        .iter()
        .filter(|id| !segmented_set.contains(id))
        .collect();

    let share = |studies: usize| (DRAWN * studies as f64).round_ties_even() as usize;
    let with_both = share(both.len());
    let mut random = PythonRandom::new(0);
    let mut sample = |from: &[&String], size: usize| -> Vec<String> {
        let places = random.sample(from.len(), size);
        places
            .into_iter()
            .map(|place| from[place].clone())
            .collect()
    };
    let both = sample(&both, with_both);
    let only_segmented = sample(&only_segmented, share(segmented.len()) - with_both);
    let only_boxed = sample(&only_boxed, share(boxed.len()) - with_both);

    let mut all: BTreeSet<String> = BTreeSet::new();
    all.extend(
        both.iter()
            .chain(&only_segmented)
            .chain(&only_boxed)
            .cloned(),
    );
    let wanted = share(studies.rows());
    let missing = wanted.checked_sub(all.len()).ok_or_else(|| {
        let problem = format!(
            "{} studies are drawn already, more than {wanted}",
            all.len()
        );
        PrepareError::unexpected(STUDIES, problem)
    })?;
    let ids = column(STUDIES, studies, STUDY)?.to_text();
    let names: Vec<String> = ids.iter().flatten().map(str::to_owned).collect();
    let others: Vec<&String> = names.iter().filter(|id| !all.contains(*id)).collect();
    let others = sample(&others, missing);
    all.extend(others);
    Ok(Drawn {
        all,
        boxed: both.iter().chain(&only_boxed).cloned().collect(),
        segmented: both.into_iter().chain(only_segmented).collect(),
    })
}

/// Writes what is asked for: every finding of every test study, finding after finding.
fn write_test(task: &Preparation<'_>, studies: &Table) -> Result<(), PrepareError> {
    let ids = column(STUDIES, studies, STUDY)?;
    let findings = studies.drop(&[STUDY]);
    let (mut names, mut kinds, mut row_ids) =
        (TextColumn::new(), TextColumn::new(), TextColumn::new());
    let mut fractured = Vec::new();
    for (kind, _) in findings.columns() {
        fractured.extend(integers(STUDIES, &findings, kind)?);
        for row in 0..studies.rows() {
            let id = ids.cell_text(row);
            names.push(&id);
            kinds.push(kind);
            row_ids.push(&format!("{id}_{kind}"));
        }
    }
    let answers = Table::new()
        .with_column(STUDY, Column::Text(names))
        .with_column("prediction_type", Column::Text(kinds))
        .with_column("fractured", Column::Int(fractured))
        .with_column("row_id", Column::Text(row_ids));
    let half = Column::Float(vec![0.5; answers.rows()]);
    let sample = select(STUDIES, &answers, &["row_id"])?.with_column("fractured", half);
    let prepared = task.prepared;
    prepared.write_table("private/answers.csv", &answers)?;
    prepared.write_table("public/test.csv", &answers.drop(&["fractured"]))?;
    prepared.write_table("public/sample_submission.csv", &sample)
}
