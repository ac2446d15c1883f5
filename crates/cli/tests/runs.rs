//! Runs through the built binary, in the real sandbox.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::time::{Duration, Instant};

use common::Bench;
use serde_json::Value;

const TITANIC: &str = "spaceship-titanic";
const SPOOKY: &str = "spooky-author-identification";

/// An agent of a few shell lines.
fn agent(bench: &Bench, name: &str, script: &str) -> String {
    let toml = format!("name = \"{name}\"\nversion = \"1\"\nstart = [\"bash\", \"start.sh\"]\n");
    bench.write(&format!("my-agents/{name}/agent.toml"), toml);
    bench.write(&format!("my-agents/{name}/start.sh"), script);
    bench
        .path("my-agents")
        .join(name)
        .to_str()
        .unwrap()
        .to_owned()
}

const SUBMIT: &str = "cp /home/data/sample_submission.csv /home/submission/submission.csv\n";

#[test]
fn the_dummy_finds_the_contract_kept_and_is_graded() {
    let bench = Bench::with(&[TITANIC, SPOOKY]);
    let call = [
        "run",
        "--agent",
        "dummy",
        "-c",
        TITANIC,
        SPOOKY,
        "--seeds",
        "2",
        "--workers",
        "2",
    ];
    let (code, result) = bench.json(&call);
    assert_eq!(code, 0);
    let group = result["group"].as_str().unwrap();
    let runs = result["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 4);
    for run in runs {
        assert_eq!(run["status"], "finished", "{run}");
        assert_eq!(run["report"]["valid_submission"], true);
        assert_eq!(run["test_queries"], 0);
        assert_eq!(run["validate_calls"], 1);
        assert_eq!(run["network"]["mode"], "none");
        assert_eq!(run["submission_sha256"].as_str().unwrap().len(), 64);
        for key in ["wall_s", "cpu_s", "memory_peak_bytes", "mechanism"] {
            assert!(!run["usage"][key].is_null(), "{key}");
        }
    }
    let metadata = std::fs::read(std::path::Path::new(group).join("metadata.json")).unwrap();
    let metadata: Value = serde_json::from_slice(&metadata).unwrap();
    let done = metadata["runs"].as_object().unwrap();
    assert_eq!(done.len(), 4);
    assert!(done.values().all(|run| run["success"] == true));
    for id in done.keys() {
        let folder = std::path::Path::new(group).join(id);
        for part in ["submission", "logs", "code", "run.log"] {
            assert!(folder.join(part).exists(), "{id}/{part}");
        }
    }
}

#[test]
fn a_group_is_reported_collected_and_graded_again() {
    let bench = Bench::with(&[TITANIC]);
    assert_eq!(
        bench
            .call(&["run", "--agent", "dummy", "-c", TITANIC, "-q"])
            .code,
        0
    );
    let (_, report) = bench.json(&["report", "latest"]);
    assert_eq!(report["num_seeds_averaged"], 1);
    assert!(report["metrics"]["any_medal_percentage"]["standard_error"].is_number());
    let table = bench.call(&["report", "latest"]);
    assert!(table.stdout.contains(TITANIC), "{}", table.stdout);
    let page = bench.call(&[
        "report",
        "latest",
        "--format",
        "html",
        "--output",
        "page.html",
    ]);
    assert_eq!(page.code, 0, "{}", page.stderr);
    assert!(
        std::fs::read_to_string(bench.path("page.html"))
            .unwrap()
            .contains("<html")
    );
    assert_eq!(
        bench
            .call(&["collect", "latest", "--output", "list.jsonl"])
            .code,
        0
    );
    let list = bench.path("list.jsonl");
    let call = [
        "grade",
        "--submission",
        list.to_str().unwrap(),
        "--output-dir",
        "out",
    ];
    let (code, graded) = bench.json(&call);
    assert_eq!(code, 0);
    let score = &report["runs"][0]["report"]["score"];
    assert_eq!(&graded["competition_reports"][0]["score"], score);
}

#[test]
fn a_token_in_the_answers_is_nowhere_in_the_sandbox() {
    let bench = Bench::with(&[TITANIC]);
    let token = "tok3n9f1c2ab74e5d";
    std::fs::write(
        bench
            .data(TITANIC)
            .join("prepared/private")
            .join(format!("{token}.txt")),
        token,
    )
    .unwrap();
    let answers = bench.data(TITANIC).join("prepared/private/test.csv");
    let mut text = std::fs::read_to_string(&answers).unwrap();
    // A column that nobody asks for, full of tokens.
    text = text
        .lines()
        .enumerate()
        .map(|(row, line)| {
            if row == 0 {
                format!("{line},secret\n")
            } else {
                format!("{line},{token}\n")
            }
        })
        .collect();
    std::fs::write(&answers, text).unwrap();
    // The token is put together inside so that the script itself does not hold it.
    let script = format!(
        "{SUBMIT}t=tok3n9f; t=${{t}}1c2ab74e5d\n\
         {{ cat /proc/*/environ /proc/*/cmdline /proc/*/mountinfo /proc/*/maps /proc/*/status 2>/dev/null; \
         env; mount; ls -laR /home /run /tmp /etc 2>/dev/null; \
         bash /home/validate_submission.sh /home/submission/submission.csv; \
         echo 'a,b' > /tmp/x.csv; bash /home/validate_submission.sh /tmp/x.csv; \
         }} > /tmp/all 2>&1\n\
         grep -rIsl --exclude-dir=proc --exclude-dir=sys --exclude-dir=usr \"$t\" / 2>/dev/null > /tmp/hits\n\
         if grep -q \"$t\" /tmp/all || [ -s /tmp/hits ]; then exit 9; fi\n\
         if grep -q prepared/private /tmp/all; then exit 8; fi\n"
    );
    let agent = agent(&bench, "searcher", &script);
    let (code, result) = bench.json(&[
        "run",
        "--agent",
        &agent,
        "-c",
        TITANIC,
        "--time-limit",
        "2m",
    ]);
    let run = &result["runs"][0];
    assert_eq!(
        (code, run["status"].as_str().unwrap()),
        (0, "finished"),
        "{run}"
    );
    assert_eq!(run["report"]["valid_submission"], true);
}

#[test]
fn a_killed_harness_is_resumed_and_keeps_what_is_finished() {
    let bench = Bench::with(&[TITANIC]);
    let agent = agent(&bench, "slow", &format!("sleep 1\n{SUBMIT}"));
    let call = [
        "run", "--agent", &agent, "-c", TITANIC, "--seeds", "4", "--format", "json",
    ];
    let mut harness = bench.command().args(call).spawn().unwrap();
    let runs = bench.path("runs");
    let finished = || {
        let Ok(groups) = std::fs::read_dir(&runs) else {
            return 0;
        };
        let groups = groups
            .flatten()
            .map(|group| group.path().join("metadata.json"));
        let texts = groups.filter_map(|file| std::fs::read_to_string(file).ok());
        texts
            .map(|text| text.matches("\"success\": true").count())
            .sum::<usize>()
    };
    let start = Instant::now();
    while finished() < 1 && start.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    harness.kill().unwrap();
    harness.wait().unwrap();
    let kept = finished();
    assert!((1..4).contains(&kept), "{kept} runs were finished");

    let resumed = [&call[..], &["--resume", "latest"]].concat();
    let outcome = bench.call(&resumed);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let result: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let runs = result["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 4);
    assert!(
        runs.iter().all(|run| run["status"] == "finished"),
        "{result}"
    );
    assert_eq!(
        std::fs::read_dir(bench.path("runs")).unwrap().count(),
        1,
        "one group only"
    );
    let again = bench.call(&resumed);
    assert_eq!(again.code, 0);
}

#[test]
fn a_late_agent_is_stopped_and_its_file_counts() {
    let bench = Bench::with(&[TITANIC]);
    let agent = agent(
        &bench,
        "late",
        &format!("trap '' TERM\n{SUBMIT}sleep 600\n"),
    );
    let start = Instant::now();
    let (code, result) = bench.json(&[
        "run",
        "--agent",
        &agent,
        "-c",
        TITANIC,
        "--time-limit",
        "2s",
    ]);
    assert_eq!(code, 0);
    assert_eq!(result["runs"][0]["status"], "timed_out");
    assert_eq!(result["runs"][0]["report"]["valid_submission"], true);
    assert!(start.elapsed() < Duration::from_mins(1));
}

#[test]
fn a_submission_that_breaks_a_rule_is_rejected_not_scored() {
    let bench = Bench::with(&[TITANIC]);
    let agent = agent(
        &bench,
        "wrong",
        "echo 'a,b' > /home/submission/submission.csv\n",
    );
    let (code, result) = bench.json(&["run", "--agent", &agent, "-c", TITANIC]);
    assert_eq!(code, 0);
    let report = &result["runs"][0]["report"];
    assert_eq!(report["valid_submission"], false);
    assert_eq!(report["reason"]["code"], "missing_column");
}

#[test]
fn problems_are_named_before_the_first_run() {
    let bench = Bench::with(&[TITANIC]);
    let nobody = bench.call(&["run", "--agent", "nobody", "-c", TITANIC]);
    assert_eq!(nobody.code, 1);
    assert!(
        nobody.stderr.contains("there is no agent `nobody`"),
        "{}",
        nobody.stderr
    );
    let unprepared = bench.call(&["run", "--agent", "dummy", "-c", TITANIC, SPOOKY]);
    assert_eq!(unprepared.code, 5, "{}", unprepared.stderr);
    assert!(
        unprepared
            .stderr
            .contains("mlebench prepare -c spooky-author-identification")
    );
    assert_eq!(bench.call(&["run", "--agent", "dummy"]).code, 2);
    assert_eq!(
        bench
            .call(&["run", "--agent", "dummy", "-c", TITANIC, "--memory", "lots"])
            .code,
        2
    );
    assert_eq!(
        bench
            .call(&["run", "--agent", "dummy", "-c", TITANIC, "--gpus", "1"])
            .code,
        1
    );
    assert!(!bench.path("runs").exists());
}

#[test]
fn without_a_sandbox_the_run_says_so() {
    let bench = Bench::with(&[TITANIC]);
    let call = [
        "run",
        "--agent",
        "dummy",
        "-c",
        TITANIC,
        "--sandbox",
        "none",
        "--format",
        "json",
    ];
    let outcome = bench.call(&call);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("without a sandbox"),
        "{}",
        outcome.stderr
    );
    let result: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(result["provenance"]["sandbox"], "none");
    assert_eq!(result["runs"][0]["status"], "finished", "{result}");
}

#[test]
fn the_demo_ends_with_a_report_and_the_next_commands() {
    let bench = Bench::new();
    let outcome = bench.call(&["demo", "--dir", "demo", "--seeds", "1"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(outcome.stdout.contains("demo-cactus"), "{}", outcome.stdout);
    assert!(
        outcome
            .stdout
            .contains("mlebench prepare -c aerial-cactus-identification")
    );
    assert_eq!(bench.call(&["demo", "--dir", "demo"]).code, 2);
}
