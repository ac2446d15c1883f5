//! What a competition's folder declares: the schema of `competition.toml`.
//!
//! The TOML states facts; there are no conditions, expressions or loops in it. Unknown keys are
//! errors, so that a typing mistake never becomes a silent default.

mod compat;
mod facts;
mod metric;
mod recipe;
mod submission;

pub use compat::{Compat, IdRule};
pub use facts::{
    Checksums, CompetitionType, DataKind, Files, Flaw, FlawScope, Part, Position, Prize, SplitName,
    Tag,
};
pub use metric::{MetricSpec, RowFilter};
pub use recipe::{
    CopyRule, FileRule, Floats, OneHot, Order, Recipe, Rows, Share, SplitRule, WriteRule,
};
pub use submission::{
    ColumnGroup, ColumnKind, Items, MaskSize, OtherColumns, PartedBy, RowSum, SubmissionSpec,
};

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::edition::Edition;

/// Everything `competition.toml` says about one competition.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CompetitionSpec {
    /// The edition that this declaration holds for.
    #[serde(skip)]
    pub edition: Edition,
    /// The competition's title.
    pub title: String,
    /// The kind of data an agent works with.
    pub kind: DataKind,
    /// The benchmark's splits that contain the competition.
    #[serde(default)]
    pub splits: Vec<SplitName>,
    /// How to read its medals.
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// Kaggle's form of the competition.
    #[serde(default)]
    pub competition_type: CompetitionType,
    /// Whether Kaggle awarded medals in it.
    #[serde(default)]
    pub awards_medals: bool,
    /// Prize money by place.
    #[serde(default)]
    pub prizes: Vec<Prize>,
    /// Where its rules are accepted, if it is not the usual page.
    #[serde(default)]
    pub rules_url: Option<String>,
    /// Where the graded files stand after preparation.
    pub files: Files,
    /// What a submission looks like.
    pub submission: SubmissionSpec,
    /// How a submission is scored.
    pub metric: MetricSpec,
    /// Quirks of the published edition that change a verdict.
    #[serde(default)]
    pub compat: Compat,
    /// What the corrected edition declares differently; see [`CompetitionSpec::parse`].
    #[serde(default)]
    pub corrected: toml::Table,
    /// Whole numbers that the preparation's code takes from here.
    #[serde(default)]
    pub constants: BTreeMap<String, usize>,
    /// How the raw download is turned into public and private files, where facts suffice.
    #[serde(default)]
    pub prepare: Option<Recipe>,
    /// The parts that are not there yet.
    #[serde(default)]
    pub missing: Vec<Part>,
    /// Known flaws of the published edition.
    #[serde(default)]
    pub flaws: Vec<Flaw>,
    /// Score of the sample submission on the real data, as published; absent when not a number.
    #[serde(default)]
    pub sample_score: Option<f64>,
    /// Published MD5 sums.
    #[serde(default)]
    pub checksums: Checksums,
}

impl CompetitionSpec {
    /// Parses the text of a `competition.toml` as one edition declares it.
    ///
    /// The corrected edition has no `[compat]`, and its `[corrected]` table is laid over the rest:
    /// tables are merged key by key, everything else is replaced. Where the published data has a
    /// flaw, the checksums of its files do not hold for the corrected data.
    ///
    /// # Errors
    ///
    /// Returns the parser's message with line, column and the choices.
    pub fn parse(text: &str, edition: Edition) -> Result<Self, toml::de::Error> {
        let published: Self = toml::from_str(text)?;
        if edition == Edition::Published {
            return Ok(published);
        }
        let mut table: toml::Table = toml::from_str(text)?;
        table.remove("compat");
        let repaired = |flaw: &Flaw| flaw.scope == FlawScope::Prepare;
        let checksums = table.get_mut("checksums");
        if let Some(checksums) = checksums.and_then(toml::Value::as_table_mut)
            && published.flaws.iter().any(repaired)
        {
            checksums.retain(|side, _| side == "zip");
        }
        lay_over(&mut table, published.corrected);
        let mut corrected: Self = table.try_into()?;
        corrected.edition = edition;
        Ok(corrected)
    }

    /// Returns the columns of the answers that validation and grading read.
    pub fn answer_columns(&self) -> Vec<String> {
        let ids = self.metric.truth_id.as_ref().unwrap_or(&self.submission.id);
        let mut columns = ids.clone();
        match &self.metric.truth {
            Some(truth) => columns.extend(truth.clone()),
            None => columns.extend(self.submission.targets().map(str::to_owned)),
        }
        columns.extend(self.metric.columns.values().flatten().cloned());
        match &self.metric.scored_rows {
            None => {}
            Some(RowFilter::Equals { column, .. }) => columns.push(column.clone()),
            Some(RowFilter::Sum { sum_of, .. }) => columns.extend(sum_of.clone()),
            Some(RowFilter::Last {
                of_each, measured, ..
            }) => columns.extend([of_each.clone(), measured.clone()]),
        }
        if let Some(MaskSize::Columns { height, width }) = &self.submission.mask {
            columns.extend([height.clone(), width.clone()]);
        }
        columns
    }

    /// Returns whether `part` is declared to be missing.
    pub fn lacks(&self, part: Part) -> bool {
        self.missing.contains(&part)
    }
}

fn lay_over(below: &mut toml::Table, above: toml::Table) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => lay_over(below, above),
            (_, value) => {
                below.insert(key, value);
            }
        }
    }
}
