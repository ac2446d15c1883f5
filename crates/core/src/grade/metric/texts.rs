//! One text for each row.

use mlebench_metrics as m;

use crate::grade::input::{Input, Problem};

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
    let own = |text: &str, _: usize| Ok(text.to_owned());
    let truth = input.read_truth(&pair, String::new, own)?;
    let predicted = input.read(&pair, String::new, own)?;
    Ok((truth, predicted))
}
