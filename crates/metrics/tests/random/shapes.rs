//! Inputs whose rows hold masks, boxes or points.

use std::fmt::Write as _;

use mlebench_metrics::MetricName as Name;
use serde_json::{Value, json};

use crate::case::Case;
use crate::rng::Rng;

/// A mask as run lengths: blocks of pixels, sometimes none.
fn mask(pixels: usize, empty: f64, rng: &mut Rng) -> String {
    let mut text = String::new();
    if rng.chance(empty) {
        return text;
    }
    let mut start = 1 + rng.below(pixels / 3);
    for _ in 0..=rng.below(4) {
        let length = (1 + rng.below(pixels / 4)).min(pixels + 1 - start);
        let blank = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{blank}{start} {length}");
        start += length + 1 + rng.below(pixels / 6);
        if start > pixels {
            break;
        }
    }
    text
}

/// A mask that is often the same or nearly so.
fn near(text: &str, pixels: usize, rng: &mut Rng) -> String {
    match rng.below(4) {
        0 => text.to_owned(),
        1 => mask(pixels, 0.3, rng),
        _ => match text.split_once(' ') {
            Some((start, rest)) if start != "1" => {
                format!("{} {rest}", start.parse::<usize>().unwrap_or(2) - 1)
            }
            _ => text.to_owned(),
        },
    }
}

pub(crate) fn masks(name: Name, rng: &mut Rng) -> Case {
    let (n, pixels) = (1 + rng.below(12), 60 + rng.below(200));
    let empty = if name == Name::MeanFBeta && rng.chance(0.5) {
        0.0
    } else {
        0.3
    };
    let truth = rng.many(n, |rng| mask(pixels, empty, rng));
    let predicted: Vec<String> = truth.iter().map(|text| near(text, pixels, rng)).collect();
    let filled = |text: &String| !text.is_empty();
    let possible = match name {
        Name::MeanFBeta => truth.iter().all(filled),
        Name::GlobalDice => truth.iter().any(filled),
        _ => true,
    };
    let parameters = match name {
        Name::MeanFBeta => json!({ "beta": rng.pick(&[0.5, 1.0, 2.0]) }),
        Name::MeanMaskPrecision => json!({ "empty-is-full": rng.chance(0.5) }),
        _ => Value::Null,
    };
    Case::rows(name, truth, predicted)
        .with("pixels", pixels)
        .parameters(parameters)
        .perfect_if(possible)
}

pub(crate) fn volumes(rng: &mut Rng) -> Case {
    let (days, slices) = (1 + rng.below(4), 1 + rng.below(5));
    let (height, width) = (8 + rng.below(6), 8 + rng.below(6));
    let pixels = height * width;
    let truth = rng.many(days * slices, |rng| mask(pixels, 0.3, rng));
    let predicted: Vec<String> = truth.iter().map(|text| near(text, pixels, rng)).collect();
    let volumes = |masks: &[String]| {
        let volume = |slices: &[String]| {
            let slices: Vec<Vec<&String>> = slices.iter().map(|mask| vec![mask]).collect();
            json!({ "height": height, "width": width, "slices": slices })
        };
        masks.chunks(slices).map(volume).collect::<Vec<_>>()
    };
    let possible = truth.iter().any(|text| !text.is_empty());
    let (true_volumes, predicted_volumes) = (volumes(&truth), volumes(&predicted));
    Case::rows(Name::DiceHausdorff, truth, predicted)
        .with("pixels", pixels)
        .perfect("predicted_volumes", true_volumes.clone())
        .with("true_volumes", true_volumes)
        .with("predicted_volumes", predicted_volumes)
        .apart(&["true_volumes", "predicted_volumes"])
        .perfect_if(possible)
}

