//! One text for each row.

use std::borrow::Cow;

use mlebench_metrics as m;

use crate::grade::input::{Input, Problem, cells};

pub(super) fn mean_levenshtein(input: &Input<'_>) -> Result<f64, Problem> {
    let (truth, predicted) = pair(input)?;
    Ok(m::mean_levenshtein(&truth, &predicted)?)
}

pub(super) fn mean_word_jaccard(input: &Input<'_>) -> Result<f64, Problem> {
    let (truth, predicted) = pair(input)?;
    Ok(m::mean_word_jaccard(
        &truth,
        &predicted,
        input.parameters()?,
    )?)
}

fn pair(input: &Input<'_>) -> Result<(Vec<String>, Vec<String>), Problem> {
    let pair = input.single()?;
    let truth = cells(&pair.truth).map(Cow::into_owned).collect();
    let predicted = input.read(&pair, String::new, |text, _| Ok(text.to_owned()))?;
    Ok((truth, predicted))
}
