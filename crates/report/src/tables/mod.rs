//! Tables for the terminal. Human text: nothing in it is a promise to programs.

mod aggregate;
mod cells;
mod grading;
mod group;
mod headline;
mod layout;
mod notes;
mod runs;

pub use aggregate::aggregates;
pub use grading::grading;
pub use group::group;
pub use headline::headline;
pub use layout::Style;
pub use runs::runs;

pub(crate) use cells::{Result as ResultCell, result_of};
pub(crate) use headline::{
    competitions as competitions_text, interval as interval_text, mean_and_error,
};
pub(crate) use layout::Tone;
pub(crate) use notes::{for_aggregate as aggregate_notes, for_group as group_notes};
