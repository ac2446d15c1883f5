//! Files of test items: what their paths, sizes and contents say, put together as records.
//!
//! Files whose paths differ only in the item belong together.

use std::collections::BTreeMap;

use mlebench_data::table::TextColumn;

use super::compare::{Field, Origin};
use super::label_in_path::path_fields;
use crate::Truth;
use crate::content::{self, Content, Record, Rows};
use crate::paths::{ending, item_path};
use crate::walk::Item;

/// Most files of one kind whose contents are looked at, and fields of one.
const MAX_FILES: usize = 50_000;
const MAX_HEADS: usize = 3_000;
const MAX_FIELDS: usize = 64;

/// Most bytes of a value that are kept.
const MAX_VALUE: usize = 4_500;

/// Names of fields that say when or where a file was written.
const POSITIONS: [&str; 2] = ["(time of change)", "(place in the archive)"];

/// Files of one kind.
#[derive(Debug, Default)]
struct Group {
    /// Place of the first.
    place: String,
    records: Vec<(usize, Record)>,
}

/// A MATLAB file of a test item: its place, the item's id, its fields.
type Structure = (String, String, Record);

/// All files of test items, by what their paths have in common.
#[derive(Debug, Default)]
pub(super) struct PerItem {
    groups: BTreeMap<(usize, String), Group>,
    structures: Vec<Structure>,
    visited: usize,
}

impl PerItem {
    /// Returns whether the head of a file would be taken.
    pub(super) fn wants(&self, name: &str, truth: &Truth) -> bool {
        let Some(path) = item_path(name, truth).filter(|_| truth.id_columns.len() == 1) else {
            return false;
        };
        let group = self.groups.get(&kind(name, path.place, path.parts.len()));
        group.is_none_or(|group| group.records.len() < MAX_HEADS)
    }

    /// Takes a file if its path speaks of a test item.
    pub(super) fn add(&mut self, item: &Item<'_>, truth: &Truth) {
        self.visited += 1;
        let Some(path) = item_path(item.name, truth) else {
            return;
        };
        let facts = item.content.as_ref().map(facts).unwrap_or_default();
        if ending(item.name) == "mat"
            && let Some(Content::Rows(list)) = &item.content
        {
            let fields = list.iter().flat_map(different).collect();
            self.structures
                .push((item.name.to_owned(), path.id.clone(), fields));
        }
        let (Some(number), [_]) = (
            truth.items_of(&path.id).first(),
            truth.id_columns.as_slice(),
        ) else {
            return;
        };
        let key = kind(item.name, path.place, path.parts.len());
        let group = self.groups.entry(key).or_default();
        if group.records.is_empty() {
            item.name.clone_into(&mut group.place);
        }
        if group.records.len() >= MAX_FILES {
            return;
        }
        let mut record = path_fields(&path);
        record.push(("(bytes)".to_owned(), item.size.to_string()));
        if let Some(modified) = &item.modified {
            let digits = modified.chars().filter(char::is_ascii_digit).collect();
            record.push((POSITIONS[0].to_owned(), digits));
        }
        if item.name.contains('!') {
            record.push((POSITIONS[1].to_owned(), self.visited.to_string()));
        }
        if !item.comment.is_empty() {
            record.push(("(comment)".to_owned(), item.comment.clone()));
        }
        record.extend(facts.into_iter().take(MAX_FIELDS));
        group.records.push((*number, record));
    }

    /// Returns all fields, with where they stand.
    pub(super) fn fields(&self, truth: &Truth) -> Vec<(Origin, Field<'_>)> {
        let mut fields = Vec::new();
        for group in self.groups.values().filter(|group| group.records.len() > 1) {
            let mut by_name: BTreeMap<&str, Vec<(usize, &str)>> = BTreeMap::new();
            let mut listed: Vec<(usize, &str)> = (0..truth.len()).map(|item| (item, "")).collect();
            for (item, record) in &group.records {
                listed[*item].1 = "1";
                for (name, value) in record {
                    by_name.entry(name).or_default().push((*item, value));
                }
            }
            for (name, mut pairs) in by_name {
                pairs.sort_unstable();
                pairs.dedup();
                let in_path = name.starts_with("(folder") || name.starts_with("(name");
                let origin = Origin {
                    kind: in_path.then_some("label-in-path"),
                    place: format!("{}:{name}", group.place),
                    field: format!("{}:{name}", group.place),
                    note: format!(" (one file each, such as `{}`)", group.place),
                };
                let field = Field {
                    is_position: POSITIONS.contains(&name),
                    is_text: !in_path,
                    ..Field::new(name.to_owned(), pairs)
                };
                fields.push((origin, field));
            }
            if listed.iter().any(|(_, value)| value.is_empty()) {
                let origin = Origin {
                    kind: Some("label-in-path"),
                    place: format!("{}:(exists)", group.place),
                    field: String::new(),
                    note: ": only some have such a file".to_owned(),
                };
                let field = Field {
                    is_listing: true,
                    ..Field::new("(exists)".to_owned(), listed)
                };
                fields.push((origin, field));
            }
        }
        fields
    }

    /// Returns place, id and fields of the MATLAB files.
    pub(super) fn structures(&self) -> impl Iterator<Item = (&str, &str, &Record)> {
        let structures = self.structures.iter();
        structures.map(|(place, id, record)| (place.as_str(), id.as_str(), record))
    }
}

/// Returns what the paths of files of one kind have in common: the number of their parts, and the
/// file's name where it is not the item's, else its ending.
fn kind(name: &str, place: usize, parts: usize) -> (usize, String) {
    let is_file = place + 1 == parts;
    let file = name.rsplit(['/', '!']).next().unwrap_or(name);
    let common = if is_file {
        ending(name)
    } else {
        file.to_owned()
    };
    (parts, common)
}

/// Returns what a file says about its item: the fields of a single record, those that are the same in
/// all records, and short texts.
fn facts(content: &Content) -> Record {
    let facts = match content {
        Content::Facts(record) => record.clone(),
        Content::Text(text) => content::text_facts(text),
        Content::Rows(list) => list.iter().flat_map(same).collect(),
    };
    let mut facts: Record = facts;
    for (_, value) in &mut facts {
        let mut end = value.len().min(MAX_VALUE);
        while !value.is_char_boundary(end) {
            end -= 1;
        }
        value.truncate(end);
    }
    facts
}

/// Returns the fields with their first different values.
fn different(rows: &Rows) -> Record {
    const MOST: usize = 4;
    let columns = rows.names.iter().zip(&rows.columns);
    let field = |(name, column): (&String, &TextColumn)| {
        let mut values: Vec<&str> = Vec::new();
        for cell in column.iter().flatten() {
            if values.len() < MOST && !values.contains(&cell) {
                values.push(cell);
            }
        }
        (name.clone(), values.join(" "))
    };
    columns.map(field).collect()
}

fn same(rows: &Rows) -> Record {
    let mut record = Record::new();
    for (name, column) in rows.names.iter().zip(&rows.columns) {
        let mut cells = column.iter().flatten();
        if let Some(first) = cells.next()
            && cells.all(|cell| cell == first)
        {
            record.push((name.clone(), first.to_owned()));
        }
    }
    if rows.len > 1 {
        record.push(("(records)".to_owned(), rows.len.to_string()));
    }
    record
}
