//! Fields that are numbers: in the order of the classes, or on another scale than the labels.

use std::collections::BTreeMap;

use super::chance::ln_factorial;
use super::{How, Measure, Pair};

/// Most classes that have an order.
const MAX_CLASSES: usize = 30;

/// Smallest share of records in order.
const IN_ORDER: f64 = 0.99;

/// Correlation that no honest field surpasses.
const CORRELATION: f64 = 0.99;

/// Rank correlation that goes with it; a few large numbers alone make any correlation.
const RANK_CORRELATION: f64 = 0.95;

/// Standard errors above [`CORRELATION`].
const STANDARD_ERRORS: f64 = 3.1;

/// Fewest numbers that are compared.
const FEWEST: usize = 8;

fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

/// Sorted by the field, classes come one after the other.
pub(super) fn ordered(pairs: &[Pair<'_>]) -> Option<Measure> {
    let mut numbers: Vec<(f64, &str)> = pairs
        .iter()
        .filter_map(|pair| Some((number(pair.value)?, pair.label)))
        .collect();
    let n = numbers.len();
    if n * 20 < pairs.len() * 19 || n < FEWEST {
        return None;
    }
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, (_, label)) in numbers.iter().enumerate() {
        places.entry(label).or_default().push(place);
    }
    let classes = places.len();
    let different = 1 + numbers
        .windows(2)
        .filter(|two| two[0].0 != two[1].0)
        .count();
    if !(2..=MAX_CLASSES).contains(&classes) || classes * 3 > n || different < 3 {
        return None;
    }
    let mut order: Vec<(usize, &str)> = places
        .iter()
        .map(|(label, at)| (at[at.len() / 2], *label))
        .collect();
    order.sort_unstable();
    let rank: BTreeMap<&str, usize> = order
        .iter()
        .enumerate()
        .map(|(rank, (_, label))| (*label, rank))
        .collect();
    // Among equal numbers the order is the worst.
    let mut ranks: Vec<(f64, usize)> = numbers.iter().map(|(x, label)| (*x, rank[label])).collect();
    ranks.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    let told = longest_rise(&ranks);
    let (errors, usual) = (n - told, places.values().map(Vec::len).max()?);
    let sizes: f64 = places
        .values()
        .map(|places| ln_factorial(places.len()))
        .sum();
    let choose = ln_factorial(n) - ln_factorial(told) - ln_factorial(errors);
    let ways = ln_factorial(classes)
        + classes as f64 * ((errors + 1) as f64).ln()
        + choose
        + errors as f64 * (classes as f64).ln();
    Some(Measure {
        how: How::Ordered,
        told,
        of: n,
        quality: told as f64 / n as f64,
        strong: errors == 0
            || told as f64 >= IN_ORDER * n as f64
                && errors as f64 <= (1.0 - IN_ORDER) * 4.0 * (n - usual) as f64,
        ln_chance: ways + sizes - ln_factorial(n),
    })
}

/// Length of the longest subsequence that does not fall.
fn longest_rise(ranks: &[(f64, usize)]) -> usize {
    let mut ends: Vec<usize> = Vec::new();
    for (_, rank) in ranks {
        let place = ends.partition_point(|end| end <= rank);
        if place == ends.len() {
            ends.push(*rank);
        } else {
            ends[place] = *rank;
        }
    }
    ends.len()
}

/// Numbers whose correlation with numeric labels, or that of their ranks, is almost one.
pub(super) fn scaled(pairs: &[Pair<'_>]) -> Option<Measure> {
    let both = |pair: &Pair<'_>| Some((number(pair.value)?, number(pair.label)?));
    let numbers: Vec<(f64, f64)> = pairs.iter().filter_map(both).collect();
    let n = numbers.len();
    let mut labels: Vec<u64> = numbers.iter().map(|pair| pair.1.to_bits()).collect();
    labels.sort_unstable();
    labels.dedup();
    if n * 20 < pairs.len() * 19 || n < FEWEST || labels.len() < FEWEST {
        return None;
    }
    let straight = correlation(&numbers)?.abs();
    let (x, y): (Vec<f64>, Vec<f64>) = numbers.iter().copied().unzip();
    let ranked: Vec<(f64, f64)> = ranks(&x).into_iter().zip(ranks(&y)).collect();
    // Few numbers are soon in the right order: then their ranks prove less than they seem to.
    let size = n as f64;
    let most = 1.0 - 3.0 / (size * size * size - size);
    let ranked = correlation(&ranked)?.abs().min(most);
    let quality = if ranked >= RANK_CORRELATION {
        straight.max(ranked)
    } else {
        ranked
    };
    let z = |r: f64| r.min(1.0 - 1e-12).atanh();
    let above = (z(quality) - z(CORRELATION)) * (n as f64 - 3.0).sqrt();
    Some(Measure {
        how: How::Scaled,
        told: n,
        of: n,
        quality,
        strong: above >= STANDARD_ERRORS,
        ln_chance: (n as f64 - 2.0) / 2.0 * (1.0 - quality * quality).max(1e-12).ln(),
    })
}

fn correlation(numbers: &[(f64, f64)]) -> Option<f64> {
    let n = numbers.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| numbers.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        numbers.iter().map(|pair| of(pair.0 - x, pair.1 - y)).sum()
    };
    let spread = (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
    (spread > 0.0 && spread.is_finite()).then(|| sum(&|x, y| x * y) / spread)
}

/// Returns the ranks of numbers; equal ones share theirs.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut start = 0;
    while start < order.len() {
        let same = order[start..]
            .iter()
            .take_while(|i| numbers[**i] == numbers[order[start]]);
        let end = start + same.count();
        for place in &order[start..end] {
            ranks[*place] = (start + end) as f64 / 2.0;
        }
        start = end;
    }
    ranks
}
