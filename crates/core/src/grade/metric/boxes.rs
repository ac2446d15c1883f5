//! Any number of boxes or points for each row.

use std::collections::BTreeMap;

use mlebench_metrics::upright_box::Box3d;
use mlebench_metrics::{self as m, Corners, LabelledBox, LabelledPoint, PredictedBox, TrueBox};

use crate::grade::GradeError;
use crate::grade::input::{Input, Pair, Problem};
use crate::spec::{ColumnGroup, Compat};
use crate::submission::format::{self, FormatError};

/// Class and numbers of each box of a row.
type Boxes<const N: usize> = Vec<(String, [f64; N])>;

/// Fields: confidence, x, y, z, width, length, height, yaw.
pub(super) fn box_3d_average_precision(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    let in_space = |row: Boxes<8>| -> Vec<Box3d<String>> {
        row.into_iter()
            .map(
                |(class, [confidence, x, y, z, width, length, height, yaw])| Box3d {
                    class,
                    confidence,
                    centre: [x, y, z],
                    width,
                    length,
                    height,
                    yaw,
                },
            )
            .collect()
    };
    let truth: Vec<_> = truth(input, &pair)?.into_iter().map(in_space).collect();
    let predicted: Vec<_> = predicted(input, &pair)?.into_iter().map(in_space).collect();
    Ok(m::box_3d_average_precision(
        &truth,
        &predicted,
        input.parameters()?,
    )?)
}

/// Fields: confidence and two corners, on both sides.
pub(super) fn box_average_precision(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    let mut classes = BTreeMap::new();
    let mut number = |class: String| {
        let next = classes.len() as i64;
        *classes.entry(class).or_insert(next)
    };
    let corners = |[x1, y1, x2, y2]: [f64; 4]| Corners { x1, y1, x2, y2 };
    let mut true_boxes = Vec::new();
    for (image, row) in truth::<5>(input, &pair)?.into_iter().enumerate() {
        for (class, [_, x1, y1, x2, y2]) in row {
            true_boxes.push(TrueBox {
                image,
                class: number(class),
                corners: corners([x1, y1, x2, y2]),
            });
        }
    }
    let rows = predicted::<5>(input, &pair)?;
    let mut predicted_boxes = Vec::new();
    let images = rows.len();
    for (image, row) in rows.into_iter().enumerate() {
        for (class, [confidence, x1, y1, x2, y2]) in row {
            predicted_boxes.push(PredictedBox {
                image,
                class: number(class),
                confidence,
                corners: corners([x1, y1, x2, y2]),
            });
        }
    }
    Ok(m::box_average_precision(
        images,
        &true_boxes,
        &predicted_boxes,
        input.parameters()?,
    )?)
}

/// Fields: x and y; the truth has width and height besides.
pub(super) fn point_f1(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    let mut group = pair.group.clone();
    group
        .fields
        .extend(["width".to_owned(), "height".to_owned()]);
    let read = |text: &str, _: usize| numbered::<4>(text, &group, &input.spec.compat);
    let truth: Vec<Vec<LabelledBox<String>>> = input
        .read_truth(&pair, Vec::new, read)?
        .into_iter()
        .map(|row| {
            row.into_iter()
                .map(|(label, [x, y, width, height])| LabelledBox {
                    label,
                    x,
                    y,
                    width,
                    height,
                })
                .collect()
        })
        .collect();
    let predicted: Vec<Vec<LabelledPoint<String>>> = predicted::<2>(input, &pair)?
        .into_iter()
        .map(|row| {
            row.into_iter()
                .map(|(label, [x, y])| LabelledPoint { label, x, y })
                .collect()
        })
        .collect();
    Ok(m::point_f1(&truth, &predicted)?)
}

fn truth<const N: usize>(input: &Input<'_>, pair: &Pair<'_>) -> Result<Vec<Boxes<N>>, GradeError> {
    let read = |text: &str, _: usize| numbered(text, pair.group, &input.spec.compat);
    input.read_truth(pair, Vec::new, read)
}

fn predicted<const N: usize>(input: &Input<'_>, pair: &Pair<'_>) -> Result<Vec<Boxes<N>>, Problem> {
    let read = |text: &str, _: usize| numbered(text, pair.group, &input.spec.compat);
    input.read(pair, Vec::new, read)
}

fn numbered<const N: usize>(
    text: &str,
    group: &ColumnGroup,
    compat: &Compat,
) -> Result<Boxes<N>, FormatError> {
    let items = format::items(text, group, compat)?;
    items
        .into_iter()
        .map(|item| {
            let count = item.numbers.len();
            let numbers = item.numbers.try_into();
            numbers
                .map(|numbers| (item.class.to_owned(), numbers))
                .map_err(|_| FormatError::of_fields(count, N))
        })
        .collect()
}
