//! What holds for every repaired competition.

use mlebench_competitions::Registry;
use mlebench_core::answers;
use mlebench_core::competition::Competition;
use mlebench_core::edition::Edition;
use mlebench_core::prepare::pipeline::check_edition;
use mlebench_core::spec::Part;
use mlebench_core::submission::{self, Expectation};

use crate::miniature;

#[test]
fn the_sample_submission_is_public_and_accepted() {
    let mut problems = Vec::new();
    for competition in Registry::builtin().all().unwrap() {
        let open = check_edition(&competition, Edition::Corrected).is_err();
        if open || competition.spec.lacks(Part::Prepare) {
            continue;
        }
        if let Err(problem) = check(&competition) {
            problems.push(format!("{}: {problem}", competition.id));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn check(competition: &Competition) -> Result<(), Box<dyn std::error::Error>> {
    let folder = miniature::prepare(competition, Edition::Corrected)?;
    let competition = &competition.in_edition(Edition::Corrected)?;
    let spec = &competition.spec;
    let read = |file: &str| std::fs::read(folder.layout.prepared().join(file));
    let sample = read(&spec.files.sample_submission.replace("private/", "public/"))?;
    if spec.lacks(Part::Grade) {
        return Ok(());
    }
    let answers = answers::read(competition, &mut read(&spec.files.answers)?.as_slice())?;
    let expected = Expectation::from_answers(spec, &answers)?;
    submission::read(&sample, &submission::read_options(spec))
        .and_then(|sample| submission::check(spec, &expected, &sample).map(drop))
        .map_err(|rejection| rejection.to_string().into())
}
