//! BSON documents as a `MongoDB` dump holds them: one after the other.
//!
//! Documents are read one by one and never decoded as a whole: members are found, or left out, by
//! slicing, so that everything else keeps its bytes.

mod document;
mod element;
mod error;
mod reader;

pub use document::{integer, members, without};
pub use error::BsonError;
pub use reader::DocumentReader;
