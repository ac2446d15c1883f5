//! The answers hold one row for each true box, so images repeat; a submission holds one row for each
//! image.

use std::collections::HashMap;

use mlebench_core::grade::GradeError;
use mlebench_core::grade::input::{Input, Problem, cells};
use mlebench_core::submission::format;
use mlebench_data::table::Column;
use mlebench_metrics::{Corners, PredictedBox, TrueBox, coco_average_precision};

pub(crate) fn grade(input: &Input<'_>) -> Result<f64, Problem> {
    let answers = input.answers;
    let column = |name: &str| {
        answers
            .column(name)
            .ok_or_else(|| input.misfit(&format!("the answers have no `{name}`")))
    };
    let mut images: HashMap<String, usize> = HashMap::new();
    let image_of: Vec<usize> = cells(column("image_id")?)
        .map(|image| {
            let next = images.len();
            *images.entry(image.into_owned()).or_insert(next)
        })
        .collect();
    let numbers = |name: &str| -> Result<Vec<f64>, GradeError> {
        let numbers = column(name)?.to_f64();
        numbers.ok_or_else(|| input.misfit(&format!("`{name}` of the answers is text")))
    };
    let classes = numbers("class_id")?;
    let (x1, y1) = (numbers("x_min")?, numbers("y_min")?);
    let (x2, y2) = (numbers("x_max")?, numbers("y_max")?);
    let truth: Vec<TrueBox> = (0..answers.rows())
        .map(|row| TrueBox {
            image: image_of[row],
            class: classes[row] as i64,
            corners: Corners {
                x1: x1[row],
                y1: y1[row],
                x2: x2[row],
                y2: y2[row],
            },
        })
        .collect();
    let predicted = predicted(input, &image_of)?;
    Ok(coco_average_precision(
        images.len(),
        &truth,
        &predicted,
        input.parameters()?,
    )?)
}

/// Boxes in the order of the submission; `image_of` is the image of each row of the answers.
fn predicted(input: &Input<'_>, image_of: &[usize]) -> Result<Vec<PredictedBox>, Problem> {
    let (compat, alignment) = (&input.spec.compat, input.checked.alignment());
    let mut boxes = Vec::new();
    for checked in input.checked.columns() {
        let column: &Column = &checked.cells;
        for (place, answer) in alignment.answers.iter().enumerate() {
            let Some(text) = format::text(column, place, compat) else {
                continue;
            };
            let items = format::items(&text, checked.group, compat)
                .map_err(|error| Problem::Cell(place, error))?;
            for item in items {
                let [class, confidence, x1, y1, x2, y2] = item.numbers[..] else {
                    return Err(input.misfit("it takes six numbers for each box").into());
                };
                boxes.push(PredictedBox {
                    image: image_of[answer],
                    class: class as i64,
                    confidence,
                    corners: Corners { x1, y1, x2, y2 },
                });
            }
        }
    }
    Ok(boxes)
}
