//! From the text of a number to its value.

use crate::json::Json;

/// Whose arithmetic turns digits into numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Numbers {
    /// Python's: fractions to the nearest double, whole numbers of any length.
    #[default]
    Python,
    /// pandas' `read_json`: fractions by the formula of its C parser, often a unit off; whole
    /// numbers up to 64 bits.
    Pandas,
}

/// Decimals that pandas' parser looks at.
const PANDAS_DECIMALS: usize = 15;
/// Powers of ten by which pandas multiplies the decimals.
const PANDAS_SCALE: [f64; PANDAS_DECIMALS + 1] = [
    1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14,
    1e-15,
];

/// Returns the value of a number whose spelling is valid; `None` where it is too large.
pub(super) fn value(text: &str, numbers: Numbers) -> Option<Json> {
    let whole = !text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
    match (whole, numbers) {
        (true, _) => whole_number(text, numbers),
        (false, Numbers::Python) => text.parse().ok().map(Json::Float),
        (false, Numbers::Pandas) => pandas_float(text).map(Json::Float),
    }
}

fn whole_number(text: &str, numbers: Numbers) -> Option<Json> {
    match (text.parse::<i64>(), numbers) {
        (Ok(number), _) => Some(Json::Int(number)),
        (Err(_), Numbers::Pandas) if text.parse::<u64>().is_err() => None,
        (Err(_), _) => Some(Json::LongInt(text.into())),
    }
}

/// `(whole + decimals * 10^-n) * sign * 10^exponent`, every step rounded.
fn pandas_float(text: &str) -> Option<f64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(text) => (-1.0, text),
        None => (1.0, text),
    };
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole: u64 = whole.parse().ok()?;
    let digits = decimals.bytes().take(PANDAS_DECIMALS);
    let fraction = digits.fold(0.0, |sum, digit| sum * 10.0 + f64::from(digit - b'0'));
    let scale = PANDAS_SCALE[decimals.len().min(PANDAS_DECIMALS)];
    let number = (whole as f64 + fraction * scale) * sign;
    Some(match exponent {
        None => number,
        Some(exponent) => number * 10_f64.powf(exponent.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_keep_their_digits() {
        let python = |text| value(text, Numbers::Python);
        assert_eq!(python("-0"), Some(Json::Int(0)));
        assert_eq!(python("9223372036854775807"), Some(Json::Int(i64::MAX)));
        let long = "123456789012345678901234567890";
        assert_eq!(python(long), Some(Json::LongInt(long.into())));
        assert_eq!(value(long, Numbers::Pandas), None);
        let unsigned = "18446744073709551615";
        assert_eq!(
            value(unsigned, Numbers::Pandas),
            Some(Json::LongInt(unsigned.into()))
        );
        assert_eq!(value("-9223372036854775809", Numbers::Pandas), None);
    }

    #[test]
    fn fractions_follow_python_or_pandas() {
        assert_eq!(value("1e5", Numbers::Python), Some(Json::Float(1e5)));
        assert_eq!(
            value("1e999", Numbers::Python),
            Some(Json::Float(f64::INFINITY))
        );
        assert_eq!(value("1.0", Numbers::Pandas), Some(Json::Float(1.0)));
        assert_eq!(value("-2.5E+1", Numbers::Pandas), Some(Json::Float(-25.0)));
        // From pandas 2.3: not the nearest doubles.
        for (text, bits) in [
            ("0.3", 0x3fd3_3333_3333_3334_u64),
            ("1.1", 0x3ff1_9999_9999_999a),
            ("0.1234567890123456789", 0x3fbf_9add_3746_f62f),
        ] {
            let Some(Json::Float(number)) = value(text, Numbers::Pandas) else {
                panic!("{text} is a number");
            };
            assert_eq!(number.to_bits(), bits, "{text}");
        }
    }
}
