//! The part of a text that is being read.

use std::io::Read;

use memchr::{memchr, memchr2_iter};

use crate::csv::CsvError;

/// Bytes that are read at a time, at least.
const CHUNK: usize = 1 << 20;

/// A stretch of a text, loaded piece by piece, so that memory holds a block of rows and not the file.
pub(super) struct Window<R> {
    reader: R,
    text: String,
    /// The beginning of a character whose rest is not loaded yet.
    cut: Vec<u8>,
    complete: bool,
    has_nul: bool,
    /// Line ends before the window.
    lines: usize,
    /// Bytes loaded so far.
    loaded: usize,
}

impl<R: Read> Window<R> {
    /// Opens a text; a byte order mark is dropped.
    pub(super) fn open(reader: R) -> Result<Self, CsvError> {
        let mut window = Self {
            reader,
            text: String::new(),
            cut: Vec::new(),
            complete: false,
            has_nul: false,
            lines: 0,
            loaded: 0,
        };
        window.load(CHUNK)?;
        if window.text.starts_with('\u{feff}') {
            window.text.drain(..'\u{feff}'.len_utf8());
        }
        Ok(window)
    }

    /// Returns the text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether nothing follows the window.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns whether the window may hold a NUL character.
    pub(super) fn has_nul(&self) -> bool {
        self.has_nul
    }

    /// Returns the number of bytes loaded so far, those that were given up included.
    pub(super) fn loaded(&self) -> usize {
        self.loaded
    }

    /// Returns the 1-based line of a position in the window.
    pub(super) fn line_of(&self, position: usize) -> usize {
        self.lines + line_of(self.text.as_bytes(), position)
    }

    /// Gives up everything before a position where a row begins.
    pub(super) fn discard(&mut self, position: usize) {
        self.lines = self.line_of(position) - 1;
        self.text.drain(..position);
        self.has_nul = self.has_nul && memchr(0, self.text.as_bytes()).is_some();
    }

    /// Loads more; `unread` is the number of bytes of the window that no row was made of yet. As
    /// much as that is loaded, so that one long field costs a time proportional to its length.
    pub(super) fn extend(&mut self, unread: usize) -> Result<(), CsvError> {
        self.load(unread.max(CHUNK))
    }

    fn load(&mut self, bytes: usize) -> Result<(), CsvError> {
        let mut chunk = std::mem::take(&mut self.cut);
        let kept = chunk.len();
        let found = self
            .reader
            .by_ref()
            .take(bytes as u64)
            .read_to_end(&mut chunk)
            .map_err(CsvError::Io)?;
        self.loaded += found;
        self.complete = found < bytes;
        self.has_nul |= memchr(0, &chunk[kept..]).is_some();
        match std::str::from_utf8(&chunk) {
            Ok(text) => self.text.push_str(text),
            Err(error) => {
                let valid = error.valid_up_to();
                let text = std::str::from_utf8(&chunk[..valid]).unwrap_or_default();
                self.text.push_str(text);
                if self.complete || error.error_len().is_some() {
                    return Err(CsvError::InvalidUtf8 {
                        line: self.line_of(self.text.len()),
                        byte: chunk[valid],
                    });
                }
                self.cut = chunk.split_off(valid);
            }
        }
        Ok(())
    }
}

/// Returns the 1-based line of a byte; LF, CRLF and CR end a line.
fn line_of(bytes: &[u8], position: usize) -> usize {
    let position = position.min(bytes.len());
    let ends = memchr2_iter(b'\n', b'\r', &bytes[..position]);
    1 + ends
        .filter(|end| bytes[*end] == b'\n' || bytes.get(end + 1) != Some(&b'\n'))
        .count()
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    /// Gives one byte at a time.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.0.len().min(buffer.len()).min(1);
            buffer[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }

    #[test]
    fn characters_may_be_cut_between_two_pieces() {
        let text = "é".repeat(CHUNK);
        let mut window = Window::open(Drip(&text.as_bytes()[..2 * CHUNK])).unwrap();
        while !window.is_complete() {
            window.extend(1).unwrap();
        }
        assert!(window.text() == text && window.loaded() == text.len());

        let shifted = format!("\u{feff}x{text}");
        let mut window = Window::open(shifted.as_bytes()).unwrap();
        assert!(!window.is_complete());
        window.discard(1);
        while !window.is_complete() {
            window.extend(1).unwrap();
        }
        assert!(window.text() == text);
    }

    #[test]
    fn lines_are_counted_across_the_window() {
        let mut window = Window::open(&b"a\r\nb\rc\nd"[..]).unwrap();
        assert_eq!(window.line_of(5), 3);
        window.discard(3);
        assert_eq!((window.text(), window.line_of(0)), ("b\rc\nd", 2));
        assert_eq!(window.line_of(4), 4);
    }
}
