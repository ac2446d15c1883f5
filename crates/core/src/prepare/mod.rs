//! Turning Kaggle's raw download into the public folder an agent sees and the private answers.
//!
//! A declarative competition runs through [`run_recipe`]; one with code of its own uses the same
//! verbs. [`pipeline`] wraps either: unpack, prepare into a staging folder, check the invariants,
//! verify checksums, and only then give the folder its final name.

mod columns;
mod error;
mod files;
mod follow;
mod json;
mod layout;
mod path;
pub mod pipeline;
mod preparation;
mod progress;
mod raw;
mod recipe;
mod records;
mod space;
mod split;
mod tables;
mod unpack;
mod verify;

pub use columns::{column, integers, select, sorted, texts};
pub use error::PrepareError;
pub use files::Files;
pub use follow::{keys, rows_with_key, split_by_keys};
pub use json::JsonFile;
pub use layout::{DataLayout, Manifest, ManifestFile};
pub use preparation::Preparation;
pub use progress::{NoProgress, Progress};
pub use raw::Raw;
pub use recipe::{Output, Prepared, run_recipe};
pub use records::{record_files, record_texts, renumbered, write_records};
pub use split::{groups, sorted_groups, split_groups, split_rows};
pub use verify::{Mismatch, Verification};
