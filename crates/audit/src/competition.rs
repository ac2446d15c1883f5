//! The answers of a competition as its declaration names them.

use std::path::Path;

use mlebench_core::answers::{self, AnswersError};
use mlebench_core::competition::Competition;
use mlebench_data::csv::{self, ReadOptions};
use mlebench_data::table::Table;

use crate::{Truth, TruthError};

/// Reads the answers of a prepared competition.
///
/// # Errors
///
/// Fails when the file cannot be read, is no table, or holds no declared ids or no labels.
pub fn truth_of(competition: &Competition, file: &Path) -> Result<Truth, TruthError> {
    let spec = &competition.spec;
    let answers = match competition.code.answers {
        Some(_) => answers::load(competition, file)?,
        None => read_answers(file)?,
    };
    let ids = spec.metric.truth_id.as_ref().unwrap_or(&spec.submission.id);
    let targets: Vec<String> = match &spec.metric.truth {
        Some(truth) => truth.clone(),
        None => spec.submission.targets().map(str::to_owned).collect(),
    };
    let there = |name: &String| answers.column(name).is_some() && !ids.contains(name);
    let mut targets: Vec<String> = targets.into_iter().filter(there).collect();
    if targets.is_empty() {
        // Graders of their own declare no label columns: then all others are labels.
        let others = answers.column_names().map(str::to_owned);
        targets = others.filter(|name| !ids.contains(name)).collect();
    }
    Truth::new(&answers, ids, &targets)
}

/// Reads answers with every cell as the text that stands there.
///
/// # Errors
///
/// Fails when the file cannot be read or is no CSV.
pub fn read_answers(file: &Path) -> Result<Table, AnswersError> {
    let options = ReadOptions {
        all_text: true,
        missing_words: false,
        ..ReadOptions::default()
    };
    Ok(csv::read(&std::fs::read(file)?, &options)?)
}
