//! The tree of processes below one process: who is in it, what it uses, and signals to all of it.

use std::collections::BTreeMap;
use std::fs;

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, SysconfVar, sysconf};

/// What a tree of processes used at one moment.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Sample {
    /// Processor seconds of the living and of the children they have waited for.
    pub(crate) cpu_s: f64,
    /// Bytes of resident memory; pages that two processes share count twice.
    pub(crate) memory_bytes: u64,
}

/// The fields of `/proc/PID/stat` we use.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stat {
    parent: i32,
    zombie: bool,
    ticks: u64,
    start_time: u64,
    resident_pages: u64,
}

/// Parses a `stat` line; the command in parentheses may hold anything, also parentheses.
fn parse_stat(text: &str) -> Option<Stat> {
    let fields: Vec<&str> = text[text.rfind(')')? + 1..]
        .split_ascii_whitespace()
        .collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Stat {
        parent: fields.get(1)?.parse().ok()?,
        zombie: matches!(*fields.first()?, "Z" | "X"),
        // utime, stime, and those of children that were waited for.
        ticks: number(11)? + number(12)? + number(13)? + number(14)?,
        start_time: number(19)?,
        resident_pages: number(21)?,
    })
}

fn stat(pid: i32) -> Option<Stat> {
    parse_stat(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

fn all() -> BTreeMap<i32, Stat> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return BTreeMap::new();
    };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok())
        .filter_map(|pid| Some((pid, stat(pid)?)))
        .collect()
}

/// Returns the processes below `root`, parents before children, without `root` and the dead.
pub(crate) fn descendants(root: i32) -> Vec<i32> {
    below(root, children)
        .into_iter()
        .filter(|pid| start_time(*pid).is_some())
        .collect()
}

/// Returns the direct children of `root`.
pub(crate) fn children(root: i32) -> Vec<i32> {
    listed_children(root).unwrap_or_else(|| {
        all()
            .into_iter()
            .filter(|(_, stat)| stat.parent == root)
            .map(|(pid, _)| pid)
            .collect()
    })
}

/// Returns the children the kernel lists for each thread of `root`, where it does.
///
/// That is much cheaper than looking at every process of the machine. A list is not exact while
/// its members come and go; whoever must catch all of them looks again.
fn listed_children(root: i32) -> Option<Vec<i32>> {
    let mut found = Vec::new();
    for thread in fs::read_dir(format!("/proc/{root}/task"))
        .into_iter()
        .flatten()
        .flatten()
    {
        match fs::read_to_string(thread.path().join("children")) {
            Ok(text) => found.extend(text.split_ascii_whitespace().flat_map(str::parse::<i32>)),
            // The thread is gone, or this kernel has no such lists.
            Err(_) if thread.path().exists() => return None,
            Err(_) => {}
        }
    }
    Some(found)
}

/// Walks the tree below `root`.
fn below(root: i32, children: impl Fn(i32) -> Vec<i32>) -> Vec<i32> {
    let mut found = children(root);
    let mut next = 0;
    while next < found.len() {
        let more = children(found[next]);
        found.extend(more);
        next += 1;
    }
    found
}

/// Measures the tree below `root`, without `root` itself but with the children it has waited for.
pub(crate) fn sample(root: i32) -> Sample {
    let ticks_per_s = sysconf(SysconfVar::CLK_TCK)
        .ok()
        .flatten()
        .unwrap_or(100)
        .max(1) as f64;
    let page = sysconf(SysconfVar::PAGE_SIZE)
        .ok()
        .flatten()
        .unwrap_or(4096) as u64;
    let mut ticks = stat(root).map_or(0, |stat| stat.ticks);
    let mut pages = 0;
    for stat in below(root, children).into_iter().filter_map(stat) {
        ticks += stat.ticks;
        pages += stat.resident_pages;
    }
    Sample {
        cpu_s: ticks as f64 / ticks_per_s,
        memory_bytes: pages * page,
    }
}

/// Sends `signal` to every process in `pids`; those already gone are skipped.
pub(crate) fn signal_all(pids: &[i32], signal: Signal) {
    for pid in pids.iter().filter(|pid| **pid > 1) {
        let _ = kill(Pid::from_raw(*pid), signal);
    }
}

/// Returns when a living process began, in ticks since boot: with the pid, its identity.
pub(crate) fn start_time(pid: i32) -> Option<u64> {
    stat(pid)
        .filter(|stat| !stat.zombie)
        .map(|stat| stat.start_time)
}

/// Returns the id of this boot, or nothing where the kernel does not tell.
pub(crate) fn boot_id() -> String {
    fs::read_to_string("/proc/sys/kernel/random/boot_id")
        .unwrap_or_default()
        .trim()
        .to_owned()
}

/// Counts the threads of all processes of the user `uid`.
pub(crate) fn user_process_count(uid: u32) -> u64 {
    let threads = |pid: &i32| {
        let text = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let field = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(name))?;
            line[name.len()..]
                .split_ascii_whitespace()
                .next()?
                .parse::<u64>()
                .ok()
        };
        (field("Uid:")? == u64::from(uid)).then(|| field("Threads:").unwrap_or(1))
    };
    all().keys().filter_map(threads).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, id};

    #[test]
    fn reads_a_command_with_parentheses() {
        let line = "7 (a) S b)) S 3 7 7 0 -1 0 1 2 3 4 10 20 30 40 20 0 1 0 99 1000 5 0";
        let stat = parse_stat(line).unwrap();
        assert_eq!(
            (
                stat.parent,
                stat.ticks,
                stat.start_time,
                stat.resident_pages
            ),
            (3, 100, 99, 5)
        );
        assert_eq!(parse_stat("7 (a"), None);
        assert_eq!(parse_stat(""), None);
    }

    #[test]
    fn finds_and_ends_grandchildren() {
        let mut child = Command::new("sh")
            .args(["-c", "sleep 30 & sleep 30; true"])
            .spawn()
            .unwrap();
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(5);
        let pid = child.id() as i32;
        while descendants(pid).len() < 2 && std::time::Instant::now() < deadline {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert!(descendants(id() as i32).contains(&pid));
        let below = descendants(pid);
        assert_eq!(below.len(), 2);
        signal_all(&below, Signal::SIGKILL);
        assert!(child.wait().unwrap().success());
    }
}
