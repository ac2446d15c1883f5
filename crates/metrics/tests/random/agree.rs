//! Agreement with other programs, which `tests/oracle/agree.py` asks.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mlebench_metrics::reference::ALL;
use serde_json::Value;

use crate::case::Case;
use crate::draw::draw;
use crate::input::number;
use crate::rng::cases;

/// Largest relative difference; below one thousandth it is absolute.
const TOLERANCE: f64 = 1e-9;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The interpreter that `scripts/oracle.sh` sets up.
fn python() -> PathBuf {
    let python = folder().join("../../target/oracle/bin/python");
    assert!(
        python.exists(),
        "there is no `{}` (hint: run `bash scripts/oracle.sh`, then this test again)",
        python.display()
    );
    python
}

/// Sends requests to several oracles at a time and returns the answers in order.
fn ask(requests: &[String]) -> Vec<Value> {
    let oracles = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    // In turn, because some metrics take much longer than others.
    let share = |first: usize| {
        let lines: String = requests
            .iter()
            .skip(first)
            .step_by(oracles)
            .cloned()
            .collect();
        std::thread::spawn(move || ask_one(lines))
    };
    let threads: Vec<_> = (0..oracles).map(share).collect();
    let mut answers = vec![Value::Null; requests.len()];
    for (first, thread) in threads.into_iter().enumerate() {
        let places = (first..requests.len()).step_by(oracles);
        let found = thread.join().unwrap();
        assert_eq!(found.len(), places.len());
        for (place, answer) in places.zip(found) {
            answers[place] = answer;
        }
    }
    answers
}

/// Sends requests, one per line, and returns the answers, one per line.
fn ask_one(requests: String) -> Vec<Value> {
    let mut oracle = Command::new(python())
        .arg(folder().join("tests/oracle/agree.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = oracle.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(requests.as_bytes()));
    let output = oracle.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(
        output.status.success(),
        "the oracle fails: {}",
        output.status
    );
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn random_inputs_score_as_other_programs_say() {
    let asked: Vec<_> = ALL
        .iter()
        .flat_map(|reference| (0..cases()).map(move |case| (reference, case)))
        .map(|(reference, case)| (reference, case, draw(reference.name, case)))
        .collect();
    let line = |drawn: &Case| drawn.request().to_string() + "\n";
    let requests: Vec<String> = asked.iter().map(|(.., drawn)| line(drawn)).collect();
    let answers = ask(&requests);
    let (mut differences, mut checked) = (Vec::new(), vec![0; ALL.len()]);
    for ((reference, case, drawn), expected) in asked.iter().zip(answers) {
        // Forms that only a published program defines have recorded values instead.
        if expected.is_null() {
            continue;
        }
        checked[reference.name as usize] += 1;
        let found = drawn.score();
        let agree = match (&found, expected.as_str()) {
            (Err(_), Some("error")) => true,
            (Err(_), _) | (_, Some("error")) => false,
            (Ok(found), _) => {
                let expected = number(&expected);
                let most = TOLERANCE * expected.abs().max(1e-3);
                *found == expected || (found - expected).abs() <= most
            }
        };
        if !agree {
            differences.push(format!(
                "`{}` {case}: {found:?}, expected {expected}",
                reference.id
            ));
        }
    }
    let shown = &differences[..differences.len().min(20)];
    assert!(
        differences.is_empty(),
        "{} of {} inputs differ, first:\n{}",
        differences.len(),
        checked.iter().sum::<u64>(),
        shown.join("\n")
    );
    for (reference, checked) in ALL.iter().zip(&checked) {
        assert!(
            *checked >= cases() / 3,
            "`{}`: {checked} inputs",
            reference.id
        );
    }
    println!(
        "{} inputs of {} metrics agree",
        checked.iter().sum::<u64>(),
        ALL.len()
    );
}
