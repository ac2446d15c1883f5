//! The verbs that need no sandbox, through the built binary.

mod common;

use common::{Bench, golden};
use serde_json::{Value, json};

const TITANIC: &str = "spaceship-titanic";

#[test]
fn lists_all_82_and_the_22_of_lite() {
    let bench = Bench::new();
    let count = |arguments: &[&str]| {
        bench.json(arguments).1["competitions"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(count(&["list"]), 82);
    assert_eq!(count(&["list", "--split", "low"]), 22);
    assert_eq!(count(&["list", "--split", "lite"]), 22);
    assert_eq!(count(&["list", "--split", "split75"]), 75);
    assert_eq!(count(&["list", "--split", "dev"]), 7);
    assert_eq!(count(&["list", "--prepared"]), 0);
}

#[test]
fn ranks_scores_as_the_contract_says() {
    let (code, ranks) = Bench::new().json(&["rank", "aerial-cactus-identification", "1.0", "0.5"]);
    assert_eq!(code, 0);
    assert_eq!(ranks["competition_id"], "aerial-cactus-identification");
    assert_eq!(ranks["ranks"][0]["medal"], "gold");
    assert_eq!(ranks["ranks"][0]["rank"], 1);
    assert_eq!(ranks["ranks"][1]["medal"], Value::Null);
    assert_eq!(ranks["ranks"][1]["above_median"], false);
    let keys: Vec<_> = ranks["ranks"][0]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(
        keys,
        ["score", "medal", "above_median", "rank", "percentile"]
    );
}

#[test]
fn ranks_negative_scores() {
    let (code, ranks) = Bench::new().json(&["rank", "champs-scalar-coupling", "-3.5"]);
    assert_eq!((code, &ranks["ranks"][0]["medal"]), (0, &json!("gold")));
}

#[test]
fn an_unknown_id_gets_a_hint() {
    let outcome = Bench::new().call(&["show", "spaceship-titanc"]);
    assert_eq!(outcome.code, 1);
    assert!(
        outcome.stderr.contains("did you mean `spaceship-titanic`?"),
        "{}",
        outcome.stderr
    );
    assert_eq!(outcome.stdout, "");
}

#[test]
fn wrong_usage_exits_with_2() {
    let bench = Bench::new();
    assert_eq!(bench.call(&["prepare"]).code, 2);
    assert_eq!(bench.call(&["rank"]).code, 2);
    assert_eq!(bench.call(&["nonsense"]).code, 2);
    assert_eq!(bench.call(&["list", "--format", "html"]).code, 2);
}

#[test]
fn verbs_of_later_say_that_they_are_not_there() {
    for verb in ["compare", "audit", "verify", "serve"] {
        let outcome = Bench::new().call(&[verb, "x"]);
        assert_eq!(outcome.code, 1);
        assert!(
            outcome.stderr.contains("not implemented yet"),
            "{}",
            outcome.stderr
        );
    }
}

#[test]
fn grading_what_is_not_prepared_exits_with_1_and_validating_it_with_5() {
    let bench = Bench::new();
    let file = bench.write("s.csv", "PassengerId,Transported\n");
    let grade = bench.call(&["grade-sample", &file, TITANIC]);
    assert_eq!(grade.code, 1);
    assert!(
        grade
            .stderr
            .contains("mlebench prepare -c spaceship-titanic"),
        "{}",
        grade.stderr
    );
    assert_eq!(bench.call(&["validate", &file, TITANIC]).code, 5);
}

#[test]
fn the_sample_submission_is_valid_and_graded() {
    let bench = Bench::with(&[TITANIC]);
    let sample = bench.data("spaceship-titanic/prepared/public/sample_submission.csv");
    let sample = sample.to_str().unwrap();
    let validate = bench.call(&["validate", sample, TITANIC]);
    assert_eq!(
        (validate.code, validate.stdout.as_str()),
        (0, "Submission is valid.\n")
    );
    let outcome = bench.call(&["grade-sample", sample, TITANIC]);
    assert_eq!(outcome.code, 0);
    assert!(!outcome.stderr.contains(['{', '}']), "{}", outcome.stderr);
    let report: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let keys: Vec<_> = report
        .as_object()
        .unwrap()
        .keys()
        .take(16)
        .cloned()
        .collect();
    let contract = [
        "competition_id",
        "score",
        "gold_threshold",
        "silver_threshold",
        "bronze_threshold",
        "median_threshold",
        "any_medal",
        "gold_medal",
        "silver_medal",
        "bronze_medal",
        "above_median",
        "submission_exists",
        "valid_submission",
        "is_lower_better",
        "created_at",
        "submission_path",
    ];
    assert_eq!(keys, contract);
    assert_eq!(report["valid_submission"], true);
    assert_eq!(report["edition"], "published");
    assert_eq!(report["data_verified"], Value::Null);
}

#[test]
fn a_missing_file_gives_thresholds_and_exit_0() {
    let bench = Bench::with(&[TITANIC]);
    let (code, report) = bench.json(&["grade-sample", "no/such/file.csv", TITANIC]);
    assert_eq!(code, 0);
    assert_eq!(report["submission_exists"], false);
    assert_eq!(report["score"], Value::Null);
    assert!(report["gold_threshold"].is_number());
    assert_eq!(report["reason"]["code"], "missing_file");
}

#[test]
fn a_rejection_names_rule_column_and_row() {
    let bench = Bench::with(&[TITANIC]);
    let sample = bench.data("spaceship-titanic/prepared/public/sample_submission.csv");
    let mut text = std::fs::read_to_string(sample).unwrap();
    let last = text.trim_end().rfind(',').unwrap();
    text.truncate(last);
    text.push_str(",maybe\n");
    let rows = text.lines().count() - 1;
    let file = bench.write("s.csv", &text);
    let (code, verdict) = bench.json(&["validate", &file, TITANIC]);
    assert_eq!(code, 3);
    assert_eq!(verdict["valid"], false);
    assert_eq!(verdict["reason"]["code"], "not_a_label");
    assert_eq!(verdict["reason"]["column"], "Transported");
    assert_eq!(verdict["reason"]["row"], rows);
    let (code, report) = bench.json(&["grade-sample", &file, TITANIC]);
    assert_eq!((code, &report["reason"]), (0, &verdict["reason"]));
}

#[test]
fn strange_files_are_rejected_and_never_crash() {
    let bench = Bench::with(&[TITANIC]);
    let cases: [(&str, &[u8], &str); 8] = [
        ("empty.csv", b"", "empty"),
        ("binary.csv", b"\x00\xff\xfe\x01", "unreadable"),
        (
            "quote.csv",
            b"PassengerId,Transported\n\"1,2\n",
            "unreadable",
        ),
        (
            "ragged.csv",
            b"PassengerId,Transported\n1,2\n1,2,3\n",
            "unreadable",
        ),
        ("header.csv", b"PassengerId,Transported\n", "row_count"),
        ("columns.csv", b"a,b\n1,2\n", "missing_column"),
        ("notes.txt", b"PassengerId,Transported\n", "not_a_csv_file"),
        (
            "short.csv",
            b"PassengerId,Transported\n1_1,True\n",
            "row_count",
        ),
    ];
    for (name, bytes, code) in cases {
        let file = bench.write(name, bytes);
        let (exit, verdict) = bench.json(&["validate", &file, TITANIC]);
        assert_eq!(
            (exit, verdict["reason"]["code"].as_str().unwrap()),
            (3, code),
            "{name}"
        );
    }
    let (exit, verdict) = bench.json(&["validate", "/", TITANIC]);
    assert_eq!(
        (exit, verdict["reason"]["code"].as_str().unwrap()),
        (3, "not_a_csv_file")
    );
}

#[test]
fn grades_a_list_in_order_and_keeps_our_errors_apart() {
    let bench = Bench::with(&[TITANIC]);
    let sample = bench.data("spaceship-titanic/prepared/public/sample_submission.csv");
    let sample = sample.to_str().unwrap();
    let lines = [
        format!(
            r#"{{"competition_id": "{TITANIC}", "submission_path": "{sample}", "logs_path": "x"}}"#
        ),
        String::new(),
        "# a comment".to_owned(),
        "// another".to_owned(),
        format!(r#"{{"competition_id": "{TITANIC}", "submission_path": null}}"#),
        r#"{"competition_id": "no-such-thing", "submission_path": "x.csv"}"#.to_owned(),
        "no json".to_owned(),
        r#"{"competition_id": "leaf-classification", "submission_path": "x.csv"}"#.to_owned(),
    ];
    let list = bench.write("list.jsonl", lines.join("\n"));
    let (code, report) = bench.json(&["grade", "--submission", &list, "--output-dir", "out"]);
    assert_eq!(code, 8);
    assert_eq!(report["total_runs"], 5);
    assert_eq!(report["total_runs_with_submissions"], 1);
    assert_eq!(report["competition_reports"].as_array().unwrap().len(), 2);
    assert_eq!(
        report["competition_reports"][1]["submission_path"],
        Value::Null
    );
    let lines: Vec<_> = report["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["line"].clone())
        .collect();
    assert_eq!(lines, [6, 7, 8]);
    let written: Vec<_> = std::fs::read_dir(bench.path("out"))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(written.len(), 1);
    assert!(
        written[0]
            .file_name()
            .to_string_lossy()
            .ends_with("-GMT_grading_report.json")
    );
}

#[test]
fn preparing_again_does_nothing_and_a_bad_archive_leaves_nothing() {
    let bench = Bench::with(&[TITANIC]);
    let zip = golden(TITANIC, "raw.zip");
    let again = bench.call(&[
        "prepare",
        "-c",
        TITANIC,
        "--from-zip",
        zip.to_str().unwrap(),
    ]);
    assert_eq!(again.code, 0);
    assert!(
        again.stdout.contains("already prepared"),
        "{}",
        again.stdout
    );

    let bytes = std::fs::read(&zip).unwrap();
    let id = "spooky-author-identification";
    let cases = [
        bench
            .write("missing/none.zip", "")
            .replace("none", "absent"),
        bench.write("bad/empty.zip", ""),
        bench.write("bad/text.zip", "this is no archive"),
        bench.write("bad/cut.zip", &bytes[..bytes.len() / 2]),
        bench.write("bad/other.zip", &bytes),
    ];
    for zip in cases {
        let outcome = bench.call(&["prepare", "-c", id, "--from-zip", &zip]);
        assert_eq!(outcome.code, 1, "{zip}: {}", outcome.stdout);
        assert!(outcome.stderr.contains("error: "), "{}", outcome.stderr);
        let left = std::fs::read_dir(bench.data(id)).map_or(0, Iterator::count);
        assert_eq!(left, 0, "{zip} left files behind");
    }
}

#[test]
fn wrong_checksums_are_named_and_leave_nothing() {
    let bench = Bench::new();
    let zip = golden(TITANIC, "raw.zip");
    let outcome = bench.call(&[
        "prepare",
        "-c",
        TITANIC,
        "--from-zip",
        zip.to_str().unwrap(),
    ]);
    assert_eq!(outcome.code, 6);
    assert!(
        outcome.stderr.contains("public/train.csv"),
        "{}",
        outcome.stderr
    );
    assert!(!bench.data("spaceship-titanic/prepared").exists());
}

#[test]
fn a_full_disk_is_an_error_and_leaves_nothing() {
    let bench = Bench::new();
    let zip = golden(TITANIC, "raw.zip");
    let script = format!(
        "{} prepare -c {TITANIC} --skip-verification --data-dir /mnt --from-zip {}; echo code $?; ls -A /mnt/{TITANIC}",
        env!("CARGO_BIN_EXE_mlebench"),
        zip.display()
    );
    // A file system of two pages, inside a mount namespace of its own.
    let output = std::process::Command::new("bwrap")
        .args([
            "--dev-bind",
            "/",
            "/",
            "--size",
            "8192",
            "--tmpfs",
            "/mnt",
            "bash",
            "-c",
            &script,
        ])
        .current_dir(bench.path(""))
        .output()
        .unwrap();
    let (stdout, stderr) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!(stdout, "code 1\n", "{stderr}");
    assert!(
        stderr.contains("free on the disk") || stderr.contains("No space left"),
        "{stderr}"
    );
}

#[test]
fn one_failing_competition_does_not_stop_the_others() {
    let bench = Bench::new();
    let folder = bench.path("zips");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(
        golden(TITANIC, "raw.zip"),
        folder.join("spaceship-titanic.zip"),
    )
    .unwrap();
    let list = bench.write(
        "ids.txt",
        "# two\nspooky-author-identification\nspaceship-titanic\n",
    );
    let arguments = [
        "prepare",
        "--list",
        &list,
        "--skip-verification",
        "--from-dir",
        folder.to_str().unwrap(),
    ];
    let (code, result) = bench.json(&arguments);
    assert_eq!(code, 8);
    assert_eq!(result["competitions"][0]["status"], "failed");
    assert_eq!(result["competitions"][1]["status"], "prepared");
}

#[test]
fn a_competition_of_ones_own_needs_no_code() {
    let bench = Bench::new();
    bench.write("mine/my-task/leaderboard.csv", "score\n0.9\n0.8\n0.7\n");
    bench.write("mine/my-task/description.md", "# Mine\n");
    let spec = r#"
title = "Mine"
kind = "tabular"
files = { answers = "private/test.csv", sample-submission = "public/sample_submission.csv" }

[prepare]
table = "train.csv"
split = { share = { test = 0.5 } }
write = [
    { to = "public/train.csv", rows = "train" },
    { to = "private/test.csv", rows = "test" },
    { to = "public/sample_submission.csv", rows = "test", keep = ["id"], set = { y = 0.5 } },
]

[submission]
id = ["id"]
columns = [{ names = ["y"], kind = "probability" }]
example = ["1,0.5"]

[metric]
name = "roc-auc"
direction = "higher"
"#;
    bench.write("mine/my-task/competition.toml", spec);
    let raw = bench.data("my-task/raw");
    std::fs::create_dir_all(&raw).unwrap();
    std::fs::write(
        raw.join("train.csv"),
        "id,y\n1,0\n2,1\n3,0\n4,1\n5,0\n6,1\n7,0\n8,1\n",
    )
    .unwrap();
    let with =
        |arguments: &[&str]| bench.call(&[arguments, &["--competitions-dir", "mine"]].concat());
    assert_eq!(with(&["prepare", "-c", "my-task"]).code, 0);
    let description = std::fs::read_to_string(bench.data("my-task/prepared/public/description.md"));
    assert!(description.unwrap().contains("## Submission format"));
    let sample = bench.data("my-task/prepared/public/sample_submission.csv");
    let outcome = with(&["grade-sample", sample.to_str().unwrap(), "my-task"]);
    let report: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(report["score"], 0.5);
    assert!(with(&["list"]).stdout.contains("my-task"));
    assert_eq!(bench.call(&["show", "my-task"]).code, 1);
}

#[test]
fn completions_and_help_need_no_terminal() {
    let bench = Bench::new();
    assert!(
        bench
            .call(&["completions", "bash"])
            .stdout
            .contains("mlebench")
    );
    assert_eq!(bench.call(&["--help"]).code, 0);
    assert_eq!(bench.call(&["doctor"]).code, 0);
}
