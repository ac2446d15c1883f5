//! From a group's runs to its report.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{
    DOUBTFUL_TAGS, GroupError, GroupOptions, GroupReport, HeadlineRow, Label, LabelKind, RunGroup,
    RunStatus, RunSummary, TaggedCompetition, UNCOUNTED_WITHOUT_REPORT, UncountedRun,
};
use crate::Split;
use crate::aggregate::{Aggregate, AggregateError, Outcome, SeedTally, common_edition};
use crate::quantity::count;

/// Reports a run group.
///
/// What counts is what was declared: every declared competition with every declared seed. A
/// declared run without a report, for whatever reason, counts as no medal and is listed. The order
/// of `group.runs` does not matter.
///
/// # Errors
///
/// Returns an error if nothing is declared, if runs do not match what is declared, if fewer seeds
/// are declared than asked for, if no declared competition is in the asked-for split, or if the
/// reports are of both editions.
pub fn report_group(group: RunGroup, options: &GroupOptions) -> Result<GroupReport, GroupError> {
    let runs = declared_runs(&group)?;
    let edition = common_edition(runs.iter().filter_map(RunSummary::counted_report))?;
    let aggregate_split = options
        .aggregate_split
        .clone()
        .unwrap_or_else(|| Split::new("declared", group.competition_ids.clone()));
    let num_seeds = options
        .num_seeds
        .of(group.seeds.len(), &aggregate_split.name)?;
    let tally = Tally {
        outcomes: outcomes(&runs),
        seeds: &group.seeds[..num_seeds],
        pad_missing: options.pad_missing,
    };
    let seeds = tally.seeds_of(&aggregate_split, &HashSet::new());
    let mut aggregate = Aggregate::of_seeds(&aggregate_split.name, edition, &seeds);
    if aggregate.num_competitions_per_seed == 0 {
        let split = aggregate_split.name;
        return Err(AggregateError::NothingLeft { split }.into());
    }
    aggregate.notes = notes(&aggregate, &aggregate_split, group.seeds.len());

    let tagged = tagged_competitions(&group.competition_ids, &runs, options);
    let doubtful: HashSet<&str> = tagged.iter().map(|c| c.competition_id.as_str()).collect();
    let splits = headline_splits(&group, options);
    let headline = tally.headline(&splits, &HashSet::new());
    let headline_without_tagged = if tagged.is_empty() {
        Vec::new()
    } else {
        tally.headline(&splits, &doubtful)
    };
    Ok(GroupReport {
        aggregate,
        run_group: group.run_group,
        agent: group.agent,
        headline,
        headline_without_tagged,
        tagged,
        labels: labels(&runs),
        uncounted_runs: runs.iter().filter_map(uncounted).collect(),
        runs,
        provenance: group.provenance,
    })
}

/// Returns all declared runs in declared order, the missing ones filled in.
fn declared_runs(group: &RunGroup) -> Result<Vec<RunSummary>, GroupError> {
    if group.competition_ids.is_empty() || group.seeds.is_empty() {
        let run_group = group.run_group.clone();
        return Err(GroupError::NoRuns { run_group });
    }
    let twice = |what| GroupError::DeclaredTwice {
        run_group: group.run_group.clone(),
        what,
    };
    let (mut competitions, mut seeds) = (HashSet::new(), HashSet::new());
    if let Some(id) = group
        .competition_ids
        .iter()
        .find(|id| !competitions.insert(*id))
    {
        return Err(twice(format!("competition `{id}`")));
    }
    if let Some(seed) = group.seeds.iter().find(|seed| !seeds.insert(**seed)) {
        return Err(twice(format!("seed {seed}")));
    }
    let mut found: HashMap<(&str, u64), &RunSummary> = HashMap::with_capacity(group.runs.len());
    for run in &group.runs {
        let (competition_id, seed) = (run.competition_id.clone(), run.seed);
        if !competitions.contains(&competition_id) || !seeds.contains(&seed) {
            return Err(GroupError::UndeclaredRun {
                competition_id,
                seed,
            });
        }
        if let Some(report) = &run.report
            && report.competition_id != competition_id
        {
            let reported = report.competition_id.clone();
            return Err(GroupError::ForeignReport {
                competition_id,
                seed,
                reported,
            });
        }
        if found.insert((&run.competition_id, seed), run).is_some() {
            return Err(GroupError::DuplicateRun {
                competition_id,
                seed,
            });
        }
    }
    let declared = group
        .competition_ids
        .iter()
        .flat_map(|id| group.seeds.iter().map(move |seed| (id, *seed)));
    let runs = declared.map(|(id, seed)| match found.get(&(id.as_str(), seed)) {
        Some(run) => (*run).clone(),
        None => RunSummary::missing(id, seed),
    });
    Ok(runs.collect())
}

/// What each declared run adds.
fn outcomes(runs: &[RunSummary]) -> HashMap<(&str, u64), Outcome> {
    let outcome = |run: &RunSummary| run.counted_report().map(Outcome::from).unwrap_or_default();
    runs.iter()
        .map(|run| ((run.competition_id.as_str(), run.seed), outcome(run)))
        .collect()
}

