//! Turning Kaggle's raw download into the public folder an agent sees and the private answers.
//!
//! A declarative competition runs through [`run_recipe`]; one with code of its own uses the same
//! verbs. [`pipeline`] wraps either: unpack, prepare into a staging folder, check the invariants,
//! verify checksums, and only then give the folder its final name.

mod error;
mod files;
mod layout;
mod path;
pub mod pipeline;
mod preparation;
mod progress;
mod raw;
mod recipe;
mod split;
mod tables;
mod verify;

pub use error::PrepareError;
pub use files::Files;
pub use layout::{DataLayout, Manifest, ManifestFile};
pub use preparation::Preparation;
pub use progress::{NoProgress, Progress};
pub use raw::Raw;
pub use recipe::{Prepared, run_recipe};
pub use split::groups;
pub use verify::{Mismatch, Verification};
