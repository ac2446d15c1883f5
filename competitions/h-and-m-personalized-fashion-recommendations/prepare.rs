//! The purchases of the last days are test: per customer, the articles bought.

use std::collections::{HashMap, HashSet};

use jiff::ToSpan;
use jiff::civil::Date;
use mlebench_core::prepare::{Files, Preparation, PrepareError, column, sorted_groups, texts};
use mlebench_data::csv::ReadOptions;
use mlebench_data::table::{Column, Table, TextColumn};

const PURCHASES: &str = "transactions_train.csv";
const SAMPLE: &str = "sample_submission.csv";
const CUSTOMER: &str = "customer_id";
const ARTICLE: &str = "article_id";
const PREDICTION: &str = "prediction";

/// Prepares h-and-m-personalized-fashion-recommendations.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let mut options = ReadOptions::default();
    if task.corrected() {
        // As numbers the ids would lose their leading zeros.
        options.text_columns = vec![ARTICLE.to_owned()];
    }
    let purchases = raw.table(PURCHASES, &options)?;
    let days = column(PURCHASES, &purchases, "t_dat")?;
    let first_day = first_test_day(days, task.corrected())?;
    let (test, train): (Vec<usize>, Vec<usize>) =
        (0..purchases.rows()).partition(|row| *days.cell_text(*row) >= *first_day);

    let mut answers = answers(&purchases.take(&test), task.corrected())?;
    if task.corrected() {
        answers = for_all_customers(&answers, &raw.table(SAMPLE, &options)?)?;
    }
    prepared.write_table("private/answers.csv", &answers)?;
    prepared.write_table("public/transactions_train.csv", &purchases.take(&train))?;
    let mut files = Files::new(raw, prepared);
    for unchanged in ["articles.csv", "customers.csv", SAMPLE, "images"] {
        files.add(unchanged, &format!("public/{unchanged}"))?;
    }
    files.run(task.progress)
}

/// Returns the first day of the test part: a week before the newest day, which makes eight days,
/// or the day after that in the corrected edition.
fn first_test_day(days: &Column, corrected: bool) -> Result<String, PrepareError> {
    let newest = (0..days.len()).map(|row| days.cell_text(row)).max();
    let newest = newest.unwrap_or_default();
    let date: Date = newest.parse().map_err(|_| {
        PrepareError::unexpected(
            PURCHASES,
            format!("`{newest}` is no day, expected `YYYY-MM-DD`"),
        )
    })?;
    let back = if corrected { 6.days() } else { 7.days() };
    Ok(date.saturating_sub(back).to_string())
}

/// Returns the articles that each customer bought, customers in ascending order, articles in the
/// order of the purchases, each `once` or as often as it was bought.
fn answers(purchases: &Table, once: bool) -> Result<Table, PrepareError> {
    let customers = column(PURCHASES, purchases, CUSTOMER)?;
    let articles = column(PURCHASES, purchases, ARTICLE)?;
    let (mut ids, mut predictions) = (TextColumn::new(), TextColumn::new());
    for rows in sorted_groups(PURCHASES, purchases, &[CUSTOMER])? {
        let mut seen = HashSet::new();
        let bought: Vec<_> = rows
            .iter()
            .map(|row| articles.cell_text(*row))
            .filter(|article| !once || seen.insert(article.clone()))
            .collect();
        ids.push(&customers.cell_text(rows[0]));
        predictions.push(&bought.join(" "));
    }
    Ok(Table::new()
        .with_column(CUSTOMER, Column::Text(ids))
        .with_column(PREDICTION, Column::Text(predictions)))
}

/// Returns a row for each customer of the sample submission, in its order, and whether the
/// customer bought anything: who did must not be told by the ids to predict.
fn for_all_customers(answers: &Table, sample: &Table) -> Result<Table, PrepareError> {
    let buyers = texts(PURCHASES, answers, CUSTOMER)?;
    let bought = column(PURCHASES, answers, PREDICTION)?;
    let places: HashMap<&str, usize> = buyers.iter().map(String::as_str).zip(0..).collect();
    let customers = column(SAMPLE, sample, CUSTOMER)?;
    let places: Vec<Option<usize>> = (0..customers.len())
        .map(|row| places.get(customers.cell_text(row).as_ref()).copied())
        .collect();
    let flags = places.iter().map(|place| i64::from(place.is_some()));
    Ok(Table::new()
        .with_column(CUSTOMER, customers.clone())
        .with_column(PREDICTION, bought.take_or_missing(&places))
        .with_column("bought", Column::Int(flags.collect())))
}
