//! Divides the products of one large BSON file, which is read twice and never held in memory.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use mlebench_core::prepare::{Files, Output, Preparation, PrepareError, Raw, sorted, split_rows};
use mlebench_data::bson::{self, DocumentReader};
use mlebench_data::split::TestSize;
use mlebench_data::table::{Column, Table};

const PRODUCTS: &str = "train.bson";
const ID: &str = "_id";
const CATEGORY: &str = "category_id";

/// Products in `train_example.bson`.
const EXAMPLES: usize = 100;

/// Bytes that are read at once.
const BUFFER: usize = 1 << 20;

/// Prepares cdiscount-image-classification-challenge.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let (raw, prepared) = (task.raw, task.prepared);
    let products = products(raw)?;
    let split = split_rows(PRODUCTS, products.rows(), TestSize::Fraction(0.1), 0)?;
    let answers = sorted(PRODUCTS, &products.take(&split.test), ID)?;
    prepared.write_table("private/answers.csv", &answers)?;
    let category = Column::Int(vec![1_000_010_653; answers.rows()]);
    let sample = answers.with_column(CATEGORY, category);
    prepared.write_table("public/sample_submission.csv", &sample)?;

    let mut is_test = vec![false; products.rows()];
    for row in split.test {
        is_test[row] = true;
    }
    prepared.write_with("public/train.bson", |train| {
        prepared.write_with("public/test.bson", |test| {
            prepared.write_with("public/train_example.bson", |examples| {
                divide(raw, &is_test, train, test, examples)
            })
        })
    })?;

    let mut files = Files::new(raw, prepared);
    files.add("category_names.csv", "public/category_names.csv")?;
    files.run(task.progress)
}

/// Reads the ids and categories of all products.
fn products(raw: &Raw) -> Result<Table, PrepareError> {
    let (mut ids, mut categories) = (Vec::new(), Vec::new());
    each_product(raw, |_, product| {
        let number = |name| bson::integer(product, name).map_err(PrepareError::content(PRODUCTS));
        ids.push(number(ID)?);
        categories.push(number(CATEGORY)?);
        Ok(())
    })?;
    let table = Table::new().with_column(ID, Column::Int(ids));
    Ok(table.with_column(CATEGORY, Column::Int(categories)))
}

/// Writes each product to its side, in raw order; test products without their category.
fn divide(
    raw: &Raw,
    is_test: &[bool],
    train: &mut Output<'_>,
    test: &mut Output<'_>,
    examples: &mut Output<'_>,
) -> Result<(), PrepareError> {
    let mut written = 0;
    each_product(raw, |row, product| {
        if is_test.get(row) == Some(&true) {
            let product = bson::without(product, CATEGORY);
            let product = product.map_err(PrepareError::content(PRODUCTS))?;
            return test.write(|out| out.write_all(&product));
        }
        if written < EXAMPLES {
            examples.write(|out| out.write_all(product))?;
        }
        written += 1;
        train.write(|out| out.write_all(product))
    })
}

fn each_product(
    raw: &Raw,
    mut use_product: impl FnMut(usize, &[u8]) -> Result<(), PrepareError>,
) -> Result<(), PrepareError> {
    let path = raw.path(Path::new(PRODUCTS))?;
    let file = File::open(&path).map_err(PrepareError::file("open", &path))?;
    let mut reader = DocumentReader::new(BufReader::with_capacity(BUFFER, file));
    let (mut row, mut product) = (0, Vec::new());
    loop {
        let more = reader.read_into(&mut product);
        if !more.map_err(PrepareError::content(PRODUCTS))? {
            return Ok(());
        }
        use_product(row, &product)?;
        row += 1;
    }
}
