//! One run-length mask for each row.

use mlebench_metrics::{self as m, Mask, MetricError};

use crate::grade::input::{Input, Problem};
use crate::spec::MaskSize;
use crate::submission::format;

pub(super) fn pair(
    input: &Input<'_>,
    metric: fn(&[Mask], &[Mask]) -> Result<f64, MetricError>,
) -> Result<f64, Problem> {
    let (truth, predicted) = masks(input)?;
    Ok(metric(&truth, &predicted)?)
}

pub(super) fn mean_f_beta(input: &Input<'_>) -> Result<f64, Problem> {
    let (truth, predicted) = masks(input)?;
    Ok(m::mean_f_beta(&truth, &predicted, input.parameters()?)?)
}

pub(super) fn mean_mask_precision(input: &Input<'_>) -> Result<f64, Problem> {
    let Some(MaskSize::Pixels { pixels }) = input.spec.submission.mask else {
        return Err(input.misfit("it takes images of one size").into());
    };
    let (truth, predicted) = masks(input)?;
    Ok(m::mean_mask_precision(
        &truth,
        &predicted,
        pixels,
        input.parameters()?,
    )?)
}

fn masks(input: &Input<'_>) -> Result<(Vec<Mask>, Vec<Mask>), Problem> {
    let pair = input.single()?;
    let sizes = input.pixels()?;
    let read = |text: &str, place: usize| {
        format::mask(text, pair.group, sizes.of(place), &input.spec.compat)
    };
    let truth = input.read_truth(&pair, Mask::default, read)?;
    let predicted = input.read(&pair, Mask::default, read)?;
    Ok((truth, predicted))
}
