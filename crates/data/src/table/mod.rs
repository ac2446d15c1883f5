//! Columnar tables: named, typed columns of equal length.

mod blocks;
mod column;
mod frame;
mod text;

pub(crate) use blocks::Blocks;
pub use column::{Column, ColumnKind};
pub use frame::Table;
pub use text::TextColumn;
