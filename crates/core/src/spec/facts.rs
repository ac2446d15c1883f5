//! Plain facts about a competition.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The kind of data an agent works with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DataKind {
    /// Rows and columns of numbers and categories.
    Tabular,
    /// Written language.
    Text,
    /// Pictures.
    Image,
    /// Sound recordings.
    Audio,
    /// Moving pictures.
    Video,
    /// Sensor series over time.
    Signal,
    /// Points, boxes or molecules in space.
    Geometry,
    /// Several of these together.
    Multimodal,
}

impl DataKind {
    /// Returns the name used in files and tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tabular => "tabular",
            Self::Text => "text",
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Video => "video",
            Self::Signal => "signal",
            Self::Geometry => "geometry",
            Self::Multimodal => "multimodal",
        }
    }
}

/// A named subset of the benchmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SplitName {
    /// Low complexity, also called Lite: 22 competitions.
    Low,
    /// Medium complexity: 38 competitions.
    Medium,
    /// High complexity: 15 competitions.
    High,
    /// Development: 7 competitions outside the headline.
    Dev,
    /// The 75 of the headline.
    Split75,
    /// A subset of 30 that model cards report.
    Systemcard,
    /// `spaceship-titanic` alone, for trying things out.
    SpaceshipTitanic,
}

impl SplitName {
    /// All splits, in the order of listings.
    pub const ALL: [Self; 7] = [
        Self::Low,
        Self::Medium,
        Self::High,
        Self::Dev,
        Self::Split75,
        Self::Systemcard,
        Self::SpaceshipTitanic,
    ];

    /// Returns the name used in flags and files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Dev => "dev",
            Self::Split75 => "split75",
            Self::Systemcard => "systemcard",
            Self::SpaceshipTitanic => "spaceship-titanic",
        }
    }
}

impl fmt::Display for SplitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A remark on how to read a competition's medals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tag {
    /// The top of the leaderboard is so crowded that a medal means a perfect score.
    Saturated,
    /// The labels can be looked up in a public data set.
    PublicDuplicate,
    /// The published public data gives labels away.
    LeaksKnown,
    /// Two thresholds coincide, so that a medal is undistinguishable from a lower one.
    TiedThresholds,
}

impl Tag {
    /// Returns the name used in files and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Saturated => "saturated",
            Self::PublicDuplicate => "public-duplicate",
            Self::LeaksKnown => "leaks-known",
            Self::TiedThresholds => "tied-thresholds",
        }
    }
}

/// Kaggle's form of a competition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CompetitionType {
    /// A file was submitted.
    #[default]
    Simple,
    /// A notebook was submitted.
    Code,
}

/// Prize money for one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prize {
    /// The place.
    pub position: Position,
    /// US dollars.
    pub value: u64,
}

/// The place that a prize is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Position {
    /// A place on the leaderboard, 1 for the winner.
    Place(u32),
    /// A prize with a name of its own.
    Named(String),
}

/// Where the files of grading stand, relative to the prepared folder.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Files {
    /// The true labels.
    pub answers: String,
    /// A submission in the right form.
    pub sample_submission: String,
    /// A submission made of the true labels, where the answers themselves are none.
    #[serde(default)]
    pub gold_submission: Option<String>,
}

/// A part of a competition that may not be there yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Turning the raw download into public and private files.
    Prepare,
    /// Scoring a submission.
    Grade,
}

/// What a flaw concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlawScope {
    /// The prepared data.
    Prepare,
    /// The score or its validity.
    Grade,
    /// The leaderboard and its thresholds.
    Leaderboard,
    /// Where the data comes from.
    Source,
}

/// A known flaw of the published edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flaw {
    /// Number in the list of corrections, such as `C13`.
    pub id: String,
    /// What it concerns.
    pub scope: FlawScope,
    /// What is wrong, in one sentence.
    pub text: String,
    /// Whether the corrected edition still lacks the repair.
    #[serde(default)]
    pub open: bool,
}

/// Published MD5 sums, in hexadecimal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checksums {
    /// Kaggle's archive.
    #[serde(default)]
    pub zip: Option<String>,
    /// Files below `public/`.
    #[serde(default)]
    pub public: BTreeMap<String, String>,
    /// Files below `private/`.
    #[serde(default)]
    pub private: BTreeMap<String, String>,
}
