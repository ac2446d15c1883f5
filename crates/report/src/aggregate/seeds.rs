//! Seeds out of grading reports.

use std::collections::HashMap;

use mlebench_core::report::{CompetitionReport, GradingReport};

use super::{AggregateError, Outcome, SeedCount, SeedTally};
use crate::Split;
use crate::quantity::{count, shortened};

/// The seeds of a split, and remarks on what is not in them.
#[derive(Debug)]
pub(crate) struct Seeds {
    pub(crate) tallies: Vec<SeedTally>,
    pub(crate) notes: Vec<String>,
}

/// Makes seeds: the k-th report of each competition belongs to seed k.
///
/// Without padding there are as many seeds as the competition with the fewest reports has; with
/// padding as many as the one with the most has, and what is missing counts as no medal. A
/// competition's reports are counted over all grading reports, so a report may hold several seeds.
pub(crate) fn build(
    reports: &[GradingReport],
    split: &Split,
    num_seeds: SeedCount,
    pad_missing: bool,
) -> Result<Seeds, AggregateError> {
    let by_competition = collect(reports, split)?;
    let counts = by_competition.iter().map(Vec::len);
    let most = counts.clone().max().unwrap_or_default();
    let fewest = counts.min().unwrap_or_default();
    if most == 0 {
        return Err(AggregateError::NothingLeft {
            split: split.name.clone(),
        });
    }
    let with_reports = split.competition_ids.iter().zip(&by_competition);
    let short_of = |limit: usize| -> Vec<String> {
        let short = with_reports
            .clone()
            .filter(|(_, reports)| reports.len() < limit);
        short.map(|(id, _)| id.clone()).collect()
    };
    let available = if pad_missing { most } else { fewest };
    if available == 0 {
        return Err(AggregateError::Incomplete {
            split: split.name.clone(),
            competition_ids: short_of(1),
        });
    }
    let used = num_seeds.of(available, &split.name)?;
    let tallies = (0..used).map(|seed| {
        SeedTally::new(by_competition.iter().map(|reports| {
            reports
                .get(seed)
                .map_or_else(Outcome::default, |report| Outcome::from(*report))
        }))
    });
    let mut notes = errors_note(reports);
    if most > fewest {
        let (effect, short) = if pad_missing {
            (", counted as no medal where one is missing", short_of(used))
        } else {
            (", which limits the number of seeds", short_of(most))
        };
        if !short.is_empty() {
            let number = count(short.len(), "competition");
            let names = shortened(&short, 5);
            notes.push(format!(
                "{number} with fewer reports than others{effect}: {names}"
            ));
        }
    }
    Ok(Seeds {
        tallies: tallies.collect(),
        notes,
    })
}

/// Returns the reports of each competition of the split, in the split's order.
fn collect<'a>(
    reports: &'a [GradingReport],
    split: &Split,
) -> Result<Vec<Vec<&'a CompetitionReport>>, AggregateError> {
    let mut places = HashMap::with_capacity(split.competition_ids.len());
    for (place, id) in split.competition_ids.iter().enumerate() {
        if places.insert(id.as_str(), place).is_some() {
            return Err(AggregateError::DuplicateCompetition {
                split: split.name.clone(),
                competition_id: id.clone(),
            });
        }
    }
    if places.is_empty() {
        return Err(AggregateError::EmptySplit {
            split: split.name.clone(),
        });
    }
    let mut collected = vec![Vec::new(); places.len()];
    for report in reports
        .iter()
        .flat_map(|report| &report.competition_reports)
    {
        if let Some(place) = places.get(report.competition_id.as_str()) {
            collected[*place].push(report);
        }
    }
    Ok(collected)
}

fn errors_note(reports: &[GradingReport]) -> Vec<String> {
    let errors = reports.iter().map(|report| report.errors.len()).sum();
    if errors == 0 {
        return Vec::new();
    }
    let lines = count(errors, "submission");
    vec![format!("{lines} could not be graded and have no report")]
}
