//! Files of one kind with few test items each, put together: a table cut into pieces, or one file for
//! each item that only says inside which one.

use std::collections::BTreeMap;

use super::compare::{Candidate, Field, Origin, compare};
use super::verdict::Tried;
use crate::Truth;
use crate::measure::is_blank;
use crate::paths::ending;

/// A file with more test items is compared on its own only.
const FEW: usize = 40;

/// Most values that are kept.
const MAX_VALUES: usize = 2_000_000;
const MAX_VALUE: usize = 256;

/// One field of all files of a kind.
#[derive(Debug, Default)]
struct Shard {
    /// Place of the first file.
    place: String,
    files: usize,
    values: Vec<(usize, String)>,
}

/// Fields by kind of file and name.
#[derive(Debug, Default)]
pub(super) struct Shards {
    fields: BTreeMap<(String, String), Shard>,
    kept: usize,
}

impl Shards {
    /// Takes a field of a file with few test items.
    pub(super) fn add(&mut self, place: &str, found: usize, field: &Field<'_>) {
        if found > FEW || self.kept > MAX_VALUES || field.is_listing {
            return;
        }
        let folder = place
            .rsplit_once(['/', '!'])
            .map_or("", |(folder, _)| folder);
        let folder: String = folder.chars().filter(|c| !c.is_ascii_digit()).collect();
        let key = (format!("{folder}/*.{}", ending(place)), field.name.clone());
        let shard = self.fields.entry(key).or_default();
        if shard.files == 0 {
            place.clone_into(&mut shard.place);
        }
        shard.files += 1;
        for (item, value) in &field.pairs {
            if value.len() <= MAX_VALUE && !is_blank(value) {
                self.kept += 1;
                shard.values.push((*item, (*value).to_owned()));
            }
        }
    }

    /// Compares the fields of several files.
    pub(super) fn compare(&self, tried: &mut Tried, truth: &Truth) -> Vec<Candidate> {
        let mut found = Vec::new();
        for ((_, name), shard) in self.fields.iter().filter(|(_, shard)| shard.files > 1) {
            let mut pairs: Vec<(usize, &str)> = shard
                .values
                .iter()
                .map(|(item, value)| (*item, value.as_str()))
                .collect();
            pairs.sort_unstable();
            pairs.dedup();
            let mut origin = Origin::of_field(&shard.place, name);
            origin.note = format!(" in {} files", shard.files);
            found.extend(compare(
                &origin,
                &Field::new(name.clone(), pairs),
                tried,
                truth,
            ));
        }
        found
    }
}
