//! One self-contained page: no other file, no address, nothing loaded.
//!
//! All text goes through `escape`. The page's own policy allows exactly its own
//! style and script by their hashes, so that even a missed escape could not run anything.

mod aggregate;
mod chart;
mod escape;
mod group;
mod headline;
mod page;
mod runs;

pub use aggregate::aggregates;
pub use group::group;
