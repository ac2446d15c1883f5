//! Values of golden files as the arguments of metrics.

use mlebench_metrics::{
    Box3d, Corners, LabelledBox, LabelledPoint, Mask, PredictedBox, RunLength, TrueBox, Volume,
    decode_run_length,
};
use serde_json::Value;

/// A number; words stand for what JSON cannot say.
pub(crate) fn number(value: &Value) -> f64 {
    match value.as_str() {
        Some(word) => word
            .parse()
            .unwrap_or_else(|_| panic!("`{word}` is no number")),
        None => value
            .as_f64()
            .unwrap_or_else(|| panic!("`{value}` is no number")),
    }
}

fn list<T>(value: &Value, item: impl Fn(&Value) -> T) -> Vec<T> {
    let items = value
        .as_array()
        .unwrap_or_else(|| panic!("`{value}` is no list"));
    items.iter().map(item).collect()
}

pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    list(value, number)
}

pub(crate) fn integers(value: &Value) -> Vec<i64> {
    list(value, |value| value.as_i64().unwrap())
}

pub(crate) fn places(value: &Value) -> Vec<usize> {
    list(value, |value| value.as_u64().unwrap() as usize)
}

pub(crate) fn flags(value: &Value) -> Vec<bool> {
    list(value, |value| {
        value.as_bool().unwrap_or_else(|| number(value) == 1.0)
    })
}

pub(crate) fn texts(value: &Value) -> Vec<String> {
    list(value, |value| value.as_str().unwrap().to_owned())
}

/// Labels or items of any kind by their text.
pub(crate) fn labels(value: &Value) -> Vec<String> {
    list(value, Value::to_string)
}

pub(crate) fn lists<T>(value: &Value, item: impl Fn(&Value) -> Vec<T>) -> Vec<Vec<T>> {
    list(value, item)
}

pub(crate) fn slices<T>(lists: &[Vec<T>]) -> Vec<&[T]> {
    lists.iter().map(Vec::as_slice).collect()
}

fn mask(text: &Value, pixels: u64) -> Mask {
    decode_run_length(text.as_str().unwrap(), pixels, RunLength { lenient: true }).unwrap()
}

/// Masks of images of `pixels` pixels, one number for all or one for each.
pub(crate) fn masks(value: &Value, pixels: &Value) -> Vec<Mask> {
    let texts = value.as_array().unwrap();
    let size = |place: usize| pixels.as_u64().or_else(|| pixels[place].as_u64()).unwrap();
    texts
        .iter()
        .enumerate()
        .map(|(place, text)| mask(text, size(place)))
        .collect()
}

pub(crate) fn volumes(value: &Value) -> Vec<Volume> {
    list(value, |volume| {
        let (height, width) = (
            volume["height"].as_u64().unwrap(),
            volume["width"].as_u64().unwrap(),
        );
        let slices = list(&volume["slices"], |classes| {
            let masks = list(classes, |text| mask(text, height * width));
            masks
                .iter()
                .fold(Mask::default(), |all, mask| all.union(mask))
        });
        Volume::new(slices, height as u32, width as u32)
    })
}

fn corners(numbers: &[f64]) -> Corners {
    Corners {
        x1: numbers[0],
        y1: numbers[1],
        x2: numbers[2],
        y2: numbers[3],
    }
}

/// True boxes as image, class and corners.
pub(crate) fn true_boxes(value: &Value) -> Vec<TrueBox> {
    list(value, |found| {
        let n = numbers(found);
        TrueBox {
            image: n[0] as usize,
            class: n[1] as i64,
            corners: corners(&n[2..]),
        }
    })
}

/// Predicted boxes as image, class, confidence and corners.
pub(crate) fn predicted_boxes(value: &Value) -> Vec<PredictedBox> {
    list(value, |found| {
        let n = numbers(found);
        let (image, class) = (n[0] as usize, n[1] as i64);
        PredictedBox {
            image,
            class,
            confidence: n[2],
            corners: corners(&n[3..]),
        }
    })
}

/// Boxes in space as class, confidence, x, y, z, width, length, height and yaw.
pub(crate) fn boxes_3d(value: &Value) -> Vec<Box3d<String>> {
    list(value, |found| {
        let class = found[0].as_str().unwrap().to_owned();
        let n: Vec<f64> = found.as_array().unwrap()[1..].iter().map(number).collect();
        Box3d {
            class,
            confidence: n[0],
            centre: [n[1], n[2], n[3]],
            width: n[4],
            length: n[5],
            height: n[6],
            yaw: n[7],
        }
    })
}

/// Boxes of a page as label, x, y, width and height.
pub(crate) fn labelled_boxes(value: &Value) -> Vec<LabelledBox<String>> {
    list(value, |found| {
        let label = found[0].as_str().unwrap().to_owned();
        let [x, y, width, height] = [1, 2, 3, 4].map(|place| number(&found[place]));
        LabelledBox {
            label,
            x,
            y,
            width,
            height,
        }
    })
}

/// Points of a page as label, x and y.
pub(crate) fn labelled_points(value: &Value) -> Vec<LabelledPoint<String>> {
    list(value, |found| {
        let label = found[0].as_str().unwrap().to_owned();
        LabelledPoint {
            label,
            x: number(&found[1]),
            y: number(&found[2]),
        }
    })
}

/// Answers that may be left open.
pub(crate) fn answers(value: &Value) -> Vec<Option<String>> {
    list(value, |answer| answer.as_str().map(str::to_owned))
}
