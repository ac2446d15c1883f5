//! The header's Python literal: a dictionary of texts, truth values and tuples of whole numbers.

use crate::npy::NpyError;

/// A value of the dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Literal {
    /// `'text'`.
    Text(String),
    /// `True` or `False`.
    Bool(bool),
    /// `(3, 4)`, also `(3,)` and `()`.
    Tuple(Vec<usize>),
}

/// Parses `{'name': value, ...}`.
pub(super) fn parse_dictionary(text: &str) -> Result<Vec<(String, Literal)>, NpyError> {
    let mut rest = Rest(text);
    let mut entries = Vec::new();
    rest.expect('{')?;
    while !rest.accept('}') {
        let name = rest.text()?;
        rest.expect(':')?;
        entries.push((name, rest.literal()?));
        if !rest.accept(',') {
            rest.expect('}')?;
            break;
        }
    }
    Ok(entries)
}

/// What is still to be parsed.
struct Rest<'t>(&'t str);

impl Rest<'_> {
    fn accept(&mut self, character: char) -> bool {
        self.0 = self.0.trim_start();
        match self.0.strip_prefix(character) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, character: char) -> Result<(), NpyError> {
        if self.accept(character) {
            Ok(())
        } else {
            Err(self.unexpected(&format!("`{character}`")))
        }
    }

    fn text(&mut self) -> Result<String, NpyError> {
        self.0 = self.0.trim_start();
        for quote in ['\'', '"'] {
            if let Some(rest) = self.0.strip_prefix(quote)
                && let Some((text, rest)) = rest.split_once(quote)
            {
                let text = text.to_owned();
                self.0 = rest;
                return Ok(text);
            }
        }
        Err(self.unexpected("a quoted text"))
    }

    fn literal(&mut self) -> Result<Literal, NpyError> {
        self.0 = self.0.trim_start();
        for (word, value) in [("True", true), ("False", false)] {
            if let Some(rest) = self.0.strip_prefix(word) {
                self.0 = rest;
                return Ok(Literal::Bool(value));
            }
        }
        if self.accept('(') {
            return self.tuple().map(Literal::Tuple);
        }
        self.text().map(Literal::Text)
    }

    fn tuple(&mut self) -> Result<Vec<usize>, NpyError> {
        let mut numbers = Vec::new();
        while !self.accept(')') {
            self.0 = self.0.trim_start();
            let length = self.0.bytes().take_while(u8::is_ascii_digit).count();
            let (digits, rest) = self.0.split_at(length);
            numbers.push(digits.parse().map_err(|_| self.unexpected("a length"))?);
            // Python 2 wrote long integers as `3L`.
            self.0 = rest.strip_prefix('L').unwrap_or(rest);
            if !self.accept(',') {
                self.expect(')')?;
                break;
            }
        }
        Ok(numbers)
    }

    fn unexpected(&self, expected: &str) -> NpyError {
        let found: String = self.0.chars().take(20).collect();
        NpyError::Header(format!("expected {expected} at `{found}`"))
    }
}
