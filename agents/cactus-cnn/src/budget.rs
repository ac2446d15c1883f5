//! How the time limit is spent.

use std::time::{Duration, Instant};

/// Share of the limit that is used; the rest is for a machine that slows down at the end.
const USED_SHARE: f64 = 5.0 / 6.0;
/// From this limit on, models are trained longer.
const LONG_LIMIT: Duration = Duration::from_hours(1);
/// Epochs of one model within a short and a long limit.
const EPOCHS: (usize, usize) = (16, 40);
/// Share of a training's time in which the clock does not count: the first steps are never behind.
const GRACE: f64 = 0.05;
/// Models averaged at most within a long limit.
const MAX_MEMBERS: usize = 10;

/// The wall-clock budget of the whole program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    start: Instant,
    limit: Duration,
}

impl Budget {
    /// Starts the clock.
    pub(crate) fn start(limit: Duration) -> Self {
        Self {
            start: Instant::now(),
            limit,
        }
    }

    /// Returns the limit that was set from outside.
    pub(crate) fn limit(&self) -> Duration {
        self.limit
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns what is left of the usable share of the limit.
    pub(crate) fn left(&self) -> Duration {
        self.limit
            .mul_f64(USED_SHARE)
            .saturating_sub(self.elapsed())
    }

    /// Returns the plan that suits the limit.
    pub(crate) fn plan(&self) -> Plan {
        if self.limit < LONG_LIMIT {
            Plan {
                epochs: EPOCHS.0,
                max_members: 1,
            }
        } else {
            Plan {
                epochs: EPOCHS.1,
                max_members: MAX_MEMBERS,
            }
        }
    }
}

/// How much to train if time allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Passes over the training photos per model.
    pub(crate) epochs: usize,
    /// Models whose predictions are averaged at most.
    pub(crate) max_members: usize,
}

/// How far the training of one model is, by steps or by the clock, whichever is further.
///
/// The learning rate follows this number instead of the count of steps. On an idle machine the
/// steps lead and a run can be repeated exactly; on a busy one the clock leads, and the learning
/// rate still falls to zero in time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Progress {
    start: Instant,
    time: Duration,
    steps: usize,
}

impl Progress {
    /// Starts a training of at most `steps` steps within `time`.
    pub(crate) fn start(steps: usize, time: Duration) -> Self {
        Self {
            start: Instant::now(),
            time,
            steps: steps.max(1),
        }
    }

    /// Returns the progress after `step` steps, from 0 to 1.
    pub(crate) fn at(&self, step: usize) -> f64 {
        self.after(step, self.start.elapsed())
    }

    fn after(&self, step: usize, elapsed: Duration) -> f64 {
        let by_steps = step as f64 / self.steps as f64;
        let by_clock = if self.time.is_zero() {
            1.0
        } else {
            (elapsed.as_secs_f64() / self.time.as_secs_f64() - GRACE) / (1.0 - GRACE)
        };
        by_steps.max(by_clock).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_tenth_of_an_hour_leaves_a_reserve() {
        let left = Budget::start(secs(600)).left();
        assert!(left <= secs(500) && left > secs(499));
        assert!(Budget::start(Duration::ZERO).left().is_zero());
    }

    #[test]
    fn a_long_limit_allows_an_ensemble() {
        assert_eq!(Budget::start(secs(600)).plan().max_members, 1);
        let long = Budget::start(secs(24 * 3600)).plan();
        assert!(long.max_members > 1 && long.epochs > EPOCHS.0);
    }

    #[test]
    fn steps_lead_on_an_idle_machine() {
        let progress = Progress::start(100, secs(1000));
        assert_eq!(progress.after(0, secs(50)), 0.0);
        assert_eq!(progress.after(50, secs(100)), 0.5);
        assert_eq!(progress.after(100, secs(200)), 1.0);
    }

    #[test]
    fn the_clock_leads_on_a_busy_machine() {
        let progress = Progress::start(100, secs(1000));
        assert!((progress.after(10, secs(525)) - 0.5).abs() < 1e-9);
        assert_eq!(progress.after(10, secs(1000)), 1.0);
        assert_eq!(progress.after(20, secs(5000)), 1.0);
    }

    #[test]
    fn no_time_means_done() {
        assert_eq!(
            Progress::start(100, Duration::ZERO).after(0, Duration::ZERO),
            1.0
        );
        assert_eq!(Progress::start(0, secs(10)).after(0, Duration::ZERO), 0.0);
    }
}
