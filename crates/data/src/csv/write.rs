//! Writing a table as pandas does.

use std::io::{self, Write};
use std::path::Path;

use memchr::{memchr, memchr2};

use crate::csv::{FloatFormat, Quoting, WriteOptions};
use crate::files::write_atomic;
use crate::float_text::{push_float_fixed, push_float_general, push_float_repr};
use crate::table::{Column, Table};

/// Bytes that are collected before they are handed on.
const BUFFER: usize = 1 << 16;

/// Writes a table as `DataFrame.to_csv(index=False)` does, lines ended by a line feed.
///
/// # Errors
///
/// Fails when `out` does.
pub fn write(table: &Table, out: &mut dyn Write, options: &WriteOptions) -> io::Result<()> {
    let mut line = Line {
        text: String::with_capacity(BUFFER + 1024),
        start: 0,
        options,
    };
    let quoted = options.quoting == Quoting::NonNumeric;
    for (index, name) in table.column_names().enumerate() {
        line.separate(index);
        line.text_field(name, quoted);
    }
    line.end(table.width());
    for row in 0..table.rows() {
        for (index, (_, column)) in table.columns().enumerate() {
            line.separate(index);
            line.cell(column, row);
        }
        line.end(table.width());
        if line.text.len() >= BUFFER {
            out.write_all(line.text.as_bytes())?;
            line.clear();
        }
    }
    out.write_all(line.text.as_bytes())
}

/// Returns what [`write`] writes.
pub fn to_bytes(table: &Table, options: &WriteOptions) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(table, &mut bytes, options).expect("invariant: writing to memory does not fail");
    bytes
}

/// Writes a table to a file that is complete or absent.
///
/// # Errors
///
/// Fails when the file cannot be written; an older file of that name stays then.
pub fn write_file(table: &Table, path: &Path, options: &WriteOptions) -> io::Result<()> {
    write_atomic(path, |out| write(table, out, options))
}

struct Line<'o> {
    text: String,
    /// Start of the current line.
    start: usize,
    options: &'o WriteOptions,
}

