//! How well a field tells the labels, and how likely that is by chance.
//!
//! Every measure returns how many records it tells, a quality from 0 to 1, whether that is almost
//! perfect, and the logarithm of a bound of the probability that a field without any relation to
//! the labels would do as well. How many fields were tried is the caller's to account for.

mod agreement;
mod chance;
mod classes;
mod encoding;
mod numbers;

use std::collections::{BTreeMap, BTreeSet};

/// A value of a field beside a test item's label.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair<'a> {
    /// The item.
    pub(crate) item: usize,
    /// The field's value.
    pub(crate) value: &'a str,
    /// The label as it stands in the answers.
    pub(crate) text: &'a str,
    /// The label as it is compared.
    pub(crate) label: &'a str,
}

/// A way in which a field can tell labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum How {
    /// It is the label.
    Equal,
    /// Some of its values are the label, far more than chance allows.
    Partly,
    /// It is the label with fewer digits.
    Rounded,
    /// It is the label in another alphabet, or its checksum.
    Encoded,
    /// It is a part of the label.
    Part,
    /// The label's name stands in it.
    Mentioned,
    /// Each value stands for a class.
    Classes,
    /// One of its two values stands for one class of many.
    Indicator,
    /// It is filled for one class only.
    Filled,
    /// Its order is the order of the classes.
    Ordered,
    /// It is a number on another scale.
    Scaled,
}

impl How {
    /// All ways, the most direct first.
    pub(crate) const ALL: [Self; 11] = [
        Self::Equal,
        Self::Rounded,
        Self::Encoded,
        Self::Classes,
        Self::Ordered,
        Self::Scaled,
        Self::Partly,
        Self::Part,
        Self::Mentioned,
        Self::Filled,
        Self::Indicator,
    ];

    /// Says it as a clause whose subject is the field.
    pub(crate) fn clause(self) -> &'static str {
        match self {
            Self::Equal | Self::Partly => "equals the label",
            Self::Rounded => "is the label with fewer digits",
            Self::Encoded => "is the label in another coding",
            Self::Part => "is a part of the label",
            Self::Mentioned => "names the label",
            Self::Classes => "names each class",
            Self::Indicator => "names one class",
            Self::Filled => "is filled for one class only",
            Self::Ordered => "is in the order of the classes",
            Self::Scaled => "is the label on another scale",
        }
    }

    /// Returns whether the label itself can be read.
    pub(crate) fn is_value(self) -> bool {
        matches!(
            self,
            Self::Equal
                | Self::Partly
                | Self::Rounded
                | Self::Encoded
                | Self::Part
                | Self::Mentioned
        )
    }
}

/// What a measure says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measure {
    pub(crate) how: How,
    /// Records whose label the field tells.
    pub(crate) told: usize,
    /// Records that were compared.
    pub(crate) of: usize,
    /// Share that is told; of numbers the correlation.
    pub(crate) quality: f64,
    /// Whether that is almost perfect.
    pub(crate) strong: bool,
    /// Logarithm of the bound of the probability of chance.
    pub(crate) ln_chance: f64,
}

/// Most records that are compared.
const MAX_PAIRS: usize = 8_000;

/// Measures a field in one way; `None` where the way makes no sense.
pub(crate) fn measure(how: How, pairs: &[Pair<'_>]) -> Option<Measure> {
    match how {
        How::Equal => agreement::equal(pairs),
        How::Partly => agreement::partly(pairs),
        How::Rounded => agreement::rounded(pairs),
        How::Encoded => encoding::encoded(pairs),
        How::Part => agreement::part(pairs),
        How::Mentioned => agreement::mentioned(pairs),
        How::Classes => classes::classes(pairs),
        How::Indicator => classes::indicator(pairs),
        How::Filled => classes::filled(pairs),
        How::Ordered => numbers::ordered(pairs),
        How::Scaled => numbers::scaled(pairs),
    }
}

/// Returns one pair for each item: its first that is filled, else its first.
pub(crate) fn one_each<'a>(pairs: &[Pair<'a>]) -> Vec<Pair<'a>> {
    let mut first: BTreeMap<usize, Pair<'a>> = BTreeMap::new();
    for pair in pairs {
        let kept = first.entry(pair.item).or_insert(*pair);
        if is_blank(kept.value) && !is_blank(pair.value) {
            *kept = *pair;
        }
    }
    first.into_values().collect()
}

/// Returns evenly spaced pairs, no more than are compared.
pub(crate) fn thinned(pairs: Vec<Pair<'_>>) -> Vec<Pair<'_>> {
    let step = pairs.len().div_ceil(MAX_PAIRS).max(1);
    if step == 1 {
        return pairs;
    }
    pairs.into_iter().step_by(step).collect()
}

/// Corrects the probability of chance for items with several records, which are no independent ones.
pub(crate) fn per_item(mut measure: Measure, pairs: &[Pair<'_>]) -> Measure {
    let items: BTreeSet<usize> = pairs.iter().map(|pair| pair.item).collect();
    measure.ln_chance *= items.len() as f64 / pairs.len().max(1) as f64;
    measure
}

/// Returns whether the labels of the train data are told so well that what was found is no wonder.
///
/// Where a field tells the labels of the train data less than almost perfectly, the test data may
/// do better by chance only.
pub(crate) fn explains(train: &Measure, test: &Measure) -> bool {
    const ENOUGH: usize = 20;
    if train.of < ENOUGH || train.strong {
        return false;
    }
    if test.how == How::Scaled {
        let z = |r: f64| r.clamp(0.0, 1.0 - 1e-12).atanh();
        if train.quality > 0.985 {
            return false;
        }
        let error = (1.0 / (test.of as f64 - 3.0).max(1.0) + 1.0 / (train.of as f64 - 3.0)).sqrt();
        return (z(test.quality) - z(train.quality)) / error < 4.0;
    }
    // The share that is told, with one more error for what was not seen.
    let rate = (train.told as f64 + 1.0) / (train.of as f64 + 2.0);
    chance::ln_tail(test.told, test.of, rate) > (1e-4_f64).ln()
}

/// Returns whether a value says that nothing is there.
pub(crate) fn is_blank(value: &str) -> bool {
    const BLANKS: [&str; 13] = [
        "", "n/a", "na", "nan", "none", "null", "[]", "{}", "unknown", "-", "nat", "<na>", "?",
    ];
    let value = value.trim();
    value.len() <= 7 && BLANKS.iter().any(|blank| value.eq_ignore_ascii_case(blank))
}

#[cfg(test)]
mod tests;
