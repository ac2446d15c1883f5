//! Which columns hold ids of test items.

use std::collections::BTreeSet;

use crate::Truth;
use crate::content::{Form, Rows};

/// Rows that are looked at to find out.
const SAMPLE: usize = 20_000;

/// Most key columns of one file.
const MOST: usize = 2;

/// Columns with ids, and the test item of each row.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) columns: Vec<usize>,
    pub(super) items: Vec<Option<usize>>,
    /// Number of different test items.
    pub(super) found: usize,
}

/// Returns the keys of a file: the columns that are called as the ids, and, for ids of one column,
/// those whose values are ids.
pub(super) fn keys(rows: &Rows, truth: &Truth) -> Vec<Key> {
    let declared: Option<Vec<usize>> = truth
        .id_columns
        .iter()
        .map(|name| rows.place(name))
        .collect();
    let mut keys: Vec<Key> = declared
        .iter()
        .map(|columns| key(rows, columns, truth))
        .collect();
    // A table's own column of that name is its key, also when it holds none of the test ids.
    let settled = declared.is_some() && rows.form == Form::Table;
    if truth.id_columns.len() == 1 && !settled {
        let others = (0..rows.names.len()).filter(|c| declared.as_ref() != Some(&vec![*c]));
        let mut others: Vec<(usize, usize)> = others
            .filter_map(|c| Some((likely(rows, c, truth)?, c)))
            .collect();
        others.sort_by(|a, b| b.cmp(a));
        let others = others.into_iter().take(MOST);
        keys.extend(others.map(|(_, column)| key(rows, &[column], truth)));
    }
    keys.retain(|key| key.found > 0);
    // Two columns that say the same are one.
    let mut kept: Vec<Key> = Vec::new();
    for key in keys {
        if kept.len() < MOST && !kept.iter().any(|other| other.items == key.items) {
            kept.push(key);
        }
    }
    kept
}

fn key(rows: &Rows, columns: &[usize], truth: &Truth) -> Key {
    let item = |row: usize| {
        let parts: Option<Vec<&str>> = columns.iter().map(|c| rows.get(row, *c)).collect();
        truth.item(parts?.into_iter())
    };
    let items: Vec<Option<usize>> = (0..rows.len).map(item).collect();
    let found = items.iter().flatten().collect::<BTreeSet<_>>().len();
    Key {
        columns: columns.to_vec(),
        items,
        found,
    }
}

/// Returns how many values of a column are ids, when that is no chance: short ids are met in ages
/// and counts.
fn likely(rows: &Rows, column: usize, truth: &Truth) -> Option<usize> {
    const SIGNS: [&str; 7] = ["id", "key", "image", "file", "name", "row", "index"];
    let step = rows.len.div_ceil(SAMPLE).max(1);
    let (mut cells, mut hits) = (0, 0);
    let mut different = BTreeSet::new();
    for row in (0..rows.len).step_by(step) {
        let Some(value) = rows.get(row, column).filter(|value| !value.is_empty()) else {
            continue;
        };
        cells += 1;
        // Longer texts are no ids.
        if value.len() < 256
            && let Some(item) = truth.items_of(value).first()
        {
            hits += 1;
            different.insert(*item);
        }
    }
    let name = rows.names[column].to_lowercase();
    let named = SIGNS.iter().any(|sign| name.contains(sign));
    let is_key = hits > 0
        && (truth.has_long_ids()
            || different.len() * 4 >= truth.len() * 3
                && (hits * 20 >= cells * 19 || different.len() * 2 >= hits)
            || hits >= 2 && named
            || rows.form == Form::Lines
            || hits * 20 >= cells * 19 && different.len() == hits && hits >= 10);
    is_key.then_some(different.len())
}
