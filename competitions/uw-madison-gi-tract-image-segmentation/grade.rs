//! Dice coefficient of each mask, and the Hausdorff distance of each scan, which is the stack of the
//! slices of one day.
//!
//! The published edition joins the masks of all classes of a slice before it stacks them; the
//! corrected one stacks each class on its own. In the published edition ids are never compared: masks
//! and scans are paired by place, and each mask has the size of the answers' row at its place.

use std::borrow::Cow;
use std::collections::BTreeMap;

use mlebench_core::edition::Edition;
use mlebench_core::grade::GradeError;
use mlebench_core::grade::input::{Input, Problem, cells};
use mlebench_core::submission::format;
use mlebench_data::table::Column;
use mlebench_metrics::volume::Volume;
use mlebench_metrics::{Mask, MetricError, Segmentation, Side, dice_hausdorff};

/// Height and width of an image.
type Size = (u32, u32);

pub(crate) fn grade(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    let alignment = input.checked.alignment();
    let sizes = sizes(input)?;
    let pixels = |(height, width): Size| u64::from(height) * u64::from(width);
    let read = |text: &str, row: usize| {
        format::mask(text, pair.group, pixels(sizes[row]), &input.spec.compat)
    };
    let aligned_sizes: Vec<Size> = alignment.answers.iter().map(|row| sizes[row]).collect();
    let predicted = input.read(&pair, Mask::default, |text, place| {
        read(text, alignment.answers.get(place))
    })?;
    // The true scans are whole even where a submission ends early.
    let all_true = cells(column(input, "predicted")?)
        .enumerate()
        .map(|(row, text)| read(&text, row))
        .collect::<Result<Vec<Mask>, _>>()
        .map_err(|error| input.misfit(&error.to_string()))?;
    let truth: Vec<Mask> = alignment
        .answers
        .iter()
        .map(|row| all_true[row].clone())
        .collect();

    let names = |name: &str| -> Result<Vec<Cow<'_, str>>, GradeError> {
        Ok(cells(column(input, name)?).collect())
    };
    let (ids, classes) = (names("id")?, names("class")?);
    let whole = |row: usize| (ids[row].as_ref(), classes[row].as_ref());
    let mut true_volumes = volumes(input, whole, &all_true, &sizes)?;
    let submitted = [input.checked.id(0), input.checked.id(1)];
    let [Some(found_ids), Some(found_classes)] = submitted else {
        return Err(input.misfit("it takes two id columns").into());
    };
    let found_ids: Vec<Cow<'_, str>> = cells(&found_ids).collect();
    let found_classes: Vec<Cow<'_, str>> = cells(&found_classes).collect();
    let found = |row: usize| (found_ids[row].as_ref(), found_classes[row].as_ref());
    let mut predicted_volumes = volumes(input, found, &predicted, &aligned_sizes)?;
    let scans = true_volumes.len().min(predicted_volumes.len());
    true_volumes.truncate(scans);
    predicted_volumes.truncate(scans);
    Ok(dice_hausdorff(
        &Segmentation {
            masks: &truth,
            volumes: &true_volumes,
        },
        &Segmentation {
            masks: &predicted,
            volumes: &predicted_volumes,
        },
        input.parameters()?,
    )?)
}

fn column<'a>(input: &Input<'a>, name: &str) -> Result<&'a Column, GradeError> {
    let column = input.answers.column(name);
    column.ok_or_else(|| input.misfit(&format!("the answers have no `{name}`")))
}

fn sizes(input: &Input<'_>) -> Result<Vec<Size>, GradeError> {
    let numbers = |name: &str| {
        let numbers = column(input, name)?.to_f64();
        numbers.ok_or_else(|| input.misfit(&format!("`{name}` of the answers is text")))
    };
    let sizes = numbers("image_height")?
        .into_iter()
        .zip(numbers("image_width")?);
    Ok(sizes
        .map(|(height, width)| (height as u32, width as u32))
        .collect())
}

/// A scan while its slices are collected.
#[derive(Default)]
struct Scan<'n> {
    size: Size,
    slices: BTreeMap<&'n str, Mask>,
}

/// Stacks masks to scans, in the order of their names; `name` gives a row's slice and class.
fn volumes<'n>(
    input: &Input<'_>,
    name: impl Fn(usize) -> (&'n str, &'n str),
    masks: &[Mask],
    sizes: &[Size],
) -> Result<Vec<Volume>, Problem> {
    let by_class = input.spec.edition == Edition::Corrected;
    let mut scans: BTreeMap<(&str, &str), Scan<'n>> = BTreeMap::new();
    for (row, (mask, size)) in masks.iter().zip(sizes).enumerate() {
        let (slice, class) = name(row);
        let day = slice.split("_slice").next().unwrap_or(slice);
        let scan = scans
            .entry((day, if by_class { class } else { "" }))
            .or_insert_with(|| Scan {
                size: *size,
                ..Scan::default()
            });
        if scan.size != *size {
            return Err(MetricError::Undefined {
                side: Side::Prediction,
                reason: "the images of one scan differ in size",
            }
            .into());
        }
        let joined = scan.slices.entry(slice).or_default();
        *joined = joined.union(mask);
    }
    let scans = scans.into_values();
    Ok(scans
        .map(|scan| {
            let (height, width) = scan.size;
            Volume::new(scan.slices.into_values().collect(), height, width)
        })
        .collect())
}
