//! Floats as text, exactly as Python prints them.

use std::fmt::Write as _;

/// Smallest decimal exponent that Python's `repr` prints without an exponent.
const REPR_MIN_EXPONENT: i32 = -4;
/// First decimal exponent that Python's `repr` prints with an exponent.
const REPR_END_EXPONENT: i32 = 16;
/// Smallest number that Python's `repr` prints without an exponent.
const REPR_PLAIN_FROM: f64 = 1e-4;
/// First number that Python's `repr` prints with an exponent.
const REPR_PLAIN_END: f64 = 1e16;
/// Only multiples of the inverse of this, 2^-27, can lie in the middle of two shortest decimals: the
/// lowest bit of such a number is 2^-(m+1) where its decimals end at 10^-m, and m is at most 24.
const TIE_SCALE: f64 = 134_217_728.0;

/// Returns the shortest text that reads back as the same double, as Python's `repr`.
///
/// `3.0`, `0.1`, `1e-05`, `1e+20`, `-0.0`, `inf`, `nan`.
pub fn python_float_repr(value: f64) -> String {
    let mut text = String::new();
    push_float_repr(&mut text, value);
    text
}

/// Appends what [`python_float_repr`] returns.
pub fn push_float_repr(out: &mut String, value: f64) {
    let size = value.abs();
    let may_tie = size != 0.0 && (size * TIE_SCALE).fract() == 0.0;
    if may_tie && let Some((digits, exponent)) = even_tie(value) {
        push_layout(out, value, &digits, exponent, REPR_END_EXPONENT, true);
    } else if size == 0.0 || (REPR_PLAIN_FROM..REPR_PLAIN_END).contains(&size) {
        // In this range Rust prints the same, without a detour.
        let _ = write!(out, "{value:?}");
    } else if !push_non_finite(out, value) {
        let scientific = format!("{value:e}");
        let (digits, exponent) = decompose(&scientific);
        push_layout(out, value, &digits, exponent, REPR_END_EXPONENT, true);
    }
}

/// Returns the digits and the exponent of a float that Rust prints with another last digit than
/// Python.
///
/// Where two decimals of the least length are equally near, such as 1546567125578288.2 and .3 to
/// 1546567125578288.25, Python takes the one whose last digit is even.
fn even_tie(value: f64) -> Option<(String, i32)> {
    let shortest = format!("{value:e}");
    let (digits, _) = decompose(&shortest);
    // Exact rounding takes the even digit. At a power of two the nearest decimal can lie outside
    // of what reads back as the number.
    let nearest = format!("{value:.*e}", digits.len() - 1);
    (nearest != shortest && nearest.parse() == Ok(value)).then(|| decompose(&nearest))
}

/// Appends a float as C's `%.<precision>g` prints it.
///
/// A precision of 0 counts as 1.
pub fn push_float_general(out: &mut String, value: f64, precision: usize) {
    if push_non_finite(out, value) {
        return;
    }
    let precision = precision.max(1);
    let scientific = format!("{value:.*e}", precision - 1);
    let (mut digits, exponent) = decompose(&scientific);
    digits.truncate(digits.trim_end_matches('0').len().max(1));
    let end = i32::try_from(precision).unwrap_or(i32::MAX);
    push_layout(out, value, &digits, exponent, end, false);
}

/// Appends a float as C's `%.<decimals>f` prints it.
pub fn push_float_fixed(out: &mut String, value: f64, decimals: usize) {
    if !push_non_finite(out, value) {
        let _ = write!(out, "{value:.decimals$}");
    }
}

fn push_non_finite(out: &mut String, value: f64) -> bool {
    let text = if value.is_nan() {
        "nan"
    } else if value == f64::INFINITY {
        "inf"
    } else if value == f64::NEG_INFINITY {
        "-inf"
    } else {
        return false;
    };
    out.push_str(text);
    true
}

