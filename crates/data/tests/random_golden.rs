//! Random numbers, splits and samples against what NumPy, scikit-learn, pandas and Python drew.

#![expect(clippy::unwrap_used, reason = "a broken recording fails the test")]

use mlebench_data::checksum::sha256_bytes;
use mlebench_data::random::{NumpyLegacy, Pcg64, PythonRandom};
use mlebench_data::split::{TestSize, sample_fraction, train_test_split};
use serde::Deserialize;
use serde_json::Value;

/// Floats are recorded as texts, because JSON readers may round.
fn floats(values: &[String]) -> Vec<f64> {
    values.iter().map(|value| value.parse().unwrap()).collect()
}

fn assert_numbers(found: &[usize], expected: &Value, context: &str) {
    match expected {
        Value::String(hash) => {
            let bytes: Vec<u8> = found
                .iter()
                .flat_map(|n| (*n as u64).to_le_bytes())
                .collect();
            assert_eq!(sha256_bytes(&bytes), *hash, "{context}");
        }
        list => assert_eq!(&serde_json::to_value(found).unwrap(), list, "{context}"),
    }
}

type Draws = Vec<(i64, i64, Vec<i64>)>;

#[derive(Deserialize)]
struct Random {
    legacy: Vec<Legacy>,
    python: Vec<Python>,
    pcg64: Vec<Pcg>,
}

#[derive(Deserialize)]
struct Legacy {
    seed: u32,
    uniform: Vec<String>,
    randint: Draws,
    shuffle: String,
    permutation: Vec<(usize, Value)>,
}

#[derive(Deserialize)]
struct Python {
    seed: u64,
    random: Vec<String>,
    below: Vec<(u64, Vec<u64>)>,
    randint: Draws,
    choice: Vec<char>,
    shuffle: Vec<(usize, Value)>,
    sample: Vec<(usize, usize, Value)>,
}

#[derive(Deserialize)]
struct Pcg {
    seed: u64,
    random: Vec<String>,
    uniform: Vec<String>,
    integers: Draws,
}

fn random() -> Random {
    serde_json::from_str(include_str!("../golden/random.json")).unwrap()
}

#[test]
fn numpy_legacy_draws_the_same() {
    for case in random().legacy {
        let mut rng = NumpyLegacy::new(case.seed);
        for value in floats(&case.uniform) {
            assert_eq!(rng.uniform(), value, "seed {}", case.seed);
        }
        let mut rng = NumpyLegacy::new(case.seed);
        for (low, high, values) in case.randint {
            let found: Vec<i64> = values.iter().map(|_| rng.randint(low, high)).collect();
            assert_eq!(found, values, "seed {}, {low}..{high}", case.seed);
        }
        let mut letters: Vec<char> = ('a'..='h').collect();
        NumpyLegacy::new(case.seed).shuffle(&mut letters);
        assert_eq!(letters.into_iter().collect::<String>(), case.shuffle);
        for (n, expected) in case.permutation {
            let found = NumpyLegacy::new(case.seed).permutation(n);
            assert_numbers(&found, &expected, &format!("seed {}, {n} rows", case.seed));
        }
    }
}

#[test]
fn python_draws_the_same() {
    for case in random().python {
        let new = || PythonRandom::new(case.seed);
        let mut rng = new();
        for value in floats(&case.random) {
            assert_eq!(rng.random(), value, "seed {}", case.seed);
        }
        let mut rng = new();
        for (n, values) in case.below {
            let found: Vec<u64> = values.iter().map(|_| rng.below(n)).collect();
            assert_eq!(found, values, "seed {}, below {n}", case.seed);
        }
        for (low, high, values) in case.randint {
            let found: Vec<i64> = values.iter().map(|_| rng.randint(low, high)).collect();
            assert_eq!(found, values, "seed {}, {low}..={high}", case.seed);
        }
        let mut rng = new();
        for letter in case.choice {
            assert_eq!(
                rng.choice(&['a', 'b', 'c']),
                Some(&letter),
                "seed {}",
                case.seed
            );
        }
        for (n, expected) in case.shuffle {
            let mut items: Vec<usize> = (0..n).collect();
            new().shuffle(&mut items);
            assert_numbers(&items, &expected, &format!("seed {}, {n} items", case.seed));
        }
        for (n, k, expected) in case.sample {
            let context = format!("seed {}, {k} of {n}", case.seed);
            assert_numbers(&new().sample(n, k), &expected, &context);
        }
    }
}

