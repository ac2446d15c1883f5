//! What a reader must know beside the numbers, as lines of text.

use crate::aggregate::Aggregate;
use crate::group::{GroupReport, HeadlineRow};
use crate::quantity::count;

/// How many runs are listed one by one in a table's notes.
const LISTED: usize = 20;

/// Returns the notes on a group: splits that are not whole, labels, and the runs without a
/// report, of which `all` or the first twenty are listed.
pub(crate) fn for_group(report: &GroupReport, all: bool) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    notes.extend(report.labels.iter().map(|label| label.text.clone()));
    notes.extend(report.aggregate.notes.iter().cloned());
    notes.extend(partial(&report.headline));
    let uncounted = &report.uncounted_runs;
    if !uncounted.is_empty() {
        let runs = count(uncounted.len(), "declared run");
        let verb = if uncounted.len() == 1 {
            "counts"
        } else {
            "count"
        };
        notes.push(format!("{runs} without a report {verb} as no medal:"));
    }
    let listed = if all { uncounted.len() } else { LISTED };
    notes.extend(uncounted.iter().take(listed).map(|run| {
        let (id, seed) = (&run.competition_id, run.seed);
        format!("  {id}, seed {seed}: {} ({})", run.reason, run.status)
    }));
    if uncounted.len() > listed {
        notes.push(format!("  and {} more", uncounted.len() - listed));
    }
    notes
}

/// Returns the notes on aggregates.
pub(crate) fn for_aggregate(aggregates: &[Aggregate]) -> Vec<String> {
    let of_one = |aggregate: &Aggregate| {
        let split = aggregate.split.clone();
        let notes = aggregate.notes.clone().into_iter();
        notes.map(move |note| format!("{split}: {note}"))
    };
    aggregates.iter().flat_map(of_one).collect()
}

fn partial(rows: &[HeadlineRow]) -> Option<String> {
    let partial = rows
        .iter()
        .filter(|row| !row.complete && row.num_competitions > 0);
    let names: Vec<&str> = partial.map(|row| row.split.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    let names = names.join(", ");
    Some(format!(
        "not the whole split, so not comparable with published results: {names}"
    ))
}
