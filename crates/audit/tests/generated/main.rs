//! Made-up folders, leaky and clean, that no competition has: all leaks are found, nothing else is.

#![allow(
    clippy::format_collect,
    clippy::semicolon_if_nothing_returned,
    clippy::too_many_lines,
    clippy::unused_self,
    clippy::wildcard_imports,
    reason = "the folders are lists of data, each one expression"
)]

mod clean;
mod formats;
mod leaky;
mod random;
mod world;

use world::World;

#[test]
fn every_leak_is_found_with_its_place_and_share() {
    let leaks = leaky::all();
    // `docs/leak-audit.md` names the numbers.
    assert_eq!(leaks.len(), 77);
    let mut missed = Vec::new();
    for leak in &leaks {
        let world = World::new(leak.task, leak.items);
        (leak.write)(&world);
        let report = world.audit(leak.targets);
        let fits = report.findings.iter().any(|finding| {
            finding.place.contains(leak.place) && finding.recovered >= leak.recovered
        });
        if !fits {
            missed.push(format!("{}: {:#?}", leak.name, report));
        }
    }
    assert!(
        missed.is_empty(),
        "{} of {}\n{}",
        missed.len(),
        leaks.len(),
        missed.join("\n")
    );
}

#[test]
fn nothing_is_found_in_clean_folders() {
    let folders = clean::all();
    assert_eq!(folders.len(), 40);
    let mut alarms = Vec::new();
    for folder in &folders {
        let world = World::new(folder.task, folder.items);
        (folder.write)(&world);
        let report = world.audit(&["target"]);
        if !report.findings.is_empty() {
            alarms.push(format!("{}: {:#?}", folder.name, report.findings));
        }
    }
    assert!(
        alarms.is_empty(),
        "{} of {}\n{}",
        alarms.len(),
        folders.len(),
        alarms.join("\n")
    );
}

#[test]
fn nothing_is_found_in_random_clean_folders() {
    let alarms = (0..random::FOLDERS).map(random::findings);
    let alarms: Vec<_> = alarms
        .enumerate()
        .filter(|(_, found)| !found.is_empty())
        .collect();
    assert!(alarms.is_empty(), "{alarms:#?}");
}
