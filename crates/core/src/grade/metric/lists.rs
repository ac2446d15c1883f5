//! Several labels, guesses or numbers for each row.

use mlebench_metrics as m;

use crate::grade::input::{Input, Problem};
use crate::spec::{ColumnKind, PartedBy};
use crate::submission::format::{self, FormatError};

type Lists<T> = Vec<Vec<T>>;

pub(super) fn micro_f1(input: &Input<'_>) -> Result<f64, Problem> {
    let (truth, predicted) = words(input)?;
    Ok(m::micro_f1(&truth, &predicted, input.parameters()?)?)
}

pub(super) fn mean_row_f1(input: &Input<'_>) -> Result<f64, Problem> {
    let (truth, predicted) = words(input)?;
    Ok(m::mean_row_f1(&truth, &predicted)?)
}

pub(super) fn map_at_k(input: &Input<'_>) -> Result<f64, Problem> {
    let (truth, predicted) = words(input)?;
    Ok(m::map_at_k(&truth, &predicted, input.parameters()?)?)
}

pub(super) fn kendall_tau(input: &Input<'_>) -> Result<f64, Problem> {
    let (truth, predicted) = words(input)?;
    Ok(m::kendall_tau(&truth, &predicted)?)
}

pub(super) fn normalised_levenshtein(input: &Input<'_>) -> Result<f64, Problem> {
    let (truth, predicted) = lists(input, format::whole_numbers)?;
    Ok(m::normalised_levenshtein(&truth, &predicted)?)
}

/// A text without entries is a row without labels, whatever parts them; a column of text, not of
/// lists, holds one label.
fn words(input: &Input<'_>) -> Result<(Lists<String>, Lists<String>), Problem> {
    if input.single()?.group.kind == ColumnKind::Text {
        return lists(input, |text, _| Ok(vec![text.to_owned()]));
    }
    lists(input, |text, parted_by| {
        let entries = format::entries(text, parted_by).into_iter();
        Ok(entries.map(str::to_owned).collect())
    })
}

fn lists<T>(
    input: &Input<'_>,
    read: impl Fn(&str, PartedBy) -> Result<Vec<T>, FormatError>,
) -> Result<(Lists<T>, Lists<T>), Problem> {
    let pair = input.single()?;
    let read = |text: &str, _: usize| read(text, pair.group.parted_by);
    let truth = input.read_truth(&pair, Vec::new, read)?;
    let predicted = input.read(&pair, Vec::new, read)?;
    Ok((truth, predicted))
}
