//! `mlebench dev audit-data`, through the built binary.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::Bench;
use mlebench_data::archive::ZipTarget;
use serde_json::{Value, json};

/// Items of the made-up folders.
const ITEMS: usize = 60;

fn label(item: usize) -> usize {
    (item * item * 7 + item / 3) % 3
}

fn table(header: &str, value: impl Fn(usize) -> usize) -> String {
    let rows = (0..ITEMS).map(|item| format!("it{item:04},{}\n", value(item)));
    format!("{header}\n{}", rows.collect::<String>())
}

/// A clean folder `public` and the file `answers.csv`.
fn folder() -> Bench {
    let bench = Bench::new();
    bench.write("answers.csv", table("image,kind", label));
    bench.write(
        "public/test.csv",
        table("image,size", |item| item * 31 % 17),
    );
    bench.write("public/sample_submission.csv", table("image,kind", |_| 1));
    bench
}

const CALL: [&str; 10] = [
    "dev",
    "audit-data",
    "--public",
    "public",
    "--answers",
    "answers.csv",
    "--id-column",
    "image",
    "--target-column",
    "kind",
];

#[test]
fn a_clean_folder_ends_with_0_and_no_findings() {
    let bench = folder();
    let (code, report) = bench.json(&CALL);
    assert_eq!((code, report), (0, json!({"findings": [], "skipped": []})));
    let outcome = bench.call(&CALL);
    assert_eq!(outcome.stdout, "no leak found\n");
}

#[test]
fn a_leaky_folder_ends_with_4_and_says_where_and_how_much() {
    let bench = folder();
    let mut zip = ZipTarget::create(&bench.path("public/test.zip")).unwrap();
    let items = (0..ITEMS / 2).map(|item| {
        let label = label(item);
        format!("{{\"image\": \"it{item:04}.png\", \"field\": {label}}}")
    });
    let text = format!("[{}]", items.collect::<Vec<_>>().join(","));
    zip.add_bytes("a/b.json", text.as_bytes()).unwrap();
    zip.finish().unwrap();
    bench.write("public/damaged.zip", "no zip");
    let (code, report) = bench.json(&CALL);
    assert_eq!(code, 4);
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{report}");
    let keys: Vec<&String> = findings[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["kind", "where", "detail", "recovered"]);
    assert_eq!(findings[0]["kind"], "answer-value");
    assert_eq!(findings[0]["where"], "test.zip!a/b.json:field");
    assert_eq!(findings[0]["recovered"], 0.5);
    assert_eq!(report["skipped"][0]["where"], "damaged.zip");
    let outcome = bench.call(&CALL);
    assert_eq!(outcome.code, 4);
    assert!(
        outcome.stdout.contains("50 % of the test labels"),
        "{}",
        outcome.stdout
    );
    assert!(outcome.stderr.contains("damaged.zip"), "{}", outcome.stderr);
}

#[test]
fn a_prepared_competition_is_audited_in_its_edition() {
    let id = "random-acts-of-pizza";
    let bench = Bench::with(&[id]);
    let (code, report) = bench.json(&["dev", "audit-data", "-c", id]);
    assert_eq!(code, 4);
    let finding = &report["findings"][0];
    assert_eq!(finding["where"], "test.json:giver_username_if_known");
    let id = "spaceship-titanic";
    let bench = Bench::with(&[id]);
    let (code, report) = bench.json(&["dev", "audit-data", "-c", id]);
    assert_eq!((code, &report["findings"]), (0, &json!([])));
    let outcome = Bench::new().call(&["dev", "audit-data", "-c", id]);
    assert_eq!(outcome.code, 5);
    assert!(
        outcome.stderr.contains("mlebench prepare"),
        "{}",
        outcome.stderr
    );
}

/// Returns the call with one value replaced; an empty one leaves flag and value out.
fn changed(flag: &str, value: &str) -> (i32, String) {
    let mut call: Vec<&str> = CALL.to_vec();
    let place = call.iter().position(|word| *word == flag).unwrap();
    if value.is_empty() {
        call.drain(place..place + 2);
    } else {
        call[place + 1] = value;
    }
    let outcome = folder().call(&call);
    (outcome.code, outcome.stderr)
}

#[test]
fn wrong_arguments_are_named() {
    for (flag, value, code, named) in [
        (
            "--id-column",
            "picture",
            2,
            "`picture`, they have image, kind",
        ),
        (
            "--target-column",
            "sort",
            2,
            "`sort`, they have image, kind",
        ),
        ("--id-column", "", 2, "--id-column"),
        ("--target-column", "", 2, "--target-column"),
        ("--answers", "", 2, "--answers"),
        ("--public", "", 2, "--public"),
        ("--answers", "absent.csv", 1, "absent.csv"),
        ("--public", "absent", 1, "absent"),
        ("--public", "answers.csv", 1, "answers.csv"),
    ] {
        let (found, stderr) = changed(flag, value);
        assert_eq!(found, code, "{flag} {value}: {stderr}");
        assert!(stderr.contains(named), "{flag} {value}: {stderr}");
    }
    let bench = folder();
    bench.write("answers.csv", "image,kind\n");
    let outcome = bench.call(&CALL);
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("no rows"), "{}", outcome.stderr);
    let outcome = bench.call(&["dev", "audit-data"]);
    assert_eq!(outcome.code, 2, "{}", outcome.stderr);
}

#[test]
fn no_label_is_ever_told() {
    let bench = folder();
    bench.write(
        "answers.csv",
        table("image,kind", |item| 7_000_123 + label(item)),
    );
    bench.write(
        "public/x.csv",
        table("image,y", |item| 7_000_123 + label(item)),
    );
    let (code, report) = bench.json(&CALL);
    assert_eq!(code, 4);
    let Value::Array(findings) = &report["findings"] else {
        panic!("{report}");
    };
    assert!(
        !findings.is_empty() && !report.to_string().contains("7000123"),
        "{report}"
    );
}
