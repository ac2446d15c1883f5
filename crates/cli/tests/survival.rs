//! Preparations that are killed, run twice at a time, or run out of disk.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Instant;

use common::{Bench, Outcome, golden};

/// Its miniature is large enough to be killed in every stage.
const LARGE: &str = "tabular-playground-series-may-2022";

/// Moments at which a preparation is killed, spread over its length.
const MOMENTS: u32 = 25;

#[test]
fn a_killed_preparation_goes_on_and_ends_as_an_undisturbed_one() {
    let begin = Instant::now();
    let undisturbed = Bench::with(&[LARGE]);
    let length = begin.elapsed();
    let expected = prepared(&undisturbed, LARGE);
    let mut stages = BTreeMap::new();
    for moment in 0..MOMENTS {
        let bench = Bench::new();
        let mut child = spawn(&bench, LARGE);
        std::thread::sleep(length * moment / MOMENTS);
        child.kill().unwrap();
        child.wait().unwrap();
        let left = names(&bench.data(LARGE));
        let unpacked = left.iter().any(|name| is_unpacked(name));
        let done = left.iter().any(|name| name == "prepared");
        if done {
            assert_eq!(prepared(&bench, LARGE), expected, "half a folder: {left:?}");
        }
        *stages.entry((unpacked, done)).or_insert(0) += 1;

        let again = call(&bench, LARGE);
        assert_eq!(again.code, 0, "{}", again.stderr);
        let is_reused = again.stderr.contains("was unpacked before");
        assert_eq!(is_reused, unpacked && !done, "{left:?}: {}", again.stderr);
        assert_eq!(prepared(&bench, LARGE), expected, "after {left:?}");
        assert_eq!(names(&bench.data(LARGE)), ["prepared"], "after {left:?}");
    }
    // Which stages were hit depends on the machine; for who reads the log.
    println!("(unpacked, prepared) when killed: {stages:?}");
}

#[test]
fn a_preparation_that_is_killed_again_and_again_comes_to_its_end() {
    let undisturbed = Bench::with(&[LARGE]);
    let bench = Bench::new();
    let mut pause = std::time::Duration::from_millis(10);
    while !bench.data(LARGE).join("prepared").exists() {
        let mut child = spawn(&bench, LARGE);
        std::thread::sleep(pause);
        child.kill().unwrap();
        child.wait().unwrap();
        pause = pause * 3 / 2;
    }
    let last = call(&bench, LARGE);
    assert!(last.stdout.contains("already prepared"), "{}", last.stdout);
    assert_eq!(prepared(&bench, LARGE), prepared(&undisturbed, LARGE));
    assert_eq!(names(&bench.data(LARGE)), ["prepared"]);
}

#[test]
fn processes_that_prepare_the_same_do_not_harm_each_other() {
    let undisturbed = Bench::with(&[LARGE]);
    for processes in [2, 4] {
        let bench = Bench::new();
        let children: Vec<Child> = (0..processes).map(|_| spawn(&bench, LARGE)).collect();
        let mut did_it = 0;
        for child in children {
            let output = child.wait_with_output().unwrap();
            let stdout = String::from_utf8(output.stdout).unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{stderr}");
            did_it += usize::from(!stdout.contains("already prepared"));
        }
        assert_eq!(
            did_it, 1,
            "one of {processes} prepares it, the others find it"
        );
        assert_eq!(prepared(&bench, LARGE), prepared(&undisturbed, LARGE));
        assert_eq!(names(&bench.data(LARGE)), ["prepared"]);
    }
}

