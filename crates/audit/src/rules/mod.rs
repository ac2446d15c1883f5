//! The rules: one file each. A rule says what it means, and when it stays silent.
//!
//! `answer-value` and `predictive-field` are what [`measure`](crate::measure) finds in fields beside
//! test ids; the others name a place or a form.

mod compare;
mod hindsight_field;
mod keys;
mod label_field;
mod label_in_path;
mod outline;
mod per_item;
mod position_log;
mod row_order;
mod shards;
mod train_overlap;
mod train_strength;
mod verdict;

use crate::Truth;
use crate::content::{self, Content, Rows};
use crate::finding::Finding;
use crate::walk::{Item, Visitor};

use compare::Candidate;
use keys::Key;

/// A finding and the group of places that count as one.
type Grouped = (String, Finding);

/// Takes what is of interest from each file and gives the verdict in the end.
#[derive(Debug)]
pub(crate) struct Auditor<'t> {
    truth: &'t Truth,
    /// Fields that may leak, unless too many were tried.
    candidates: Vec<Candidate>,
    tried: verdict::Tried,
    /// Findings that need no comparison.
    named: Vec<Grouped>,
    train: train_strength::TrainStrength,
    files: per_item::PerItem,
    positions: row_order::Positions,
    overlap: train_overlap::Overlap,
    shards: shards::Shards,
}

impl<'t> Auditor<'t> {
    pub(crate) fn new(truth: &'t Truth) -> Self {
        Self {
            truth,
            candidates: Vec::new(),
            tried: verdict::Tried::default(),
            named: Vec::new(),
            train: train_strength::TrainStrength::default(),
            files: per_item::PerItem::default(),
            positions: row_order::Positions::new(truth),
            overlap: train_overlap::Overlap::default(),
            shards: shards::Shards::default(),
        }
    }

    /// Runs the rules that compare fields with labels.
    fn rows(&mut self, place: &str, rows: &Rows) {
        let keys = keys::keys(rows, self.truth);
        for key in &keys {
            self.keyed(place, rows, key);
        }
        if keys.is_empty() {
            self.positions.add_columns(place, rows, self.truth);
        }
        self.train.add(rows, keys.first(), self.truth);
        self.overlap.add(place, rows, keys.first(), self.truth);
    }

    fn keyed(&mut self, place: &str, rows: &Rows, key: &Key) {
        self.positions.add_order(place, key, self.truth);
        for field in compare::fields(rows, key, self.truth) {
            self.shards.add(place, key.found, &field);
            let origin = compare::Origin::of_field(place, &field.name);
            let candidate = compare::compare(&origin, &field, &mut self.tried, self.truth);
            if candidate.as_ref().is_none_or(|found| !found.is_value()) {
                let found = label_field::beside_ids(place, &field, rows.form, self.truth)
                    .or_else(|| hindsight_field::check(place, &field, self.truth));
                self.named.extend(found);
            }
            self.candidates.extend(candidate);
        }
    }

    /// Compares everything that was taken, and returns the findings by rule and place.
    pub(crate) fn findings(mut self) -> Vec<Finding> {
        let truth = self.truth;
        let mut tried = self.tried;
        for (origin, field) in self.files.fields(truth) {
            self.candidates
                .extend(compare::compare(&origin, &field, &mut tried, truth));
        }
        self.named
            .extend(label_field::in_structures(&self.files, truth));
        self.candidates
            .extend(self.positions.compare(&mut tried, truth));
        self.candidates
            .extend(label_in_path::in_ids(&mut tried, truth));
        self.candidates
            .extend(self.shards.compare(&mut tried, truth));
        self.candidates
            .extend(self.overlap.compare(&mut tried, truth));
        verdict::findings(self.candidates, self.named, &tried, &self.train, truth)
    }
}

impl Visitor for Auditor<'_> {
    fn visit(&mut self, item: Item<'_>) {
        self.files.add(&item, self.truth);
        match &item.content {
            Some(Content::Rows(list)) => {
                for rows in list {
                    self.rows(item.name, rows);
                    self.named
                        .extend(outline::check(item.name, rows, self.truth));
                }
            }
            Some(Content::Text(text)) => {
                self.named
                    .extend(position_log::check(item.name, text, self.truth));
                let table = content::table_of_text(text);
                let table = table.filter(|rows| !keys::keys(rows, self.truth).is_empty());
                if let Some(table) = table {
                    self.rows(item.name, &table);
                } else {
                    self.rows(item.name, &content::lines(text, self.truth));
                    self.positions.add_lines(item.name, text, self.truth);
                }
            }
            Some(Content::Facts(_)) | None => {}
        }
    }

    fn wants_head(&self, name: &str) -> bool {
        self.files.wants(name, self.truth)
    }
}

/// Returns whether a field is called what labels are called, or as a label column.
fn names_label(field: &str, truth: &Truth) -> bool {
    const LABELS: [&str; 14] = [
        "label",
        "labels",
        "target",
        "targets",
        "class",
        "classes",
        "category_id",
        "annotation",
        "annotations",
        "ground_truth",
        "groundtruth",
        "answer",
        "answers",
        "class_id",
    ];
    let last = field.rsplit('.').next().unwrap_or(field).to_lowercase();
    LABELS.contains(&last.as_str()) || truth.targets.iter().any(|t| t.name.to_lowercase() == last)
}

#[cfg(test)]
mod tests {
    use mlebench_data::table::{Column, Table};

    use crate::Truth;

    /// Items `item0`, `item1` ... with one label column.
    pub(super) fn truth(labels: &[&str]) -> Truth {
        truth_of(&[("label", labels)])
    }

    /// Items with the named label columns.
    pub(super) fn truth_of(targets: &[(&str, &[&str])]) -> Truth {
        let ids: Vec<String> = (0..targets[0].1.len())
            .map(|i| format!("item{i}"))
            .collect();
        let ids = Column::from_texts(ids.iter().map(String::as_str));
        let mut table = Table::new().with_column("id", ids);
        for (name, labels) in targets {
            table.push_column(*name, Column::from_texts(labels.iter().copied()));
        }
        let names: Vec<String> = targets.iter().map(|(name, _)| (*name).to_owned()).collect();
        Truth::new(&table, &["id".to_owned()], &names).expect("it has items and labels")
    }
}
