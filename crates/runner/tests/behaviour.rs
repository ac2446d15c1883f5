//! Every way an agent may behave, and how its run must end, on both back ends.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::fs;
use std::sync::{PoisonError, RwLock};
use std::time::Instant;

use mlebench_runner::{LimitKind, Limits, RunStatus, RunSummary, SandboxKind};
use support::{World, ended, graded, limit, log_of, printed, sandboxes};

/// Held for reading by most tests and for writing by one that measures time.
static QUIET: RwLock<()> = RwLock::new(());

/// Runs one mode on every back end, with limits of its own.
fn on_all(mode: &str, change: impl Fn(&mut Limits), check: impl Fn(&RunSummary, SandboxKind)) {
    let _not_quiet = QUIET.read().unwrap_or_else(PoisonError::into_inner);
    on_each(mode, change, check);
}

fn on_each(mode: &str, change: impl Fn(&mut Limits), check: impl Fn(&RunSummary, SandboxKind)) {
    for sandbox in sandboxes() {
        let world = World::new(mode);
        let mut settings = world.settings(sandbox);
        change(&mut settings.limits);
        check(&world.run(&settings), sandbox);
    }
}

#[test]
fn a_submission_is_sealed_and_graded() {
    on_all(
        "submit",
        |_| {},
        |run, _| {
            ended(run, RunStatus::Finished);
            assert_eq!(graded(run).as_deref(), Some("id,x\n1,2\n"));
            let dir = run.run_dir.as_ref().unwrap();
            assert!(dir.join("sealed/submission.csv").is_file() && dir.join("run.log").is_file());
            assert_eq!(run.submission_sha256.as_ref().map(String::len), Some(64));
            let usage = run.usage.as_ref().unwrap();
            assert!(usage.wall_s > 0.0 && usage.wall_s < 5.0, "{usage:?}");
            let metadata = fs::read_to_string(dir.parent().unwrap().join("metadata.json")).unwrap();
            let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap();
            assert_eq!(
                metadata["runs"][run.run_id.as_ref().unwrap()]["success"],
                true
            );
        },
    );
}

#[test]
fn no_submission_is_graded_as_missing() {
    on_all(
        "nothing",
        |_| {},
        |run, _| {
            ended(run, RunStatus::Finished);
            assert_eq!(graded(run), None);
        },
    );
}

#[test]
fn a_crash_still_has_its_submission_graded() {
    on_all(
        "crash",
        |_| {},
        |run, _| {
            ended(run, RunStatus::Crashed);
            assert_eq!(graded(run).as_deref(), Some("id,x\n1,2\n"));
        },
    );
    on_all("fail", |_| {}, |run, _| ended(run, RunStatus::Crashed));
}

#[test]
fn a_hanging_agent_is_ended_in_time_and_its_submission_counts() {
    let _quiet = QUIET.write().unwrap_or_else(PoisonError::into_inner);
    for mode in ["hang", "ignore-sigterm"] {
        on_each(
            mode,
            |limits| limits.wall_s = 1.0,
            |run, _| {
                ended(run, RunStatus::TimedOut);
                assert_eq!(graded(run).as_deref(), Some("early\n"));
                let wall = run.usage.as_ref().unwrap().wall_s;
                assert!((1.0..2.0).contains(&wall), "{mode}: {wall}");
                assert!(limit(run, LimitKind::WallClock).struck);
            },
        );
    }
}

#[test]
fn what_is_written_after_the_time_is_over_does_not_count() {
    on_all(
        "late",
        |limits| limits.wall_s = 1.0,
        |run, _| {
            ended(run, RunStatus::TimedOut);
            assert_eq!(log_of(run, "said-goodbye"), "");
            let left = run
                .run_dir
                .as_ref()
                .unwrap()
                .join("submission/submission.csv");
            assert_eq!(fs::read_to_string(left).unwrap(), "late\n");
            assert_eq!(graded(run).as_deref(), Some("early\n"));
        },
    );
}

#[test]
fn left_over_processes_are_killed_before_sealing() {
    on_all(
        "fork-and-exit",
        |_| {},
        |run, _| {
            ended(run, RunStatus::Finished);
            let at = run
                .run_dir
                .as_ref()
                .unwrap()
                .join("submission/submission.csv");
            let before = fs::metadata(&at).unwrap().modified().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(100));
            assert_eq!(fs::metadata(&at).unwrap().modified().unwrap(), before);
            assert_eq!(
                graded(run).as_deref(),
                Some("written by a left-over process\n")
            );
        },
    );
}

#[test]
fn a_fork_bomb_is_contained_and_ended() {
    let small = |limits: &mut Limits| {
        limits.wall_s = 1.5;
        limits.processes = Some(40);
    };
    on_all("fork-bomb", small, |run, _| {
        assert!(
            matches!(run.status, RunStatus::TimedOut | RunStatus::Crashed),
            "{run:?}"
        );
        assert_eq!(graded(run).as_deref(), Some("early\n"));
        let wall = run.usage.as_ref().unwrap().wall_s;
        assert!(wall < 3.5, "{wall}");
    });
}

#[test]
fn a_memory_hog_is_ended_by_its_limit() {
    on_all(
        "memory-hog",
        |limits| limits.memory_bytes = Some(64 << 20),
        |run, _| {
            ended(run, RunStatus::Crashed);
            let peak = run.usage.as_ref().unwrap().memory_peak_bytes;
            assert!((16 << 20..160 << 20).contains(&peak), "{peak}");
        },
    );
}

