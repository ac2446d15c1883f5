//! The order of a run: plan, agent, seal, grade, end. Each step is in the log before the next.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use mlebench_data::checksum::hex;
use sha2::{Digest as _, Sha256};

use super::context::Recorder;
use super::session::run_agent;
use super::{RunContext, RunError};
use crate::error::IoError;
use crate::record::{
    FailureRecord, FinishRecord, GradeRecord, PlanRecord, RunEvent, RunLog, RunState, RunStatus,
    SealOutcome, keep_sealed, pretty, seal, write_atomically,
};
use crate::sandbox::WRITABLE;

/// Makes the run `plan` in the new folder `run_dir`.
///
/// A failure of ours is written into the run's log, if that is possible at all, before it is
/// returned.
pub(crate) fn run(
    run_dir: &Path,
    plan: &PlanRecord,
    context: &RunContext<'_>,
) -> Result<RunState, RunError> {
    for dir in WRITABLE.iter().map(|name| run_dir.join(name)) {
        fs::create_dir_all(&dir).map_err(IoError::at("make the folder", &dir))?;
    }
    let log = RunLog::create(&run_dir.join("events.jsonl"))?;
    let mut recorder = Recorder {
        log,
        state: RunState::default(),
        on_event: context.on_event,
    };
    recorder.write(&RunEvent::Planned(plan.clone()))?;
    let done = run_agent(run_dir, plan, context, &mut recorder)
        .and_then(|()| seal_and_grade(run_dir, context, &mut recorder));
    note_failure(done, recorder)
}

/// Seals and grades a run whose agent has ended, as far as that was not done.
pub(crate) fn complete(run_dir: &Path, context: &RunContext<'_>) -> Result<RunState, RunError> {
    let (log, lines) = RunLog::reopen(&run_dir.join("events.jsonl"))?;
    let state = RunState::of(&lines);
    let mut recorder = Recorder {
        log,
        state,
        on_event: context.on_event,
    };
    let done = seal_and_grade(run_dir, context, &mut recorder);
    note_failure(done, recorder)
}

fn note_failure(
    done: Result<(), RunError>,
    mut recorder: Recorder<'_>,
) -> Result<RunState, RunError> {
    if let Err(error) = done {
        let failure = FailureRecord {
            message: error.to_string(),
        };
        // The first failure is the one to report, also if the log is what failed.
        let _ = recorder.write(&RunEvent::Failed(failure));
        return Err(error);
    }
    Ok(recorder.state)
}

fn seal_and_grade(
    run_dir: &Path,
    context: &RunContext<'_>,
    recorder: &mut Recorder<'_>,
) -> Result<(), RunError> {
    if recorder.state.seal.is_none() {
        let sealed = seal(run_dir, context.limits.submission_bytes)?;
        keep_sealed(run_dir)?;
        recorder.write(&RunEvent::Sealed(sealed))?;
    }
    let refused = recorder
        .state
        .seal
        .as_ref()
        .is_some_and(|seal| seal.outcome == SealOutcome::Refused);
    let status = match recorder.state.status() {
        status if refused && status.is_conclusive() => RunStatus::RejectedAgent,
        status => status,
    };
    let graded = recorder
        .state
        .grade
        .as_ref()
        .is_some_and(|grade| grade.error.is_none());
    if context.grade && status.is_conclusive() && !graded {
        let grade = grade(run_dir, context);
        recorder.write(&RunEvent::Graded(grade))?;
    }
    recorder.write(&RunEvent::Finished(FinishRecord { status }))?;
    Ok(())
}

/// Grades what was sealed. A failure is recorded and made up for when the group is resumed.
fn grade(run_dir: &Path, context: &RunContext<'_>) -> GradeRecord {
    let sealed = run_dir.join("sealed/submission.csv");
    let graded = catch_unwind(AssertUnwindSafe(|| (context.task.grader)(&sealed)));
    let graded = graded.unwrap_or_else(|_| Err("the grader failed unexpectedly".to_owned()));
    let stored = graded.and_then(|grade| {
        let bytes = pretty(&grade).map_err(|error| error.to_string())?;
        write_atomically(&run_dir.join("grade.json"), &bytes).map_err(|error| error.to_string())?;
        Ok(hex(&Sha256::digest(&bytes)))
    });
    match stored {
        Ok(sha256) => GradeRecord {
            grade_sha256: Some(sha256),
            error: None,
        },
        Err(error) => GradeRecord {
            grade_sha256: None,
            error: Some(error),
        },
    }
}
