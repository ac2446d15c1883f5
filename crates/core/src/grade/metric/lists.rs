//! Several labels, guesses or numbers for each row.

use std::borrow::Cow;

use mlebench_metrics::{self as m, MetricError};

use crate::grade::input::{Input, Pair, Problem};
use crate::spec::ColumnKind;
use crate::submission::format;

pub(super) fn micro_f1(input: &Input<'_>) -> Result<f64, Problem> {
    let parameters = input.parameters()?;
    of_words(input, |truth, predicted| {
        m::micro_f1(truth, predicted, parameters)
    })
}

pub(super) fn mean_row_f1(input: &Input<'_>) -> Result<f64, Problem> {
    of_words(input, |truth, predicted| m::mean_row_f1(truth, predicted))
}

pub(super) fn map_at_k(input: &Input<'_>) -> Result<f64, Problem> {
    let parameters = input.parameters()?;
    of_words(input, |truth, predicted| {
        m::map_at_k(truth, predicted, parameters)
    })
}

pub(super) fn kendall_tau(input: &Input<'_>) -> Result<f64, Problem> {
    of_words(input, |truth, predicted| m::kendall_tau(truth, predicted))
}

pub(super) fn normalised_levenshtein(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    let read = |text: &str, _: usize| format::whole_numbers(text, pair.group.parted_by);
    let truth = input.read_truth(&pair, Vec::new, read)?;
    let predicted = input.read(&pair, Vec::new, read)?;
    Ok(m::normalised_levenshtein(&truth, &predicted)?)
}

/// Scores one list of words per row.
fn of_words(
    input: &Input<'_>,
    metric: impl FnOnce(&[Vec<&str>], &[Vec<&str>]) -> Result<f64, MetricError>,
) -> Result<f64, Problem> {
    let pair = input.single()?;
    let (truth, predicted) = (input.texts(&pair.truth), input.texts(pair.predicted));
    Ok(metric(&words(&pair, &truth), &words(&pair, &predicted))?)
}

/// A text without entries is a row without labels, whatever parts them; a column of text, not of
/// lists, holds one label.
fn words<'t>(pair: &Pair<'_>, texts: &'t [Cow<'_, str>]) -> Vec<Vec<&'t str>> {
    let entries = |text: &'t Cow<'_, str>| match text.as_ref() {
        "" => Vec::new(),
        text if pair.group.kind == ColumnKind::Text => vec![text],
        text => format::entries(text, pair.group.parted_by),
    };
    texts.iter().map(entries).collect()
}
