//! From the fields of one block to a typed column.

use crate::csv::number::{NotWhole, is_negative, parse_f64, parse_i64, parse_u64};
use crate::csv::tokenizer::Block;
use crate::csv::{FloatParsing, words};
use crate::table::{Column, TextColumn};

/// One column of a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'b> {
    /// What the block was cut from.
    pub(super) text: &'b str,
    pub(super) block: &'b Block,
    pub(super) column: usize,
    pub(super) width: usize,
    pub(super) missing_words: bool,
}

impl<'b> Fields<'b> {
    fn len(self) -> usize {
        self.block.len() / self.width
    }

    fn iter(self) -> impl Iterator<Item = &'b str> {
        (0..self.len()).map(move |row| {
            let index = row * self.width + self.column;
            self.block.get(self.text, index)
        })
    }

    fn is_missing(self, field: &str) -> bool {
        self.missing_words && words::is_missing(field)
    }

    /// Returns the fields as text.
    pub(super) fn text(self) -> TextColumn {
        let bytes = self.iter().map(str::len).sum();
        let mut column = TextColumn::with_capacity(self.len(), bytes);
        for field in self.iter() {
            if self.is_missing(field) {
                column.push_missing();
            } else {
                column.push(field);
            }
        }
        column
    }

    /// Returns the column with the first type that all fields have: whole numbers, decimal
    /// numbers, truth values, text.
    pub(super) fn infer(self, parsing: FloatParsing) -> Column {
        match self.whole() {
            Whole::Column(column) => return column,
            Whole::TooLarge => return Column::Text(self.text()),
            Whole::Conflict => {
                // The original gives up on numbers here and forgets the missing words as well.
                return Column::Text(
                    Self {
                        missing_words: false,
                        ..self
                    }
                    .text(),
                );
            }
            Whole::Other => {}
        }
        if let Some(numbers) = self.floats(parsing) {
            return Column::Float(numbers);
        }
        self.bools().unwrap_or_else(|| Column::Text(self.text()))
    }

    fn whole(self) -> Whole {
        let mut numbers = Vec::with_capacity(self.len());
        let mut missing = Vec::new();
        for (row, field) in self.iter().enumerate() {
            match parse_i64(field) {
                Ok(number) => numbers.push(number),
                Err(_) if self.is_missing(field) => {
                    missing.push(row);
                    numbers.push(0);
                }
                Err(NotWhole::Overflow) => return self.unsigned(),
                Err(NotWhole::Other) => return Whole::Other,
            }
        }
        if missing.is_empty() {
            return Whole::Column(Column::Int(numbers));
        }
        // The original marks gaps by the smallest number, which is therefore lost.
        let as_float = |number: i64| {
            if number == i64::MIN {
                f64::NAN
            } else {
                number as f64
            }
        };
        let mut floats: Vec<f64> = numbers.into_iter().map(as_float).collect();
        for row in missing {
            floats[row] = f64::NAN;
        }
        Whole::Column(Column::Float(floats))
    }

    /// Tries numbers without sign after a number was too large for one with sign.
    fn unsigned(self) -> Whole {
        let mut numbers = Vec::with_capacity(self.len());
        let (mut negative, mut missing, mut large) = (false, false, false);
        for field in self.iter() {
            if self.is_missing(field) {
                missing = true;
            } else if is_negative(field) {
                negative = true;
            } else {
                match parse_u64(field) {
                    Ok(number) => {
                        large |= i64::try_from(number).is_err();
                        numbers.push(number);
                    }
                    Err(NotWhole::Overflow) => return Whole::TooLarge,
                    Err(NotWhole::Other) => return Whole::Other,
                }
            }
        }
        match (large, negative || missing) {
            (true, true) => Whole::Conflict,
            (false, true) => Whole::TooLarge,
            (_, false) => Whole::Column(Column::UInt(numbers)),
        }
    }

    fn floats(self, parsing: FloatParsing) -> Option<Vec<f64>> {
        let mut numbers = Vec::with_capacity(self.len());
        for field in self.iter() {
            let number = match parse_f64(field, parsing) {
                Some(number) => number,
                None if self.is_missing(field) => f64::NAN,
                None => return None,
            };
            numbers.push(number);
        }
        Some(numbers)
    }

    fn bools(self) -> Option<Column> {
        let mut values: Vec<Option<bool>> = Vec::with_capacity(self.len());
        for field in self.iter() {
            values.push(match field {
                _ if field.eq_ignore_ascii_case("true") => Some(true),
                _ if field.eq_ignore_ascii_case("false") => Some(false),
                _ if self.is_missing(field) => None,
                _ => return None,
            });
        }
        if let Some(values) = values.iter().copied().collect::<Option<Vec<bool>>>() {
            return Some(Column::Bool(values));
        }
        let text = |value: bool| if value { "True" } else { "False" };
        let mut column: TextColumn = values.into_iter().map(|value| value.map(text)).collect();
        column.set_holds_bools(true);
        Some(Column::Text(column))
    }
}

/// Outcome of the attempt to read whole numbers.
enum Whole {
    Column(Column),
    /// A number that no type of whole numbers holds.
    TooLarge,
    /// A number without room for a sign beside a negative or a missing one.
    Conflict,
    /// Not all fields are whole numbers.
    Other,
}
