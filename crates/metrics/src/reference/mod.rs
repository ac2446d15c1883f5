//! The list of all metrics: name, range, direction, summary and formula of each.
//!
//! Names are what `competition.toml` says; summary and formula go into the generated task
//! descriptions. A new metric needs a variant, an entry, a perfect example in `tests/registry.rs` and
//! golden values; the compiler and the tests name what is missing.

mod list;
mod name;

pub use list::ALL;
pub use name::{Direction, MetricName, Reference, find};
