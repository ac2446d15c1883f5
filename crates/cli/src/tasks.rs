//! Competitions as tasks of the runner: what an agent gets, how a file is validated and graded.

use std::fmt::Display;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use mlebench_core::competition::Competition;
use mlebench_core::exit_code::ExitCode;
use mlebench_core::grader::{Grader, validate_file};
use mlebench_core::instructions::{instructions, obfuscated_instructions};
use mlebench_core::prepare::DataLayout;
use mlebench_core::spec::Part;
use mlebench_core::submission::Expectation;
use mlebench_core::verdict::{Rejection, RejectionCode};
use mlebench_runner::{Task, ValidationReply};

use crate::context::now;
use crate::error::{CliError, chain};

/// Makes tasks of competitions; all that stand in the way are named at once.
///
/// # Errors
///
/// Fails when a competition is not prepared or cannot be graded.
pub(crate) fn tasks(
    competitions: Vec<(Competition, DataLayout)>,
    grades: bool,
) -> Result<Vec<Task>, CliError> {
    let not_prepared: Vec<&str> = competitions
        .iter()
        .filter(|(_, layout)| !layout.is_prepared())
        .map(|(competition, _)| competition.id.as_str())
        .collect();
    let not_graded: Vec<&str> = competitions
        .iter()
        .filter(|(competition, _)| grades && competition.spec.lacks(Part::Grade))
        .map(|(competition, _)| competition.id.as_str())
        .collect();
    let mut problems = Vec::new();
    if !not_prepared.is_empty() {
        let (count, all) = (not_prepared.len(), competitions.len());
        let ids = not_prepared.join(" ");
        problems.push(format!(
            "{count} of {all} competitions are not prepared\n  (hint: run `mlebench prepare -c {ids}`)"
        ));
    }
    if !not_graded.is_empty() {
        let ids = not_graded.join("`, `");
        problems.push(format!(
            "grading is not implemented yet for `{ids}` (hint: `--no-grade`)"
        ));
    }
    if problems.is_empty() {
        return Ok(competitions
            .into_iter()
            .map(|(c, layout)| task(c, layout))
            .collect());
    }
    let code = if not_prepared.is_empty() {
        ExitCode::Error
    } else {
        ExitCode::NotPrepared
    };
    Err(CliError::with_code(code, problems.join("\n")))
}

fn task(competition: Competition, layout: DataLayout) -> Task {
    let shared = Arc::new((competition, layout));
    let (validates, grades) = (Arc::clone(&shared), Arc::clone(&shared));
    // The ids of the test set, read when the first file is to be validated. No label stays in memory.
    let ids = Ids::new();
    Task {
        competition_id: shared.0.id.clone(),
        public_dir: shared.1.public(),
        instructions: instructions(&shared.0),
        instructions_obfuscated: obfuscated_instructions(),
        validator: Arc::new(move |file| reply(&validates.0, &validates.1, &ids, file)),
        grader: Arc::new(move |file| {
            let grader = Grader::open(&grades.0, &grades.1).map_err(|error| chain(&error))?;
            let report = grader
                .grade_file(Some(file), now())
                .map_err(|error| chain(&error))?;
            serde_json::to_value(report).map_err(|error| error.to_string())
        }),
    }
}

/// The ids of the test set and the competition in the edition of its data, once they are read.
type Ids = OnceLock<(Expectation, Competition)>;

const NO_VERDICT: &str = "the validator failed; this says nothing about the file";

/// Says whether a file is acceptable; an error of ours is said to be one and is no verdict.
fn reply(
    competition: &Competition,
    layout: &DataLayout,
    ids: &Ids,
    file: &Path,
) -> ValidationReply {
    let invalid = |rejection: &dyn Display| ValidationReply {
        valid: false,
        message: format!("Submission invalid! {rejection}"),
    };
    let (expected, competition) = match ids.get() {
        Some(known) => known,
        None => match Grader::open(competition, layout) {
            Ok(grader) => {
                let known = || (grader.expectation().clone(), grader.competition().clone());
                ids.get_or_init(known)
            }
            Err(_) => return invalid(&NO_VERDICT),
        },
    };
    match validate_file(competition, expected, file) {
        Ok(Ok(())) => ValidationReply {
            valid: true,
            message: "Submission is valid.".to_owned(),
        },
        Ok(Err(rejection)) => invalid(&rejection),
        Err(_) => invalid(&Rejection::new(
            RejectionCode::Unreadable,
            "the file cannot be read",
        )),
    }
}
