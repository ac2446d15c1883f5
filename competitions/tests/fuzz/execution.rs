//! One execution: a submission goes in, a verdict must come out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use mlebench_core::verdict::{RejectionCode, Verdict};
use mlebench_metrics::reference::MetricName;

use crate::fuzz::target::Target;
use crate::shared::memory::peak;
use crate::shared::watchdog::watch;

/// Bytes that grading may hold for each byte of the submission. A column without a name costs most:
/// one byte of text is a column whose invented name is held several times.
const BYTES_PER_BYTE: usize = 1000;

/// Whether grading may refuse what is valid: only the metric knows that it is undefined, or which
/// boxes in space count and keep their shape.
fn is_of_the_metric(target: &Target, code: RejectionCode) -> bool {
    let in_space = target.competition.spec.metric.name == MetricName::Box3dAveragePrecision;
    code == RejectionCode::NanScore || in_space && code == RejectionCode::OutOfRange
}

/// What an execution came to.
pub(crate) struct Outcome {
    pub(crate) scored: bool,
    pub(crate) peak: usize,
    pub(crate) time: Duration,
}

/// Grades a submission; `free` bytes are what grading an ordinary one takes.
///
/// # Errors
///
/// Returns the property that does not hold.
pub(crate) fn execute(target: &Target, bytes: &[u8], free: usize) -> Result<Outcome, String> {
    let work = || catch_unwind(AssertUnwindSafe(|| judge(target, bytes)));
    let ((result, peak), time) = watch(&target.competition.id, bytes, || peak(work));
    let most = 2 * free + BYTES_PER_BYTE * bytes.len() + (4 << 20);
    let scored = result.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        format!("it panics: {}", text.unwrap_or("without a message"))
    })??;
    if peak > most {
        let size = bytes.len();
        return Err(format!(
            "{peak} bytes of memory for {size} bytes, at most {most} expected"
        ));
    }
    Ok(Outcome { scored, peak, time })
}

/// Returns whether the submission is scored.
fn judge(target: &Target, bytes: &[u8]) -> Result<bool, String> {
    let Ok(table) = target.read(bytes) else {
        return Ok(false);
    };
    let checked = target.check(&table).map(drop);
    let verdict = target
        .grade(&table)
        .map_err(|error| format!("we are blamed: {error}"))?;
    match (checked, verdict) {
        (Ok(()), Verdict::Scored(score)) => {
            if score.raw.is_finite() && score.rounded.is_finite() {
                return Ok(true);
            }
            Err(format!("the score is {} ({})", score.raw, score.rounded))
        }
        (Err(_), Verdict::Scored(score)) => {
            Err(format!("invalid for validation, graded {}", score.raw))
        }
        (Err(checked), Verdict::Rejected(graded)) if checked != graded => {
            Err(format!("validation says `{checked}`, grading `{graded}`"))
        }
        (Ok(()), Verdict::Rejected(graded)) if !is_of_the_metric(target, graded.code) => Err(
            format!("valid for validation, refused by grading: {graded}"),
        ),
        (_, Verdict::Rejected(_)) => Ok(false),
    }
}
