//! Reading a whole table.

use std::path::Path;

use crate::csv::header::Name;
use crate::csv::infer::Fields;
use crate::csv::tokenizer::{Block, Tokenizer, line_of};
use crate::csv::{CsvError, ReadOptions, header};
use crate::table::Blocks;
use crate::table::{Column, Table, TextColumn};

/// Fields that the original aims at in one block.
const BLOCK_FIELDS: usize = 1 << 20;

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
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let position = error.valid_up_to();
        let byte = bytes.get(position).copied().unwrap_or_default();
        CsvError::InvalidUtf8 {
            line: line_of(bytes, position),
            byte,
        }
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut tokenizer = Tokenizer::new(text, options.delimiter);
    let mut block = Block::new(text);
    if !tokenizer.find_row() {
        return Ok(Table::new());
    }
    tokenizer.read_row(&mut block)?;
    let names = (0..block.len())
        .map(|index| block.get(index).to_owned())
        .collect();
    let names = header::unique_names(names);
    block.clear();
    if !tokenizer.find_row() {
        return Ok(without_rows(names, options));
    }
    tokenizer.read_row(&mut block)?;
    let width = block.len().max(names.len());
    block.pad(width);
    read_rows(&mut tokenizer, block, width, names, options)
}

/// Reads a file with [`read`].
///
/// # Errors
///
/// As [`read`], and when the file cannot be read.
pub fn read_file(path: &Path, options: &ReadOptions) -> Result<Table, CsvError> {
    let bytes = std::fs::read(path).map_err(|source| CsvError::File {
        path: path.to_owned(),
        source,
    })?;
    read(&bytes, options)
}

fn without_rows(names: Vec<Name>, options: &ReadOptions) -> Table {
    let mut table = Table::new();
    for name in names.into_iter().filter(|name| is_wanted(name, options)) {
        table.push_column(name.unique, Column::Text(TextColumn::new()));
    }
    table
}

fn is_wanted(name: &Name, options: &ReadOptions) -> bool {
    let only = options.only.as_ref();
    only.is_none_or(|only| only.contains(&name.unique))
}

/// Reads the remaining rows block by block; `block` already holds the first data row.
fn read_rows<'t>(
    tokenizer: &mut Tokenizer<'t>,
    mut block: Block<'t>,
    width: usize,
    names: Vec<Name>,
    options: &ReadOptions,
) -> Result<Table, CsvError> {
    let index_columns = width - names.len();
    // A repeated column takes after the first of its name.
    let among = |listed: &[String], name: &Name| {
        listed.contains(&name.unique) || listed.contains(&name.given)
    };
    let literal: Vec<bool> = names
        .iter()
        .map(|name| among(&options.literal_columns, name))
        .collect();
    let as_text: Vec<bool> = names
        .iter()
        .zip(&literal)
        .map(|(name, literal)| *literal || options.all_text || among(&options.text_columns, name))
        .collect();
    let wanted: Vec<bool> = names.iter().map(|name| is_wanted(name, options)).collect();
    let mut columns: Vec<Blocks> = names.iter().map(|_| Blocks::default()).collect();
    let full = block_rows(width) * width;
    let mut more = true;
    let mut rows = 0;
    while more {
        more = fill(tokenizer, &mut block, width, full)?;
        for (index, column) in columns.iter_mut().enumerate() {
            if !wanted[index] {
                continue;
            }
            let missing_words = options.missing_words && !literal[index];
            let place = index_columns + index;
            let fields = Fields {
                block: &block,
                column: place,
                width,
                missing_words,
            };
            column.push(if as_text[index] {
                Column::Text(fields.text())
            } else {
                fields.infer(options.float_parsing)
            });
        }
        rows += block.len() / width;
        block.clear();
    }
    let mut table = Table::with_rows(rows);
    let columns = names.into_iter().zip(columns).zip(wanted);
    for ((name, column), _) in columns.filter(|(_, wanted)| *wanted) {
        table.push_column(name.unique, column.join());
    }
    Ok(table)
}

/// Reads rows until the block is full; returns whether rows are left.
fn fill<'t>(
    tokenizer: &mut Tokenizer<'t>,
    block: &mut Block<'t>,
    width: usize,
    full: usize,
) -> Result<bool, CsvError> {
    while tokenizer.find_row() {
        if block.len() >= full {
            return Ok(true);
        }
        let (line, start) = (tokenizer.mark(), block.len());
        tokenizer.read_row(block)?;
        let found = block.len() - start;
        if found > width {
            let line = tokenizer.line_at(line);
            return Err(CsvError::TooManyFields {
                line,
                expected: width,
                found,
            });
        }
        block.pad(start + width);
        if block.is_hollow() {
            let line = tokenizer.line_at(line);
            return Err(CsvError::TooFewFields {
                line,
                expected: width,
            });
        }
    }
    Ok(false)
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
