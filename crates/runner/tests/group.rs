//! Groups: what is on disk, what is refused, what happens when the harness is killed.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use mlebench_runner::{
    CancelToken, GroupError, GroupEvent, GroupRecord, NetworkMode, RunStatus, SandboxKind,
    check_group, find_group, note_test_query, read_events, read_group, resume_group, run_group,
};
use support::{TESTBED, World, ended, graded};

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(15);
    while !is_so() {
        assert!(Instant::now() < deadline, "{what} has not happened");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Starts a harness in a process of its own.
fn harness(world: &World, sandbox: SandboxKind, seeds: usize, group: Option<&str>) -> Command {
    let mut command = Command::new(TESTBED);
    command.arg("harness").arg(world.path(""));
    command
        .args([sandbox.as_str(), &seeds.to_string(), "2"])
        .args(group);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn latest(world: &World) -> Option<PathBuf> {
    find_group(&world.path("runs"), "latest").ok()
}

fn record(world: &World) -> GroupRecord {
    read_group(&latest(world).expect("a group")).unwrap()
}

/// Returns the living processes whose command line holds `text`.
fn processes_with(text: &str) -> Vec<i32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let name = entry.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if line.contains(text) && pid != std::process::id() as i32 {
            found.push(pid);
        }
    }
    found
}

/// An agent that notes its seed, sleeps, and submits; its sleep is found by `mark`.
fn slow(world: &World, mark: &str) {
    let script = format!(
        "echo $MLEBENCH_SEED > $SUBMISSION_DIR/submission.csv\n\
         if [ $MLEBENCH_SEED -ge 2 ] && [ -e $DATA_DIR/slow ]; then sleep {mark}; fi\n"
    );
    fs::write(world.path("agent/start.sh"), script).unwrap();
    world.define("[\"bash\", \"start.sh\"]", "");
    fs::write(world.path("public/slow"), "").unwrap();
}

fn statuses(record: &GroupRecord) -> Vec<RunStatus> {
    record.runs.iter().map(|run| run.status).collect()
}

#[test]
fn a_killed_harness_takes_its_agents_along_and_is_continued() {
    for (sandbox, mark) in [
        (SandboxKind::Bubblewrap, "1000.125"),
        (SandboxKind::None, "1000.25"),
    ] {
        let world = World::new("");
        slow(&world, mark);
        let mut first: Child = harness(&world, sandbox, 4, None).spawn().unwrap();
        wait_until("both slow agents at work", || {
            processes_with(mark).len() >= 2
        });
        let rival = harness(&world, sandbox, 4, Some("latest"))
            .stderr(Stdio::null())
            .status();
        assert!(
            !rival.unwrap().success(),
            "two harnesses may not share a group"
        );
        first.kill().unwrap();
        first.wait().unwrap();
        wait_until("the end of the agents", || processes_with(mark).is_empty());
        let interrupted = RunStatus::Interrupted;
        let finished = RunStatus::Finished;
        let before = record(&world);
        assert_eq!(
            statuses(&before),
            [finished, finished, interrupted, interrupted]
        );

        fs::remove_file(world.path("public/slow")).unwrap();
        let second = harness(&world, sandbox, 4, Some("latest"))
            .status()
            .unwrap();
        assert!(second.success());
        let after = record(&world);
        assert_eq!(statuses(&after), [finished; 4]);
        for seed in 0..4 {
            let run = &after.runs[seed];
            assert_eq!(run.report.as_ref().unwrap()["submission_exists"], true);
            let sealed = run.run_dir.as_ref().unwrap().join("sealed/submission.csv");
            assert_eq!(fs::read_to_string(sealed).unwrap(), format!("{seed}\n"));
        }
        assert_eq!(
            before.runs[..2],
            after.runs[..2],
            "finished runs are kept as they were"
        );
        let group = latest(&world).unwrap();
        assert_eq!(fs::read_dir(group.join("superseded")).unwrap().count(), 2);
        let metadata = fs::read_to_string(group.join("metadata.json")).unwrap();
        assert_eq!(
            metadata.matches("\"success\": true").count(),
            4,
            "{metadata}"
        );
    }
}

#[test]
fn killing_at_any_moment_loses_and_repeats_nothing() {
    let world = World::new("submit");
    let mut pause = 7u64;
    let mut command = harness(&world, SandboxKind::Bubblewrap, 6, None);
    for round in 0..12 {
        let mut child = command.spawn().unwrap();
        // Moments spread over what a few runs take.
        pause = (pause * 37 + 11) % 160;
        std::thread::sleep(Duration::from_millis(20 + pause));
        child.kill().unwrap();
        child.wait().unwrap();
        let name = latest(&world).map(|_| "latest");
        command = harness(&world, SandboxKind::Bubblewrap, 6, name);
        if name.is_some() {
            let settled = record(&world);
            assert!(
                settled.problems.is_empty(),
                "round {round}: {:?}",
                settled.problems
            );
        }
    }
    assert!(command.status().unwrap().success());
    let after = record(&world);
    assert_eq!(statuses(&after), [RunStatus::Finished; 6]);
    let group = latest(&world).unwrap();
    let logs = fs::read_dir(&group)
        .unwrap()
        .flatten()
        .map(|entry| entry.path());
    let logs: Vec<PathBuf> = logs
        .filter(|dir| dir.join("events.jsonl").exists())
        .collect();
    assert_eq!(logs.len(), 6, "every seed once");
    for log in logs {
        let events = read_events(&log.join("events.jsonl")).unwrap();
        let starts = events
            .iter()
            .filter(|line| format!("{line:?}").contains("Started("))
            .count();
        assert_eq!(starts, 1, "no agent twice in one log");
    }
    assert!(processes_with(&world.path("").display().to_string()).is_empty());
}

