//! Named lists of competitions.

use serde::{Deserialize, Serialize};

/// A named list of competitions, such as `low`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Split {
    /// The name.
    pub name: String,
    /// The competitions, each once.
    pub competition_ids: Vec<String>,
}

impl Split {
    /// Creates a split.
    pub fn new(name: impl Into<String>, competition_ids: Vec<String>) -> Self {
        Self {
            name: name.into(),
            competition_ids,
        }
    }
}
