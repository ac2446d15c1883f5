//! Where a run stands, as a pure function of its log, and what a group still lacks.

use super::{
    EventLine, ExitRecord, GradeRecord, GroupPlan, PlanRecord, RunEvent, RunStatus, SealRecord,
    StartRecord,
};

/// A run as its log tells it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunState {
    /// Which run it is; nothing if even that was not written.
    pub plan: Option<PlanRecord>,
    /// How the agent was started.
    pub started: Option<StartRecord>,
    /// How the agent ended.
    pub exit: Option<ExitRecord>,
    /// What became of the submission.
    pub seal: Option<SealRecord>,
    /// That it was graded; the last attempt.
    pub grade: Option<GradeRecord>,
    /// What failed on our side.
    pub failure: Option<String>,
    /// How it ended, once nothing more will happen.
    pub finished: Option<RunStatus>,
}

impl RunState {
    /// Tells a whole log.
    pub fn of(lines: &[EventLine]) -> Self {
        let mut state = Self::default();
        for line in lines {
            state.apply(&line.event);
        }
        state
    }

    /// Adds one event.
    pub fn apply(&mut self, event: &RunEvent) {
        match event {
            RunEvent::Planned(record) => self.plan = Some(record.clone()),
            RunEvent::Started(record) => self.started = Some((**record).clone()),
            RunEvent::AgentExited(record) => self.exit = Some((**record).clone()),
            RunEvent::Sealed(record) => self.seal = Some(record.clone()),
            RunEvent::Graded(record) => self.grade = Some(record.clone()),
            RunEvent::Failed(record) => self.failure = Some(record.message.clone()),
            RunEvent::Finished(record) => self.finished = Some(record.status),
        }
    }

    /// Returns how the run ended, or how one that stopped in the middle is to be called.
    pub fn status(&self) -> RunStatus {
        if let Some(status) = self.finished {
            return status;
        }
        match (&self.exit, &self.started) {
            (Some(exit), _) => exit.status,
            (None, Some(_)) => RunStatus::Interrupted,
            (None, None) => RunStatus::Missing,
        }
    }

    /// Whether nothing is left to do, in a group that grades if `grade`.
    pub fn is_settled(&self, grade: bool) -> bool {
        let graded = self
            .grade
            .as_ref()
            .is_some_and(|grade| grade.error.is_none());
        self.finished.is_some_and(RunStatus::is_conclusive) && (graded || !grade)
    }

    /// Whether the agent's part is over, so that sealing or grading can be made up for.
    pub fn is_completable(&self) -> bool {
        self.exit
            .as_ref()
            .is_some_and(|exit| exit.status.is_conclusive())
            && self.status().is_conclusive()
    }
}

/// Something a group still lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A run that has not taken place, or has to again.
    Run {
        /// The competition.
        competition_id: String,
        /// The seed.
        seed: u64,
    },
    /// A run whose agent has ended, but which was not sealed or graded.
    Complete {
        /// The run.
        run_id: String,
    },
}

