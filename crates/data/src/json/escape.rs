//! Texts in quotes, with nothing but ASCII.

/// Which characters are escaped beside quotes, backslashes, control characters and what is not
/// ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escapes {
    /// As Python: the delete character too.
    Python,
    /// As pandas: the slash too.
    Pandas,
}

/// Appends a text in quotes.
pub(super) fn push_text(out: &mut Vec<u8>, text: &str, escapes: Escapes) {
    out.push(b'"');
    for character in text.chars() {
        match character {
            '"' => out.extend(b"\\\""),
            '\\' => out.extend(b"\\\\"),
            '\n' => out.extend(b"\\n"),
            '\r' => out.extend(b"\\r"),
            '\t' => out.extend(b"\\t"),
            '\x08' => out.extend(b"\\b"),
            '\x0c' => out.extend(b"\\f"),
            '/' if escapes == Escapes::Pandas => out.extend(b"\\/"),
            '\x7f' if escapes == Escapes::Pandas => out.push(0x7f),
            ' '..='~' => out.push(character as u8),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    push_unit(out, *unit);
                }
            }
        }
    }
    out.push(b'"');
}

fn push_unit(out: &mut Vec<u8>, unit: u16) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.extend(b"\\u");
    out.extend([12, 8, 4, 0].map(|shift| DIGITS[usize::from(unit >> shift & 15)]));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_and_pandas_differ_in_two_characters() {
        let escaped = |escapes| {
            let mut out = Vec::new();
            push_text(&mut out, "a\"\\/\n\x01\x7fé😀", escapes);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            escaped(Escapes::Python),
            r#""a\"\\/\n\u0001\u007f\u00e9\ud83d\ude00""#
        );
        assert_eq!(
            escaped(Escapes::Pandas),
            "\"a\\\"\\\\\\/\\n\\u0001\x7f\\u00e9\\ud83d\\ude00\""
        );
    }
}
