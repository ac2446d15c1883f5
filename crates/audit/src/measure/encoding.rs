//! Labels in other alphabets, and their checksums.

use mlebench_data::checksum::{hex, sha256_bytes};

use super::agreement::measure_equal;
use super::{How, Measure, Pair, is_blank};
use crate::truth::normal_value;

type Decode = fn(&str, &str) -> Option<String>;

/// The field is the label backwards, in base 64, in hexadecimal, or its SHA-256 or MD5.
pub(super) fn encoded(pairs: &[Pair<'_>]) -> Option<Measure> {
    const WAYS: [Decode; 5] = [backwards, base64, hexadecimal, sha256, md5];
    let filled = pairs
        .iter()
        .filter(|p| !is_blank(p.value) && !is_blank(p.label));
    let filled: Vec<&Pair<'_>> = filled.collect();
    let first = filled.first()?;
    let mut best: Option<Measure> = None;
    for way in WAYS {
        // One look at the first value spares most fields the rest.
        if way(first.value.trim(), first.text).is_none() {
            continue;
        }
        let decoded = filled.iter().map(|pair| {
            let value = way(pair.value.trim(), pair.text.trim());
            (
                value.map_or_else(String::new, |v| normal_value(&v)),
                pair.label.to_owned(),
            )
        });
        let texts: Vec<(String, String)> = decoded.collect();
        let measure = measure_equal(How::Encoded, &texts);
        best = best
            .into_iter()
            .chain(measure)
            .max_by(|a, b| a.quality.total_cmp(&b.quality));
    }
    best.map(|measure| Measure {
        ln_chance: measure.ln_chance + (WAYS.len() as f64).ln(),
        ..measure
    })
}

fn backwards(value: &str, _: &str) -> Option<String> {
    (value.chars().count() > 1).then(|| value.chars().rev().collect())
}

fn base64(value: &str, _: &str) -> Option<String> {
    let value = value.trim_end_matches('=');
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for byte in value.bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits & 0xffff) << 6 | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    printable(bytes)
}

fn hexadecimal(value: &str, _: &str) -> Option<String> {
    let value = value.strip_prefix("0x").unwrap_or(value);
    if value.is_empty() || !value.len().is_multiple_of(2) || !value.is_ascii() {
        return None;
    }
    let digits = value.as_bytes().chunks(2);
    let bytes = digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
    printable(bytes.collect::<Option<Vec<u8>>>()?)
}

fn printable(bytes: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(bytes).ok()?;
    (!text.is_empty() && !text.chars().any(char::is_control)).then_some(text)
}

/// Returns the label when the value is its checksum.
fn sha256(value: &str, label: &str) -> Option<String> {
    checksum(value, 64, label, sha256_bytes)
}

fn md5(value: &str, label: &str) -> Option<String> {
    use md5::{Digest, Md5};
    checksum(value, 32, label, |bytes| hex(&Md5::digest(bytes)))
}

/// Checksums are often cut to their first digits.
fn checksum(value: &str, length: usize, label: &str, of: fn(&[u8]) -> String) -> Option<String> {
    let is_hex = value.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hex || !(8..=length).contains(&value.len()) {
        return None;
    }
    let is_it = of(label.as_bytes()).starts_with(&value.to_lowercase());
    Some(if is_it {
        label.to_owned()
    } else {
        String::new()
    })
}
