//! `predictive-field`: one field tells the label almost perfectly: another name for each class, a
//! number on the same scale, or whether it is filled at all.
//!
//! Silent below [`MIN_ITEMS`] items and where chance can explain it.

use std::collections::BTreeMap;

use super::statistics::{chance, counts};
use super::{Field, Grouped, is_blank};
use crate::Truth;
use crate::finding::Finding;

/// Fewest test items that can prove a field predictive.
const MIN_ITEMS: usize = 20;

/// Share of items that a class name must tell.
const AGREEMENT: f64 = 0.98;

/// Correlation from which on a number is the label on another scale.
const CORRELATION: f64 = 0.9999;

/// Largest probability of chance.
const CHANCE: f64 = 1e-8;

pub(super) fn check(place: &str, field: &Field<'_>, truth: &Truth) -> Option<Grouped> {
    (0..truth.targets.len()).find_map(|target| {
        let pairs = field
            .pairs
            .iter()
            .map(|(v, labels)| (*v, labels[target].as_str()));
        let pairs: Vec<(&str, &str)> = pairs.collect();
        if pairs.len() < MIN_ITEMS || constant(&pairs) {
            return None;
        }
        let (how, told) = class_names(&pairs)
            .map(|told| ("names each class", told))
            .or_else(|| filled(&pairs).map(|told| ("is filled for one class only", told)))
            .or_else(|| scaled(&pairs).map(|told| ("is the label on another scale", told)))?;
        let (name, n) = (field.name, pairs.len());
        Some((
            format!("{place}:{name}"),
            Finding {
                kind: "predictive-field",
                place: format!("{place}:{name}"),
                detail: format!(
                    "{how} (label column `{}`): tells {told} of {n} records of test items",
                    truth.targets[target]
                ),
                recovered: (told as f64 / truth.len() as f64).min(1.0),
            },
        ))
    })
}

fn constant(pairs: &[(&str, &str)]) -> bool {
    pairs.iter().all(|pair| pair.1 == pairs[0].1) || pairs.iter().all(|pair| pair.0 == pairs[0].0)
}

/// Each value stands for a class, and there are hardly more values than classes.
fn class_names(pairs: &[(&str, &str)]) -> Option<usize> {
    let labels = counts(pairs.iter().map(|(_, label)| *label));
    let mut by_value: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (value, label) in pairs {
        by_value.entry(value).or_default().push(label);
    }
    if by_value.len() > 2 * labels.len() || by_value.len() * 4 > pairs.len() {
        return None;
    }
    let most = |labels: &[&str]| {
        counts(labels.iter().copied())
            .into_values()
            .max()
            .unwrap_or(0)
    };
    let told = by_value.values().map(|labels| most(labels)).sum();
    let usual = labels.into_values().max().unwrap_or(0) as f64 / pairs.len() as f64;
    let enough = told as f64 >= AGREEMENT * pairs.len() as f64;
    (enough && chance(told, pairs.len(), usual) < CHANCE).then_some(told)
}

/// Items with a value are all of one class.
fn filled(pairs: &[(&str, &str)]) -> Option<usize> {
    let labels = counts(pairs.iter().filter(|p| !is_blank(p.0)).map(|p| p.1));
    let n: usize = labels.values().sum();
    let (label, told) = labels.into_iter().max_by_key(|(_, count)| *count)?;
    let everywhere = pairs.iter().filter(|pair| pair.1 == label).count();
    let usual = everywhere as f64 / pairs.len() as f64;
    let enough = n < pairs.len() && told as f64 >= AGREEMENT * n as f64;
    (enough && chance(told, n, usual) < CHANCE).then_some(told)
}

/// Numbers whose correlation with numeric labels is one.
fn scaled(pairs: &[(&str, &str)]) -> Option<usize> {
    let number = |(value, label): &(&str, &str)| {
        Some((value.parse::<f64>().ok()?, label.parse::<f64>().ok()?))
    };
    let numbers: Vec<(f64, f64)> = pairs.iter().filter_map(number).collect();
    let n = numbers.len() as f64;
    if numbers.len() * 2 < pairs.len() || numbers.len() < MIN_ITEMS {
        return None;
    }
    let mean = |of: fn(&(f64, f64)) -> f64| numbers.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        numbers.iter().map(|p| of(p.0 - x, p.1 - y)).sum()
    };
    let spread = (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
    let correlation = sum(&|x, y| x * y) / spread;
    (spread > 0.0 && correlation.abs() >= CORRELATION).then_some(numbers.len())
}
