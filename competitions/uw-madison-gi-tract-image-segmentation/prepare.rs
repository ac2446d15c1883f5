//! Divides the cases; of a train case with many days the late ones are test as well.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use mlebench_core::prepare::{
    Files, Preparation, PrepareError, column, groups, select, split_rows,
};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const SLICES: &str = "train.csv";

/// Days of a train case that stay in train.
const TRAIN_DAYS: usize = 4;

/// Prepares uw-madison-gi-tract-image-segmentation.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let mut masks = raw.table(SLICES, &ReadOptions::default())?;
    let slices = slices(&masks)?;
    let test_days = test_days(&slices)?;
    let in_test = |row: &usize| test_days.contains(&slices[*row].day);
    let (test, train): (Vec<usize>, Vec<usize>) = (0..masks.rows()).partition(in_test);

    prepared.write_table("public/train.csv", &masks.take(&train))?;
    masks.rename("segmentation", "predicted");
    let asked = select(SLICES, &masks, &["id", "class", "predicted"])?.take(&test);
    prepared.write_table("public/test.csv", &asked.drop(&["predicted"]))?;
    let guess = Column::from_texts(vec!["1 1 5 2"; asked.rows()]);
    let sample = asked.clone().with_column("predicted", guess);
    prepared.write_table("public/sample_submission.csv", &sample)?;

    let mut files = Files::new(raw, prepared);
    let mut sizes = HashMap::new();
    let cases: BTreeSet<&str> = slices.iter().map(|slice| slice.case.as_str()).collect();
    for case in cases {
        for day in raw.list(&format!("train/{case}"))? {
            let folder = format!("train/{case}/{day}");
            let side = if test_days.contains(&day) {
                read_sizes(task, &folder, &day, &mut sizes)?;
                "test"
            } else {
                "train"
            };
            files.add(&folder, &format!("public/{side}/{case}/{day}"))?;
        }
    }
    let size = |row: &usize| sizes.get(&slices[*row].id).copied();
    let sizes: Vec<_> = test
        .iter()
        .map(|row| size(row).unwrap_or((f64::NAN, f64::NAN)))
        .collect();
    let answers = asked
        .with_column(
            "image_width",
            Column::Float(sizes.iter().map(|size| size.0).collect()),
        )
        .with_column(
            "image_height",
            Column::Float(sizes.iter().map(|size| size.1).collect()),
        );
    prepared.write_table("private/test.csv", &answers)?;
    files.run(task.progress)
}

/// What the id of a row, `case<c>_day<d>_slice_<n>`, tells.
struct Slice {
    id: String,
    case: String,
    /// Name of the day's folder, `case<c>_day<d>`.
    day: String,
    day_number: u64,
}

fn slices(masks: &Table) -> Result<Vec<Slice>, PrepareError> {
    let ids = column(SLICES, masks, "id")?;
    let parse = |row| {
        let id = ids.cell_text(row);
        let mut parts = id.split('_');
        let (case, day) = (parts.next()?, parts.next()?);
        Some(Slice {
            case: case.to_owned(),
            day: format!("{case}_{day}"),
            day_number: day.strip_prefix("day")?.parse().ok()?,
            id: id.clone().into_owned(),
        })
    };
    (0..masks.rows())
        .map(|row| {
            parse(row).ok_or_else(|| {
                let id = ids.cell_text(row);
                let problem = format!("the id `{id}` is no `case<c>_day<d>_slice_<n>`");
                PrepareError::unexpected(SLICES, problem)
            })
        })
        .collect()
}

/// Returns the folders of the days in the test part.
fn test_days(slices: &[Slice]) -> Result<HashSet<String>, PrepareError> {
    let cases = Table::new().with_column(
        "case",
        Column::from_texts(slices.iter().map(|slice| &slice.case)),
    );
    let cases = groups(SLICES, &cases, "case")?;
    let split = split_rows(SLICES, cases.len(), TestSize::Fraction(0.1), 42)?;
    let days = |case: usize| -> BTreeMap<u64, &String> {
        let rows = cases[case].iter().map(|row| &slices[*row]);
        rows.map(|slice| (slice.day_number, &slice.day)).collect()
    };
    let of_test_cases = split.test.iter().flat_map(|case| days(*case).into_values());
    let late = split
        .train
        .iter()
        .flat_map(|case| days(*case).into_values().skip(TRAIN_DAYS));
    Ok(of_test_cases.chain(late).cloned().collect())
}

/// Reads the sizes of a day's scans from their names, `slice_<n>_<width>_<height>_...`.
fn read_sizes(
    task: &Preparation<'_>,
    folder: &str,
    day: &str,
    sizes: &mut HashMap<String, (f64, f64)>,
) -> Result<(), PrepareError> {
    let scans = format!("{folder}/scans");
    for name in task.raw.list(&scans)? {
        let mut parts = name.split('_').skip(1);
        let mut size = || parts.next().map(str::to_owned);
        let (number, width, height) = (size(), size(), size());
        let parsed = number
            .zip(width)
            .zip(height)
            .and_then(|((number, width), height)| {
                Some((number, (width.parse().ok()?, height.parse().ok()?)))
            });
        let (number, size) = parsed.ok_or_else(|| {
            let problem = format!("`{name}` is no `slice_<n>_<width>_<height>_...`");
            PrepareError::unexpected(&scans, problem)
        })?;
        sizes.insert(format!("{day}_slice_{number}"), size);
    }
    Ok(())
}
