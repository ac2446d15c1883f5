//! Divides the pictures so that most whales stand on both sides; test whales that are not in
//! train are called new.

use std::collections::HashSet;

use mlebench_core::prepare::{Files, Preparation, PrepareError, column, groups, split_rows, texts};
use mlebench_data::csv::ReadOptions;
use mlebench_data::random::Pcg64;
use mlebench_data::split::{Split, TestSize, sample_rows};
use mlebench_data::table::{Column, Table};

const PICTURES: &str = "train.csv";
const WHALE: &str = "Id";
const NEW_WHALE: &str = "new_whale";
const GUESS: &str = "new_whale w_1287fbc w_98baff9 w_7554f44 w_1eafe46";

/// Prepares whale-categorization-playground.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let pictures = raw.table(PICTURES, &ReadOptions::default())?;
    let split = divide(&pictures)?;
    let (train, mut test) = (pictures.take(&split.train), pictures.take(&split.test));
    test.set_column(WHALE, known_whales(&test, &train)?);
    let guess = Column::from_texts(vec![GUESS; test.rows()]);
    let sample = test.clone().with_column(WHALE, guess);
    prepared.write_table("public/train.csv", &train)?;
    prepared.write_table("public/sample_submission.csv", &sample)?;
    prepared.write_table("private/test.csv", &test)?;

    let mut files = Files::new(raw, prepared);
    files.add_rows("train/{Image}", "public/train/{Image}", &train)?;
    files.add_rows("train/{Image}", "public/test/{Image}", &test)?;
    files.run(task.progress)
}

/// Gives one picture of each whale to either side and draws for whales with a single one; a tenth
/// of the other pictures is test. Both parts stay in raw order.
fn divide(pictures: &Table) -> Result<Split, PrepareError> {
    let mut random = Pcg64::default_rng(0);
    let (mut train, mut test, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for rows in groups(PICTURES, pictures, WHALE)? {
        if let [single] = rows[..] {
            let part = if random.next_f64() >= 0.9 {
                &mut test
            } else {
                &mut train
            };
            part.push(single);
            continue;
        }
        let drawn = sample_rows(rows.len(), 2, 0).map_err(|source| PrepareError::Split {
            file: PICTURES.to_owned(),
            source,
        })?;
        train.push(rows[drawn[0]]);
        test.push(rows[drawn[1]]);
        rest.extend(
            rows.iter()
                .enumerate()
                .filter(|(place, _)| !drawn.contains(place))
                .map(|(_, row)| *row),
        );
    }
    rest.sort_unstable();
    let drawn = split_rows(PICTURES, rest.len(), TestSize::Fraction(0.1), 0)?;
    train.extend(drawn.train.iter().map(|place| rest[*place]));
    test.extend(drawn.test.iter().map(|place| rest[*place]));
    train.sort_unstable();
    test.sort_unstable();
    Ok(Split { train, test })
}

/// Returns the whales of the test part, those that are not in train as `new_whale`.
fn known_whales(test: &Table, train: &Table) -> Result<Column, PrepareError> {
    let known: HashSet<String> = texts(PICTURES, train, WHALE)?.into_iter().collect();
    let whales = column(PICTURES, test, WHALE)?;
    Ok(Column::from_texts((0..whales.len()).map(|row| {
        let whale = whales.cell_text(row);
        if known.contains(whale.as_ref()) {
            whale
        } else {
            NEW_WHALE.into()
        }
    })))
}
