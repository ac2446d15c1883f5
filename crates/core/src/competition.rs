//! One competition: its declared facts, its leaderboard, its text, and its code where it has any.

use std::borrow::Cow;
use std::io::BufRead;
use std::path::Path;

use mlebench_data::table::Table;

use crate::description;
use crate::edition::Edition;
use crate::grade::input::{Input, Problem};
use crate::leaderboard::{Leaderboard, LeaderboardError};
use crate::prepare::{Preparation, PrepareError};
use crate::spec::CompetitionSpec;

/// Prepares a competition whose recipe facts cannot say.
pub type PrepareFn = fn(&Preparation<'_>) -> Result<(), PrepareError>;

/// Scores a checked submission where schema and metric cannot say how.
pub type GradeFn = fn(&Input<'_>) -> Result<f64, Problem>;

/// Reads answers that are no CSV as a table.
pub type AnswersFn = fn(&mut dyn BufRead) -> Result<Table, String>;

/// The code of a competition.
#[derive(Debug, Clone, Copy, Default)]
pub struct Code {
    /// Its preparation.
    pub prepare: Option<PrepareFn>,
    /// Its grader.
    pub grade: Option<GradeFn>,
    /// How its answers are read.
    pub answers: Option<AnswersFn>,
}

impl Code {
    /// No code: the facts say everything.
    pub const NONE: Self = Self {
        prepare: None,
        grade: None,
        answers: None,
    };
}

/// One competition.
#[derive(Debug, Clone)]
pub struct Competition {
    /// Kaggle's name of the competition in its address; also the folder's name.
    pub id: String,
    /// What its folder declares for one edition; the published one at first.
    pub spec: CompetitionSpec,
    /// The text of `competition.toml`, from which the other edition can be made.
    source: Cow<'static, str>,
    /// The final leaderboard.
    pub leaderboard: Leaderboard,
    /// The task in our words, without the generated sections.
    pub description: Option<Cow<'static, str>>,
    /// Code where facts do not suffice.
    pub code: Code,
}

/// A competition folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CompetitionError {
    /// `competition.toml` does not follow the schema.
    #[error("invalid competition.toml of `{id}`")]
    Spec {
        /// The competition.
        id: String,
        /// Where and why.
        #[source]
        source: Box<toml::de::Error>,
    },
    /// `leaderboard.csv` is broken.
    #[error("invalid leaderboard.csv of `{id}`")]
    Leaderboard {
        /// The competition.
        id: String,
        /// Why.
        #[source]
        source: LeaderboardError,
    },
    /// A file of the folder cannot be read.
    #[error("failed to read `{path}`")]
    File {
        /// The file.
        path: std::path::PathBuf,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
}

impl Competition {
    /// Creates a competition from the texts of its folder.
    ///
    /// # Errors
    ///
    /// Fails when a text does not follow its schema.
    pub fn parse(
        id: &str,
        spec: impl Into<Cow<'static, str>>,
        leaderboard: &str,
        description: Option<Cow<'static, str>>,
        code: Code,
    ) -> Result<Self, CompetitionError> {
        let source = spec.into();
        let spec = parse_spec(id, &source, Edition::Published)?;
        let leaderboard =
            Leaderboard::parse(leaderboard, spec.metric.direction).map_err(|source| {
                CompetitionError::Leaderboard {
                    id: id.to_owned(),
                    source,
                }
            })?;
        Ok(Self {
            id: id.to_owned(),
            spec,
            source,
            leaderboard,
            description,
            code,
        })
    }

    /// Loads a declarative competition from a folder named after it.
    ///
    /// # Errors
    ///
    /// Fails when `competition.toml` or `leaderboard.csv` is absent or broken.
    pub fn load(folder: &Path) -> Result<Self, CompetitionError> {
        let id = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let read = |name: &str| {
            let path = folder.join(name);
            std::fs::read_to_string(&path).map_err(|source| CompetitionError::File { path, source })
        };
        let description = read("description.md").ok().map(Cow::Owned);
        Self::parse(
            &id,
            read("competition.toml")?,
            &read("leaderboard.csv")?,
            description,
            Code::NONE,
        )
    }

    /// Returns the competition as another edition declares it.
    ///
    /// # Errors
    ///
    /// Fails when what the edition declares does not follow the schema.
    pub fn in_edition(&self, edition: Edition) -> Result<Self, CompetitionError> {
        let mut other = self.clone();
        if edition != self.spec.edition {
            other.spec = parse_spec(&self.id, &self.source, edition)?;
        }
        Ok(other)
    }

    /// Returns the whole text an agent reads: the task, then evaluation and submission format as
    /// the metric and the schema define them.
    pub fn description_text(&self) -> String {
        description::render(self)
    }
}

fn parse_spec(id: &str, text: &str, edition: Edition) -> Result<CompetitionSpec, CompetitionError> {
    CompetitionSpec::parse(text, edition).map_err(|source| CompetitionError::Spec {
        id: id.to_owned(),
        source: Box::new(source),
    })
}
