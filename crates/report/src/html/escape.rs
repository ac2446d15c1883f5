//! Text into HTML.

use crate::quantity::printable;

/// Escapes text for element content and for attribute values in double quotes. Control characters
/// are replaced, except line feeds.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' => escaped.push('\n'),
            ' '..='~' => escaped.push(c),
            _ => escaped.push_str(&printable(c.encode_utf8(&mut [0; 4]))),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_what_html_reads() {
        assert_eq!(
            escape("<a href=\"x\">'&\u{7}é"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;\u{fffd}é"
        );
    }

    proptest! {
        #[test]
        fn leaves_nothing_to_read(text in any::<String>()) {
            let escaped = escape(&text);
            prop_assert!(!escaped.contains(['<', '>', '"', '\'']));
        }
    }
}