/// Splits `-1.25e-7` into its digits `125` and its exponent `-7`.
fn decompose(scientific: &str) -> (String, i32) {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let digits = mantissa.chars().filter(char::is_ascii_digit).collect();
    (digits, exponent.parse().unwrap_or(0))
}

/// Lays digits out in plain notation when the exponent is in reach, else in scientific notation.
fn push_layout(
    out: &mut String,
    value: f64,
    digits: &str,
    exponent: i32,
    end: i32,
    keep_point: bool,
) {
    if value.is_sign_negative() {
        out.push('-');
    }
    let (first, rest) = digits.split_at(1);
    if exponent < REPR_MIN_EXPONENT || exponent >= end {
        out.push_str(first);
        if !rest.is_empty() {
            out.push('.');
            out.push_str(rest);
        }
        let sign = if exponent < 0 { '-' } else { '+' };
        let _ = write!(out, "e{sign}{:02}", exponent.unsigned_abs());
    } else if exponent < 0 {
        out.push_str("0.");
        out.extend(std::iter::repeat_n(
            '0',
            exponent.unsigned_abs() as usize - 1,
        ));
        out.push_str(digits);
    } else {
        let whole = exponent.unsigned_abs() as usize + 1;
        if digits.len() > whole {
            out.push_str(&digits[..whole]);
            out.push('.');
            out.push_str(&digits[whole..]);
        } else {
            out.push_str(digits);
            out.extend(std::iter::repeat_n('0', whole - digits.len()));
            if keep_point {
                out.push_str(".0");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repr_switches_to_exponents_where_python_does() {
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (3.0, "3.0"),
            (0.1, "0.1"),
            (0.0001, "0.0001"),
            (9.999_999_999_999_999e-5, "9.999999999999999e-05"),
            (9_999_999_999_999_998.0, "9999999999999998.0"),
            (1e-5, "1e-05"),
            (1.25e-7, "1.25e-07"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (123_456_789_012_345_678.0, "1.2345678901234568e+17"),
            (1e20, "1e+20"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (-1234.5, "-1234.5"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ] {
            assert_eq!(python_float_repr(value), text);
        }
    }

    /// Expectations from Python; the numbers are written as fractions because they have more digits
    /// than their shortest decimals.
    #[test]
    fn a_tie_of_shortest_decimals_goes_to_the_even_digit() {
        for (value, text) in [
            (6_186_268_502_313_153.0 / 4.0, "1546567125578288.2"),
            (6_186_268_502_313_155.0 / 4.0, "1546567125578288.8"),
            (-1_125_899_906_842_625.0 / 8.0, "-140737488355328.12"),
            (1_125_899_906_842_627.0 / 8.0, "140737488355328.38"),
            (41.0 / 4_194_304.0, "9.775161743164062e-06"),
            (4_503_599_627_370_497.0, "4503599627370497.0"),
            (9_007_199_254_740_992.0, "9007199254740992.0"),
            (5.684_341_886_080_802e-14, "5.684341886080802e-14"),
        ] {
            assert_eq!(python_float_repr(value), text);
        }
    }

    #[test]
    fn general_notation_drops_trailing_zeros_and_the_point() {
        for (value, text) in [
            (1.0, "1"),
            (-0.0, "-0"),
            (0.1 + 0.2, "0.3"),
            (1e16, "1e+16"),
            (123_456_789_012.0, "1.23456789e+11"),
            (9_999_999_999.5, "1e+10"),
            (1e-5, "1e-05"),
            (0.0001, "0.0001"),
            (1234.5, "1234.5"),
            (f64::INFINITY, "inf"),
        ] {
            let mut out = String::new();
            push_float_general(&mut out, value, 10);
            assert_eq!(out, text);
        }
    }

    #[test]
    fn fixed_notation_keeps_its_decimals() {
        let mut out = String::new();
        push_float_fixed(&mut out, 0.5, 3);
        out.push(' ');
        push_float_fixed(&mut out, 2.0 / 3.0, 10);
        assert_eq!(out, "0.500 0.6666666667");
    }
}
