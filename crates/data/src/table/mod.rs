//! Columnar tables: named, typed columns of equal length.

mod column;
mod frame;
mod text;

pub use column::{Column, ColumnKind};
pub use frame::Table;
pub use text::TextColumn;
