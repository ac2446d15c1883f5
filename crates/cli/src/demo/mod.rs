//! The data of `mlebench demo`: a competition of its own, drawn from a seed.

mod photos;
mod raw;

pub(crate) use raw::write_raw_archive;

use std::borrow::Cow;

use mlebench_core::competition::{Code, Competition, CompetitionError};

/// Id of the demo's competition.
pub(crate) const ID: &str = "demo-cactus";

/// Returns the demo's competition; it is no member of the benchmark.
///
/// # Errors
///
/// Fails when its built-in files are broken.
pub(crate) fn competition() -> Result<Competition, CompetitionError> {
    Competition::parse(
        ID,
        include_str!("../../demo/competition.toml"),
        include_str!("../../demo/leaderboard.csv"),
        Some(Cow::Borrowed(include_str!("../../demo/description.md"))),
        Code::NONE,
    )
}