#[test]
fn stopping_ends_agents_gently_and_is_continued() {
    let world = World::new("");
    let script = "trap 'echo bye > $LOGS_DIR/bye; exit 0' TERM\necho 1 > $SUBMISSION_DIR/submission.csv\n\
                  if [ -e $DATA_DIR/slow ]; then sleep 60 & wait; fi\n";
    fs::write(world.path("agent/start.sh"), script).unwrap();
    world.define("[\"bash\", \"start.sh\"]", "");
    fs::write(world.path("public/slow"), "").unwrap();
    let settings = world.settings(SandboxKind::Bubblewrap);
    let cancel = CancelToken::new();
    let stop = |event: &GroupEvent| {
        if format!("{event:?}").contains("Started(") {
            let cancel = cancel.clone();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(300));
                cancel.request();
            });
        }
    };
    let outcome = run_group(&settings, &cancel, &stop).unwrap();
    assert!(outcome.interrupted && outcome.missing == 1, "{outcome:?}");
    let run = read_group(&outcome.group_dir).unwrap().runs.remove(0);
    ended(&run, RunStatus::Interrupted);
    assert!(
        run.report.is_none() && run.submission_sha256.is_some(),
        "sealed, not graded"
    );
    assert!(run.run_dir.as_ref().unwrap().join("logs/bye").exists());
    fs::remove_file(world.path("public/slow")).unwrap();
    let token = CancelToken::new();
    let outcome = resume_group(&outcome.group_dir, &settings, &token, &|_| {}).unwrap();
    assert_eq!(outcome.missing, 0);
    let again = resume_group(&outcome.group_dir, &settings, &token, &|event| {
        assert!(
            !matches!(event, GroupEvent::Run { .. }),
            "nothing was left to do"
        );
    });
    assert_eq!(again.unwrap().missing, 0);
}

#[test]
fn a_grading_while_the_agent_works_is_counted() {
    let world = World::new("burn-cpu");
    let mut settings = world.settings(SandboxKind::Bubblewrap);
    settings.tasks[0].competition_id = "queried-thing".to_owned();
    let query = |event: &GroupEvent| {
        if format!("{event:?}").contains("Started(") {
            assert_eq!(note_test_query("queried-thing").unwrap(), 1);
            assert_eq!(note_test_query("another-thing").unwrap(), 0);
        }
    };
    let outcome = run_group(&settings, &CancelToken::new(), &query).unwrap();
    let run = read_group(&outcome.group_dir).unwrap().runs.remove(0);
    assert_eq!(run.test_queries, 1);
    // The grading after the end is not one of them, and nobody is told of later ones.
    assert!(run.report.is_some() && note_test_query("queried-thing").unwrap() == 0);
}

