//! Fields whose values stand for classes.

use std::collections::BTreeMap;

use super::chance::{counts, ln_table, ln_tail};
use super::{How, Measure, Pair, is_blank};

/// Smallest share of records whose class is told.
const AGREEMENT: f64 = 0.97;

/// Smallest share that is told of what the most frequent class does not.
const ABOVE_USUAL: f64 = 0.93;

/// Most values that stand for classes: so many for each, and some more.
const VALUES_FOR_EACH: usize = 4;
const VALUES_FREE: usize = 8;

/// Below this number of records none may be wrong.
const FEW: usize = 30;

/// Returns a value as the name of a class.
fn name(value: &str) -> &str {
    if is_blank(value) { "" } else { value.trim() }
}

/// Each value stands for one class.
pub(super) fn classes(pairs: &[Pair<'_>]) -> Option<Measure> {
    let names: Vec<(&str, &str)> = pairs.iter().map(|p| (name(p.value), p.label)).collect();
    let labels = counts(names.iter().map(|pair| pair.1));
    let values = counts(names.iter().map(|pair| pair.0));
    let n = pairs.len();
    // With many values for each class a field says what an item is, not which class it has.
    let many = VALUES_FOR_EACH * labels.len() + VALUES_FREE;
    if labels.len() < 2 || values.len() < 2 || values.len() * 2 > n || values.len() > many {
        return None;
    }
    let mut cells: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for pair in &names {
        *cells.entry(*pair).or_default() += 1;
    }
    let mut most: BTreeMap<&str, usize> = BTreeMap::new();
    for ((value, _), count) in &cells {
        let most = most.entry(value).or_default();
        *most = (*most).max(*count);
    }
    let told: usize = most.values().sum();
    let usual = *labels.values().max()?;
    let errors = n - told;
    // Any of so many codings would have been taken.
    let codings = values.len() as f64 * (labels.len() as f64).ln();
    let freedom = ((values.len() - 1) * (labels.len() - 1)) as f64;
    let numbers = |counts: &BTreeMap<&str, usize>| counts.values().copied().collect::<Vec<_>>();
    let cells: Vec<usize> = cells.into_values().collect();
    let table = ln_table(&numbers(&values), &numbers(&labels), &cells)
        + freedom * ((errors + 1) as f64).ln();
    let tail = ln_tail(told, n, usual as f64 / n as f64);
    Some(Measure {
        how: How::Classes,
        told,
        of: n,
        quality: told as f64 / n as f64,
        strong: is_strong(errors, n, n - usual),
        ln_chance: codings + table.min(tail),
    })
}

fn is_strong(errors: usize, n: usize, unusual: usize) -> bool {
    errors == 0
        || n >= FEW
            && errors as f64 <= (1.0 - AGREEMENT) * n as f64
            && errors as f64 <= (1.0 - ABOVE_USUAL) * unusual as f64
}

/// One of two values stands for one class of many.
pub(super) fn indicator(pairs: &[Pair<'_>]) -> Option<Measure> {
    let labels = counts(pairs.iter().map(|pair| pair.label));
    let values = counts(pairs.iter().map(|pair| name(pair.value)));
    if labels.len() < 3 || values.len() != 2 {
        return None;
    }
    let n = pairs.len();
    let best = |value: &str, within: usize| {
        let mut both = counts(
            pairs
                .iter()
                .filter(|p| name(p.value) == value)
                .map(|p| p.label),
        )
        .into_iter()
        .filter(|(label, _)| labels[label] > 1);
        let (label, both) = both.by_ref().max_by_key(|(_, count)| *count)?;
        let class = labels[label];
        let errors = (within - both) + (class - both);
        let rest = n + both - within - class;
        let cells = [both, within - both, class - both, rest];
        let chance = ln_table(&[within, n - within], &[class, n - class], &cells)
            + ((errors + 1) as f64).ln()
            + (2.0 * labels.len() as f64).ln();
        Some(Measure {
            how: How::Indicator,
            told: both,
            of: n,
            quality: (n - errors) as f64 / n as f64,
            strong: is_strong(errors, n, class.min(n - class)),
            ln_chance: chance,
        })
    };
    let found = values
        .iter()
        .filter_map(|(value, within)| best(value, *within));
    found.max_by(|a, b| a.quality.total_cmp(&b.quality))
}

/// Records with a value are of one class.
pub(super) fn filled(pairs: &[Pair<'_>]) -> Option<Measure> {
    let labels = counts(pairs.iter().filter(|p| !is_blank(p.value)).map(|p| p.label));
    let (n, within) = (pairs.len(), labels.values().sum::<usize>());
    if within < 2 || within == n {
        return None;
    }
    let (label, told) = labels.into_iter().max_by_key(|(_, count)| *count)?;
    let all = counts(pairs.iter().map(|pair| pair.label));
    let class = all[label];
    let errors = within - told;
    let cells = [told, errors, class - told, n + told - within - class];
    let table = ln_table(&[within, n - within], &[class, n - class], &cells);
    // Where all of a class are filled, and there is one other, nothing filled tells that one.
    let told_all = errors == 0 && class == told && all.len() == 2;
    Some(Measure {
        how: How::Filled,
        told: if told_all { n } else { told },
        of: n,
        quality: told as f64 / within as f64,
        strong: errors == 0 || within >= FEW && errors as f64 <= 0.02 * within as f64,
        ln_chance: table + ((errors + 1) as f64).ln() + (all.len() as f64).ln(),
    })
}
