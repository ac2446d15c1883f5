//! Reads CSV files and does nothing with them: the lower bound for the time of grading.

#![expect(clippy::print_stdout, reason = "it is a program of its own")]

use std::error::Error;

use mlebench_data::csv::{ReadOptions, read_file};

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args_os().skip(1) {
        let table = read_file(path.as_ref(), &ReadOptions::default())?;
        println!("{} rows", table.rows());
    }
    Ok(())
}
