//! Cutting text into fields.

use memchr::{memchr, memchr2_iter, memchr3};

use crate::csv::CsvError;

/// Bytes that are looked at one by one before a vectorised search pays.
const SHORT_FIELD: usize = 16;

/// The place of a field: in the text, or in the block's buffer when quotes were removed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    start: usize,
    length: usize,
}

/// Absent fields that any text may have, and how many more for each of its bytes.
const ABSENT_FREE: usize = 1 << 16;
const ABSENT_PER_BYTE: usize = 8;

/// Bit of `start` that says that a field lies in the buffer.
const IN_BUFFER: usize = 1 << (usize::BITS - 1);

/// The fields of a block of rows, row by row.
#[derive(Debug)]
pub(super) struct Block<'t> {
    text: &'t str,
    buffer: String,
    fields: Vec<Field>,
    /// Fields appended so far because rows were short, those of earlier blocks included.
    absent: usize,
}

impl<'t> Block<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            buffer: String::new(),
            fields: Vec::new(),
            absent: 0,
        }
    }

    /// Returns the number of fields.
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// Returns the text of a field.
    pub(super) fn get(&self, index: usize) -> &str {
        let Field { start, length } = self.fields[index];
        if start & IN_BUFFER == 0 {
            &self.text[start..start + length]
        } else {
            let start = start & !IN_BUFFER;
            &self.buffer[start..start + length]
        }
    }

    /// Appends empty fields until there are `length`.
    pub(super) fn pad(&mut self, length: usize) {
        self.absent += length.saturating_sub(self.fields.len());
        self.fields.resize(
            length,
            Field {
                start: 0,
                length: 0,
            },
        );
    }

    /// Returns whether far more fields are absent than the text is long: a wide header over very
    /// short rows, which would take memory that the text does not.
    pub(super) fn is_hollow(&self) -> bool {
        self.absent > ABSENT_FREE + ABSENT_PER_BYTE * self.text.len()
    }

    pub(super) fn clear(&mut self) {
        self.fields.clear();
        self.buffer.clear();
    }
}

/// Reads rows one after the other.
///
/// A line of nothing but blanks is skipped; LF, CRLF and CR end a line. A field that starts with
/// a quote goes to the closing quote (doubled quotes stand for one) and on to the next delimiter;
/// a quote anywhere else is an ordinary character.
#[derive(Debug)]
pub(super) struct Tokenizer<'t> {
    text: &'t str,
    position: usize,
    delimiter: u8,
    /// The original ends a field at a NUL character.
    has_nul: bool,
}

impl<'t> Tokenizer<'t> {
    pub(super) fn new(text: &'t str, delimiter: u8) -> Self {
        let has_nul = memchr(0, text.as_bytes()).is_some();
        Self {
            text,
            position: 0,
            delimiter,
            has_nul,
        }
    }

    /// Skips blank lines; returns whether a row follows.
    pub(super) fn find_row(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let mut ahead = self.position;
        loop {
            match bytes.get(ahead) {
                None => {
                    self.position = ahead;
                    return false;
                }
                Some(b'\n' | b'\r') => {
                    ahead += 1;
                    self.position = ahead;
                }
                Some(b' ' | b'\t') if bytes[ahead] != self.delimiter => ahead += 1,
                Some(_) => return true,
            }
        }
    }

    /// Returns the position of the next row, for [`Tokenizer::line_at`].
    pub(super) fn mark(&self) -> usize {
        self.position
    }

    /// Returns the 1-based line of a position.
    pub(super) fn line_at(&self, mark: usize) -> usize {
        line_of(self.text.as_bytes(), mark)
    }

    /// Appends the fields of the row that [`Tokenizer::find_row`] found.
    pub(super) fn read_row(&mut self, block: &mut Block<'t>) -> Result<(), CsvError> {
        let bytes = self.text.as_bytes();
        loop {
            if bytes.get(self.position) == Some(&b'"') {
                self.read_quoted(block)?;
            } else {
                let start = self.position;
                self.position = self.field_end(start);
                self.push(block, start, self.position);
            }
            match bytes.get(self.position) {
                Some(byte) if *byte == self.delimiter => self.position += 1,
                Some(b'\r') if bytes.get(self.position + 1) == Some(&b'\n') => {
                    self.position += 2;
                    return Ok(());
                }
                Some(_) => {
                    self.position += 1;
                    return Ok(());
                }
                None => return Ok(()),
            }
        }
    }

    /// Position of the next delimiter or line end.
    fn field_end(&self, start: usize) -> usize {
        let rest = &self.text.as_bytes()[start..];
        let is_end = |byte: &u8| *byte == self.delimiter || *byte == b'\n' || *byte == b'\r';
        let near = &rest[..rest.len().min(SHORT_FIELD)];
        if let Some(length) = near.iter().position(is_end) {
            return start + length;
        }
        let far = memchr3(self.delimiter, b'\n', b'\r', &rest[near.len()..]);
        start + far.map_or(rest.len(), |far| near.len() + far)
    }

