//! The CSV reader under strange bytes: no panic, no hang, memory bounded by the size of the input,
//! and what was read survives being written and read again.
//!
//! Mutants start from the recorded cases of `golden/csv.json`. `MLEBENCH_FUZZ_EXECUTIONS` makes more
//! of them, `MLEBENCH_FUZZ_SEED` others; a fault names a file with the bytes that show it.

#![expect(clippy::unwrap_used, reason = "a broken recording fails the test")]

mod bytes;
mod memory;
mod random;
mod watchdog;

use std::panic::catch_unwind;

use mlebench_data::csv::{FloatParsing, Quoting, ReadOptions, WriteOptions, read, to_bytes};
use mlebench_data::table::Table;
use random::Rng;
use serde_json::Value;

/// Mutants, unless `MLEBENCH_FUZZ_EXECUTIONS` says otherwise.
const EXECUTIONS: u64 = 20_000;

/// Bytes that reading may hold for each byte of input. A column without a name costs most: one byte
/// of text is a column whose invented name is held several times while names are made unique.
const BYTES_PER_BYTE: usize = 1000;

/// Bytes that reading may hold for the emptiest input.
const FREE: usize = 4 << 20;

fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap())
}

fn recorded() -> Vec<Vec<u8>> {
    let golden: Value = serde_json::from_str(include_str!("../../golden/csv.json")).unwrap();
    let cases = golden["cases"].as_array().unwrap();
    let bytes = |case: &Value| {
        let text = case["bytes"].as_str().unwrap();
        text.chars().map(|c| c as u8).collect()
    };
    cases.iter().map(bytes).collect()
}

fn options(rng: &mut Rng) -> ReadOptions {
    ReadOptions {
        delimiter: if rng.once_in(6) { b'\t' } else { b',' },
        float_parsing: if rng.once_in(2) {
            FloatParsing::PandasFast
        } else {
            FloatParsing::Exact
        },
        text_columns: vec!["a".to_owned()],
        all_text: rng.once_in(4),
        missing_words: !rng.once_in(4),
        ..ReadOptions::default()
    }
}

/// Says what is wrong with reading some bytes.
fn fault(bytes: &[u8], options: &ReadOptions) -> Option<String> {
    let work = || catch_unwind(|| read(bytes, options));
    let ((result, peak), _) = watchdog::watch("csv", bytes, || memory::peak(work));
    let Ok(result) = result else {
        return Some("it panics".to_owned());
    };
    if peak > FREE + BYTES_PER_BYTE * bytes.len() {
        return Some(format!("{peak} bytes of memory for {}", bytes.len()));
    }
    let table = result.ok()?;
    if table
        .columns()
        .any(|(_, column)| column.len() != table.rows())
    {
        return Some("columns of different lengths".to_owned());
    }
    again(bytes, options.delimiter)
}

/// Cells taken as they stand must survive being written and read.
fn again(bytes: &[u8], delimiter: u8) -> Option<String> {
    let as_it_stands = ReadOptions {
        delimiter,
        all_text: true,
        missing_words: false,
        ..ReadOptions::default()
    };
    let table = read(bytes, &as_it_stands).ok()?;
    let written = to_bytes(
        &table,
        &WriteOptions {
            delimiter,
            quoting: Quoting::NonNumeric,
            ..WriteOptions::default()
        },
    );
    let second = match read(&written, &as_it_stands) {
        Ok(second) => second,
        Err(error) => return Some(format!("what was written is refused: {error}")),
    };
    (!same(&table, &second)).then(|| format!("{table:?} became {second:?}"))
}

fn same(table: &Table, other: &Table) -> bool {
    // A table without rows is a header alone; without columns it is no text at all.
    table == other || (table.width() == 0 && other.width() == 0)
}

#[test]
fn strange_bytes_are_read_or_refused() {
    watchdog::start();
    let (seeds, seed) = (recorded(), setting("MLEBENCH_FUZZ_SEED").unwrap_or(1));
    let seeds: Vec<&[u8]> = seeds.iter().map(Vec::as_slice).collect();
    let executions = setting("MLEBENCH_FUZZ_EXECUTIONS").unwrap_or(EXECUTIONS);
    for execution in 0..executions {
        let rng = &mut Rng::new(seed, "csv", execution);
        let mutant = if rng.once_in(8) {
            bytes::arbitrary(rng)
        } else {
            bytes::mutate(rng.pick(&seeds), rng.pick(&seeds), rng)
        };
        let options = options(rng);
        if let Some(fault) = fault(&mutant, &options) {
            let path = watchdog::keep("csv", &mutant);
            let path = path.display();
            panic!("execution {execution} of seed {seed}, `{path}`, {options:?}: {fault}");
        }
    }
    println!("{executions} executions");
}

#[test]
fn memory_and_time_grow_with_the_size_alone() {
    let many = |piece: &str, times: usize| piece.repeat(times).into_bytes();
    for bytes in [
        many(",", 200_000),
        many("a,", 200_000),
        many("a\n", 400_000),
        many("\n", 400_000),
        many("\"\n", 200_000),
        many("\"\"", 200_000),
        many("1,2\n", 200_000),
        many("\r", 400_000),
        [many("x,", 50_000), many("\n1", 50_000)].concat(),
        [b"a\n".to_vec(), many("9", 400_000)].concat(),
        [b"a\n0.".to_vec(), many("0", 400_000), b"1e-400000".to_vec()].concat(),
    ] {
        let start = bytes[..bytes.len().min(8)].to_vec();
        let fault = fault(&bytes, &ReadOptions::default());
        assert_eq!(fault, None, "{:?}...", String::from_utf8_lossy(&start));
    }
}
