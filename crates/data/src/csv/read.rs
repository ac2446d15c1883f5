//! Reading a table, whole or block by block.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rayon::prelude::*;

use crate::csv::header::Name;
use crate::csv::infer::Fields;
use crate::csv::tokenizer::{Block, Stop, Tokenizer};
use crate::csv::window::Window;
use crate::csv::{CsvError, FloatParsing, ReadOptions, header};
use crate::table::{Blocks, Column, Table};

/// Fields that the original aims at in one block.
const BLOCK_FIELDS: usize = 1 << 20;

/// Absent fields that any text may have, and how many more for each of its bytes.
const ABSENT_FREE: usize = 1 << 16;
const ABSENT_PER_BYTE: usize = 8;

/// Fields from which on the columns of a block are made side by side.
const MANY_FIELDS: usize = 1 << 14;

/// Reads a table as `pandas.read_csv` does.
///
/// The first line that is not blank names the columns. A first data row that is longer than the
/// header makes its surplus leading fields an index, which is dropped; later rows may be shorter
/// (the rest is missing) but not longer. No text at all is a table without columns.
///
/// # Errors
///
/// Fails on a row with too many fields, an unclosed quote and bytes that are not UTF-8; and, unlike
/// pandas, when rows are so short that the table would be many times as large as the text.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Table, CsvError> {
    read_sized(bytes, bytes.len() as u64, options)
}

/// Reads a table as [`read`] does, holding only a block of its text at a time.
///
/// # Errors
///
/// As [`read`], and when the reader fails.
pub fn read_from(reader: impl Read, options: &ReadOptions) -> Result<Table, CsvError> {
    read_sized(reader, 0, options)
}

/// Reads a table that is `size` bytes long as far as is known.
fn read_sized(reader: impl Read, size: u64, options: &ReadOptions) -> Result<Table, CsvError> {
    let mut reader = BlockReader::new(reader, options)?;
    let mut columns: Vec<Blocks> = reader.names().map(|_| Blocks::default()).collect();
    let mut rows = 0;
    while let Some(block) = reader.next_block()? {
        rows += block.rows;
        let share = reader.read_bytes() as f64 / size as f64;
        for (column, part) in columns.iter_mut().zip(block.columns) {
            column.push(part, share);
        }
    }
    let mut table = Table::with_rows(rows);
    for (name, column) in reader.names().zip(columns) {
        table.push_column(name, column.join());
    }
    Ok(table)
}

/// Reads a file with [`read_from`].
///
/// # Errors
///
/// As [`read_from`], and when the file cannot be read.
pub fn read_file(path: &Path, options: &ReadOptions) -> Result<Table, CsvError> {
    let failed = |source| CsvError::File {
        path: path.to_owned(),
        source,
    };
    let file = File::open(path).map_err(failed)?;
    let size = file.metadata().map_err(failed)?.len();
    read_sized(file, size, options).map_err(|error| match error {
        CsvError::Io(source) => failed(source),
        other => other,
    })
}

/// The columns of consecutive rows, each with the type that these rows have.
#[derive(Debug)]
pub struct RowBlock {
    /// The columns, in the order of [`BlockReader::names`].
    pub columns: Vec<Column>,
    /// The number of rows.
    pub rows: usize,
}

/// Reads a table in the blocks in which pandas decides on types; [`read_from`] joins them.
pub struct BlockReader<R> {
    window: Window<R>,
    /// Where the next row begins in the window.
    position: usize,
    block: Block,
    delimiter: u8,
    float_parsing: FloatParsing,
    columns: Vec<Wanted>,
    /// Fields of a row.
    width: usize,
    /// Rows may follow.
    more: bool,
}

/// A column that is made.
struct Wanted {
    name: String,
    /// Its field in a row.
    place: usize,
    as_text: bool,
    missing_words: bool,
}

impl<R: Read> BlockReader<R> {
    /// Reads the header and the first row.
    ///
    /// # Errors
    ///
    /// As [`read_from`].
    pub fn new(reader: R, options: &ReadOptions) -> Result<Self, CsvError> {
        let mut reader = Self {
            window: Window::open(reader)?,
            position: 0,
            block: Block::default(),
            delimiter: options.delimiter,
            float_parsing: options.float_parsing,
            columns: Vec::new(),
            width: usize::MAX,
            more: false,
        };
        if !reader.read_row()? {
            return Ok(reader);
        }
        let (block, text) = (&reader.block, reader.window.text());
        let names = (0..block.len()).map(|index| block.get(text, index).to_owned());
        let names = header::unique_names(names.collect());
        reader.block.clear();
        reader.more = reader.read_row()?;
        reader.width = reader.block.len().max(names.len());
        if reader.more {
            reader.block.pad(reader.width);
        }
        let index_columns = reader.width - names.len();
        reader.columns = wanted(&names, index_columns, options);
        Ok(reader)
    }

