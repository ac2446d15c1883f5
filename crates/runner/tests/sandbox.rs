//! What the sandbox keeps from an agent, tried for real.

mod support;

use std::fs;
use std::process::Command;

use mlebench_runner::{RunStatus, SandboxKind, probe};
use support::{TESTBED, TOKEN, World, broken, ended, log_of, printed};

#[test]
fn the_private_data_is_found_nowhere_inside() {
    let world = World::new("search");
    // The harness holds the token too: in its environment and on its command line.
    let mut holder = Command::new("sleep")
        .args(["60"])
        .env("LEAK", TOKEN)
        .spawn()
        .unwrap();
    let run = world.run(&world.settings(SandboxKind::Bubblewrap));
    holder.kill().unwrap();
    holder.wait().unwrap();
    ended(&run, RunStatus::Finished);
    assert_eq!(log_of(&run, "found"), "");
    let seen: u64 = log_of(&run, "seen").parse().unwrap();
    assert!(
        seen > 100,
        "the search has hardly looked at anything: {seen} files"
    );
    let mounts = log_of(&run, "mounts");
    assert!(
        mounts.contains("/home/data") && !mounts.contains("private"),
        "{mounts}"
    );
}

#[test]
fn the_search_finds_a_token_that_is_there() {
    let world = World::new("search");
    fs::write(world.path("public/leak.csv"), TOKEN).unwrap();
    let run = world.run(&world.settings(SandboxKind::Bubblewrap));
    assert_eq!(log_of(&run, "found"), "/home/data/leak.csv");
}

#[test]
fn nothing_that_leads_out_is_possible() {
    let world = World::new("escape");
    let run = world.run(&world.settings(SandboxKind::Bubblewrap));
    ended(&run, RunStatus::Finished);
    let root = nix::unistd::geteuid().is_root();
    assert_eq!(broken(&run, root), Vec::<String>::new());
    // As far as the host can tell, too.
    assert!(!world.path("public/new").exists() && !world.path("agent/new").exists());
}

#[test]
fn secrets_reach_the_agent_but_no_record() {
    for sandbox in support::sandboxes() {
        let world = World::new("print-secret");
        // Cargo sets it for every test; its value is as good a secret as any.
        let secret = std::env::var("CARGO_MANIFEST_DIR").unwrap();
        world.define(
            "[\"bin/runner-testbed\", \"agent\", \"print-secret\"]",
            "[env]\nKEY = \"${secret:CARGO_MANIFEST_DIR}\"\n",
        );
        let run = world.run(&world.settings(sandbox));
        ended(&run, RunStatus::Finished);
        assert_eq!(printed(&run), "the key is [secret]\n");
        let dir = run.run_dir.as_ref().unwrap();
        for file in [
            dir.join("events.jsonl"),
            dir.parent().unwrap().join("group.json"),
        ] {
            assert!(!fs::read_to_string(file).unwrap().contains(&secret));
        }
    }
}

#[test]
fn the_files_an_agent_leaves_can_be_read_by_the_host() {
    let world = World::new("validate");
    let run = world.run(&world.settings(SandboxKind::Bubblewrap));
    let dir = run.run_dir.as_ref().unwrap();
    if nix::unistd::geteuid().is_root() {
        use std::os::unix::fs::MetadataExt as _;
        let left = fs::metadata(dir.join("submission/submission.csv")).unwrap();
        assert_eq!(left.uid(), 65_534, "the agent was root");
    }
    assert_eq!(
        fs::read_to_string(dir.join("submission/submission.csv")).unwrap(),
        "bad"
    );
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn the_probe_finds_what_the_tests_use() {
    let probes = probe(TESTBED.as_ref());
    for name in ["sandbox bubblewrap", "sandbox none", "user namespaces"] {
        let found = probes.iter().find(|probe| probe.name == name).unwrap();
        assert!(found.usable, "{found:?}");
    }
}
