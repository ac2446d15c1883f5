//! The only validation path: what `validate`, the validation server and the grader say about a
//! file all comes from here.
//!
//! A submission is loaded ([`load`]), its rows are matched with the test set ([`Expectation`]) and
//! its cells are checked against the schema. What is left is a [`Checked`] submission: columns by
//! name, rows in the order of the answers.

mod cells;
mod check;
mod ids;
mod load;

pub use check::{Checked, check};
pub use ids::{Expectation, MissingAnswerColumn};
pub use load::{LoadError, load, read, read_options};
