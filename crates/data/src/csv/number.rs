//! Numbers in fields, as pandas' C parser recognises them.

use std::sync::LazyLock;

use crate::csv::FloatParsing;

/// Why a field is no whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotWhole {
    /// It is something else.
    Other,
    /// Its digits do not fit. This is found before the rest of the field is looked at.
    Overflow,
}

/// Blanks that may surround a number: the six of C's `isspace`.
fn is_blank(byte: u8) -> bool {
    byte == b' ' || (b'\t'..=b'\r').contains(&byte)
}

fn skip_blanks(mut field: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = field {
        if !is_blank(*first) {
            break;
        }
        field = rest;
    }
    field
}

/// Parses a signed whole number.
pub(super) fn parse_i64(field: &str) -> Result<i64, NotWhole> {
    if let Some(number) = parse_short(field.as_bytes()) {
        return Ok(number);
    }
    let field = skip_blanks(field.as_bytes());
    let (negative, digits) = match field {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, field),
    };
    let (magnitude, rest) = parse_digits(digits)?;
    let number = if negative {
        0_i64
            .checked_sub_unsigned(magnitude)
            .ok_or(NotWhole::Overflow)?
    } else {
        i64::try_from(magnitude).map_err(|_| NotWhole::Overflow)?
    };
    if skip_blanks(rest).is_empty() {
        Ok(number)
    } else {
        Err(NotWhole::Other)
    }
}

/// Parses what most whole numbers are, in one pass: a few digits and nothing else.
fn parse_short(digits: &[u8]) -> Option<i64> {
    if digits.is_empty() || digits.len() >= SAFE_DIGITS {
        return None;
    }
    let mut number = 0_i64;
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + i64::from(digit);
    }
    Some(number)
}

/// Parses a whole number without sign. The caller deals with a leading minus.
pub(super) fn parse_u64(field: &str) -> Result<u64, NotWhole> {
    let field = skip_blanks(field.as_bytes());
    let digits = field.strip_prefix(b"+").unwrap_or(field);
    let (number, rest) = parse_digits(digits)?;
    if skip_blanks(rest).is_empty() {
        Ok(number)
    } else {
        Err(NotWhole::Other)
    }
}

/// Returns whether a field starts with a minus, blanks aside.
pub(super) fn is_negative(field: &str) -> bool {
    skip_blanks(field.as_bytes()).first() == Some(&b'-')
}

/// Digits that always fit 64 bits.
const SAFE_DIGITS: usize = 19;

fn parse_digits(field: &[u8]) -> Result<(u64, &[u8]), NotWhole> {
    let length = field
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let (digits, rest) = field.split_at(length);
    if length == 0 {
        return Err(NotWhole::Other);
    }
    let mut number = 0_u64;
    if length <= SAFE_DIGITS {
        for digit in digits {
            number = number * 10 + u64::from(digit - b'0');
        }
        return Ok((number, rest));
    }
    for digit in digits {
        number = number
            .checked_mul(10)
            .and_then(|number| number.checked_add(u64::from(digit - b'0')))
            .ok_or(NotWhole::Overflow)?;
    }
    Ok((number, rest))
}

/// Parses a decimal number; `None` when the field is none or too large for a double.
///
/// The six spellings of infinity count in any case but without blanks.
pub(super) fn parse_f64(field: &str, parsing: FloatParsing) -> Option<f64> {
    let number = match parsing {
        FloatParsing::Exact => parse_exact(field),
        FloatParsing::PandasFast => parse_fast(field),
    };
    number.or_else(|| parse_infinity(field))
}

fn parse_infinity(field: &str) -> Option<f64> {
    let (negative, word) = match field.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        word => (false, word),
    };
    let infinite = word.eq_ignore_ascii_case(b"inf") || word.eq_ignore_ascii_case(b"infinity");
    infinite.then_some(if negative {
        f64::NEG_INFINITY
    } else {
        f64::INFINITY
    })
}

