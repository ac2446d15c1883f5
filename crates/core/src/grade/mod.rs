//! Scoring a submission: validate it, align it with the answers, apply the metric.

mod error;
pub mod input;
mod metric;

pub use error::GradeError;

use mlebench_data::table::Table;

use crate::competition::Competition;
use crate::grade::input::Input;
use crate::spec::Part;
use crate::submission::{Expectation, check};
use crate::verdict::{Rejection, RejectionCode, Score, Verdict};

/// Grades a loaded submission against the answers, whose ids and scored rows `expected` holds.
///
/// # Errors
///
/// Fails only when the answers or the competition itself are broken, or its grader is missing;
/// whatever is wrong with the submission is a [`Verdict::Rejected`].
pub fn grade(
    competition: &Competition,
    answers: &Table,
    expected: &Expectation,
    submission: &Table,
) -> Result<Verdict, GradeError> {
    let spec = &competition.spec;
    if spec.lacks(Part::Grade) {
        return Err(GradeError::Missing(competition.id.clone()));
    }
    let checked = match check(spec, expected, submission) {
        Ok(checked) => checked,
        Err(rejection) => return Ok(Verdict::Rejected(rejection)),
    };
    if checked.alignment().answers.is_empty() && answers.rows() > 0 {
        let rejection = Rejection::new(RejectionCode::NanScore, "no row is left to be scored");
        return Ok(Verdict::Rejected(rejection));
    }
    let input = Input {
        spec,
        answers,
        checked: &checked,
    };
    let computed = match competition.code.grade {
        Some(code) => code(&input),
        None => metric::compute(&input),
    };
    let scored = match computed {
        Ok(raw) => Ok(raw),
        Err(problem) => Err(input.blame(problem)?),
    };
    Ok(match scored {
        Ok(raw) if raw.is_finite() => Verdict::Scored(Score::new(raw, spec.metric.rounding)),
        Ok(raw) => {
            let message = format!("the metric is not defined for this submission (it gives {raw})");
            Verdict::Rejected(Rejection::new(RejectionCode::NanScore, message))
        }
        Err(rejection) => Verdict::Rejected(rejection),
    })
}
