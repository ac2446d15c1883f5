//! Working through what a group lacks.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use mlebench_data::checksum::hex;
use sha2::{Digest as _, Sha256};

use super::plan::{declare, difference};
use super::{GroupError, GroupEvent, GroupOutcome, GroupSettings, check_group};
use crate::cancel::CancelToken;
use crate::error::IoError;
use crate::limits::CgroupHost;
use crate::record::{
    GroupDir, GroupPlan, PlanRecord, RunEvent, RunState, RunStatus, Step, outstanding, pretty,
    read_plan_file, write_atomically,
};
use crate::run::{RunContext, RunError, complete, run};
use crate::sandbox::{Sandbox, open};

/// Plans a group, makes its folder, and works through it.
///
/// `on_event` is called from the worker threads, one call at a time.
///
/// # Errors
///
/// Returns an error if something is in the way of the runs, or the group's own files cannot be
/// written. Failures within runs are in the outcome instead.
pub fn run_group(
    settings: &GroupSettings,
    cancel: &CancelToken,
    on_event: &(dyn Fn(&GroupEvent) + Sync),
) -> Result<GroupOutcome, GroupError> {
    check_group(settings)?;
    let (group, name) = GroupDir::create(&settings.runs_dir, &settings.agent.name)?;
    let locked = group.lock()?;
    let plan = declare(settings, name);
    write_atomically(&group.path().join("group.json"), &pretty(&plan)?)?;
    let outcome = work(&group, &plan, settings, cancel, on_event);
    drop(locked);
    outcome
}

/// Continues the group in `group_dir`: ends what an earlier program left running, and makes
/// exactly the runs that are missing.
///
/// # Errors
///
/// Returns an error as [`run_group`] does, and if the settings are not those the group was planned
/// with, a log was changed, or another program works on the group.
pub fn resume_group(
    group_dir: &Path,
    settings: &GroupSettings,
    cancel: &CancelToken,
    on_event: &(dyn Fn(&GroupEvent) + Sync),
) -> Result<GroupOutcome, GroupError> {
    let plan = read_plan_file(group_dir)?;
    if let Some(reason) = difference(&plan, settings) {
        return Err(GroupError::Differs {
            group: group_dir.to_path_buf(),
            reason,
        });
    }
    check_group(settings)?;
    let group_dir = group_dir
        .canonicalize()
        .map_err(IoError::at("find", group_dir))?;
    let group = GroupDir::at(&group_dir);
    let Some(locked) = group.lock()? else {
        return Err(GroupError::Busy(group_dir));
    };
    let outcome = work(&group, &plan, settings, cancel, on_event);
    drop(locked);
    outcome
}

/// Locks; what a panicking worker has left is whole, as nothing is changed in several steps.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the workers share.
struct Work<'a> {
    group: &'a GroupDir,
    plan: &'a GroupPlan,
    plan_sha256: String,
    settings: &'a GroupSettings,
    sandbox: Box<dyn Sandbox>,
    cancel: &'a CancelToken,
    on_event: &'a (dyn Fn(&GroupEvent) + Sync),
    telling: Mutex<()>,
    steps: Mutex<VecDeque<Step>>,
    failures: Mutex<Vec<String>>,
    /// How every run that is over has ended.
    ended: Mutex<BTreeMap<String, RunStatus>>,
}

fn work(
    group: &GroupDir,
    plan: &GroupPlan,
    settings: &GroupSettings,
    cancel: &CancelToken,
    on_event: &(dyn Fn(&GroupEvent) + Sync),
) -> Result<GroupOutcome, GroupError> {
    let plan_file = group.path().join("group.json");
    let bytes = fs::read(&plan_file).map_err(IoError::at("read", &plan_file))?;
    let mut work = Work {
        group,
        plan,
        plan_sha256: hex(&Sha256::digest(&bytes)),
        settings,
        sandbox: open(plan.sandbox, &settings.init_program),
        cancel,
        on_event,
        telling: Mutex::new(()),
        steps: Mutex::new(VecDeque::new()),
        failures: Mutex::new(Vec::new()),
        ended: Mutex::new(BTreeMap::new()),
    };
    let steps = work.prepare()?;
    let planned = plan.competitions.len() * plan.seeds.len();
    let group_dir = group.path().to_path_buf();
    let settled = planned - steps.len();
    work.tell(&GroupEvent::Begun {
        group_dir: group_dir.clone(),
        planned,
        settled,
    });
    group.note(&format!("begun: {planned} runs planned, {settled} settled"));
    let workers = settings.workers.clamp(1, steps.len().max(1));
    work.steps = Mutex::new(steps.into());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| work.work());
        }
    });
    group.write_metadata(plan, &lock(&work.ended))?;
    let (states, _) = group.states()?;
    let missing = outstanding(plan, &states).len();
    group.note(&format!("ended: {missing} runs missing"));
    let failures = work
        .failures
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    Ok(GroupOutcome {
        group_dir,
        interrupted: cancel.is_requested(),
        missing,
        failures,
    })
}

