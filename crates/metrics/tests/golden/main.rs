//! Every metric against values computed by others: `golden/<metric>.json` by scikit-learn, SciPy and
//! friends, `golden/<metric>.published.json` by the published graders.
//!
//! `tests/oracle/` makes the files. `MLEBENCH_METRICS_GOLDEN` names another folder to check instead,
//! for vectors too large to keep.

#![expect(
    clippy::unwrap_used,
    reason = "a broken golden file has to stop the test"
)]

mod input;
mod score;

use std::path::{Path, PathBuf};

use mlebench_metrics::reference::{ALL, find};
use serde_json::Value;

fn own_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("failed to read `{}`: {error}", path.display()));
    serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("failed to parse `{}`: {error}", path.display()))
}

/// Checks the cases of a file and returns how many there are; complaints are collected.
fn check(path: &Path, complaints: &mut Vec<String>) -> usize {
    let file = path.file_name().unwrap().to_string_lossy().into_owned();
    let id = file.split('.').next().unwrap();
    let reference = find(id).unwrap_or_else(|| panic!("`{file}` is named after no metric"));
    let golden = read(path);
    assert!(
        golden["source"]
            .as_str()
            .is_some_and(|source| !source.is_empty()),
        "`{file}`: no source"
    );
    let tolerance = golden["tolerance"]
        .as_f64()
        .unwrap_or_else(|| panic!("`{file}`: no tolerance"));
    let cases = golden["cases"].as_array().unwrap();
    for case in cases {
        let name = case["name"].as_str().unwrap();
        let found = score::score(reference.name, &case["parameters"], &case["input"]);
        let fits = match (&found, case["expected"].as_str()) {
            (Err(_), Some("error")) => true,
            (Err(_), _) | (_, Some("error")) => false,
            (Ok(found), _) => close(*found, input::number(&case["expected"]), tolerance),
        };
        if !fits {
            complaints.push(format!(
                "{file} {name}: {found:?}, expected {}",
                case["expected"]
            ));
        }
    }
    cases.len()
}

fn close(found: f64, expected: f64, tolerance: f64) -> bool {
    found == expected || (found - expected).abs() <= tolerance * expected.abs().max(1e-3)
}

#[test]
fn golden_values_are_met() {
    let folder = std::env::var_os("MLEBENCH_METRICS_GOLDEN").map_or_else(own_folder, PathBuf::from);
    let entries = std::fs::read_dir(&folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut cases, mut complaints) = (0, Vec::new());
    for file in &files {
        cases += check(file, &mut complaints);
    }
    assert!(cases > 0, "no cases in `{}`", folder.display());
    assert!(
        complaints.is_empty(),
        "{} of {cases} cases differ:\n{}",
        complaints.len(),
        complaints.join("\n")
    );
    println!("{cases} cases in {} files", files.len());
}

#[test]
fn every_metric_has_golden_values() {
    for reference in ALL {
        let own = own_folder().join(format!("{}.json", reference.id));
        let published = own_folder().join(format!("{}.published.json", reference.id));
        assert!(
            own.is_file() || published.is_file(),
            "no golden values of `{}`",
            reference.id
        );
    }
}