    /// Returns the names of the columns.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// Returns how many bytes the blocks so far were made of.
    fn read_bytes(&self) -> usize {
        self.window.loaded() - self.window.text().len()
    }

    /// Reads the next block; `None` when no row is left.
    ///
    /// # Errors
    ///
    /// As [`read_from`].
    pub fn next_block(&mut self) -> Result<Option<RowBlock>, CsvError> {
        if !self.more {
            return Ok(None);
        }
        self.more = self.fill(block_rows(self.width) * self.width)?;
        let (text, block, width) = (self.window.text(), &self.block, self.width);
        let float_parsing = self.float_parsing;
        let column = |column: &Wanted| {
            let fields = Fields {
                text,
                block,
                column: column.place,
                width,
                missing_words: column.missing_words,
            };
            if column.as_text {
                Column::Text(fields.text())
            } else {
                fields.infer(float_parsing)
            }
        };
        let columns = if block.len() < MANY_FIELDS || self.columns.len() < 2 {
            self.columns.iter().map(column).collect()
        } else {
            self.columns.par_iter().map(column).collect()
        };
        let rows = self.block.len() / self.width;
        self.block.clear();
        self.window.discard(self.position);
        self.position = 0;
        Ok(Some(RowBlock { columns, rows }))
    }

    /// Appends one row of any width; returns whether there is one.
    fn read_row(&mut self) -> Result<bool, CsvError> {
        let before = self.block.len();
        self.fill(before + 1)?;
        Ok(self.block.len() > before)
    }

    /// Reads rows until the block has `full` fields; returns whether rows are left.
    fn fill(&mut self, full: usize) -> Result<bool, CsvError> {
        loop {
            let stop = {
                let mut rows = Tokenizer::new(
                    self.window.text(),
                    self.position,
                    self.delimiter,
                    self.window.is_complete(),
                    self.window.has_nul(),
                );
                let stop = loop {
                    if !rows.find_row() {
                        break None;
                    }
                    if self.block.len() >= full {
                        self.position = rows.position();
                        return Ok(true);
                    }
                    let (position, start) = (rows.position(), self.block.len());
                    if let Err(stop) = rows.read_row(&mut self.block) {
                        break Some(stop);
                    }
                    if self.width != usize::MAX {
                        close_row(&mut self.block, start, self.width, &self.window, position)?;
                    }
                };
                self.position = rows.position();
                stop
            };
            match stop {
                Some(Stop::Unclosed(open)) => {
                    let line = self.window.line_of(open);
                    return Err(CsvError::UnclosedQuote { line });
                }
                None if self.window.is_complete() => return Ok(false),
                None | Some(Stop::Cut) => {
                    let unread = self.window.text().len() - self.position;
                    self.window.extend(unread)?;
                }
            }
        }
    }
}

/// Brings the row that begins with field `start` to the width of the table.
fn close_row<R: Read>(
    block: &mut Block,
    start: usize,
    expected: usize,
    window: &Window<R>,
    position: usize,
) -> Result<(), CsvError> {
    let found = block.len() - start;
    if found == expected {
        return Ok(());
    }
    if found > expected {
        return Err(CsvError::TooManyFields {
            line: window.line_of(position),
            expected,
            found,
        });
    }
    block.pad(start + expected);
    // A wide header over very short rows would take memory that the text does not.
    if block.absent() > ABSENT_FREE + ABSENT_PER_BYTE * window.loaded() {
        return Err(CsvError::TooFewFields {
            line: window.line_of(position),
            expected,
        });
    }
    Ok(())
}

/// The columns that the options ask for.
fn wanted(names: &[Name], index_columns: usize, options: &ReadOptions) -> Vec<Wanted> {
    // A repeated column takes after the first of its name.
    let among = |listed: &[String], name: &Name| {
        listed.contains(&name.unique) || listed.contains(&name.given)
    };
    let columns = names.iter().enumerate().filter(|(_, name)| {
        let only = options.only.as_ref();
        only.is_none_or(|only| only.contains(&name.unique))
    });
    let column = |(index, name): (usize, &Name)| {
        let literal = among(&options.literal_columns, name);
        Wanted {
            name: name.unique.clone(),
            place: index_columns + index,
            as_text: literal || options.all_text || among(&options.text_columns, name),
            missing_words: options.missing_words && !literal,
        }
    };
    columns.map(column).collect()
}

