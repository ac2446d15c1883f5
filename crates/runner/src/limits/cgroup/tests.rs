//! Both versions in made-up trees; the real ones are used by the tests of whole runs.

use std::fs;

use super::host::CgroupHost;
use crate::limits::Limits;

fn limits() -> Limits {
    Limits {
        memory_bytes: Some(64 << 20),
        cpus: Some(0.5),
        processes: Some(10),
        ..Limits::default()
    }
}

#[test]
fn sets_version_2_limits_in_a_made_up_tree() {
    let root = tempfile::tempdir().unwrap();
    let at = root.path().display();
    fs::write(root.path().join("cgroup.controllers"), "cpu memory pids io").unwrap();
    // A plain file keeps only the last write; the kernel would gather them.
    fs::create_dir_all(root.path().join("mlebench")).unwrap();
    fs::write(root.path().join("cgroup.subtree_control"), "").unwrap();
    let mountinfo = format!("30 1 0:2 / {at} rw,nosuid - cgroup2 cgroup2 rw");
    let host = CgroupHost::from_text(&mountinfo, "0::/user\n");
    let Some((ours, _)) = host.v2.clone() else {
        panic!("version 2 not found")
    };
    let all = ["cpu", "memory", "pids"].map(str::to_owned).to_vec();
    let host = CgroupHost {
        v2: Some((ours.clone(), all)),
        ..host
    };
    assert_eq!(host.mechanism("memory"), Some("cgroup v2"));

    let group = host.create("run-1", &limits());
    let read = |name: &str| fs::read_to_string(ours.join("run-1").join(name)).unwrap();
    assert_eq!(read("memory.max"), "67108864");
    assert_eq!(read("memory.swap.max"), "0");
    assert_eq!(read("cpu.max"), "50000 100000");
    assert_eq!(read("pids.max"), "10");
    fs::write(
        ours.join("run-1/memory.events"),
        "low 0\noom 3\noom_kill 2\n",
    )
    .unwrap();
    fs::write(ours.join("run-1/memory.peak"), "123\n").unwrap();
    fs::write(
        ours.join("run-1/cpu.stat"),
        "usage_usec 1500000\nuser_usec 1\n",
    )
    .unwrap();
    assert_eq!(group.memory_kills(), 2);
    assert_eq!(group.memory_peak_bytes(), Some((123, "cgroup v2")));
    assert_eq!(group.cpu_s(), Some((1.5, "cgroup v2")));
    fs::remove_dir_all(ours.join("run-1")).unwrap();
}

#[test]
fn uses_each_version_1_tree() {
    let root = tempfile::tempdir().unwrap();
    let tree = |name: &str| {
        fs::create_dir_all(root.path().join(name)).unwrap();
        let at = root.path().join(name);
        format!("31 1 0:3 / {} rw - cgroup cgroup rw,{name}\n", at.display())
    };
    let mountinfo = tree("memory") + &tree("cpu") + &tree("pids") + &tree("blkio");
    let host = CgroupHost::from_text(&mountinfo, "4:memory:/session\n");
    assert_eq!(host.mechanism("memory"), Some("cgroup v1"));
    assert_eq!(host.mechanism("freezer"), None);
    let group = host.create("run-2", &limits());
    let read = |name: &str| fs::read_to_string(root.path().join(name)).unwrap();
    assert_eq!(
        read("memory/mlebench/run-2/memory.limit_in_bytes"),
        "67108864"
    );
    assert_eq!(read("cpu/mlebench/run-2/cpu.cfs_quota_us"), "50000");
    assert_eq!(group.limiting("pids"), Some("cgroup v1"));
    assert_eq!(
        group.leave_files(),
        [root.path().join("memory/session/cgroup.procs")]
    );
    assert_eq!(group.join_files().len(), 3);
    fs::remove_dir_all(root.path()).unwrap();
}

#[test]
fn a_machine_without_groups_is_no_error() {
    let host = CgroupHost::from_text("", "");
    assert_eq!(host, CgroupHost::default());
    let group = host.create("run-3", &limits());
    assert!(group.pids().is_empty() && !group.freeze(true) && group.cpu_s().is_none());
}