fn parse_exact(field: &str) -> Option<f64> {
    let bytes = field.as_bytes();
    if let Some(number) = parse_plain(bytes) {
        return Some(number);
    }
    let start = bytes.len() - skip_blanks(bytes).len();
    let end = start + number_length(&bytes[start..])?;
    if !skip_blanks(&bytes[end..]).is_empty() {
        return None;
    }
    // A negative number that is too large becomes minus infinity; only the positive side is
    // checked by the original.
    field[start..end]
        .parse::<f64>()
        .ok()
        .filter(|number| *number != f64::INFINITY)
}

/// Decimal places up to which a power of ten is a double.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Digits of a number below 2^53, which a double holds exactly.
const EXACT_DIGITS: usize = 15;

/// Parses what many decimal numbers are, in one pass: a sign, up to 15 digits, a point among them.
///
/// Digits and power of ten are both doubles, so their quotient is rounded once and therefore right
/// (W. D. Clinger, "How to read floating point numbers accurately", 1990).
fn parse_plain(field: &[u8]) -> Option<f64> {
    let (negative, digits) = match field {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    if digits.len() > EXACT_DIGITS + 1 {
        return None;
    }
    let (mut number, mut count, mut decimals, mut point) = (0_u64, 0, 0, false);
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit <= 9 {
            number = number * 10 + u64::from(digit);
            count += 1;
            decimals += usize::from(point);
        } else if *byte == b'.' && !point {
            point = true;
        } else {
            return None;
        }
    }
    if count == 0 || count > EXACT_DIGITS {
        return None;
    }
    let number = number as f64 / EXACT_POWERS[decimals];
    Some(if negative { -number } else { number })
}

/// Length of `[sign] digits [. digits] [e [sign] digits]`; `None` without any digit in the
/// mantissa or, after an `e`, in the exponent.
fn number_length(bytes: &[u8]) -> Option<usize> {
    let digits = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let sign = |at: usize| usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
    let mut end = sign(0);
    let whole = digits(end);
    end += whole;
    let mut decimals = 0;
    if bytes.get(end) == Some(&b'.') {
        decimals = digits(end + 1);
        end += 1 + decimals;
    }
    if whole + decimals == 0 {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        end += 1 + sign(end + 1);
        let exponent = digits(end);
        if exponent == 0 {
            return None;
        }
        end += exponent;
    }
    Some(end)
}

/// Digits that the fast parser looks at; leading zeros count.
const FAST_DIGITS: usize = 17;

/// The inexact algorithm: digits are collected in a double and scaled once by a power of ten.
fn parse_fast(field: &str) -> Option<f64> {
    let bytes = skip_blanks(field.as_bytes());
    let end = number_length(bytes)?;
    if !skip_blanks(&bytes[end..]).is_empty() {
        return None;
    }
    let (mut number, mut digits, mut exponent) = (0.0_f64, 0, 0_i64);
    let mut after_point = false;
    let mut rest = bytes[..end].iter();
    for byte in rest.by_ref() {
        match byte {
            b'0'..=b'9' if digits < FAST_DIGITS => {
                number = number * 10.0 + f64::from(byte - b'0');
                digits += 1;
                exponent -= i64::from(after_point);
            }
            b'0'..=b'9' => exponent += i64::from(!after_point),
            b'.' => after_point = true,
            b'e' | b'E' => break,
            _ => {}
        }
    }
    if bytes[0] == b'-' {
        number = -number;
    }
    exponent += written_exponent(rest.as_slice())?;
    scale(number, exponent)
}

/// The exponent after the `e`; `None` where it has more digits than the original reads.
fn written_exponent(bytes: &[u8]) -> Option<i64> {
    let (negative, digits) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, bytes),
    };
    if digits.len() > FAST_DIGITS {
        return None;
    }
    let exponent = digits
        .iter()
        .fold(0_i64, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    Some(if negative { -exponent } else { exponent })
}