/// Returns what is missing from `plan`, given the runs that are there, in the plan's order.
///
/// Every competition and seed of the plan comes out as exactly one of: a settled run, a run to
/// complete, a run to make.
pub fn outstanding(plan: &GroupPlan, states: &[RunState]) -> Vec<Step> {
    let mut steps = Vec::new();
    for competition_id in &plan.competitions {
        for seed in &plan.seeds {
            let here = || {
                states.iter().filter(|state| {
                    let is_it = |record: &PlanRecord| {
                        record.competition_id == *competition_id && record.seed == *seed
                    };
                    state.plan.as_ref().is_some_and(is_it)
                })
            };
            if here().any(|state| state.is_settled(plan.grade)) {
                continue;
            }
            let begun = here().find(|state| state.is_completable());
            let run_id = begun
                .and_then(|state| state.plan.as_ref())
                .map(|plan| &plan.run_id);
            steps.push(match run_id {
                Some(run_id) => Step::Complete {
                    run_id: run_id.clone(),
                },
                None => Step::Run {
                    competition_id: competition_id.clone(),
                    seed: *seed,
                },
            });
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::{AgentRecord, FinishRecord, NetworkUse, SealOutcome};
    use super::*;
    use crate::limits::Limits;
    use crate::record::Usage;
    use crate::sandbox::{NetworkMode, SandboxKind};
    use proptest::prelude::*;

    fn plan(competitions: usize, seeds: u64, grade: bool) -> GroupPlan {
        GroupPlan {
            format_version: 1,
            run_group: "group".to_owned(),
            created_at: String::new(),
            mlebench_version: String::new(),
            agent: AgentRecord {
                name: "a".to_owned(),
                version: "1".to_owned(),
                definition_sha256: String::new(),
            },
            edition: "published".to_owned(),
            competitions: (0..competitions).map(|index| format!("c{index}")).collect(),
            seeds: (0..seeds).collect(),
            limits: Limits::default(),
            sandbox: SandboxKind::None,
            network: NetworkMode::None,
            grade,
        }
    }

    /// The events of a whole run.
    fn whole_run(competition: usize, seed: u64, number: usize, status: RunStatus) -> Vec<RunEvent> {
        let seal = SealRecord {
            outcome: SealOutcome::Missing,
            sha256: None,
            size_bytes: None,
            taken_at: String::new(),
            reason: None,
        };
        vec![
            RunEvent::Planned(PlanRecord {
                run_id: format!("r{number}"),
                competition_id: format!("c{competition}"),
                seed,
                plan_sha256: String::new(),
            }),
            RunEvent::Started(Box::new(StartRecord {
                sandbox: SandboxKind::None,
                network: String::new(),
                limits: Limits::default(),
                process: crate::sandbox::ProcessIdentity::default(),
            })),
            RunEvent::AgentExited(Box::new(ExitRecord {
                status,
                code: Some(0),
                signal: None,
                message: None,
                limit: None,
                usage: Usage::default(),
                limits: Vec::new(),
                validate_calls: 0,
                test_queries: 0,
                network: NetworkUse::default(),
            })),
            RunEvent::Sealed(seal),
            RunEvent::Graded(GradeRecord {
                grade_sha256: None,
                error: None,
            }),
            RunEvent::Finished(FinishRecord { status }),
        ]
    }

    fn state(events: &[RunEvent]) -> RunState {
        let mut state = RunState::default();
        for event in events {
            state.apply(event);
        }
        state
    }

    #[test]
    fn a_log_cut_anywhere_has_a_status() {
        let events = whole_run(0, 0, 0, RunStatus::TimedOut);
        let status = |count: usize| state(&events[..count]).status();
        assert_eq!(status(0), RunStatus::Missing);
        assert_eq!(status(1), RunStatus::Missing);
        assert_eq!(status(2), RunStatus::Interrupted);
        for count in 3..=events.len() {
            assert_eq!(status(count), RunStatus::TimedOut);
        }
    }

    #[test]
    fn a_failed_grading_is_made_up_for() {
        let mut events = whole_run(0, 0, 0, RunStatus::Finished);
        let failed = GradeRecord {
            grade_sha256: None,
            error: Some("disk".to_owned()),
        };
        events.insert(5, RunEvent::Graded(failed));
        let steps = outstanding(&plan(1, 1, true), &[state(&events)]);
        assert_eq!(
            steps,
            [Step::Complete {
                run_id: "r0".to_owned()
            }]
        );
        assert!(outstanding(&plan(1, 1, false), &[state(&events)]).is_empty());
    }

    fn statuses() -> impl Strategy<Value = RunStatus> {
        prop::sample::select(vec![
            RunStatus::Finished,
            RunStatus::TimedOut,
            RunStatus::Crashed,
            RunStatus::Interrupted,
            RunStatus::RejectedAgent,
        ])
    }

    proptest! {
        /// Whatever was cut off wherever, each cell of the plan is settled or has one step, and
        /// doing all steps settles everything.
        #[test]
        fn resuming_settles_the_plan(
            runs in prop::collection::vec((0usize..4, 0u64..3, 0usize..7, statuses()), 0..20),
            grade in any::<bool>(),
        ) {
            let plan = plan(3, 2, grade);
            let mut logs: Vec<Vec<RunEvent>> = runs
                .iter()
                .enumerate()
                .map(|(number, (competition, seed, cut, status))| {
                    let events = whole_run(*competition, *seed, number, *status);
                    events[..(*cut).min(events.len())].to_vec()
                })
                .collect();
            let states: Vec<RunState> = logs.iter().map(|log| state(log)).collect();
            let steps = outstanding(&plan, &states);
            let mut cells = BTreeSet::new();
            for (index, step) in steps.iter().enumerate() {
                let (competition, seed) = match step {
                    Step::Run { competition_id, seed } => (competition_id.clone(), *seed),
                    Step::Complete { run_id } => {
                        let number: usize = run_id[1..].parse().unwrap();
                        prop_assert!(states[number].exit.is_some());
                        let record = states[number].plan.clone().unwrap();
                        (record.competition_id, record.seed)
                    }
                };
                prop_assert!(plan.competitions.contains(&competition) && plan.seeds.contains(&seed));
                prop_assert!(cells.insert((competition.clone(), seed)), "a cell twice");
                match step {
                    Step::Run { .. } => {
                        let number = competition[1..].parse().unwrap();
                        logs.push(whole_run(number, seed, 100 + index, RunStatus::Finished));
                    }
                    Step::Complete { run_id } => {
                        let log = &mut logs[run_id[1..].parse::<usize>().unwrap()];
                        let status = state(log).status();
                        log.extend(whole_run(0, 0, 0, status).split_off(3));
                    }
                }
            }
            for state in &states {
                let record = state.plan.as_ref();
                if let Some(record) = record.filter(|_| state.is_settled(grade)) {
                    let cell = (record.competition_id.clone(), record.seed);
                    prop_assert!(!cells.contains(&cell), "a settled run is done again");
                }
            }
            let after: Vec<RunState> = logs.iter().map(|log| state(log)).collect();
            prop_assert!(outstanding(&plan, &after).is_empty());
        }
    }
}
