//! The leak audit over all miniatures, one test for each competition and edition: it finds the known
//! leaks of the published edition and nothing else.

mod miniature;
mod recordings;

use std::error::Error;

use libtest_mimic::{Arguments, Failed, Trial};
use mlebench_audit::{Finding, audit, truth_of};
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

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for competition in Registry::builtin().all().expect("all can be read") {
        for edition in [Edition::Published, Edition::Corrected] {
            let open = check_edition(&competition, edition).is_err();
            if open || competition.spec.lacks(Part::Prepare) {
                continue;
            }
            let competition = competition.clone();
            let name = format!("{edition}::{}", competition.id);
            let test = move || test(&competition, edition).map_err(|e| Failed::from(e.to_string()));
            trials.push(Trial::test(name, test));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn test(competition: &Competition, edition: Edition) -> Result<(), Box<dyn Error>> {
    let findings = findings(competition, edition)?;
    let known = LEAKS.iter().find(|(id, _)| *id == competition.id);
    match known.filter(|_| edition == Edition::Published) {
        None if findings.is_empty() => Ok(()),
        None => Err(format!("false alarm: {findings:#?}").into()),
        Some((_, kind)) if findings.iter().any(|finding| finding.kind == *kind) => Ok(()),
        Some((_, kind)) => Err(format!("missed: {kind}, found {findings:#?}").into()),
    }
}

fn findings(competition: &Competition, edition: Edition) -> Result<Vec<Finding>, Box<dyn Error>> {
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
    let truth = truth_of(&competition, &answers)?;
    Ok(audit(&folder.layout.public(), &truth)?.findings)
}
