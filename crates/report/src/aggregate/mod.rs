//! What several seeds say together: means, standard errors and intervals of percentages.

mod compute;
mod error;
mod interval;
mod metric;
mod seed_count;
mod seeds;
mod statistics;

pub use compute::{Aggregate, AggregateOptions, aggregate};
pub use error::AggregateError;
pub use interval::{BoundedInterval, IntervalMethod, wilson};
pub use metric::{MetricName, MetricSummary, SeedMetrics};
pub use seed_count::SeedCount;

pub(crate) use compute::{common_edition, summarize, summarize_intervals};
pub(crate) use metric::{Outcome, SeedTally};
