//! Why reports cannot be averaged.

use mlebench_core::edition::Edition;

use crate::quantity::{count, shortened};

/// Reports that cannot be averaged as asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AggregateError {
    /// The split names no competition.
    #[error("split `{split}` has no competitions")]
    EmptySplit {
        /// The split.
        split: String,
    },
    /// The split names a competition twice, which would count it twice.
    #[error("split `{split}` names `{competition_id}` twice")]
    DuplicateCompetition {
        /// The split.
        split: String,
        /// The competition.
        competition_id: String,
    },
    /// Some competitions of the split have no report, so that no seed is complete.
    #[error(
        "no seed is complete: {} of split `{split}` without a report: {} (hint: `--pad-missing` counts what is missing as no medal, `--split` chooses other competitions)",
        count(competition_ids.len(), "competition"),
        shortened(competition_ids, 5)
    )]
    Incomplete {
        /// The split.
        split: String,
        /// The competitions without a report.
        competition_ids: Vec<String>,
    },
    /// There is no report for any competition of the split.
    #[error("there is no report for any competition of split `{split}`")]
    NothingLeft {
        /// The split.
        split: String,
    },
    /// More seeds are asked for than can be made.
    #[error(
        "`--num-seeds {requested}` asks for more than the {} of split `{split}` (hint: `--num-seeds -1` takes all)",
        count(*available, "seed")
    )]
    TooManySeeds {
        /// The split.
        split: String,
        /// The number asked for.
        requested: usize,
        /// The number there is.
        available: usize,
    },
    /// The number of seeds is neither positive nor -1.
    #[error("`{0}` is no number of seeds (hint: a number from 1, or -1 for all)")]
    SeedCount(i64),
    /// The reports are of both editions, whose scores do not compare.
    #[error(
        "reports of the editions `{first}` and `{second}` cannot be averaged together (hint: report them one by one)"
    )]
    MixedEditions {
        /// One edition.
        first: Edition,
        /// Another one.
        second: Edition,
    },
}
