//! Lines of text as Python iterates over them.

use std::io::{self, BufRead, BufReader, Read};

/// Hands every line of a UTF-8 text to a function: the line without its end, and whether it has an
/// end, which only the last can lack. `\n`, `\r` and `\r\n` end a line.
///
/// # Errors
///
/// Fails when the reader or the function does, or the text is not UTF-8.
pub fn for_each_line(
    reader: impl Read,
    mut use_line: impl FnMut(&str, bool) -> io::Result<()>,
) -> io::Result<()> {
    let mut reader = BufReader::with_capacity(1 << 18, reader);
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes)? > 0 {
        let text = std::str::from_utf8(&bytes)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let line = text.strip_suffix('\n');
        let line = line.map(|line| line.strip_suffix('\r').unwrap_or(line));
        let mut rest = line.unwrap_or(text);
        while let Some((part, after)) = rest.split_once('\r') {
            use_line(part, true)?;
            rest = after;
        }
        if line.is_some() || !rest.is_empty() {
            use_line(rest, line.is_some())?;
        }
        bytes.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> io::Result<Vec<(String, bool)>> {
        let mut lines = Vec::new();
        for_each_line(text, |line, ended| {
            lines.push((line.to_owned(), ended));
            Ok(())
        })?;
        Ok(lines)
    }

    #[test]
    fn three_kinds_of_ends_count() {
        for (text, expected) in [
            ("", vec![]),
            ("a", vec![("a", false)]),
            ("a\n", vec![("a", true)]),
            (
                "a\r\nb\rc\n\nd",
                vec![
                    ("a", true),
                    ("b", true),
                    ("c", true),
                    ("", true),
                    ("d", false),
                ],
            ),
            ("a\r", vec![("a", true)]),
            ("\r\r\n", vec![("", true), ("", true)]),
            ("x\u{2028}y\n", vec![("x\u{2028}y", true)]),
        ] {
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(line, ended)| (line.to_owned(), ended))
                .collect();
            assert_eq!(lines(text.as_bytes()).unwrap(), expected, "{text:?}");
        }
        assert!(lines(b"a\n\xff\n").is_err());
    }
}
