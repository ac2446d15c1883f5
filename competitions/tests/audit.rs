//! The leak audit over all miniatures: it finds the known leaks of the published edition and
//! nothing else.

mod miniature;
mod recordings;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use mlebench_audit::{audit, truth_of};
use mlebench_competitions::Registry;
use mlebench_core::competition::Competition;
use mlebench_core::edition::Edition;
use mlebench_core::prepare::pipeline::check_edition;
use mlebench_core::spec::Part;

/// Competitions that leak in the published edition, with the rule that says so.
const LEAKS: [(&str, &str); 6] = [
    ("cassava-leaf-disease-classification", "label-field"),
    ("hubmap-kidney-segmentation", "outline"),
    ("multi-modal-gesture-recognition", "label-field"),
    ("random-acts-of-pizza", "hindsight-field"),
    ("siim-isic-melanoma-classification", "label-field"),
    ("smartphone-decimeter-2022", "position-log"),
];

#[test]
fn the_published_edition_leaks_where_it_is_known_to() {
    let found = audit_all(Edition::Published);
    let known: BTreeSet<&str> = LEAKS.iter().map(|(id, _)| *id).collect();
    for (id, findings) in &found {
        assert!(
            known.contains(id.as_str()),
            "false alarm: {id}: {findings:?}"
        );
    }
    for (id, kind) in LEAKS {
        let findings = found.get(id).unwrap_or_else(|| panic!("missed: {id}"));
        assert!(
            findings.iter().any(|f| f.starts_with(kind)),
            "{id}: {findings:?}"
        );
    }
}

#[test]
fn the_corrected_edition_does_not_leak() {
    let found = audit_all(Edition::Corrected);
    assert!(found.is_empty(), "{found:#?}");
}

fn audit_all(edition: Edition) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for competition in Registry::builtin().all().expect("all can be read") {
        let open = check_edition(&competition, edition).is_err();
        if open || competition.spec.lacks(Part::Prepare) {
            continue;
        }
        let findings = findings(&competition, edition)
            .unwrap_or_else(|error| panic!("{}: {error}", competition.id));
        if !findings.is_empty() {
            found.insert(competition.id, findings);
        }
    }
    found
}

fn findings(competition: &Competition, edition: Edition) -> Result<Vec<String>, Box<dyn Error>> {
    let scratch = tempfile::tempdir()?;
    let folder = match competition.id.as_str() {
        "multi-modal-gesture-recognition" => {
            let download = recordings::download(scratch.path())?;
            miniature::prepare_from(competition, edition, &download)?
        }
        _ => miniature::prepare(competition, edition)?,
    };
    let competition = competition.in_edition(edition)?;
    let answers = folder
        .layout
        .prepared()
        .join(&competition.spec.files.answers);
    let Some(truth) = truth_of(&competition, &answers)? else {
        return Err("the answers hold no ids and labels".into());
    };
    let report = audit(&folder.layout.public(), &truth)?;
    let lines = report.findings.into_iter();
    let lines = lines.map(|f| format!("{} {}: {} ({:.2})", f.kind, f.place, f.detail, f.recovered));
    Ok(lines.collect())
}
