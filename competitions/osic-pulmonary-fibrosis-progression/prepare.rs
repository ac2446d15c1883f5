//! Divides the patients; of a test patient the first visit is public, and every week is asked for.

use std::collections::HashMap;

use mlebench_core::prepare::{
    Files, Preparation, PrepareError, Prepared, column, groups, integers, select, sorted,
    sorted_groups, split_groups,
};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const VISITS: &str = "train.csv";
const PATIENT: &str = "Patient";
const WEEK: &str = "Weeks";
const PATIENT_WEEK: &str = "Patient_Week";
const CAPACITY: &str = "FVC";
const CONFIDENCE: &str = "Confidence";

/// More weeks than this between two visits are no plausible data.
const LONGEST_SPAN: i64 = 10_000;

/// Prepares osic-pulmonary-fibrosis-progression.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let visits = task.raw.table(VISITS, &ReadOptions::default())?;
    let patients = sorted_groups(VISITS, &visits, &[PATIENT])?;
    let split = split_groups(VISITS, &patients, TestSize::Fraction(0.1), 0)?;
    let (train, test) = (visits.take(&split.train), visits.take(&split.test));

    task.prepared.write_table("public/train.csv", &train)?;
    let by_week = sorted(VISITS, &test, WEEK)?;
    let first_visits = by_week.first_values(&sorted_groups(VISITS, &by_week, &[PATIENT])?);
    let others = visits.column_names().filter(|name| *name != PATIENT);
    let names: Vec<&str> = std::iter::once(PATIENT).chain(others).collect();
    let first_visits = select(VISITS, &first_visits, &names)?;
    task.prepared
        .write_table("public/test.csv", &first_visits)?;
    write_weeks(task.prepared, &every_week(&test)?)?;

    let mut files = Files::new(task.raw, task.prepared);
    files.add_rows("train/{Patient}", "public/train/{Patient}", &train)?;
    files.add_rows("train/{Patient}", "public/test/{Patient}", &test)?;
    files.run(task.progress)
}

fn write_weeks(prepared: &Prepared, weeks: &Table) -> Result<(), PrepareError> {
    prepared.write_table("private/test.csv", weeks)?;
    let sample = select(VISITS, weeks, &[PATIENT_WEEK])?
        .with_column(CAPACITY, Column::Int(vec![2000; weeks.rows()]))
        .with_column(CONFIDENCE, Column::Int(vec![100; weeks.rows()]));
    prepared.write_table("public/sample_submission.csv", &sample)
}

/// Returns a row for each patient and each week between the first and the last visit of anybody;
/// weeks without a visit have no values.
fn every_week(visits: &Table) -> Result<Table, PrepareError> {
    let weeks = integers(VISITS, visits, WEEK)?;
    let (first, last) = weeks
        .iter()
        .fold((i64::MAX, i64::MIN), |(low, high), week| {
            (low.min(*week), high.max(*week))
        });
    if last
        .checked_sub(first)
        .is_none_or(|span| span > LONGEST_SPAN)
    {
        let problem = format!("`{WEEK}` reach from {first} to {last}");
        return Err(PrepareError::unexpected(VISITS, problem));
    }
    let patients = column(VISITS, visits, PATIENT)?;
    let mut names = Vec::new();
    let mut numbers = Vec::new();
    let mut rows = Vec::new();
    for group in groups(VISITS, visits, PATIENT)? {
        let patient = patients.cell_text(group[0]);
        let mut visited = HashMap::new();
        for row in group {
            if visited.insert(weeks[row], row).is_some() {
                let problem = format!("`{patient}` has two visits in week {}", weeks[row]);
                return Err(PrepareError::unexpected(VISITS, problem));
            }
        }
        for week in first..=last {
            names.push(patient.clone());
            numbers.push(week);
            rows.push(visited.get(&week).copied());
        }
    }
    let ids = names.iter().zip(&numbers);
    let ids = Column::from_texts(ids.map(|(patient, week)| format!("{patient}_{week}")));
    let mut table = Table::new()
        .with_column(PATIENT, Column::from_texts(&names))
        .with_column(WEEK, Column::Int(numbers));
    for (name, column) in visits.drop(&[PATIENT, WEEK]).columns() {
        table.push_column(name, column.take_or_missing(&rows));
    }
    let confidence = Column::Int(vec![100; table.rows()]);
    Ok(table
        .with_column(PATIENT_WEEK, ids)
        .with_column(CONFIDENCE, confidence))
}
