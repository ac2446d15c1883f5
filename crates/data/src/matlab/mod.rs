//! MATLAB files of version 5 (`.mat`, saved with `-v6` or `-v7`).
//!
//! A file is a header and a list of data elements, of which structures and cells nest further
//! ones; see the description of the level 5 format by MATLAB's makers. Elements are sliced, not decoded, so
//! that whatever is not changed keeps its bytes.

mod element;
mod error;
mod file;
mod matrix;
mod values;

pub use error::MatError;
pub use file::{values, without_field};
pub use values::MatValue;