impl Work<'_> {
    /// Ends what is left of an earlier program, puts aside what must be repeated, and returns
    /// what is to be done.
    fn prepare(&self) -> Result<Vec<Step>, GroupError> {
        let (states, problems) = self.group.states()?;
        if !problems.is_empty() {
            return Err(GroupError::NotReady {
                problems,
                sandbox: false,
            });
        }
        let mut kept = Vec::new();
        for state in states {
            let Some(record) = &state.plan else { continue };
            if let Some(started) = state.started.as_ref().filter(|_| state.exit.is_none()) {
                let processes = started.process.end();
                if processes > 0 {
                    let run_id = record.run_id.clone();
                    self.group
                        .note(&format!("{run_id}: ended {processes} left-over processes"));
                    self.tell(&GroupEvent::OrphanEnded { run_id, processes });
                }
            }
            if state.is_settled(self.plan.grade) || state.is_completable() {
                lock(&self.ended).insert(record.run_id.clone(), state.status());
                kept.push(state);
            } else {
                CgroupHost::here().remove(&record.run_id);
                self.group.supersede(&record.run_id)?;
            }
        }
        self.sweep_unbegun()?;
        Ok(outstanding(self.plan, &kept))
    }

    /// Puts aside runs whose log does not even say which run it is.
    fn sweep_unbegun(&self) -> Result<(), GroupError> {
        for run_id in self.group.run_ids()? {
            let log = self.group.run(&run_id).join("events.jsonl");
            if RunState::of(&crate::record::read_events(&log)?)
                .plan
                .is_none()
            {
                self.group.supersede(&run_id)?;
            }
        }
        Ok(())
    }

    fn tell(&self, event: &GroupEvent) {
        let _one_at_a_time = lock(&self.telling);
        (self.on_event)(event);
    }

    /// Takes steps until there are none or the group is stopped.
    fn work(&self) {
        while !self.cancel.is_requested() {
            let step = lock(&self.steps).pop_front();
            let Some(step) = step else { return };
            self.take(&step);
        }
    }

    fn take(&self, step: &Step) {
        let record = match step {
            Step::Run {
                competition_id,
                seed,
            } => PlanRecord {
                run_id: format!("{competition_id}_{}", uuid::Uuid::new_v4()),
                competition_id: competition_id.clone(),
                seed: *seed,
                plan_sha256: self.plan_sha256.clone(),
            },
            Step::Complete { run_id } => match self.recorded(run_id) {
                Ok(record) => record,
                Err(error) => return self.fail(run_id, RunStatus::Missing, &error),
            },
        };
        let run_dir = self.group.run(&record.run_id);
        let tell = |event: &RunEvent| {
            self.tell(&GroupEvent::Run {
                run_id: record.run_id.clone(),
                competition_id: record.competition_id.clone(),
                seed: record.seed,
                event: Box::new(event.clone()),
            });
        };
        let Some(context) = self.context(&record.competition_id, &tell) else {
            return;
        };
        let done = match step {
            Step::Run { .. } => run(&run_dir, &record, &context),
            Step::Complete { .. } => complete(&run_dir, &context),
        };
        self.end(&record.run_id, done);
    }

    fn recorded(&self, run_id: &str) -> Result<PlanRecord, String> {
        let log = self.group.run(run_id).join("events.jsonl");
        let lines = crate::record::read_events(&log).map_err(|error| error.to_string())?;
        RunState::of(&lines)
            .plan
            .ok_or_else(|| "its log is empty".to_owned())
    }

    fn context<'a>(
        &'a self,
        competition_id: &str,
        on_event: &'a dyn Fn(&RunEvent),
    ) -> Option<RunContext<'a>> {
        let mut tasks = self.settings.tasks.iter();
        Some(RunContext {
            // The plan's competitions were compared with the settings'.
            task: tasks.find(|task| task.competition_id == competition_id)?,
            agent: &self.settings.agent,
            sandbox: self.sandbox.as_ref(),
            limits: &self.plan.limits,
            network: &self.plan.network,
            grade: self.plan.grade,
            cancel: self.cancel,
            on_event,
        })
    }

    fn end(&self, run_id: &str, done: Result<RunState, RunError>) {
        match done {
            Ok(state) => {
                let status = state.status();
                if let Some(error) = state.grade.as_ref().and_then(|grade| grade.error.as_ref()) {
                    return self.fail(run_id, status, &format!("it was not graded: {error}"));
                }
                self.ended(run_id, status, None);
            }
            Err(error) => self.fail(run_id, RunStatus::Missing, &error.to_string()),
        }
    }

    fn fail(&self, run_id: &str, status: RunStatus, reason: &str) {
        let failure = format!("{run_id}: {reason}");
        lock(&self.failures).push(failure.clone());
        self.ended(run_id, status, Some(failure));
    }

    fn ended(&self, run_id: &str, status: RunStatus, failure: Option<String>) {
        let reason = failure.as_deref().unwrap_or_default();
        self.group.note(&format!("{run_id}: {status} {reason}"));
        let _one_at_a_time = lock(&self.telling);
        let mut ended = lock(&self.ended);
        ended.insert(run_id.to_owned(), status);
        if let Err(error) = self.group.write_metadata(self.plan, &ended) {
            self.group.note(&format!("metadata.json: {error}"));
        }
        drop(ended);
        let run_id = run_id.to_owned();
        (self.on_event)(&GroupEvent::RunEnded {
            run_id,
            status,
            failure,
        });
    }
}
