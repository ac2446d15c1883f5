//! What a group is measured against.

use std::collections::BTreeMap;

use crate::Split;
use crate::aggregate::SeedCount;

/// Tags of competitions whose medals say little; the headline is shown with and without them.
pub const DOUBTFUL_TAGS: [&str; 3] = ["saturated", "public-duplicate", "leaks-known"];

/// How a group is reported.
#[derive(Debug, Clone, Default)]
pub struct GroupOptions {
    /// The splits of the headline, in order. If none is called `all`, their union is added as `all`.
    pub splits: Vec<Split>,
    /// The competitions of the aggregate; all declared ones if there is none.
    pub aggregate_split: Option<Split>,
    /// How many of the declared seeds count.
    pub num_seeds: SeedCount,
    /// Whether competitions of a split that were never declared count as no medal. Declared runs
    /// that are missing always do.
    pub pad_missing: bool,
    /// Tags of competitions, beside those in the reports.
    pub tags: BTreeMap<String, Vec<String>>,
}

impl GroupOptions {
    /// Returns the splits of the headline with `all`.
    pub(crate) fn headline_splits(&self) -> Vec<Split> {
        let mut splits = self.splits.clone();
        if !splits.is_empty() && splits.iter().all(|split| split.name != "all") {
            let mut union: Vec<String> = Vec::new();
            for id in splits.iter().flat_map(|split| &split.competition_ids) {
                if !union.contains(id) {
                    union.push(id.clone());
                }
            }
            splits.push(Split::new("all", union));
        }
        splits
    }
}