fn scale(number: f64, exponent: i64) -> Option<f64> {
    let scaled = match exponent {
        309.. => return None,
        1..=308 => number * power_of_ten(exponent),
        -308..=0 => number / power_of_ten(-exponent),
        -616..-308 => number / power_of_ten(-308 - exponent) / power_of_ten(308),
        _ => 0.0,
    };
    scaled.is_finite().then_some(scaled)
}

/// The nearest double of a power of ten from 0 to 308.
fn power_of_ten(exponent: i64) -> f64 {
    static POWERS: LazyLock<Vec<f64>> = LazyLock::new(|| {
        let power = |exponent| format!("1e{exponent}").parse().unwrap_or(f64::INFINITY);
        (0..=308).map(power).collect()
    });
    POWERS[exponent as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_may_have_blanks_and_a_plus() {
        assert_eq!(parse_i64(" +5\t"), Ok(5));
        assert_eq!(parse_i64("\n007"), Ok(7));
        assert_eq!(parse_i64("-9223372036854775808"), Ok(i64::MIN));
        assert_eq!(parse_i64("9223372036854775808"), Err(NotWhole::Overflow));
        assert_eq!(parse_u64("+18446744073709551615"), Ok(u64::MAX));
        for field in [
            "", "+", "- 5", "1_000", "0x10", "1.0", "1e3", "--1", "٣", "1 2",
        ] {
            assert_eq!(parse_i64(field), Err(NotWhole::Other), "{field}");
        }
    }

    #[test]
    fn overflow_is_found_before_the_rest_of_the_field() {
        assert_eq!(parse_i64("99999999999999999999.5"), Err(NotWhole::Overflow));
        assert_eq!(parse_i64("9223372036854775807.5"), Err(NotWhole::Other));
    }

    #[test]
    fn decimal_numbers_come_in_many_spellings() {
        let exact = |field| parse_f64(field, FloatParsing::Exact);
        for (field, number) in [
            (" .5", 0.5),
            ("5.", 5.0),
            ("+1e3 ", 1000.0),
            ("9E-01", 0.9),
            ("1e-400", 0.0),
            ("-iNf", f64::NEG_INFINITY),
            ("+Infinity", f64::INFINITY),
            ("-1e400", f64::NEG_INFINITY),
            ("0.1", 0.1),
        ] {
            assert_eq!(exact(field), Some(number), "{field}");
        }
        for field in [
            "", ".", "-", "e5", "1e", "1e+", "1e400", " inf", "nan", "1,5", "50%", "0x1",
        ] {
            assert_eq!(exact(field), None, "{field}");
        }
    }

    #[test]
    fn short_decimals_are_the_nearest_doubles() {
        let mut digits = 7_u64;
        for length in 1..=18 {
            for point in 0..=length {
                digits = digits
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let text = format!("{:020}", digits);
                let text = format!("-{}.{}", &text[..point], &text[point..length]);
                let nearest = text.parse::<f64>().unwrap();
                let parsed = parse_f64(&text, FloatParsing::Exact).unwrap();
                assert_eq!(parsed.to_bits(), nearest.to_bits(), "{text}");
            }
        }
    }

    #[test]
    fn the_fast_parser_is_off_by_a_unit() {
        let fast = |field| parse_f64(field, FloatParsing::PandasFast);
        assert_eq!(fast("0.3"), Some(0.3));
        assert_eq!(fast("-1.5e3"), Some(-1500.0));
        assert_eq!(fast("1e400"), None);
        assert_eq!(fast("-1e400"), None);
        assert_eq!(fast("1e-320"), Some(1e-320));
        assert_eq!(fast("1e-700"), Some(0.0));
        assert_eq!(fast("INF"), Some(f64::INFINITY));
        assert_ne!(fast("37.904611315634504"), Some(37.904_611_315_634_504));
    }
}
