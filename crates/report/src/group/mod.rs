//! The report of a run group: every declared run, and the headline over seeds.

mod compute;
mod error;
mod headline;
mod options;
mod report;
mod run;

pub use compute::report_group;
pub use error::GroupError;
pub use headline::HeadlineRow;
pub use mlebench_core::record::{NetworkUse, RunStatus, Usage};
pub use options::{DOUBTFUL_TAGS, GroupOptions};
pub use report::{GroupReport, Label, LabelKind, TaggedCompetition, UncountedRun};
pub use run::{RunGroup, RunSummary};

pub(crate) use report::UNCOUNTED_WITHOUT_REPORT;
