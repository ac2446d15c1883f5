//! The golden aggregates of the original, one test for each.

use std::collections::BTreeMap;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use mlebench_core::edition::Edition;
use mlebench_core::report::{CompetitionReport, GradingReport};
use mlebench_report::{AggregateOptions, SeedCount, Split, aggregate};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Reports {
    splits: BTreeMap<String, Vec<String>>,
    reports: BTreeMap<String, Vec<(String, String)>>,
}

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    reports: Vec<String>,
    split: String,
    num_seeds: i64,
    pad_missing: bool,
    per_seed: Option<Vec<Value>>,
    expect: Option<Value>,
    expect_error: Option<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let cases: Cases = serde_json::from_str(include_str!("../golden/cases.json"))
        .expect("the golden cases are JSON");
    assert_eq!(cases.cases.len(), 20);
    let trials = cases
        .cases
        .into_iter()
        .map(|case| Trial::test(case.name.clone(), move || check(&case)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn check(case: &Case) -> Result<(), Failed> {
    let data: Reports = serde_json::from_str(include_str!("../golden/reports.json"))?;
    let reports: Vec<GradingReport> = case
        .reports
        .iter()
        .map(|name| grading_report(&data.reports[name]))
        .collect();
    let split = Split::new(&case.split, competitions(&data, &case.split));
    let options = AggregateOptions {
        split: &split,
        num_seeds: SeedCount::from_flag(case.num_seeds)?,
        pad_missing: case.pad_missing,
    };
    let result = aggregate(&reports, &options);
    if case.expect_error.is_some() {
        return match result {
            Err(_) => Ok(()),
            Ok(_) => Err("expected an error".into()),
        };
    }
    let result = serde_json::to_value(result?)?;
    let expected = case.expect.as_ref().ok_or("the case expects nothing")?;
    // To the last bit, so that a published table can be made again.
    for key in ["num_seeds_averaged", "num_competitions_per_seed", "metrics"] {
        same(key, &result[key], &expected[key])?;
    }
    let per_seed = case.per_seed.as_ref().ok_or("the case has no seeds")?;
    same(
        "per_seed",
        &result["per_seed"],
        &Value::from(per_seed.clone()),
    )?;
    let keys: Vec<&String> = result
        .as_object()
        .ok_or("no object")?
        .keys()
        .take(3)
        .collect();
    if keys != ["num_seeds_averaged", "num_competitions_per_seed", "metrics"] {
        return Err(format!("the fields begin with {keys:?}").into());
    }
    Ok(())
}

fn same(key: &str, found: &Value, expected: &Value) -> Result<(), Failed> {
    // As text, because the order of the fields counts too.
    let (found, expected) = (found.to_string(), expected.to_string());
    if found == expected {
        Ok(())
    } else {
        Err(format!("{key} is {found}, expected {expected}").into())
    }
}

fn competitions(data: &Reports, split: &str) -> Vec<String> {
    if split == "split75" {
        data.splits.values().flatten().cloned().collect()
    } else {
        data.splits[split].clone()
    }
}

fn grading_report(rows: &[(String, String)]) -> GradingReport {
    let reports = rows.iter().map(|(id, flags)| report(id, flags)).collect();
    GradingReport::new(reports, Vec::new())
}

fn report(id: &str, flags: &str) -> CompetitionReport {
    CompetitionReport {
        competition_id: id.to_owned(),
        score: None,
        gold_threshold: 0.0,
        silver_threshold: 0.0,
        bronze_threshold: 0.0,
        median_threshold: 0.0,
        any_medal: flags.contains('m'),
        gold_medal: flags.contains('g'),
        silver_medal: flags.contains('s'),
        bronze_medal: flags.contains('b'),
        above_median: flags.contains('a'),
        submission_exists: flags.contains('e'),
        valid_submission: flags.contains('v'),
        is_lower_better: false,
        created_at: String::new(),
        submission_path: None,
        medal: None,
        rank: None,
        percentile: None,
        raw_score: None,
        metric: None,
        edition: Edition::Published,
        reason: None,
        data_verified: None,
        flaws: Vec::new(),
        tags: Vec::new(),
    }
}
