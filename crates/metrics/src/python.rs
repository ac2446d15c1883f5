//! Text as Python 3.11 sees it: lower case, white space, numbers.
//!
//! Published scores come from Python programs, so words and numbers in cells have to be told apart by
//! its rules. They differ from Rust's in small ways: Python splits at four more control characters,
//! its numbers may hold underscores and digits of any script, and its tables are those of Unicode 14.

/// Characters that got a lower-case form after Unicode 14, as inclusive ranges.
const CASED_AFTER_UNICODE_14: [(char, char); 7] = [
    ('\u{1c89}', '\u{1c89}'),
    ('\u{a7cb}', '\u{a7cc}'),
    ('\u{a7ce}', '\u{a7ce}'),
    ('\u{a7d2}', '\u{a7d4}'),
    ('\u{a7da}', '\u{a7dc}'),
    ('\u{10d50}', '\u{10d65}'),
    ('\u{16ea0}', '\u{16eb8}'),
];

/// Returns the text in lower case, as `str.lower`.
///
/// Letters whose case Python 3.11 does not know yet stay as they are.
pub fn lower(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let keep = |c: char| {
        c == PLACEHOLDER
            || CASED_AFTER_UNICODE_14
                .iter()
                .any(|(from, to)| (*from..=*to).contains(&c))
    };
    if !text.contains(keep) {
        return text.to_lowercase();
    }
    // Final sigma looks at neighbours, so the text is lowered whole, then the letters put back.
    let mut kept = text.chars().filter(|c| keep(*c));
    let masked: String = text
        .chars()
        .map(|c| if keep(c) { PLACEHOLDER } else { c })
        .collect();
    let lowered = masked.to_lowercase();
    lowered
        .chars()
        .map(|c| {
            if c == PLACEHOLDER {
                kept.next().unwrap_or(c)
            } else {
                c
            }
        })
        .collect()
}

/// A code point that is never a letter nor valid in text, standing in for one that has no case.
const PLACEHOLDER: char = '\u{10ffff}';

/// Returns whether Python counts the character as white space.
pub fn is_whitespace(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

/// Splits text at runs of white space, as `str.split()`.
pub fn split_whitespace(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_whitespace).filter(|word| !word.is_empty())
}

/// Parses a whole number, as `int`.
///
/// White space around, one sign, leading zeros, single underscores between digits and decimal digits
/// of any script are allowed. Returns `None` for anything else and beyond 64 bits.
pub fn parse_int(text: &str) -> Option<i64> {
    let text = text.trim_matches(is_whitespace);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = plain_digits(digits)?;
    let mut value = 0_i64;
    for digit in digits.bytes() {
        let digit = i64::from(digit.checked_sub(b'0').filter(|digit| *digit <= 9)?);
        let digit = if negative { -digit } else { digit };
        value = value.checked_mul(10)?.checked_add(digit)?;
    }
    Some(value)
}

/// Parses a number, as `float`.
///
/// White space around, `inf`, `infinity` and `nan` in any case, single underscores between digits and
/// decimal digits of any script are allowed. Numbers too large become infinite.
pub fn parse_float(text: &str) -> Option<f64> {
    // Rust's own parser knows the same words and forms.
    plain_digits(text.trim_matches(is_whitespace))?.parse().ok()
}

/// Writes digits of any script as ASCII and drops underscores between digits; `None` for empty text
/// and underscores elsewhere.
fn plain_digits(text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut last_was_digit = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match decimal_digit(c) {
            Some(digit) => plain.push(digit),
            None if c == '_' => {
                let next = chars.peek().copied().and_then(decimal_digit);
                if !last_was_digit || next.is_none() {
                    return None;
                }
            }
            None => plain.push(c),
        }
        last_was_digit = decimal_digit(c).is_some();
    }
    Some(plain)
}

/// First digit of every run of decimal digits beyond ASCII, Unicode 14 (general category `Nd`).
const ZEROS: [u32; 65] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
    0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50,
    0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650,
    0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50,
    0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

fn decimal_digit(c: char) -> Option<char> {
    if c.is_ascii() {
        return c.is_ascii_digit().then_some(c);
    }
    let code = c as u32;
    let after = ZEROS.partition_point(|zero| *zero <= code);
    let value = code - ZEROS[after.checked_sub(1)?];
    char::from_digit(value, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowers_as_python() {
        for (text, lowered) in [
            ("ABC", "abc"),
            ("İ", "i\u{307}"),
            ("ΣΑΣ", "σας"),
            ("ΑΣ.", "ας."),
            ("straße ẞ", "straße ß"),
            ("ǅ", "ǆ"),
            ("हिन्दी", "हिन्दी"),
        ] {
            assert_eq!(lower(text), lowered);
        }
    }

    #[test]
    fn letters_newer_than_python_stay() {
        assert_eq!(lower("\u{a7cb}A\u{10d50}Σ"), "\u{a7cb}a\u{10d50}σ");
        assert_eq!(lower("\u{10ffff}\u{a7cb}Ä"), "\u{10ffff}\u{a7cb}ä");
    }

    #[test]
    fn splits_at_separators_that_rust_keeps() {
        let words: Vec<&str> =
            split_whitespace("\u{1c}a\u{1f}b\u{85}c\u{3000}d\u{200b}e ").collect();
        assert_eq!(words, ["a", "b", "c", "d\u{200b}e"]);
    }

    #[test]
    fn whole_numbers_take_signs_underscores_and_other_digits() {
        for (text, value) in [
            ("7", Some(7)),
            ("+5", Some(5)),
            ("-0012", Some(-12)),
            ("2_00", Some(200)),
            ("\u{a0}3\n", Some(3)),
            ("\u{ff11}\u{ff12}", Some(12)),
            ("٣", Some(3)),
            ("9223372036854775807", Some(i64::MAX)),
            ("-9223372036854775808", Some(i64::MIN)),
            ("9223372036854775808", None),
            ("", None),
            ("+", None),
            ("+-5", None),
            ("- 5", None),
            ("1__0", None),
            ("_1", None),
            ("1_", None),
            ("1.0", None),
            ("0x10", None),
            ("½", None),
        ] {
            assert_eq!(parse_int(text), value, "{text:?}");
        }
    }

    #[test]
    fn numbers_take_words_and_underscores() {
        for (text, value) in [
            ("1e2", Some(100.0)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("1_23.4_5", Some(123.45)),
            ("-Infinity", Some(f64::NEG_INFINITY)),
            ("1e999", Some(f64::INFINITY)),
            (" +inf ", Some(f64::INFINITY)),
            ("\u{ff11}.\u{ff15}", Some(1.5)),
            ("1_.5", None),
            ("1e_5", None),
            ("", None),
            (".", None),
            ("e5", None),
            ("1 2", None),
            ("0x1p3", None),
        ] {
            assert_eq!(parse_float(text), value, "{text:?}");
        }
        assert!(parse_float("NaN").is_some_and(f64::is_nan));
        assert!(parse_float("+nan").is_some_and(f64::is_nan));
    }

    #[test]
    fn every_character_is_as_python_3_11_has_it() {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let (mut blanks, mut digits) = (0, 0);
        for c in '\0'..=char::MAX {
            // FNV-1a of the lower-case forms, a line each.
            for byte in lower(&c.to_string()).bytes().chain([b'\n']) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            blanks += i64::from(is_whitespace(c));
            if let Some(digit) = parse_int(&c.to_string()) {
                digits += digit * (i64::from(u32::from(c)) % 97) + 1;
            }
        }
        assert_eq!((hash, blanks, digits), (0x45c0_f3d4_d193_3888, 29, 146_248));
    }
}
