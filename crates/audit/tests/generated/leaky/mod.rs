//! Folders that give labels away.

mod containers;
mod fields;
mod files;

use crate::world::{Task, World, id, noise};

/// A folder and what has to be found in it.
pub(crate) struct Leak {
    pub(crate) name: &'static str,
    pub(crate) task: Task,
    pub(crate) items: usize,
    pub(crate) targets: &'static [&'static str],
    /// Part of the place.
    pub(crate) place: &'static str,
    pub(crate) recovered: f64,
    pub(crate) write: fn(&World),
}

const fn leak(name: &'static str, task: Task, place: &'static str, write: fn(&World)) -> Leak {
    Leak {
        name,
        task,
        items: crate::world::ITEMS,
        targets: &["target"],
        place,
        recovered: 0.95,
        write,
    }
}

fn table(w: &World) -> String {
    w.csv("id,target", |n| w.label(n))
}

fn ids(w: &World) -> Vec<String> {
    (0..w.items).map(id).collect()
}

fn labels(w: &World) -> Vec<String> {
    (0..w.items).map(|n| w.label(n)).collect()
}

fn json(w: &World, line: impl Fn(usize) -> String) -> String {
    let lines: Vec<String> = (0..w.items).map(line).collect();
    format!("[{}]", lines.join(","))
}

/// An order that is not that of the answers.
fn shuffled(w: &World) -> Vec<usize> {
    let mut order: Vec<usize> = (0..w.items).collect();
    order.sort_by(|a, b| noise(50, *a).total_cmp(&noise(50, *b)));
    order
}

impl Leak {
    const fn with_items(mut self, items: usize) -> Self {
        self.items = items;
        self
    }
}

pub(crate) fn all() -> Vec<Leak> {
    [containers::all(), fields::all(), files::all()]
        .into_iter()
        .flatten()
        .collect()
}
