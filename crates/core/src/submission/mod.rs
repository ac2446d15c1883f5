//! The only validation path: what `validate`, the validation server and the grader say about a
//! file all comes from here.
//!
//! A submission is loaded ([`load`]), its rows are matched with the test set ([`Expectation`]) and
//! its cells are checked against the schema. What is left is a [`Checked`] submission: columns by
//! name, and which of its rows belongs to which row of the answers.

mod alignment;
mod cells;
mod check;
mod expectation;
pub mod format;
mod ids;
mod load;
mod numpy_sort;
mod pairing;

pub use alignment::{Alignment, Rows};
pub use check::{Checked, CheckedColumn, check};
pub use expectation::{Expectation, MissingAnswerColumn};
pub use load::{LoadError, load, read, read_options};