#[test]
fn a_full_disk_is_the_agents_own() {
    let small = |limits: &mut Limits| limits.disk_bytes = Some(32 << 20);
    on_all("fill-disk", small, |run, _| {
        ended(run, RunStatus::Crashed);
        assert_eq!(run.limit, Some(LimitKind::Disk));
        assert!(limit(run, LimitKind::Disk).struck);
    });
    let world = World::new("fill-tmp");
    let mut settings = world.settings(SandboxKind::Bubblewrap);
    settings.limits.disk_bytes = Some(16 << 20);
    let run = world.run(&settings);
    ended(&run, RunStatus::Crashed);
    assert!(printed(&run).contains("No space left"), "{}", printed(&run));
}

#[test]
fn a_flood_of_output_is_cut_and_does_not_block() {
    on_all(
        "flood",
        |limits| limits.output_bytes = 1 << 16,
        |run, _| {
            ended(run, RunStatus::Finished);
            let log = run.run_dir.as_ref().unwrap().join("run.log");
            assert!(fs::metadata(log).unwrap().len() < 1 << 18);
            assert!(limit(run, LimitKind::Output).struck);
            assert_eq!(
                limit(run, LimitKind::Output).used,
                Some(f64::from(512 << 16))
            );
        },
    );
}

#[test]
fn processor_time_is_measured_and_bounded() {
    on_all(
        "burn-cpu",
        |_| {},
        |run, _| {
            let usage = run.usage.as_ref().unwrap();
            assert!((0.3..2.5).contains(&usage.cpu_s), "{usage:?}");
        },
    );
    on_all(
        "burn-cpu",
        |limits| limits.cpus = Some(0.25),
        |run, _| {
            let record = limit(run, LimitKind::Cpus);
            let usage = run.usage.as_ref().unwrap();
            assert!(
                record.mechanism == "affinity" || usage.cpu_s < 0.6,
                "{record:?} {usage:?}"
            );
        },
    );
}

#[test]
fn only_an_ordinary_file_is_a_submission() {
    for mode in ["symlink", "fifo", "folder", "socket", "huge"] {
        on_all(
            mode,
            |limits| limits.submission_bytes = 1 << 20,
            |run, _| {
                ended(run, RunStatus::RejectedAgent);
                assert_eq!(graded(run), None, "{mode}");
                assert!(
                    run.problem.is_some() && run.submission_sha256.is_none(),
                    "{mode}"
                );
            },
        );
    }
}

#[test]
fn a_command_that_does_not_exist_is_the_agents_fault() {
    for sandbox in sandboxes() {
        let world = World::new("submit");
        world.define("[\"./no-such-program\"]", "");
        let run = world.run(&world.settings(sandbox));
        ended(&run, RunStatus::RejectedAgent);
        assert!(
            run.problem.as_ref().unwrap().contains("no-such-program"),
            "{run:?}"
        );
    }
}

#[test]
fn the_contract_is_kept() {
    on_all(
        "environment",
        |limits| limits.wall_s = 9.5,
        |run, sandbox| {
            ended(run, RunStatus::Finished);
            for name in [
                "DATA_DIR",
                "SUBMISSION_DIR",
                "LOGS_DIR",
                "CODE_DIR",
                "AGENT_DIR",
                "PATH",
            ] {
                assert!(log_of(run, name).starts_with('/'), "{name}");
            }
            assert_eq!(log_of(run, "COMPETITION_ID"), "thing");
            assert_eq!(log_of(run, "TIME_LIMIT_SECS"), "9");
            assert_eq!(log_of(run, "MLEBENCH_SEED"), "0");
            assert_eq!(log_of(run, "MLEBENCH_SANDBOX"), sandbox.as_str());
            assert!(log_of(run, "VALIDATION_URL").starts_with("http://"));
            if sandbox == SandboxKind::Bubblewrap {
                assert_eq!(log_of(run, "DATA_DIR"), "/home/data");
                assert_eq!(log_of(run, "VALIDATION_URL"), "http://localhost:5000");
            }
            let count = fs::read_dir(run.run_dir.as_ref().unwrap().join("logs"))
                .unwrap()
                .count();
            assert!(
                count <= 14,
                "the host's environment has leaked: {count} variables"
            );
        },
    );
}

#[test]
fn the_validation_server_answers_yes_or_no() {
    on_all(
        "validate",
        |_| {},
        |run, _| {
            ended(run, RunStatus::Finished);
            assert!(log_of(run, "good").contains("{\"result\":\"Submission is valid.\"}"));
            assert!(log_of(run, "bad").contains("Submission invalid! Bad row 1."));
            assert!(log_of(run, "health").ends_with("{\"status\":\"running\"}"));
            assert_eq!(log_of(run, "bare"), log_of(run, "bad") + "1");
            assert_eq!(run.validate_calls, 3);
        },
    );
}

#[test]
fn a_run_costs_little_more_than_its_agent() {
    let world = World::new("nothing");
    let mut settings = world.settings(SandboxKind::Bubblewrap);
    settings.seeds = (0..20).collect();
    settings.workers = 2;
    let started = Instant::now();
    let group = world.run_all(&settings);
    assert_eq!(
        group
            .runs
            .iter()
            .filter(|run| run.status == RunStatus::Finished)
            .count(),
        20
    );
    // 100 ms is the aim; tests share the machine with others.
    assert!(
        started.elapsed().as_secs_f64() < 10.0,
        "{:?}",
        started.elapsed()
    );
}