/// The declared runs, ready to be counted by split.
struct Tally<'a> {
    outcomes: HashMap<(&'a str, u64), Outcome>,
    seeds: &'a [u64],
    pad_missing: bool,
}

impl Tally<'_> {
    /// Counts each seed over the competitions of a split that are declared, or all if padded.
    fn seeds_of(&self, split: &Split, without: &HashSet<&str>) -> Vec<SeedTally> {
        let ids = split.competition_ids.iter().map(String::as_str);
        let ids: BTreeSet<&str> = ids.filter(|id| !without.contains(id)).collect();
        let tally = |seed: &u64| {
            SeedTally::new(ids.iter().filter_map(|id| {
                let outcome = self.outcomes.get(&(*id, *seed)).copied();
                outcome.or_else(|| self.pad_missing.then(Outcome::default))
            }))
        };
        self.seeds.iter().map(tally).collect()
    }

    fn headline(&self, splits: &[Split], without: &HashSet<&str>) -> Vec<HeadlineRow> {
        let row = |split: &Split| {
            let ids = split.competition_ids.iter().map(String::as_str);
            let in_split = ids.filter(|id| !without.contains(id)).count();
            HeadlineRow::new(&split.name, in_split, &self.seeds_of(split, without))
        };
        splits.iter().map(row).collect()
    }
}

/// Returns the splits of the headline, with the declared competitions as a row of their own if
/// `all` does not hold them all.
fn headline_splits(group: &RunGroup, options: &GroupOptions) -> Vec<Split> {
    let mut splits = options.headline_splits();
    let all = splits.iter().find(|split| split.name == "all");
    let covered = all.is_some_and(|all| {
        let ids: HashSet<&String> = all.competition_ids.iter().collect();
        group.competition_ids.iter().all(|id| ids.contains(id))
    });
    if !covered {
        splits.push(Split::new("declared", group.competition_ids.clone()));
    }
    splits
}

fn notes(aggregate: &Aggregate, split: &Split, declared_seeds: usize) -> Vec<String> {
    let mut notes = Vec::new();
    let (counted, whole) = (
        aggregate.num_competitions_per_seed,
        split.competition_ids.len(),
    );
    if counted < whole {
        notes.push(format!(
            "only {counted} of {whole} competitions of `{}` were declared",
            split.name
        ));
    }
    let used = aggregate.num_seeds_averaged;
    if used < declared_seeds {
        notes.push(format!(
            "only the first {used} of {declared_seeds} declared seeds count"
        ));
    }
    notes
}

/// Returns the declared competitions with a doubtful tag, in declared order.
fn tagged_competitions(
    declared: &[String],
    runs: &[RunSummary],
    options: &GroupOptions,
) -> Vec<TaggedCompetition> {
    let mut tags: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let reported = runs.iter().filter_map(|run| run.report.as_ref());
    let known = reported
        .map(|report| (&report.competition_id, &report.tags))
        .chain(&options.tags);
    for (id, names) in known {
        tags.entry(id)
            .or_default()
            .extend(names.iter().map(String::as_str));
    }
    let doubtful = |id: &String| {
        let names = tags.get(id.as_str())?;
        let names = DOUBTFUL_TAGS.iter().filter(|tag| names.contains(*tag));
        let tags: Vec<String> = names.map(|tag| (*tag).to_owned()).collect();
        (!tags.is_empty()).then(|| TaggedCompetition {
            competition_id: id.clone(),
            tags,
        })
    };
    declared.iter().filter_map(doubtful).collect()
}

fn labels(runs: &[RunSummary]) -> Vec<Label> {
    let mut labels = Vec::new();
    let asking = runs.iter().filter(|run| run.test_queries > 0).count();
    if asking > 0 {
        let queries: u64 = runs.iter().map(|run| run.test_queries).sum();
        let text = format!(
            "graded while the agent was alive: {queries} times in {}",
            count(asking, "run")
        );
        labels.push(Label {
            kind: LabelKind::TestQueries,
            runs: asking,
            text,
        });
    }
    let mut modes: BTreeMap<&str, usize> = BTreeMap::new();
    for run in runs {
        let mode = run.network.mode.as_str();
        if !mode.is_empty() && mode != "none" {
            *modes.entry(mode).or_default() += 1;
        }
    }
    for (mode, runs) in modes {
        let text = format!("network `{mode}` in {}", count(runs, "run"));
        labels.push(Label {
            kind: LabelKind::Network,
            runs,
            text,
        });
    }
    labels
}

fn uncounted(run: &RunSummary) -> Option<UncountedRun> {
    if run.counted_report().is_some() {
        return None;
    }
    let reason = run.problem.clone().unwrap_or_else(|| {
        let reason = match run.status {
            RunStatus::Missing => "did not take place",
            RunStatus::Interrupted => "interrupted, to be repeated",
            RunStatus::RejectedAgent => "the agent or its submission was refused",
            RunStatus::Finished | RunStatus::TimedOut | RunStatus::Crashed => {
                UNCOUNTED_WITHOUT_REPORT
            }
        };
        reason.to_owned()
    });
    Some(UncountedRun {
        competition_id: run.competition_id.clone(),
        seed: run.seed,
        status: run.status,
        reason,
    })
}