    fn read_quoted(&mut self, block: &mut Block<'t>) -> Result<(), CsvError> {
        let bytes = self.text.as_bytes();
        let open = self.position;
        let buffered = block.buffer.len();
        let mut start = open + 1;
        loop {
            let Some(length) = memchr(b'"', &bytes[start..]) else {
                return Err(CsvError::UnclosedQuote {
                    line: line_of(bytes, open),
                });
            };
            let close = start + length;
            if bytes.get(close + 1) == Some(&b'"') {
                block.buffer.push_str(&self.text[start..=close]);
                start = close + 2;
                continue;
            }
            self.position = self.field_end(close + 1);
            let plain = block.buffer.len() == buffered && self.position == close + 1;
            if plain {
                self.push(block, start, close);
            } else {
                block.buffer.push_str(&self.text[start..close]);
                block.buffer.push_str(&self.text[close + 1..self.position]);
                self.push_buffered(block, buffered);
            }
            return Ok(());
        }
    }

    fn push(&self, block: &mut Block<'t>, start: usize, end: usize) {
        let mut length = end - start;
        if self.has_nul {
            let field = &self.text.as_bytes()[start..end];
            length = memchr(0, field).unwrap_or(length);
        }
        block.fields.push(Field { start, length });
    }

    fn push_buffered(&self, block: &mut Block<'t>, start: usize) {
        let field = &block.buffer.as_bytes()[start..];
        let length = memchr(0, field)
            .filter(|_| self.has_nul)
            .unwrap_or(field.len());
        block.fields.push(Field {
            start: start | IN_BUFFER,
            length,
        });
    }
}

/// Returns the 1-based line of a byte; LF, CRLF and CR end a line.
pub(super) fn line_of(bytes: &[u8], position: usize) -> usize {
    let position = position.min(bytes.len());
    let ends = memchr2_iter(b'\n', b'\r', &bytes[..position]);
    1 + ends
        .filter(|end| bytes[*end] == b'\n' || bytes.get(end + 1) != Some(&b'\n'))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, delimiter: u8) -> Vec<Vec<String>> {
        let mut tokenizer = Tokenizer::new(text, delimiter);
        let mut rows = Vec::new();
        while tokenizer.find_row() {
            let mut block = Block::new(text);
            tokenizer.read_row(&mut block).unwrap();
            rows.push(
                (0..block.len())
                    .map(|index| block.get(index).to_owned())
                    .collect(),
            );
        }
        rows
    }

    #[test]
    fn every_line_end_ends_a_row() {
        assert_eq!(
            rows("a,b\n1,2\r\n3,4\r,6", b','),
            [["a", "b"], ["1", "2"], ["3", "4"], ["", "6"]]
        );
    }

    #[test]
    fn lines_of_blanks_are_skipped() {
        assert_eq!(rows("\n \t\n a\r\r\n1\n  ", b','), [[" a"], ["1"]]);
        assert_eq!(
            rows("a\tb\n \t2\n\t\n", b'\t'),
            [["a", "b"], [" ", "2"], ["", ""]]
        );
        assert_eq!(rows("a,b\n,\n", b','), [["a", "b"], ["", ""]]);
    }

    #[test]
    fn quotes_count_only_at_the_start_of_a_field() {
        assert_eq!(
            rows(r#""a""b","c"d"e",f"g, "h""#, b','),
            [[r#"a"b"#, r#"cd"e""#, r#"f"g"#, r#" "h""#]]
        );
        assert_eq!(
            rows("\"a\r\nb\",\"\"\n\"\"\n", b','),
            [vec!["a\r\nb", ""], vec![""]]
        );
    }

    #[test]
    fn long_fields_are_found_too() {
        let long = "x".repeat(100);
        let text = format!("{long},{long}\n{long}");
        assert_eq!(rows(&text, b','), [vec![long.as_str(), &long], vec![&long]]);
    }

    #[test]
    fn a_nul_ends_a_field() {
        assert_eq!(rows("a\0b,\"c\0\"\"d\",\0\n", b','), [["a", "c", ""]]);
    }

    #[test]
    fn an_unclosed_quote_is_an_error_with_its_line() {
        let text = "a\r\n1\r2\n\"3\n";
        let mut tokenizer = Tokenizer::new(text, b',');
        let mut block = Block::new(text);
        let mut result = Ok(());
        while result.is_ok() && tokenizer.find_row() {
            result = tokenizer.read_row(&mut block);
        }
        assert!(matches!(result, Err(CsvError::UnclosedQuote { line: 4 })));
    }
}
