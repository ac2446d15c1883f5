//! One text for each row.

use mlebench_metrics as m;

use crate::grade::input::{Input, Problem};

pub(super) fn mean_levenshtein(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    let (truth, predicted) = (input.texts(&pair.truth), input.texts(pair.predicted));
    Ok(m::mean_levenshtein(&truth, &predicted)?)
}

pub(super) fn mean_word_jaccard(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    let (truth, predicted) = (input.texts(&pair.truth), input.texts(pair.predicted));
    Ok(m::mean_word_jaccard(
        &truth,
        &predicted,
        input.parameters()?,
    )?)
}
