//! JSON as Python's `json` module and pandas read and write it.
//!
//! [`parse`] and [`write`] are Python's `json.load` and `json.dump`: numbers keep their kind,
//! objects the order of their keys, `NaN` and `Infinity` are numbers. [`Records`] is what becomes of
//! a list of objects in a pandas data frame, and [`lines`] are files of one object a line as
//! `pandas.read_json(lines=True)` and `DataFrame.to_json(lines=True)` treat them.

mod error;
mod escape;
mod kind;
pub mod lines;
mod number;
mod parse;
mod records;
mod value;
mod write;

pub use error::JsonError;
pub use number::Numbers;
pub use parse::{parse, parse_with};
pub use records::Records;
pub use value::{Json, Key, Object};
pub use write::{DumpOptions, write};
