//! Damaged downloads: a preparation fails with a message or gets by, and never panics.

mod miniature;

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Trial};
use mlebench_competitions::Registry;
use mlebench_core::competition::Competition;
use mlebench_core::edition::Edition;
use mlebench_core::spec::Part;

/// Larger tables are left alone: they take long and go the same ways.
const LARGEST_TABLE: u64 = 1 << 20;

/// What can happen to a table: its name and what becomes of the text.
const DAMAGES: [(&str, fn(&str) -> String); 5] = [
    ("empty", |_| String::new()),
    ("the header alone", |text| lines(text, 1)),
    ("one row", |text| lines(text, 2)),
    ("cut in half", |text| {
        text.chars().take(text.chars().count() / 2).collect()
    }),
    ("other columns", |text| format!("x{text}")),
];

fn main() -> std::process::ExitCode {
    let arguments = Arguments::from_args();
    let competitions = Registry::builtin().all().expect("every folder parses");
    let trials = competitions
        .into_iter()
        .filter(|competition| !competition.spec.lacks(Part::Prepare))
        .map(|competition| Trial::test(competition.id.clone(), move || Ok(run(&competition)?)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn lines(text: &str, count: usize) -> String {
    text.split_inclusive('\n').take(count).collect()
}

fn run(competition: &Competition) -> Result<(), Box<dyn Error>> {
    let raw = miniature::unpack(competition)?;
    let mut panics = Vec::new();
    for table in tables(&raw.layout.raw())? {
        let whole = std::fs::read_to_string(&table)?;
        for (name, damage) in DAMAGES {
            std::fs::write(&table, damage(&whole))?;
            let result = catch_unwind(AssertUnwindSafe(|| {
                miniature::prepare_in(competition, Edition::Published, &raw.layout)
            }));
            if result.is_err() {
                panics.push(format!("{}: {name}", table.display()));
            }
            if raw.layout.prepared().exists() {
                std::fs::remove_dir_all(raw.layout.prepared())?;
            }
        }
        std::fs::write(&table, whole)?;
    }
    if panics.is_empty() {
        Ok(())
    } else {
        Err(panics.join("\n").into())
    }
}

/// Lists the texts at the top of the download.
fn tables(raw: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut tables = Vec::new();
    for entry in std::fs::read_dir(raw)? {
        let entry = entry?;
        let path = entry.path();
        let ending = path.extension().unwrap_or_default();
        let is_text = ["csv", "tsv", "json", "jsonl", "txt"]
            .iter()
            .any(|text| ending == *text);
        if is_text && entry.metadata()?.len() <= LARGEST_TABLE {
            tables.push(path);
        }
    }
    tables.sort();
    Ok(tables)
}
