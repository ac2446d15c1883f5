//! Cutting text into fields.

use memchr::{memchr, memchr3};

/// Why a row cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The text ends within the row, but more of it follows.
    Cut,
    /// A quote that was opened at this position is never closed.
    Unclosed(usize),
}

/// The place of a field: in the text, or in the block's buffer when quotes were removed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    start: usize,
    length: usize,
}

/// Bit of `start` that says that a field lies in the buffer.
const IN_BUFFER: usize = 1 << (usize::BITS - 1);

/// The fields of a block of rows, row by row.
#[derive(Debug, Default)]
pub(super) struct Block {
    buffer: String,
    fields: Vec<Field>,
    /// Fields appended so far because rows were short, those of earlier blocks included.
    absent: usize,
}

impl Block {
    /// Returns the number of fields.
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// Returns the text of a field; `text` is what the fields were cut from.
    pub(super) fn get<'t>(&'t self, text: &'t str, index: usize) -> &'t str {
        let Field { start, length } = self.fields[index];
        if start & IN_BUFFER == 0 {
            &text[start..start + length]
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

    /// Returns how many fields were appended so far, those of earlier blocks included.
    pub(super) fn absent(&self) -> usize {
        self.absent
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
    /// Nothing follows the text.
    complete: bool,
    /// The original ends a field at a NUL character.
    has_nul: bool,
}

impl<'t> Tokenizer<'t> {
    /// Starts at a position of a text where a row begins.
    pub(super) fn new(
        text: &'t str,
        position: usize,
        delimiter: u8,
        complete: bool,
        has_nul: bool,
    ) -> Self {
        Self {
            text,
            position,
            delimiter,
            complete,
            has_nul,
        }
    }

    /// Returns the position of the next row.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// Skips blank lines; returns whether a row follows.
    pub(super) fn find_row(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let mut ahead = self.position;
        loop {
            match bytes.get(ahead) {
                None => {
                    if self.complete {
                        self.position = ahead;
                    }
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

    /// Appends the fields of the row that [`Tokenizer::find_row`] found, or none of them.
    pub(super) fn read_row(&mut self, block: &mut Block) -> Result<(), Stop> {
        let (position, fields, buffered) = (self.position, block.fields.len(), block.buffer.len());
        let result = self.read_fields(block);
        if result.is_err() {
            self.position = position;
            block.fields.truncate(fields);
            block.buffer.truncate(buffered);
        }
        result
    }

    fn read_fields(&mut self, block: &mut Block) -> Result<(), Stop> {
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
                Some(b'\r') => match bytes.get(self.position + 1) {
                    Some(b'\n') => {
                        self.position += 2;
                        return Ok(());
                    }
                    None if !self.complete => return Err(Stop::Cut),
                    _ => {
                        self.position += 1;
                        return Ok(());
                    }
                },
                Some(_) => {
                    self.position += 1;
                    return Ok(());
                }
                None if self.complete => return Ok(()),
                None => return Err(Stop::Cut),
            }
        }
    }

    /// Position of the next delimiter or line end.
    fn field_end(&self, start: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut position = start;
        for _ in 0..SHORT_WORDS {
            let Some(word) = bytes[position..].first_chunk::<8>() else {
                break;
            };
            let word = u64::from_le_bytes(*word);
            let ends = zero_bytes(word ^ repeated(self.delimiter))
                | zero_bytes(word ^ repeated(b'\n'))
                | zero_bytes(word ^ repeated(b'\r'));
            if ends != 0 {
                return position + (ends.trailing_zeros() / 8) as usize;
            }
            position += 8;
        }
        let rest = &bytes[position..];
        position + memchr3(self.delimiter, b'\n', b'\r', rest).unwrap_or(rest.len())
    }

    fn read_quoted(&mut self, block: &mut Block) -> Result<(), Stop> {
        let bytes = self.text.as_bytes();
        let open = self.position;
        let buffered = block.buffer.len();
        let mut start = open + 1;
        loop {
            let Some(length) = memchr(b'"', &bytes[start..]) else {
                return Err(if self.complete {
                    Stop::Unclosed(open)
                } else {
                    Stop::Cut
                });
            };
            let close = start + length;
            match bytes.get(close + 1) {
                Some(b'"') => {
                    block.buffer.push_str(&self.text[start..=close]);
                    start = close + 2;
                    continue;
                }
                None if !self.complete => return Err(Stop::Cut),
                _ => {}
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

    fn push(&self, block: &mut Block, start: usize, end: usize) {
        let mut length = end - start;
        if self.has_nul {
            let field = &self.text.as_bytes()[start..end];
            length = memchr(0, field).unwrap_or(length);
        }
        block.fields.push(Field { start, length });
    }

    fn push_buffered(&self, block: &mut Block, start: usize) {
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

/// Words of eight bytes that are looked at before a vectorised search pays.
const SHORT_WORDS: usize = 3;

/// The byte in every place of a word.
const fn repeated(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Sets the top bit of every byte that is zero; above the lowest such byte there may be others too.
const fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(repeated(0x01)) & !word & repeated(0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, delimiter: u8) -> Vec<Vec<String>> {
        let mut tokenizer = Tokenizer::new(text, 0, delimiter, true, text.contains('\0'));
        let mut rows = Vec::new();
        while tokenizer.find_row() {
            let mut block = Block::default();
            tokenizer.read_row(&mut block).unwrap();
            let fields = (0..block.len()).map(|index| block.get(text, index).to_owned());
            rows.push(fields.collect());
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
    fn ends_are_found_at_every_distance() {
        for length in 0..40 {
            let long = "\u{b}".repeat(length);
            for end in ["\n", "\r", "\r\n", ","] {
                let text = format!("{long}{end}x{end}");
                let fields = rows(&text, b',').concat();
                let blank = length == 0 && end != ",";
                let expected = if blank { vec!["x"] } else { vec![&long, "x"] };
                assert_eq!(fields[..expected.len()], expected, "{length} {end:?}");
            }
        }
    }

    #[test]
    fn an_unclosed_quote_is_found_where_it_was_opened() {
        let text = "a\r\n1\r2\n\"3\n";
        let mut tokenizer = Tokenizer::new(text, 0, b',', true, false);
        let mut block = Block::default();
        let mut result = Ok(());
        while result.is_ok() && tokenizer.find_row() {
            result = tokenizer.read_row(&mut block);
        }
        assert_eq!(result, Err(Stop::Unclosed(7)));
    }

    #[test]
    fn a_row_that_may_go_on_is_left_alone() {
        for text in ["a", "a,", "a\r", "\"a\nb", "\"a\"", "\"a\"\"", "\"a\"x"] {
            let mut tokenizer = Tokenizer::new(text, 0, b',', false, false);
            let mut block = Block::default();
            assert!(tokenizer.find_row());
            assert_eq!(tokenizer.read_row(&mut block), Err(Stop::Cut), "{text:?}");
            assert_eq!((tokenizer.position(), block.len()), (0, 0), "{text:?}");
        }
    }
}