impl Line<'_> {
    fn separate(&mut self, index: usize) {
        if index > 0 {
            self.text.push(char::from(self.options.delimiter));
        }
    }

    /// Ends a line. A row whose only field is empty would read as a blank line, so it is quoted.
    fn end(&mut self, width: usize) {
        if width == 1 && self.text.len() == self.start {
            self.text.push_str("\"\"");
        }
        self.text.push('\n');
        self.start = self.text.len();
    }

    fn clear(&mut self) {
        self.text.clear();
        self.start = 0;
    }

    fn cell(&mut self, column: &Column, row: usize) {
        let non_numeric = self.options.quoting == Quoting::NonNumeric;
        match column {
            Column::Int(cells) => self.number(cells[row]),
            Column::UInt(cells) => self.number(cells[row]),
            Column::Float(cells) if cells[row].is_nan() => self.text_field("", non_numeric),
            Column::Float(cells) => self.float(cells[row]),
            Column::Bool(cells) => self
                .text
                .push_str(if cells[row] { "True" } else { "False" }),
            Column::Text(cells) => match cells.get(row) {
                Some(value) if cells.holds_bools() => self.text.push_str(value),
                cell => self.text_field(cell.unwrap_or(""), non_numeric),
            },
        }
    }

    fn number(&mut self, number: impl itoa::Integer) {
        self.text.push_str(itoa::Buffer::new().format(number));
    }

    fn float(&mut self, value: f64) {
        // pandas formats by pattern into text, which non-numeric quoting then quotes.
        let formatted = self.options.float_format != FloatFormat::Repr;
        let quoted = formatted && self.options.quoting == Quoting::NonNumeric;
        if quoted {
            self.text.push('"');
        }
        match self.options.float_format {
            FloatFormat::Repr => push_float_repr(&mut self.text, value),
            FloatFormat::General(digits) => push_float_general(&mut self.text, value, digits),
            FloatFormat::Fixed(decimals) => push_float_fixed(&mut self.text, value, decimals),
        }
        if quoted {
            self.text.push('"');
        }
    }

    fn text_field(&mut self, field: &str, always_quoted: bool) {
        let bytes = field.as_bytes();
        let has_quote = memchr(b'"', bytes).is_some();
        let quoted =
            always_quoted || has_quote || memchr2(self.options.delimiter, b'\n', bytes).is_some();
        if !quoted {
            self.text.push_str(field);
            return;
        }
        self.text.push('"');
        for (index, part) in field.split('"').enumerate() {
            if index > 0 {
                self.text.push_str("\"\"");
            }
            self.text.push_str(part);
        }
        self.text.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::TextColumn;

    fn text(table: &Table, options: &WriteOptions) -> String {
        String::from_utf8(to_bytes(table, options)).unwrap()
    }

    fn plain(table: &Table) -> String {
        text(table, &WriteOptions::default())
    }

    #[test]
    fn fields_are_quoted_only_where_needed() {
        let cells = ["a,b", "q\"q", "x\ny", "x\ry", "", " x "];
        let table = Table::new()
            .with_column("t", Column::from_texts(cells))
            .with_column("n", Column::Int(vec![1; 6]));
        assert_eq!(
            plain(&table),
            "t,n\n\"a,b\",1\n\"q\"\"q\",1\n\"x\ny\",1\nx\ry,1\n,1\n x ,1\n"
        );
        let tabs = WriteOptions {
            delimiter: b'\t',
            ..WriteOptions::default()
        };
        let table = Table::new().with_column("t", Column::from_texts(["a,b", "a\tb"]));
        assert_eq!(text(&table, &tabs), "t\na,b\n\"a\tb\"\n");
    }

    #[test]
    fn a_lone_empty_field_is_quoted() {
        let table = Table::new().with_column("a", Column::Float(vec![f64::NAN, 1.0]));
        assert_eq!(plain(&table), "a\n\"\"\n1.0\n");
        let table = Table::new().with_column("", Column::from_texts([""]));
        assert_eq!(plain(&table), "\"\"\n\"\"\n");
    }

    #[test]
    fn missing_cells_are_empty() {
        let texts: TextColumn = [Some("x"), None].into_iter().collect();
        let table = Table::new()
            .with_column("t", Column::Text(texts))
            .with_column("f", Column::Float(vec![1e-5, f64::NAN]))
            .with_column("b", Column::Bool(vec![true, false]))
            .with_column("u", Column::UInt(vec![u64::MAX, 0]));
        assert_eq!(
            plain(&table),
            "t,f,b,u\nx,1e-05,True,18446744073709551615\n,,False,0\n"
        );
        let options = WriteOptions {
            quoting: Quoting::NonNumeric,
            ..WriteOptions::default()
        };
        assert_eq!(
            text(&table, &options),
            "\"t\",\"f\",\"b\",\"u\"\n\"x\",1e-05,True,18446744073709551615\n\"\",\"\",False,0\n"
        );
    }

    #[test]
    fn float_patterns_apply_to_floats_only() {
        let table = Table::new()
            .with_column("f", Column::Float(vec![0.1 + 0.2, f64::NAN, 1e16]))
            .with_column("i", Column::Int(vec![1, 2, 3]));
        let mut options = WriteOptions {
            float_format: FloatFormat::General(10),
            ..WriteOptions::default()
        };
        assert_eq!(text(&table, &options), "f,i\n0.3,1\n,2\n1e+16,3\n");
        options.quoting = Quoting::NonNumeric;
        assert_eq!(
            text(&table, &options),
            "\"f\",\"i\"\n\"0.3\",1\n\"\",2\n\"1e+16\",3\n"
        );
        options = WriteOptions {
            float_format: FloatFormat::Fixed(2),
            ..WriteOptions::default()
        };
        assert_eq!(
            text(&table, &options),
            "f,i\n0.30,1\n,2\n10000000000000000.00,3\n"
        );
    }
}