#[test]
fn who_waits_for_another_process_says_so() {
    let (bench, id) = (Bench::new(), "spaceship-titanic");
    fs::create_dir_all(bench.data(id)).unwrap();
    let lock = File::create(bench.data(id).join(".prepare.lock")).unwrap();
    lock.lock().unwrap();
    let mut child = spawn(&bench, id);
    let mut line = String::new();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.read_line(&mut line).unwrap();
    assert!(
        line.contains(id) && line.contains("waiting for another process"),
        "{line}"
    );
    assert_eq!(names(&bench.data(id)), [".prepare.lock"]);
    drop(lock);
    assert!(child.wait().unwrap().success());
    assert_eq!(names(&bench.data(id)), ["prepared"]);
}

#[test]
fn one_impossible_competition_of_lite_leaves_the_other_21() {
    let bench = Bench::new();
    let (_, list) = bench.json(&["list", "--split", "lite"]);
    let lite = list["competitions"].as_array().unwrap();
    let ids: Vec<&str> = lite.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 22);
    let broken = "spooky-author-identification";
    for id in &ids {
        let zip = fs::read(golden(id, "raw.zip")).unwrap();
        let length = if *id == broken {
            zip.len() / 2
        } else {
            zip.len()
        };
        bench.write(&format!("data/{id}/{id}.zip"), &zip[..length]);
    }
    let call = ["prepare", "--lite", "--skip-verification", "--jobs", "4"];
    let (code, result) = bench.json(&call);
    assert_eq!(code, 8);
    for row in result["competitions"].as_array().unwrap() {
        let id = row["competition_id"].as_str().unwrap();
        if id == broken {
            assert_eq!(row["status"], "failed");
            let reason = row["error"].as_str().unwrap();
            assert!(
                reason.contains("spooky-author-identification.zip` is no complete zip"),
                "{reason}"
            );
            assert_eq!(names(&bench.data(id)), [format!("{id}.zip")]);
        } else {
            assert_eq!(row["status"], "prepared", "{row}");
            let left = names(&bench.data(id));
            assert_eq!(
                left.len(),
                2,
                "besides the archive and what is prepared: {left:?}"
            );
        }
    }
    // The same command, once the archive is whole, prepares the one that is missing.
    fs::copy(
        golden(broken, "raw.zip"),
        bench.data(broken).join(format!("{broken}.zip")),
    )
    .unwrap();
    let (code, result) = bench.json(&call);
    assert_eq!(code, 0);
    let count = |status: &str| {
        let rows = result["competitions"].as_array().unwrap().iter();
        rows.filter(|row| row["status"] == status).count()
    };
    assert_eq!((count("prepared"), count("already-prepared")), (1, 21));
}

#[test]
fn a_folder_that_is_no_complete_preparation_is_named_and_stays() {
    let bench = Bench::new();
    bench.write(&format!("data/{LARGE}/prepared/public/train.csv"), "x");
    let outcome = call(&bench, LARGE);
    assert_eq!(outcome.code, 1);
    assert!(
        outcome.stderr.contains("remove it and call again"),
        "{}",
        outcome.stderr
    );
    assert_eq!(names(&bench.data(LARGE)), ["prepared"]);
}

fn call(bench: &Bench, id: &str) -> Outcome {
    let arguments = arguments(id);
    bench.call(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

fn arguments(id: &str) -> Vec<String> {
    let zip = golden(id, "raw.zip").display().to_string();
    [
        "prepare",
        "-c",
        id,
        "--skip-verification",
        "--from-zip",
        &zip,
    ]
    .map(str::to_owned)
    .to_vec()
}

fn spawn(bench: &Bench, id: &str) -> Child {
    let mut command = bench.command();
    command
        .args(arguments(id))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn is_unpacked(name: &str) -> bool {
    name.starts_with("raw.unpacked-") && !name.contains(".partial-")
}

/// The names in a folder, sorted; none when it is not there.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Every prepared file but the manifest, which tells the time.
fn prepared(bench: &Bench, id: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut pending = vec![bench.data(id).join("prepared")];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
            } else if !path.ends_with("prepared/manifest.json") {
                let name = path
                    .strip_prefix(bench.data(id))
                    .unwrap()
                    .display()
                    .to_string();
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}
