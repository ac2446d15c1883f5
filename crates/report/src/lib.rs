//! Finished runs as tables, JSON and HTML, and what several seeds say together.
//!
//! [`aggregate()`] averages grading reports as the original does, [`group`] reports the runs of a
//! group with its headline. [`tables`], [`json`] and [`html`] render them; nothing here prints,
//! reads files or knows a competition.

pub mod aggregate;
pub mod group;
pub mod html;
pub mod json;
mod quantity;
mod split;
pub mod tables;

pub use aggregate::{Aggregate, AggregateError, AggregateOptions, SeedCount, aggregate};
pub use group::{GroupError, GroupOptions, GroupReport, RunGroup, RunSummary, report_group};
pub use split::Split;
