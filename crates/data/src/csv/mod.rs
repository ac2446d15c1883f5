//! CSV as pandas reads and writes it.
//!
//! [`read`] gives the columns that `pandas.read_csv` gives, types included; [`write`] gives the
//! bytes that `DataFrame.to_csv(index=False)` gives. Reading goes block by block of rows, as
//! pandas' parser does, because a column's type is decided in each block and blocks that disagree
//! are merged by rules that show in the result.

mod error;
mod header;
mod infer;
mod number;
mod options;
mod read;
mod tokenizer;
mod window;
mod words;
mod write;

pub use error::CsvError;
pub use options::{FloatFormat, FloatParsing, Quoting, ReadOptions, WriteOptions};
pub use read::{BlockReader, RowBlock, read, read_file, read_from};
pub use write::{to_bytes, write, write_file};