/// Rows of a block: the largest power of two below the number of fields divided by the columns.
fn block_rows(width: usize) -> usize {
    let limit = BLOCK_FIELDS / width;
    let mut rows = 1;
    while rows * 2 < limit {
        rows *= 2;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Table {
        read(text.as_bytes(), &ReadOptions::default()).unwrap()
    }

    fn error(text: &[u8]) -> String {
        read(text, &ReadOptions::default()).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        assert_eq!(
            error(b"a,b\n\n1,2\r\n3,\"x\ny\"\n4,5,6\n"),
            "line 6 has 3 fields, expected 2"
        );
        assert_eq!(
            error(b"a,b\n1,2\n\"3,4\n"),
            "the quote opened in line 3 is never closed, expected a closing `\"`"
        );
        assert_eq!(
            error(b"a\n1\r\xff\n"),
            "line 3 holds the byte `0xff`, expected UTF-8 text"
        );
        assert_eq!(
            error(b"a\n\xc3"),
            "line 2 holds the byte `0xc3`, expected UTF-8 text"
        );
    }

    #[test]
    fn a_wide_header_over_many_short_rows_is_refused() {
        let text = |columns: usize, rows: usize| "x,".repeat(columns) + &"\n1".repeat(rows);
        assert_eq!(
            error(text(10_000, 2_000).as_bytes()),
            "line 27 has too few fields, as have many before, expected 10001"
        );
        assert_eq!(table(&text(30, 2_000)).rows(), 2_000);
    }

    #[test]
    fn errors_of_files_name_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("absent.csv");
        let error = read_file(&path, &ReadOptions::default()).unwrap_err();
        assert!(error.to_string().contains("absent.csv"), "{error}");
        std::fs::write(&path, "a\n1\n").unwrap();
        assert_eq!(read_file(&path, &ReadOptions::default()).unwrap().rows(), 1);
    }

    #[test]
    fn no_text_is_a_table_without_columns() {
        for text in ["", "\n\r\n", "  \t", "\u{feff}"] {
            let table = table(text);
            assert_eq!((table.width(), table.rows()), (0, 0), "{text:?}");
        }
    }

    #[test]
    fn rows_may_lie_across_the_pieces_that_are_loaded() {
        let cell = "\"a\"\"\r\nb,é\"";
        let mut text = "x,y\r\n".to_owned();
        let rows = 300_000;
        for row in 0..rows {
            text.push_str(&format!("{row},{cell}\r\n"));
        }
        let read = table(&text);
        let Some(Column::Text(cells)) = read.column("y") else {
            panic!("text is expected");
        };
        assert_eq!(read.column("x"), Some(&Column::Int((0..rows).collect())));
        assert!(cells.iter().all(|cell| cell == Some("a\"\r\nb,é")));
        text.push_str("1,2,3\n");
        let line = 2 + 2 * rows;
        let message = format!("line {line} has 3 fields, expected 2");
        assert_eq!(error(text.as_bytes()), message);
    }

    #[test]
    fn surplus_leading_fields_are_an_index() {
        let table = table("a,b\nx,1,2\n,3\n");
        assert_eq!(table.column_names().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(table.column("a"), Some(&Column::Int(vec![1, 3])));
        assert!(table.column("b").is_some_and(|column| column.is_missing(1)));
    }

    #[test]
    fn blocks_are_as_long_as_those_of_pandas() {
        let rows: Vec<usize> = [1, 2, 3, 4, 7, 1 << 20].map(block_rows).into();
        assert_eq!(rows, [1 << 19, 1 << 18, 1 << 18, 1 << 17, 1 << 17, 1]);
    }

    #[test]
    fn text_in_a_late_block_leaves_the_numbers_before_it_normalised() {
        let mut text = "a,b\n".to_owned();
        let block = block_rows(2);
        text.extend(std::iter::repeat_n("007,1\n", block));
        text.push_str("007,2\nx,3\n");
        let Some(Column::Text(cells)) = table(&text).column("a").cloned() else {
            panic!("text is expected");
        };
        assert_eq!((cells.get(0), cells.get(block - 1)), (Some("7"), Some("7")));
        assert_eq!(
            (cells.get(block), cells.get(block + 1)),
            (Some("007"), Some("x"))
        );
    }

    #[test]
    fn repeated_columns_take_after_the_first_of_their_name() {
        let options = ReadOptions {
            text_columns: vec!["a".to_owned()],
            ..ReadOptions::default()
        };
        let table = read(b"a,a,b\n1,2,3\n", &options).unwrap();
        assert_eq!(table.column("a.1"), Some(&Column::from_texts(["2"])));
        assert_eq!(table.column("b"), Some(&Column::Int(vec![3])));
    }
}
