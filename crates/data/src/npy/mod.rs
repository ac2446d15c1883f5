//! NumPy's `.npy` files: one array with its type and shape.
//!
//! [`NpyArray`] holds a small array in memory; [`NpyRows`] takes single rows out of a large file;
//! [`write_header`] begins a file that NumPy would have written to the byte. The format is NumPy's
//! enhancement proposal 1, versions 1.0 to 3.0 for reading and 1.0 for writing.

mod array;
mod error;
mod header;
mod literal;
mod rows;

pub use array::NpyArray;
pub use error::NpyError;
pub use header::{NpyHeader, write_header};
pub use rows::NpyRows;
