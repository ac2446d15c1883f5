//! `row-order`: the rows of test items stand in the order of their labels.
//!
//! Columns without ids, as long as there are test items, are compared by the same orders and
//! reported as `answer-value` or `predictive-field`.

use std::collections::BTreeSet;

use mlebench_data::table::TextColumn;

use super::compare::{Candidate, Field, Origin, compare};
use super::keys::Key;
use super::verdict::Tried;
use crate::Truth;
use crate::content::Rows;

/// Most orders and columns that are kept.
const MAX_ORDERS: usize = 8;
const MAX_COLUMNS: usize = 1_000;
const MAX_CELLS: usize = 20_000_000;

/// Items row by row, and where they stand so.
#[derive(Debug)]
struct Order {
    place: String,
    items: Vec<usize>,
}

/// A column without ids.
#[derive(Debug)]
struct Column {
    place: String,
    name: String,
    cells: Vec<String>,
}

/// The orders of test items and the columns that may follow one.
#[derive(Debug)]
pub(super) struct Positions {
    orders: Vec<Order>,
    columns: Vec<Column>,
    cells: usize,
}

impl Positions {
    /// Begins with the orders that are known without any file: by id.
    pub(super) fn new(truth: &Truth) -> Self {
        let ids = truth.ids();
        let mut by_text: Vec<usize> = (0..ids.len()).collect();
        by_text.sort_by_key(|item| &ids[*item]);
        let mut positions = Self {
            orders: Vec::new(),
            columns: Vec::new(),
            cells: 0,
        };
        if truth.id_columns.len() == 1 {
            let numbers: Option<Vec<f64>> = ids.iter().map(|id| id.parse().ok()).collect();
            if let Some(numbers) = numbers {
                by_text.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
            }
            positions.push("(ids):(order)".to_owned(), by_text);
        }
        positions
    }

    fn push(&mut self, place: String, items: Vec<usize>) {
        let known = self.orders.iter().any(|order| order.items == items);
        if !known && self.orders.len() < MAX_ORDERS {
            self.orders.push(Order { place, items });
        }
    }

    /// Takes the order of a file that holds every item once.
    pub(super) fn add_order(&mut self, place: &str, key: &Key, truth: &Truth) {
        let items: Vec<usize> = key.items.iter().flatten().copied().collect();
        if items.len() == truth.len() && key.found == truth.len() {
            self.push(format!("{place}:(order of the rows)"), items);
        }
    }

    /// Takes the columns of a file without ids that is as long as there are items.
    pub(super) fn add_columns(&mut self, place: &str, rows: &Rows, truth: &Truth) {
        if place.to_lowercase().contains("train") {
            return;
        }
        for (name, column) in rows.names.iter().zip(&rows.columns) {
            let cells = || {
                column
                    .iter()
                    .map(|cell| cell.unwrap_or_default().to_owned())
            };
            if rows.len == truth.len() {
                self.push_column(place, name, cells().collect());
            } else if rows.len + 1 == truth.len() {
                // A table without a header.
                let cells = std::iter::once(name.clone()).chain(cells());
                self.push_column(place, "column", cells.collect());
            }
        }
        self.add_lists(place, rows, truth);
    }

    /// Takes lists of JSON that are as long as there are items.
    fn add_lists(&mut self, place: &str, rows: &Rows, truth: &Truth) {
        const MAX_LISTS: usize = 64;
        let cells = |column: &TextColumn| column.iter().flatten().next().map(str::to_owned);
        let columns = rows.names.iter().zip(&rows.columns);
        for (name, column) in columns.take(MAX_LISTS).filter(|_| rows.len <= MAX_LISTS) {
            let Some(list) = cells(column).filter(|cell| cell.starts_with('[')) else {
                continue;
            };
            let inner = list.trim_matches(['[', ']']).split(',');
            let values: Vec<String> = inner
                .map(|value| value.trim().trim_matches('"').to_owned())
                .collect();
            if values.len() == truth.len() {
                self.push_column(place, name, values);
            }
        }
    }

    /// Takes the lines of a text, one for each item.
    pub(super) fn add_lines(&mut self, place: &str, text: &str, truth: &Truth) {
        let lines: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
        let train = place.to_lowercase().contains("train");
        if lines.len() == truth.len() && !train {
            self.push_column(place, "(lines)", lines);
        }
    }

    fn push_column(&mut self, place: &str, name: &str, cells: Vec<String>) {
        self.cells += cells.len();
        if self.columns.len() < MAX_COLUMNS && self.cells <= MAX_CELLS {
            self.columns.push(Column {
                place: place.to_owned(),
                name: name.to_owned(),
                cells,
            });
        }
    }

    /// Compares everything with the labels.
    pub(super) fn compare(&self, tried: &mut Tried, truth: &Truth) -> Vec<Candidate> {
        let mut found = Vec::new();
        let numbers: Vec<String> = (0..truth.len()).map(|place| place.to_string()).collect();
        for order in &self.orders {
            let pairs = order
                .items
                .iter()
                .copied()
                .zip(numbers.iter().map(String::as_str));
            let origin = Origin {
                kind: Some("row-order"),
                place: order.place.clone(),
                field: String::new(),
                note: String::new(),
            };
            let field = Field {
                is_position: true,
                ..Field::new("(order)".to_owned(), pairs.collect())
            };
            found.extend(compare(&origin, &field, tried, truth));
        }
        // Whoever wrote a column may have had the rows of the answers before them.
        let answers = ("the answers", (0..truth.len()).collect::<Vec<_>>());
        let orders = self
            .orders
            .iter()
            .map(|order| (order.place.as_str(), order.items.clone()));
        let mut orders: Vec<(&str, Vec<usize>)> = orders.collect();
        if orders.iter().all(|(_, items)| *items != answers.1) {
            orders.push(answers);
        }
        for column in &self.columns {
            let different: BTreeSet<&str> = column.cells.iter().map(String::as_str).collect();
            if different.len() < 2 {
                continue;
            }
            for (place, items) in &orders {
                let pairs = items
                    .iter()
                    .copied()
                    .zip(column.cells.iter().map(String::as_str));
                let mut origin = Origin::of_field(&column.place, &column.name);
                origin.note = format!(" when its rows are those of `{place}`");
                let field = Field::new(column.name.clone(), pairs.collect());
                found.extend(compare(&origin, &field, tried, truth));
            }
        }
        found
    }
}
