//! Grading: same validity, score, unrounded score, medal and median flag as recorded.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use mlebench_core::answers;
use mlebench_core::competition::Competition;
use mlebench_core::grade::grade;
use mlebench_core::leaderboard::Medal;
use mlebench_core::submission::{self, Expectation};
use mlebench_core::verdict::{RejectionCode, Verdict};
use mlebench_data::archive::ZipSource;
use mlebench_data::table::Table;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Cases {
    answers: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    submission: String,
    valid: bool,
    raw_score: Value,
    score: Value,
    medal: String,
    above_median: bool,
}

/// Returns one test for each recorded submission.
pub(crate) fn trials(competition: &Competition, folder: &Path) -> Vec<Trial> {
    let path = folder.join("grade.zip");
    let mut zip = ZipSource::open(&path).expect("golden/grade.zip opens");
    let mut read = |name: &str| zip.read(name).expect("the golden member is there");
    let cases: Cases = serde_json::from_slice(&read("cases.json")).expect("cases.json parses");
    let answers = answers::read(competition, &mut read(&cases.answers).as_slice())
        .expect("the answers parse");
    let shared = Arc::new((competition.clone(), answers));
    let bytes: HashMap<String, Vec<u8>> = cases
        .cases
        .iter()
        .map(|case| (case.submission.clone(), read(&case.submission)))
        .collect();
    let bytes = Arc::new(bytes);
    cases
        .cases
        .into_iter()
        .map(|case| {
            let (shared, bytes) = (Arc::clone(&shared), Arc::clone(&bytes));
            let name = format!("grade/{}/{}", shared.0.id, case.name);
            Trial::test(name, move || {
                run(&shared.0, &shared.1, &bytes[&case.submission], &case)
            })
        })
        .collect()
}

fn verdict(competition: &Competition, answers: &Table, bytes: &[u8]) -> Result<Verdict, Failed> {
    match submission::read(bytes, &submission::read_options(&competition.spec)) {
        Err(rejection) => Ok(Verdict::Rejected(rejection)),
        Ok(table) => {
            let expected = Expectation::from_answers(&competition.spec, answers)?;
            Ok(grade(competition, answers, &expected, &table)?)
        }
    }
}

fn run(
    competition: &Competition,
    answers: &Table,
    bytes: &[u8],
    case: &Case,
) -> Result<(), Failed> {
    match verdict(competition, answers, bytes)? {
        Verdict::Rejected(rejection) => {
            // The one declared deviation: a score that is no finite number is a rejection.
            let not_finite = !case.raw_score.is_number();
            if case.valid && !(not_finite && rejection.code == RejectionCode::NanScore) {
                return Err(format!("valid in the recording, rejected here: {rejection}").into());
            }
            Ok(())
        }
        Verdict::Scored(score) if !case.valid => {
            Err(format!("rejected in the recording, scored {} here", score.raw).into())
        }
        Verdict::Scored(score) => {
            let (Some(raw), Some(rounded)) = (case.raw_score.as_f64(), case.score.as_f64()) else {
                return Err(format!("recorded {}, scored {}", case.raw_score, score.raw).into());
            };
            let close = (score.raw - raw).abs() <= 1e-9 * raw.abs().max(1e-300) || score.raw == raw;
            if !close && (score.raw - raw).abs() > 1e-15 {
                return Err(format!("raw score {} differs from {raw}", score.raw).into());
            }
            if score.rounded != rounded {
                return Err(format!("score {} differs from {rounded}", score.rounded).into());
            }
            let place = competition.leaderboard.place(score.rounded);
            let medal = place.medal.map_or("none", Medal::as_str);
            if medal != case.medal || place.above_median != case.above_median {
                let found = (medal, place.above_median);
                return Err(format!(
                    "{found:?} differs from {:?}",
                    (&case.medal, case.above_median)
                )
                .into());
            }
            Ok(())
        }
    }
}
