//! Divides the questions and answers; one row changes sides where a rating would be constant in
//! the test part.

use mlebench_core::prepare::{Preparation, PrepareError, column, select, split_rows};
use mlebench_data::csv::ReadOptions;
use mlebench_data::split::{Split, TestSize};
use mlebench_data::table::{Column, Table};

const PAIRS: &str = "train.csv";
const ID: &str = "qa_id";

/// The columns that are known of a test row; all others are ratings.
const KNOWN: [&str; 11] = [
    ID,
    "question_title",
    "question_body",
    "question_user_name",
    "question_user_page",
    "answer",
    "answer_user_name",
    "answer_user_page",
    "url",
    "category",
    "host",
];

/// The rating that is rarely anything but 0.
const RARE: &str = "question_type_spelling";

/// Prepares google-quest-challenge.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let prepared = task.prepared;
    let pairs = task.raw.table(PAIRS, &ReadOptions::default())?;
    let mut split = split_rows(PAIRS, pairs.rows(), TestSize::Fraction(0.1), 0)?;
    vary_rare_rating(&pairs, &mut split)?;
    let test = pairs.take(&split.test);
    let answers = test.drop(&KNOWN[1..]);
    let ratings = Column::Float(even_steps(test.rows()));
    let mut sample = select(PAIRS, &test, &[ID])?;
    for rating in answers.column_names().filter(|name| *name != ID) {
        sample.push_column(rating, ratings.clone());
    }
    prepared.write_table("public/train.csv", &pairs.take(&split.train))?;
    prepared.write_table("public/test.csv", &select(PAIRS, &test, &KNOWN)?)?;
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/test.csv", &answers)
}

/// Swaps the first test row with the first train row whose rating is not 0, if all test rows have
/// one rating: a correlation with a constant is undefined.
fn vary_rare_rating(pairs: &Table, split: &mut Split) -> Result<(), PrepareError> {
    let ratings = column(PAIRS, pairs, RARE)?.to_f64().ok_or_else(|| {
        PrepareError::unexpected(PAIRS, format!("`{RARE}` holds text, expected numbers"))
    })?;
    let mut known = split
        .test
        .iter()
        .map(|row| ratings[*row])
        .filter(|rating| !rating.is_nan());
    let first = known.next();
    let is_constant = first.is_some() && known.all(|rating| Some(rating) == first);
    let other = split.train.iter().position(|row| ratings[*row] != 0.0);
    if let (true, Some(other)) = (is_constant, other) {
        std::mem::swap(&mut split.test[0], &mut split.train[other]);
    }
    Ok(())
}

/// Returns `n` numbers from 0 to 1 in equal steps, as NumPy's `linspace` does.
fn even_steps(n: usize) -> Vec<f64> {
    let last = n.saturating_sub(1);
    let step = 1.0 / last as f64;
    (0..n)
        .map(|place| match place {
            0 => 0.0,
            place if place == last => 1.0,
            place => place as f64 * step,
        })
        .collect()
}