pub(crate) fn boxes(name: Name, rng: &mut Rng) -> Case {
    let (images, kinds, ties) = (1 + rng.below(12), 1 + rng.below(3) as i64, rng.chance(0.4));
    let (mut truth, mut predicted, mut perfect) = (Vec::new(), Vec::new(), Vec::new());
    for image in 0..images {
        for _ in 0..rng.below(5) {
            let label = rng.range(0..kinds);
            let [x, y] = [0, 1].map(|_| rng.number(0.0, 100.0, 1));
            let [w, h] = [0, 1].map(|_| rng.number(5.0, 50.0, 1));
            truth.push(json!([image, label, x, y, x + w, y + h]));
            perfect.push(json!([image, label, 0.5, x, y, x + w, y + h]));
            for _ in 0..rng.below(3) {
                let guess = if rng.chance(0.8) {
                    label
                } else {
                    rng.range(0..kinds + 1)
                };
                let confidence = rng.number(0.0, 1.0, if ties { 1 } else { 15 });
                let [dx, dy, dw, dh] = [0; 4].map(|_| rng.number(-6.0, 6.0, 2));
                let right = [x + dx + w + dw + 7.0, y + dy + h + dh + 7.0];
                predicted.push(json!([
                    image,
                    guess,
                    confidence,
                    x + dx,
                    y + dy,
                    right[0],
                    right[1]
                ]));
            }
        }
    }
    let slips = name == Name::CocoAveragePrecision && rng.chance(0.2);
    let parameters = match name {
        Name::CocoAveragePrecision => json!({ "overlap": 0.5, "published-slips": slips }),
        _ => {
            json!({ "overlap": rng.pick(&[0.3, 0.5]), "curve": rng.pick(&["voc-2010", "padded-steps"]) })
        }
    };
    let possible = !truth.is_empty() && !slips && !overlapping(&truth);
    Case::rows(name, truth, predicted)
        .apart(&["truth"])
        .apart(&["predicted"])
        .with("images", images)
        .parameters(parameters)
        .perfect("predicted", perfect)
        .perfect_if(possible)
        .ordered_if(ties || slips)
}

/// Whether two boxes are the same, so that one prediction could take the other's place.
fn overlapping(boxes: &[Value]) -> bool {
    boxes
        .iter()
        .enumerate()
        .any(|(place, one)| boxes[..place].contains(one))
}

pub(crate) fn boxes_3d(rng: &mut Rng) -> Case {
    let precision = rng.pick(&["share", "area"]);
    let (mut truth, mut predicted) = (Vec::new(), Vec::new());
    for _ in 0..=rng.below(6) {
        let (mut wanted, mut found) = (Vec::new(), Vec::new());
        for place in 0..rng.below(5) {
            let label = rng.pick(&["car", "truck"]);
            // Apart from one another: nobody parks inside another car.
            let (x, y) = (1000.0 + 10.0 * place as f64, rng.number(1500.0, 1520.0, 3));
            let (z, yaw) = (rng.number(-2.0, 2.0, 3), rng.number(-4.0, 4.0, 3));
            let (w, h) = (rng.number(1.5, 2.5, 3), rng.number(1.0, 3.0, 3));
            let length = rng.number(3.0, 6.0, 3);
            wanted.push(json!([label, 1.0, x, y, z, w, length, h, yaw]));
            for _ in 0..rng.below(3) {
                let guess = if rng.chance(0.8) { label } else { "bus" };
                let confidence = rng.number(0.0, 1.0, 15);
                let [dx, dy, turn] = [0.4, 0.4, 0.2].map(|most| rng.number(-most, most, 3));
                found.push(json!([
                    guess,
                    confidence,
                    x + dx,
                    y + dy,
                    z,
                    w,
                    length,
                    h,
                    yaw + turn
                ]));
            }
        }
        truth.push(Value::from(wanted));
        predicted.push(Value::from(found));
    }
    let possible = precision == "share" || truth.iter().all(is_full);
    Case::rows(Name::Box3dAveragePrecision, truth, predicted)
        .parameters(json!({ "precision": precision }))
        .perfect_if(possible)
}

pub(crate) fn points(rng: &mut Rng) -> Case {
    let (mut truth, mut predicted, mut perfect) = (Vec::new(), Vec::new(), Vec::new());
    let letters = ["a", "b", "c"];
    for _ in 0..=rng.below(6) {
        let (mut boxes, mut middles) = (Vec::new(), Vec::new());
        for place in 0..rng.below(8) {
            // Apart from one another, so that no box can take another's point.
            let (label, x, y) = (
                rng.pick(&letters),
                25.0 * place as f64,
                rng.number(0.0, 9.0, 0),
            );
            let (w, h) = (rng.number(5.0, 20.0, 0), rng.number(5.0, 20.0, 0));
            boxes.push(json!([label, x, y, w, h]));
            middles.push(json!([label, x + w / 2.0, y + h / 2.0]));
        }
        let count = rng.below(12);
        let found = rng.many(count, |rng| {
            let (x, y) = (25.0 * rng.below(8) as f64, rng.number(0.0, 20.0, 0));
            json!([rng.pick(&letters), x + rng.number(0.0, 12.0, 0), y])
        });
        truth.push(Value::from(boxes));
        perfect.push(Value::from(middles));
        predicted.push(Value::from(found));
    }
    let possible = truth.iter().any(is_full);
    Case::rows(Name::PointF1, truth, predicted)
        .perfect("predicted", perfect)
        .perfect_if(possible)
}

fn is_full(list: &Value) -> bool {
    list.as_array().is_some_and(|items| !items.is_empty())
}