#[test]
fn a_second_request_to_stop_does_not_wait() {
    let world = World::new("ignore-sigterm");
    let settings = world.settings(SandboxKind::None);
    let cancel = CancelToken::new();
    let stop = |event: &GroupEvent| {
        if format!("{event:?}").contains("Started(") {
            cancel.request();
            cancel.request();
        }
    };
    let started = Instant::now();
    assert!(run_group(&settings, &cancel, &stop).unwrap().interrupted);
    assert!(
        started.elapsed() < Duration::from_secs(3),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn everything_in_the_way_is_named_at_once() {
    let world = World::new("submit");
    let more = "[env]\nKEY = \"${secret:NO_SUCH_VARIABLE_1}\"\n[limits]\nmemory = \"1K\"\n";
    world.define("[\"x\"]", more);
    let text = fs::read_to_string(world.path("agent/agent.toml")).unwrap();
    let text = text.replace("\"runner-testbed\"", "\"no-such-artifact\"");
    fs::write(world.path("agent/agent.toml"), text).unwrap();
    let mut settings = world.settings(SandboxKind::None);
    settings.limits.wall_s = 0.0;
    settings.network = NetworkMode::Allow(vec!["a.example".to_owned()]);
    settings.tasks[0].public_dir = world.path("nowhere");
    settings.init_program = world.path("no-program");
    let Err(GroupError::NotReady { problems, sandbox }) = check_group(&settings) else {
        panic!("it should not be ready");
    };
    assert!(sandbox);
    let all = problems.join("\n");
    for part in [
        "NO_SUCH_VARIABLE_1",
        "16 MiB",
        "no-such-artifact",
        "time limit",
        "`allow`",
        "mlebench prepare -c thing",
        "no-program",
    ] {
        assert!(all.contains(part), "{part} is not in:\n{all}");
    }
    assert!(run_group(&settings, &CancelToken::new(), &|_| {}).is_err());
    assert_eq!(
        fs::read_dir(world.path("runs")).unwrap().count(),
        0,
        "nothing was begun"
    );
}

#[test]
fn a_group_is_not_continued_with_something_else() {
    let world = World::new("submit");
    let settings = world.settings(SandboxKind::Bubblewrap);
    let group = world.run_all(&settings).group_dir;
    let refused = |settings: &mlebench_runner::GroupSettings| {
        let error = resume_group(&group, settings, &CancelToken::new(), &|_| {}).unwrap_err();
        assert!(matches!(error, GroupError::Differs { .. }), "{error}");
    };
    let mut other = world.settings(SandboxKind::Bubblewrap);
    other.limits.wall_s = 11.0;
    refused(&other);
    fs::write(world.path("agent/new-file"), "").unwrap();
    refused(&world.settings(SandboxKind::Bubblewrap));
}

#[test]
fn a_changed_log_is_noticed() {
    let world = World::new("submit");
    let settings = world.settings(SandboxKind::Bubblewrap);
    let run = world.run(&settings);
    let log = run.run_dir.as_ref().unwrap().join("events.jsonl");
    let text = fs::read_to_string(&log)
        .unwrap()
        .replace("\"code\":0", "\"code\":1");
    fs::write(&log, text).unwrap();
    let group = log.parent().unwrap().parent().unwrap();
    let read = read_group(group).unwrap();
    assert_eq!(statuses(&read), [RunStatus::Missing]);
    assert!(
        read.problems[0].contains("was changed"),
        "{:?}",
        read.problems
    );
    assert!(resume_group(group, &settings, &CancelToken::new(), &|_| {}).is_err());
}

#[test]
fn a_grading_that_failed_is_made_up_for_without_another_run() {
    let world = World::new("submit");
    let settings = world.settings(SandboxKind::Bubblewrap);
    let answers = world.path("private/answers.csv");
    let kept = fs::read(&answers).unwrap();
    fs::remove_file(&answers).unwrap();
    let outcome = run_group(&settings, &CancelToken::new(), &|_| {}).unwrap();
    assert_eq!((outcome.missing, outcome.failures.len()), (1, 1));
    let before = read_group(&outcome.group_dir).unwrap().runs.remove(0);
    ended(&before, RunStatus::Finished);
    assert!(before.report.is_none() && before.problem.is_some());
    fs::write(&answers, kept).unwrap();
    let outcome = resume_group(&outcome.group_dir, &settings, &CancelToken::new(), &|_| {});
    let after = read_group(&outcome.unwrap().group_dir)
        .unwrap()
        .runs
        .remove(0);
    assert_eq!(after.run_id, before.run_id);
    assert_eq!(graded(&after).as_deref(), Some("id,x\n1,2\n"));
}

#[test]
fn a_grader_that_panics_is_our_failure_not_the_agents() {
    let world = World::new("submit");
    let mut settings = world.settings(SandboxKind::None);
    settings.tasks[0].grader = std::sync::Arc::new(|_| panic!("a bug"));
    let outcome = run_group(&settings, &CancelToken::new(), &|_| {}).unwrap();
    assert!(outcome.failures[0].contains("not graded"), "{outcome:?}");
    let run = read_group(&outcome.group_dir).unwrap().runs.remove(0);
    ended(&run, RunStatus::Finished);
}

/// The same as an ordinary user, if this is root; otherwise all other tests are that already.
#[test]
fn an_ordinary_user_can_run_agents_too() {
    if !nix::unistd::geteuid().is_root() {
        return;
    }
    let world = World::new("escape");
    let user = 54_321;
    let give = |path: &Path| {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        chown(path, Some(user), Some(user)).unwrap();
    };
    // The build folder may be closed to others.
    fs::create_dir(world.path("bin")).unwrap();
    fs::copy(TESTBED, world.path("bin/runner-testbed")).unwrap();
    for name in ["", "bin", "bin/runner-testbed", "runs", "public", "agent"] {
        give(&world.path(name));
    }
    for sandbox in [SandboxKind::Bubblewrap, SandboxKind::None] {
        let mut command = Command::new(world.path("bin/runner-testbed"));
        command
            .arg("harness")
            .arg(world.path(""))
            .args([sandbox.as_str(), "1", "1"]);
        let output = command.uid(user).gid(user).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{sandbox}: {text}");
        let run = record(&world).runs.remove(0);
        ended(&run, RunStatus::Finished);
        if sandbox == SandboxKind::Bubblewrap {
            assert_eq!(support::broken(&run, false), Vec::<String>::new());
        }
        std::thread::sleep(Duration::from_millis(1100));
    }
}
