//! The preparation that both text normalization challenges share.

use mlebench_core::prepare::{
    Preparation, PrepareError, Prepared, column, groups, integers, select, split_groups,
};
use mlebench_data::archive::{Packing, ZipTarget};
use mlebench_data::csv::{self, Quoting, ReadOptions, WriteOptions};
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const SENTENCE: &str = "sentence_id";
const TOKEN: &str = "token_id";
const WRITTEN: &str = "before";
const SPOKEN: &str = "after";

/// Divides the sentences of a language (`en`, `ru`) and numbers them anew in each part.
///
/// # Errors
///
/// Fails when the raw data is not as expected or a file cannot be written.
pub(crate) fn prepare(task: &Preparation<'_>, language: &str) -> Result<(), PrepareError> {
    let place = format!("{language}_train.csv.zip!{language}_train.csv");
    let mut options = ReadOptions::default();
    if task.corrected() {
        // Tokens such as `null` and `NA` are words here.
        options.literal_columns = vec![WRITTEN.to_owned(), SPOKEN.to_owned()];
    }
    let tokens = task.raw.table(&place, &options)?;
    let sentences = groups(&place, &tokens, SENTENCE)?;
    let mut split = split_groups(&place, &sentences, TestSize::Fraction(0.1), 0)?;
    split.train.sort_unstable();
    split.test.sort_unstable();
    let train = renumbered(&place, tokens.take(&split.train))?;
    let test = renumbered(&place, tokens.take(&split.test))?;

    let ids = token_ids(&place, &test)?;
    let with_ids = |name| -> Result<Table, PrepareError> {
        let texts = column(&place, &test, name)?.clone();
        Ok(Table::new()
            .with_column("id", ids.clone())
            .with_column(SPOKEN, texts))
    };
    let (answers, sample) = (with_ids(SPOKEN)?, with_ids(WRITTEN)?);
    let options = quoted();
    let prepared = task.prepared;
    prepared.write_table_with("private/answers.csv", &answers, &options)?;
    prepared.write_table_with("private/sample_submission.csv", &sample, &options)?;
    let test = select(&place, &test, &[SENTENCE, TOKEN, WRITTEN])?;
    write_packed(prepared, &format!("{language}_train.csv"), &train)?;
    write_packed(prepared, &format!("{language}_test_2.csv"), &test)?;
    write_packed(
        prepared,
        &format!("{language}_sample_submission_2.csv"),
        &sample,
    )
}

/// Numbers the sentences from 0 in order of appearance.
fn renumbered(place: &str, tokens: Table) -> Result<Table, PrepareError> {
    let mut numbers = vec![0; tokens.rows()];
    for (number, rows) in (0..).zip(groups(place, &tokens, SENTENCE)?) {
        for row in rows {
            numbers[row] = number;
        }
    }
    Ok(tokens.with_column(SENTENCE, Column::Int(numbers)))
}

fn token_ids(place: &str, tokens: &Table) -> Result<Column, PrepareError> {
    let sentences = integers(place, tokens, SENTENCE)?;
    let numbers = integers(place, tokens, TOKEN)?;
    let ids = sentences.iter().zip(numbers);
    Ok(Column::from_texts(
        ids.map(|(sentence, token)| format!("{sentence}_{token}")),
    ))
}

/// Writes a table as the only member of `<file>.zip`, stored as it is.
fn write_packed(prepared: &Prepared, file: &str, table: &Table) -> Result<(), PrepareError> {
    let path = prepared.place(format!("public/{file}.zip").as_ref())?;
    let mut archive = ZipTarget::with_packing(&path, Packing::Stored)?;
    archive.add_bytes(file, &csv::to_bytes(table, &quoted()))?;
    archive.finish()?;
    Ok(())
}

fn quoted() -> WriteOptions {
    WriteOptions {
        quoting: Quoting::NonNumeric,
        ..WriteOptions::default()
    }
}
