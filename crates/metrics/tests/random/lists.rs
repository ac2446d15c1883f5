//! Inputs whose rows hold classes, lists or texts.

use std::collections::BTreeSet;

use mlebench_metrics::MetricName as Name;
use serde_json::{Value, json};

use crate::case::Case;
use crate::rng::Rng;

const LETTERS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

fn size(rng: &mut Rng) -> usize {
    let most = rng.pick(&[3, 15, 60]);
    2 + rng.below(most)
}

/// True and predicted classes, right with some chance.
fn class_pair(rng: &mut Rng) -> (Vec<i64>, Vec<i64>) {
    let (n, kinds) = (size(rng), rng.pick(&[2, 5, 30]));
    let truth = rng.many(n, |rng| rng.range(0..kinds));
    let predicted = truth
        .iter()
        .map(|class| {
            if rng.chance(0.5) {
                *class
            } else {
                rng.range(0..kinds + 1)
            }
        })
        .collect();
    (truth, predicted)
}

pub(crate) fn classes(name: Name, rng: &mut Rng) -> Case {
    let (truth, predicted) = class_pair(rng);
    let possible = name != Name::MatthewsCorrelation || truth.iter().any(|t| *t != truth[0]);
    Case::rows(name, truth, predicted).perfect_if(possible)
}

pub(crate) fn kappa(rng: &mut Rng) -> Case {
    let (truth, predicted) = class_pair(rng);
    let possible = truth.iter().any(|t| *t != truth[0]);
    let weights = rng.pick(&["rank", "value"]);
    Case::rows(Name::QuadraticWeightedKappa, truth, predicted)
        .parameters(json!({ "weights": weights }))
        .perfect_if(possible)
}

pub(crate) fn label_sets(name: Name, rng: &mut Rng) -> Case {
    let n = size(rng);
    let truth = rng.many(n, |rng| rng.some(&LETTERS[..5], 0, 3));
    let predicted = rng.many(n, |rng| {
        let mut labels = rng.some(&LETTERS, 0, 4);
        if let Some(first) = labels.first().filter(|_| rng.chance(0.2)) {
            labels.push(first);
        }
        labels
    });
    let possible = name == Name::MeanRowF1 || truth.iter().any(|labels| !labels.is_empty());
    let case = Case::rows(name, truth, predicted).perfect_if(possible);
    if name == Name::MicroF1 {
        let free = rng.chance(0.5);
        return case.parameters(json!({ "unknown-labels-free": free }));
    }
    case
}

pub(crate) fn guesses(rng: &mut Rng) -> Case {
    let (n, k) = (size(rng), rng.pick(&[1, 3, 5, 12]));
    let truth = rng.many(n, |rng| {
        let m = 1 + rng.below(5);
        rng.many(m, |rng| rng.pick(&LETTERS))
    });
    let predicted = rng.many(n, |rng| {
        let m = rng.below(15);
        rng.many(m, |rng| rng.pick(&LETTERS))
    });
    let distinct = |labels: &Vec<&'static str>| {
        let labels: BTreeSet<_> = labels.iter().copied().collect();
        labels.into_iter().collect::<Vec<_>>()
    };
    let perfect: Vec<Vec<&str>> = truth.iter().map(distinct).collect();
    Case::rows(Name::MapAtK, truth, predicted)
        .parameters(json!({ "k": k }))
        .perfect("predicted", perfect)
}

pub(crate) fn orders(rng: &mut Rng) -> Case {
    let n = size(rng);
    let truth = rng.many(n, |rng| {
        let m = 1 + rng.below(30) as i64;
        let mut items: Vec<i64> = (0..m).collect();
        items.rotate_left(rng.below(m as usize));
        items
    });
    let predicted: Vec<Vec<i64>> = truth
        .iter()
        .map(|items| rng.some(items, items.len(), items.len()))
        .collect();
    let possible = truth.iter().any(|items| items.len() > 1);
    Case::rows(Name::KendallTau, truth, predicted).perfect_if(possible)
}

fn word(most: usize, rng: &mut Rng) -> String {
    let n = rng.below(most + 1);
    let characters: Vec<char> = "abAB é日\u{301} -\u{3a3}\u{130}\u{a0}".chars().collect();
    rng.many(n, |rng| rng.pick(&characters))
        .into_iter()
        .collect()
}

pub(crate) fn texts(name: Name, rng: &mut Rng) -> Case {
    let (n, most) = (size(rng), rng.pick(&[6, 40, 150]));
    let truth = rng.many(n, |rng| word(most, rng));
    let predicted: Vec<String> = truth
        .iter()
        .map(|text| match rng.below(3) {
            0 => word(most, rng),
            1 => text.to_uppercase(),
            _ => word(3, rng) + text + &word(3, rng),
        })
        .collect();
    Case::rows(name, truth, predicted)
}

pub(crate) fn gestures(rng: &mut Rng) -> Case {
    let n = size(rng);
    let mut list = |least: usize| {
        rng.many(n, |rng| {
            let m = least + rng.below(20);
            rng.many(m, |rng| rng.range(1..21))
        })
    };
    let (truth, predicted) = (list(1), list(0));
    Case::rows(Name::NormalisedLevenshtein, truth, predicted)
}

pub(crate) fn answers(name: Name, rng: &mut Rng) -> Case {
    let n = size(rng);
    let truth = rng.many(n, |rng| rng.some(&LETTERS[..4], 0, 2));
    let answer = |letter: Option<&str>| letter.map_or(Value::Null, Value::from);
    let predicted = rng.many(n, |rng| {
        let letter = rng.pick(&LETTERS[..5]);
        answer(rng.chance(0.7).then_some(letter))
    });
    let perfect: Vec<Value> = truth
        .iter()
        .map(|right| answer(right.first().copied()))
        .collect();
    let possible = name == Name::AnswerAccuracy || truth.iter().any(|right| !right.is_empty());
    Case::rows(name, truth, predicted)
        .perfect("predicted", perfect)
        .perfect_if(possible)
}
