//! Fields that hold labels, whole or in part.

use std::collections::{BTreeMap, BTreeSet};

use super::chance::{counts, ln_table, ln_tail};
use super::{How, Measure, Pair, is_blank};
use crate::truth::normal_value;

/// Smallest share of filled values that are the label.
const AGREEMENT: f64 = 0.97;

/// Smallest share of what the most frequent label does not tell.
const ABOVE_USUAL: f64 = 0.9;

/// Returns the items of a list as they are compared; of a single value one.
fn words(value: &str) -> Vec<String> {
    let is_cut = |c: char| c.is_whitespace() || ",;|[]{}\"'()".contains(c);
    let words = value.split(is_cut).filter(|word| !word.is_empty());
    words
        .map(|word| normal_value(word).to_lowercase())
        .collect()
}

/// Values and labels where both are there.
fn filled<'p>(pairs: &'p [Pair<'_>]) -> Vec<&'p Pair<'p>> {
    let filled = pairs.iter();
    filled
        .filter(|pair| !is_blank(pair.value) && !is_blank(pair.label))
        .collect()
}

/// Compared texts of values and labels. The order of words counts, unless they are the tags of a small
/// vocabulary: where every word is met once, the answer may be nothing but their order.
fn compared(pairs: &[Pair<'_>]) -> Vec<(String, String)> {
    let filled = filled(pairs);
    let lists = filled
        .iter()
        .map(|pair| (words(pair.value), words(pair.label)));
    let mut lists: Vec<(Vec<String>, Vec<String>)> = lists.collect();
    let different: BTreeSet<&String> = lists.iter().flat_map(|(_, label)| label).collect();
    let all: usize = lists.iter().map(|(_, label)| label.len()).sum();
    if different.len() * 2 <= all {
        for (value, label) in &mut lists {
            value.sort_unstable();
            label.sort_unstable();
        }
    }
    let texts = lists.into_iter();
    texts
        .map(|(value, label)| (value.join(" "), label.join(" ")))
        .collect()
}

/// The field is the label.
pub(super) fn equal(pairs: &[Pair<'_>]) -> Option<Measure> {
    let texts = compared(pairs);
    measure_equal(How::Equal, &texts)
}

/// Measures how often two texts are the same.
pub(super) fn measure_equal(how: How, texts: &[(String, String)]) -> Option<Measure> {
    let n = texts.len();
    let values = counts(texts.iter().map(|(value, _)| value.as_str()));
    let labels = counts(texts.iter().map(|(_, label)| label.as_str()));
    if values.len() < 2 || labels.len() < 2 {
        return None;
    }
    let hits = texts.iter().filter(|(value, label)| value == label).count();
    let usual = *labels.values().max()?;
    let expected = expected(&values, &labels, n);
    let mut cells: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (value, label) in texts {
        *cells.entry((value, label)).or_default() += 1;
    }
    let numbers = |counts: &BTreeMap<&str, usize>| counts.values().copied().collect::<Vec<_>>();
    let cells: Vec<usize> = cells.into_values().collect();
    let errors = n - hits;
    // One table with so few errors for each way to place them.
    let freedom = ((values.len() - 1) * (labels.len() - 1)) as f64;
    let table = ln_table(&numbers(&values), &numbers(&labels), &cells)
        + freedom * ((errors + 1) as f64).ln();
    let quality = hits as f64 / n as f64;
    Some(Measure {
        how,
        told: hits,
        of: n,
        quality,
        strong: quality >= AGREEMENT && errors as f64 <= (1.0 - ABOVE_USUAL) * (n - usual) as f64,
        ln_chance: ln_tail(hits, n, expected).min(table),
    })
}

/// Returns the share of hits that is expected by chance.
fn expected(values: &BTreeMap<&str, usize>, labels: &BTreeMap<&str, usize>, n: usize) -> f64 {
    let square = (n * n) as f64;
    let both = values.iter();
    both.map(|(value, count)| (count * labels.get(value).unwrap_or(&0)) as f64 / square)
        .sum()
}

/// Some values are the label, where labels are too long and too different to be met by chance.
pub(super) fn partly(pairs: &[Pair<'_>]) -> Option<Measure> {
    const LENGTH: usize = 4;
    const FEWEST: usize = 8;
    const SHARE: f64 = 0.05;
    const EXPECTED: f64 = 0.02;
    let texts = compared(pairs);
    let n = texts.len();
    let is_hit = |(value, label): &&(String, String)| value == label && label.len() >= LENGTH;
    let hits = texts.iter().filter(is_hit);
    let different: BTreeSet<&str> = hits.clone().map(|(_, label)| label.as_str()).collect();
    let hits = hits.count();
    let values = counts(texts.iter().map(|(value, _)| value.as_str()));
    let labels = counts(texts.iter().map(|(_, label)| label.as_str()));
    let expected = expected(&values, &labels, n.max(1));
    (n > 0).then_some(Measure {
        how: How::Partly,
        told: hits,
        of: n,
        quality: hits as f64 / n as f64,
        strong: different.len() >= FEWEST
            && labels.len() * 2 >= n
            && hits as f64 >= SHARE * n as f64
            && expected <= EXPECTED,
        ln_chance: ln_tail(hits, n, expected),
    })
}

/// The field is the label with fewer digits.
pub(super) fn rounded(pairs: &[Pair<'_>]) -> Option<Measure> {
    let filled = filled(pairs);
    let number = |pair: &&Pair<'_>| {
        let (value, label) = (pair.value.trim(), pair.label);
        Some((value.parse().ok()?, label.parse().ok()?, decimals(value)))
    };
    let numbers: Vec<(f64, f64, usize)> = filled.iter().filter_map(number).collect();
    if numbers.len() * 20 < filled.len() * 19 || numbers.len() < 2 {
        return None;
    }
    let digits = numbers.iter().map(|number| number.2).max()?;
    let unit = 0.1_f64.powi(digits.min(300) as i32);
    let near = |value: f64, label: f64| {
        // Half a unit for rounding; single precision loses a little more.
        (value - label).abs() <= 0.500_001 * unit + 2e-7 * label.abs()
    };
    let whole = numbers.iter().all(|number| number.1.fract() == 0.0);
    let different: BTreeSet<u64> = numbers.iter().map(|number| number.0.to_bits()).collect();
    if whole || different.len() < 3 {
        return None;
    }
    let hits = numbers
        .iter()
        .filter(|number| near(number.0, number.1))
        .count();
    let expected = shifted(&numbers, |a, b| near(a.0, b.1));
    Some(share(How::Rounded, hits, numbers.len(), expected))
}

/// Returns the digits behind a number's point.
fn decimals(number: &str) -> usize {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let digits = mantissa
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.trim_end_matches('0').len());
    let exponent: i64 = exponent.parse().unwrap_or(0);
    usize::try_from(digits as i64 - exponent).unwrap_or(0)
}

/// Returns the share of hits of values and the labels of other records.
fn shifted<T>(all: &[T], hit: impl Fn(&T, &T) -> bool) -> f64 {
    const SHIFTS: [usize; 6] = [1, 2, 3, 5, 8, 13];
    let (mut hits, mut tries) = (0, 0);
    for shift in SHIFTS.into_iter().filter(|shift| *shift < all.len()) {
        for (place, one) in all.iter().enumerate() {
            tries += 1;
            hits += usize::from(hit(one, &all[(place + shift) % all.len()]));
        }
    }
    (f64::from(hits as u32) + 1.0) / (f64::from(tries as u32) + 2.0)
}

fn share(how: How, hits: usize, n: usize, expected: f64) -> Measure {
    let quality = hits as f64 / n as f64;
    Measure {
        how,
        told: hits,
        of: n,
        quality,
        strong: quality >= AGREEMENT && expected <= 0.5,
        ln_chance: ln_tail(hits, n, expected),
    }
}

/// The field is a number that stands in the label among others: an edge of a box, a length of a run.
pub(super) fn part(pairs: &[Pair<'_>]) -> Option<Measure> {
    const DIGITS: usize = 2;
    let filled = filled(pairs);
    let is_number =
        |pair: &&&Pair<'_>| pair.value.len() >= DIGITS && pair.value.trim().parse::<f64>().is_ok();
    let numbers: Vec<&&Pair<'_>> = filled.iter().filter(is_number).collect();
    let lists = numbers
        .iter()
        .filter(|pair| pair.label.contains([' ', ',']))
        .count();
    if numbers.len() * 2 < filled.len() || lists * 2 < numbers.len() || numbers.len() < 3 {
        return None;
    }
    let sets: Vec<(String, BTreeSet<String>)> = numbers
        .iter()
        .map(|pair| {
            let items = pair.label.split([' ', ',', ';', '|', '[', ']']);
            (normal_value(pair.value), items.map(normal_value).collect())
        })
        .collect();
    let hits = sets
        .iter()
        .filter(|(value, items)| items.contains(value))
        .count();
    let expected = shifted(&sets, |a, b| b.1.contains(&a.0));
    let different: BTreeSet<&str> = sets.iter().map(|(value, _)| value.as_str()).collect();
    (different.len() >= 3).then(|| share(How::Part, hits, sets.len(), expected))
}

/// The label's name stands in a longer text.
pub(super) fn mentioned(pairs: &[Pair<'_>]) -> Option<Measure> {
    const LENGTH: usize = 3;
    let filled = filled(pairs);
    let named = |pair: &&&Pair<'_>| {
        pair.label.len() >= LENGTH && pair.label.chars().any(char::is_alphabetic)
    };
    let named: Vec<&&Pair<'_>> = filled.iter().filter(named).collect();
    let labels: BTreeSet<&str> = named.iter().map(|pair| pair.label).collect();
    if named.len() * 2 < filled.len() || labels.len() < 2 {
        return None;
    }
    let names = |value: &str, label: &str| {
        value.match_indices(label).any(|(at, _)| {
            let outside = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            outside(value[..at].chars().next_back())
                && outside(value[at + label.len()..].chars().next())
        })
    };
    let hits = named
        .iter()
        .filter(|pair| names(pair.value, pair.label))
        .count();
    let expected = shifted(&named, |a, b| a.label != b.label && names(a.value, b.label));
    let same = counts(named.iter().map(|pair| pair.label));
    let square = (named.len() * named.len()) as f64;
    let same: f64 = same
        .values()
        .map(|count| (count * count) as f64 / square)
        .sum();
    // A text that names several labels tells none.
    let measure = share(
        How::Mentioned,
        hits,
        named.len(),
        (expected + same).min(1.0),
    );
    Some(Measure {
        strong: measure.quality >= AGREEMENT && expected < 0.1,
        ..measure
    })
}
