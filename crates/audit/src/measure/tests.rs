//! True and false examples of every measure.

use super::{How, Pair, explains, measure};

const N: usize = 60;

/// A number from 0 to 1 without a pattern.
fn noise(seed: u64, n: usize) -> f64 {
    let mut x = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (n as u64 + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    for factor in [0x94d0_49bb_1331_11eb_u64, 0xbf58_476d_1ce4_e5b9] {
        x = (x ^ (x >> 31)).wrapping_mul(factor);
    }
    ((x ^ (x >> 32)) >> 11) as f64 / (1_u64 << 53) as f64
}

fn class(n: usize) -> usize {
    (noise(1, n) * 3.0) as usize
}

/// Returns whether a field leaks in a way.
fn leaks_n(
    how: How,
    n: usize,
    value: impl Fn(usize) -> String,
    label: impl Fn(usize) -> String,
) -> bool {
    let texts: Vec<(String, String)> = (0..n).map(|n| (value(n), label(n))).collect();
    let pairs = texts.iter().enumerate().map(|(item, (value, label))| Pair {
        item,
        value,
        text: label,
        label,
    });
    let pairs: Vec<Pair<'_>> = pairs.collect();
    measure(how, &pairs).is_some_and(|m| m.strong && m.ln_chance < (1e-5_f64).ln())
}

fn leaks(how: How, value: impl Fn(usize) -> String, label: impl Fn(usize) -> String) -> bool {
    leaks_n(how, N, value, label)
}

fn label(n: usize) -> String {
    class(n).to_string()
}

fn price(n: usize) -> f64 {
    (noise(2, n) * 1e6).round() / 1e3
}

#[test]
fn the_label_itself_is_found_and_a_guess_is_not() {
    assert!(leaks(How::Equal, |n| format!("{}.0", class(n)), label));
    let tags = |n: usize| (format!("a{}", n % 5), format!("b{}", n % 7));
    let label_of_tags = |n| format!("{} {}", tags(n).0, tags(n).1);
    assert!(leaks(
        How::Equal,
        |n| format!("[\"{}\", \"{}\"]", tags(n).1, tags(n).0),
        label_of_tags
    ));
    // Cells in some order, where the order is asked.
    assert!(!leaks(
        How::Equal,
        |n| format!("b{n} a{n}"),
        |n| format!("a{n} b{n}")
    ));
    assert!(leaks(
        How::Equal,
        |n| format!("[a{n}, b{n}]"),
        |n| format!("a{n} b{n}")
    ));
    assert!(leaks(
        How::Equal,
        |n| if n % 2 == 0 { label(n) } else { String::new() },
        label
    ));
    assert!(!leaks(
        How::Equal,
        |n| ((noise(3, n) * 3.0) as usize).to_string(),
        label
    ));
    assert!(!leaks(How::Equal, |_| "1".to_owned(), label));
    // One of fifty is of the rare class, and the field names another one.
    let rare = |n| usize::from(n % 50 == 3).to_string();
    assert!(!leaks_n(
        How::Equal,
        300,
        |n| usize::from(n == 7).to_string(),
        rare
    ));
    assert!(leaks_n(How::Equal, 300, rare, rare));
    assert!(!leaks_n(How::Equal, 3, label, label));
}

#[test]
fn nine_in_ten_are_an_honest_field() {
    let mostly = |n| {
        if noise(4, n) < 0.9 {
            class(n)
        } else {
            (class(n) + 1) % 3
        }
        .to_string()
    };
    for how in How::ALL {
        assert!(!leaks_n(how, 400, mostly, label), "{how:?}");
    }
}

#[test]
fn some_whole_labels_are_found_among_other_values() {
    let some = |n: usize| if n.is_multiple_of(4) { price(n) } else { 0.0 }.to_string();
    assert!(leaks(How::Partly, some, |n| price(n).to_string()));
    assert!(!leaks(
        How::Partly,
        |n| price(n + 9).to_string(),
        |n| price(n).to_string()
    ));
    assert!(!leaks(
        How::Partly,
        |n| if n % 4 == 0 {
            label(n)
        } else {
            String::new() + "9"
        },
        label
    ));
}

#[test]
fn rounded_numbers_are_found() {
    let exact = |n| price(n).to_string();
    assert!(leaks(How::Rounded, |n| price(n).round().to_string(), exact));
    assert!(leaks(How::Rounded, |n| format!("{:.1}", price(n)), exact));
    assert!(!leaks(
        How::Rounded,
        |n| (price(n) + 4.0 * noise(5, n)).round().to_string(),
        exact
    ));
    assert!(!leaks(How::Rounded, label, label));
}

#[test]
fn other_alphabets_and_checksums_are_found() {
    let name = |n| ["oak", "elm", "ash"][class(n)].to_owned();
    assert!(leaks(
        How::Encoded,
        |n| name(n).chars().rev().collect(),
        name
    ));
    assert!(leaks(
        How::Encoded,
        |n| ["b2Fr", "ZWxt", "YXNo"][class(n)].to_owned(),
        name
    ));
    assert!(leaks(
        How::Encoded,
        |n| ["6f616b", "656c6d", "617368"][class(n)].to_owned(),
        name
    ));
    let sha = |n| mlebench_data::checksum::sha256_bytes(price(n).to_string().as_bytes());
    assert!(leaks(How::Encoded, sha, |n| price(n).to_string()));
    assert!(!leaks(How::Encoded, sha, |n| price(n + 1).to_string()));
}

#[test]
fn parts_of_lists_are_found() {
    let boxed = |n: usize| format!("1 0.5 {} {} 7 9", 100 + n, price(n));
    assert!(leaks(How::Part, |n| (100 + n).to_string(), boxed));
    assert!(!leaks(How::Part, |n| (101 + n).to_string(), boxed));
    assert!(!leaks(How::Part, |_| "0.5".to_owned(), boxed));
}

#[test]
fn a_label_in_a_text_is_found_and_a_list_of_all_labels_is_not() {
    let name = |n| ["oak", "elm", "ash"][class(n)].to_owned();
    assert!(leaks(
        How::Mentioned,
        |n| format!("IHDR note={};", name(n)),
        name
    ));
    assert!(!leaks(How::Mentioned, |_| "oak elm ash".to_owned(), name));
    assert!(!leaks(How::Mentioned, |n| format!("{}s", name(n)), name));
}

#[test]
fn names_of_classes_are_found_and_many_values_are_not() {
    let name = |n| ["oak", "elm", "ash"][class(n)].to_owned();
    assert!(leaks(How::Classes, name, label));
    assert!(leaks(
        How::Classes,
        |n| format!("{}{}", name(n), n % 2),
        label
    ));
    assert!(!leaks(How::Classes, |n| n.to_string(), label));
    assert!(!leaks(How::Classes, |n| (n / 2).to_string(), label));
    assert!(!leaks(How::Classes, |n| (n % 7).to_string(), label));
}

#[test]
fn one_class_of_many_is_found() {
    assert!(leaks(
        How::Indicator,
        |n| u8::from(class(n) == 2).to_string(),
        label
    ));
    assert!(!leaks(
        How::Indicator,
        |n| u8::from(noise(6, n) < 0.3).to_string(),
        label
    ));
}

#[test]
fn fields_that_are_filled_for_one_class_are_found() {
    let told = |n: usize| class(n) == 1 && !n.is_multiple_of(3);
    let filled = |n| {
        if told(n) {
            format!("user{n}")
        } else {
            "N/A".to_owned()
        }
    };
    assert!(leaks(How::Filled, filled, label));
    assert!(!leaks(
        How::Filled,
        |n| if n % 3 == 0 { "x" } else { "" }.to_owned(),
        label
    ));
}

#[test]
fn numbers_in_the_order_of_the_classes_are_found() {
    let score = |n| (class(n) as f64 + noise(7, n)).to_string();
    assert!(leaks(How::Ordered, score, label));
    assert!(leaks(How::Ordered, score, |n| ["oak", "elm", "ash"]
        [class(n)]
    .to_owned()));
    let honest = |n| (class(n) as f64 + 1.4 * noise(7, n)).to_string();
    assert!(!leaks(How::Ordered, honest, label));
    assert!(!leaks(How::Ordered, |n| noise(8, n).to_string(), label));
}

#[test]
fn other_scales_are_found_and_strong_correlation_is_not() {
    let exact = |n| price(n).to_string();
    assert!(leaks(
        How::Scaled,
        |n| (7.0 - 0.3 * price(n)).to_string(),
        exact
    ));
    assert!(leaks(
        How::Scaled,
        |n| (price(n) + 1.0).ln().to_string(),
        exact
    ));
    assert!(leaks(
        How::Scaled,
        |n| (price(n) + 10.0 * noise(9, n)).to_string(),
        exact
    ));
    // Correlations of about 0.9 and 0.98.
    assert!(!leaks(
        How::Scaled,
        |n| (price(n) + 500.0 * noise(9, n)).to_string(),
        exact
    ));
    assert!(!leaks(
        How::Scaled,
        |n| (price(n) + 200.0 * noise(9, n)).to_string(),
        exact
    ));
    // A single large value makes a correlation, but no relation.
    let outlier = |n: usize| if n == 3 { 1e9 } else { noise(10, n) }.to_string();
    assert!(!leaks(How::Scaled, outlier, |n| if n == 3 {
        1e9
    } else {
        price(n)
    }
    .to_string()));
}

#[test]
fn the_train_data_explain_what_is_as_strong_there() {
    let of = |told, of, strong| super::Measure {
        how: How::Classes,
        told,
        of,
        quality: told as f64 / of as f64,
        strong,
        ln_chance: -50.0,
    };
    assert!(explains(&of(180, 200, false), &of(20, 20, true)));
    assert!(!explains(&of(120, 200, false), &of(60, 60, true)));
    assert!(!explains(&of(200, 200, true), &of(20, 20, true)));
    assert!(!explains(&of(3, 6, false), &of(20, 20, true)));
}
