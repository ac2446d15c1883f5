//! Waiting for an agent, and ending it when a budget is used up or the group is stopped.
//!
//! When the time is over the agent is held still, its submission is taken, and only then is it
//! asked to end: what stands at that moment counts, and nothing it writes afterwards.

use std::path::Path;
use std::time::{Duration, Instant};

use super::RunError;
use crate::cancel::CancelToken;
use crate::limits::{LimitKind, Limits};
use crate::record::{RunStatus, SealRecord, seal};
use crate::sandbox::{Exit, Running};

/// How long an agent may go on after SIGTERM once its time is over.
const GRACE_AT_LIMIT: Duration = Duration::from_millis(700);
/// How long an agent may go on after SIGTERM when the group is stopped.
const GRACE_AT_STOP: Duration = Duration::from_secs(5);
/// How often limits are looked at.
const TICK: Duration = Duration::from_millis(25);
/// How often killing is repeated while something is left.
const KILL_AGAIN: Duration = Duration::from_millis(500);

/// Why an agent was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// A budget was used up.
    Limit(LimitKind),
    /// The group was stopped.
    Stop,
}

/// How far ending an agent has come.
#[derive(Debug, Clone, Copy)]
enum Phase {
    Running,
    Asked { kill_at: Instant },
    Killed { again_at: Instant },
}

/// An agent's end.
#[derive(Debug)]
pub(super) struct End {
    pub(super) exit: Exit,
    /// Why we ended it, if we did.
    pub(super) cause: Option<Cause>,
    /// The submission, if it was taken when the time was over.
    pub(super) sealed: Option<SealRecord>,
}

impl End {
    /// Returns what this end says about the agent.
    pub(super) fn status(&self) -> RunStatus {
        match self.cause {
            _ if self.exit.start_failure.is_some() => RunStatus::RejectedAgent,
            Some(Cause::Stop) => RunStatus::Interrupted,
            Some(Cause::Limit(LimitKind::WallClock)) => RunStatus::TimedOut,
            None if self.exit.code == Some(0) => RunStatus::Finished,
            Some(Cause::Limit(_)) | None => RunStatus::Crashed,
        }
    }

    /// Returns the budget that was used up.
    pub(super) fn limit(&self) -> Option<LimitKind> {
        match self.cause {
            Some(Cause::Limit(kind)) => Some(kind),
            _ => None,
        }
    }
}

/// Waits until `running` and all it has started is gone.
pub(super) fn until_the_end(
    running: &mut dyn Running,
    run_dir: &Path,
    limits: &Limits,
    started_at: Instant,
    cancel: &CancelToken,
) -> Result<End, RunError> {
    let wall = limits.wall();
    let mut phase = Phase::Running;
    let mut cause = None;
    let mut sealed = None;
    loop {
        let left = wall.saturating_sub(started_at.elapsed());
        let pause = if matches!(phase, Phase::Running) {
            left.min(TICK)
        } else {
            TICK
        };
        if let Some(exit) = running.wait(pause)? {
            return Ok(End {
                exit,
                cause,
                sealed,
            });
        }
        let now = Instant::now();
        phase = match phase {
            Phase::Running if cancel.is_requested() => {
                cause = Some(Cause::Stop);
                running.terminate();
                Phase::Asked {
                    kill_at: now + GRACE_AT_STOP,
                }
            }
            Phase::Running if started_at.elapsed() >= wall => {
                cause = Some(Cause::Limit(LimitKind::WallClock));
                running.set_frozen(true);
                let taken = seal(run_dir, limits.submission_bytes);
                running.terminate();
                running.set_frozen(false);
                sealed = Some(taken?);
                Phase::Asked {
                    kill_at: Instant::now() + GRACE_AT_LIMIT,
                }
            }
            Phase::Running => match running.exceeded() {
                Some(kind) => {
                    cause = Some(Cause::Limit(kind));
                    running.kill();
                    Phase::Killed {
                        again_at: now + KILL_AGAIN,
                    }
                }
                None => Phase::Running,
            },
            Phase::Asked { kill_at } if now < kill_at && !cancel.is_urgent() => phase,
            Phase::Killed { again_at } if now < again_at => phase,
            Phase::Asked { .. } | Phase::Killed { .. } => {
                running.kill();
                Phase::Killed {
                    again_at: now + KILL_AGAIN,
                }
            }
        };
    }
}
