//! Parquet tables of numbers, read and written in blocks of rows.
//!
//! Flat columns of 32- and 64-bit whole numbers and of doubles, which is what the benchmark
//! rewrites; files that are only handed on need no reading. What is written depends on nothing but
//! the table, so the same rows give the same bytes on every machine.

mod error;
mod records;
mod source;
mod target;

pub use error::ParquetError;
pub use source::ParquetSource;
pub use target::ParquetTarget;