#[test]
fn numpy_pcg64_draws_the_same() {
    for case in random().pcg64 {
        let mut rng = Pcg64::default_rng(case.seed);
        for value in floats(&case.random) {
            assert_eq!(rng.next_f64(), value, "seed {}", case.seed);
        }
        let mut rng = Pcg64::default_rng(case.seed);
        for value in floats(&case.uniform) {
            assert_eq!(rng.uniform(1.0, 100.0), value, "seed {}", case.seed);
        }
        let mut rng = Pcg64::default_rng(case.seed);
        for (low, high, values) in case.integers {
            let found: Vec<i64> = values.iter().map(|_| rng.integers(low, high)).collect();
            assert_eq!(found, values, "seed {}, {low}..{high}", case.seed);
        }
    }
}

#[derive(Deserialize)]
struct Splits {
    splits: Vec<(usize, String, Value, u32, Value, Value)>,
    samples: Vec<(usize, f64, u32, Value)>,
}

#[test]
fn splits_and_refusals_are_those_of_scikit_learn() {
    let splits: Splits = serde_json::from_str(include_str!("../golden/splits.json")).unwrap();
    assert!(splits.splits.len() > 1000);
    for (n, kind, size, seed, train, test) in splits.splits {
        let context = format!("{n} rows, {kind} {size}, seed {seed}");
        let size = match (kind.as_str(), size.as_u64()) {
            (_, Some(rows)) => TestSize::Rows(rows as usize),
            ("test", None) => TestSize::Fraction(size.as_f64().unwrap()),
            _ => TestSize::TrainFraction(size.as_f64().unwrap()),
        };
        match train_test_split(n, size, seed) {
            Ok(split) => {
                assert_numbers(&split.train, &train, &context);
                assert_numbers(&split.test, &test, &context);
            }
            Err(error) => assert!(train.is_null(), "{context}: {error}"),
        }
    }
}

#[test]
fn samples_are_those_of_pandas() {
    let splits: Splits = serde_json::from_str(include_str!("../golden/splits.json")).unwrap();
    for (n, share, seed, rows) in splits.samples {
        let context = format!("{share} of {n} rows, seed {seed}");
        assert_numbers(&sample_fraction(n, share, seed).unwrap(), &rows, &context);
    }
}

#[test]
fn empty_ranges_draw_nothing() {
    let (mut used, mut fresh) = (NumpyLegacy::new(0), NumpyLegacy::new(0));
    assert_eq!(
        (used.interval(0), used.randint(5, 5), used.randint(5, 2)),
        (0, 5, 5)
    );
    assert_eq!(used.uniform(), fresh.uniform());
    let (mut used, mut fresh) = (PythonRandom::new(0), PythonRandom::new(0));
    assert_eq!(
        (used.below(0), used.choice::<u8>(&[]), used.randint(5, 2)),
        (0, None, 5)
    );
    assert_eq!(used.sample(3, 9).len(), 3);
    assert_eq!(fresh.sample(3, 3).len(), 3);
    assert_eq!(used.random(), fresh.random());
    let (mut used, mut fresh) = (Pcg64::default_rng(0), Pcg64::default_rng(0));
    assert_eq!((used.integers(3, 4), used.integers(3, 3)), (3, 3));
    assert_eq!(used.next_u64(), fresh.next_u64());
}
