//! Grading files: from a path on disk to a report, for one submission or a list of them.

use std::path::{Path, PathBuf};

use mlebench_data::table::Table;

use crate::answers::{self, AnswersError};
use crate::competition::{Competition, CompetitionError};
use crate::edition::Edition;
use crate::grade::{GradeError, grade};
use crate::prepare::{DataLayout, Manifest};
use crate::report::{CompetitionReport, MetricRecord, ReportContext};
use crate::spec::{FlawScope, Part, Tag};
use crate::submission::{self, Expectation, LoadError, MissingAnswerColumn};
use crate::verdict::{Rejection, RejectionCode, Verdict};

/// Grading a file failed through our own fault, or the data is not there.
#[derive(Debug, thiserror::Error)]
pub enum GraderError {
    /// The competition's data is not prepared.
    #[error("`{id}` is not prepared in `{folder}` (hint: run `mlebench prepare -c {id}`)")]
    NotPrepared {
        /// The competition.
        id: String,
        /// Where its data was looked for.
        folder: PathBuf,
    },
    /// The answers cannot be read or are no table.
    #[error("failed to read the answers `{path}`")]
    AnswersUnreadable {
        /// The file.
        path: PathBuf,
        /// Where and why.
        #[source]
        source: AnswersError,
    },
    /// What the competition declares for the edition does not follow the schema.
    #[error(transparent)]
    Competition(#[from] Box<CompetitionError>),
    /// The submission is there but cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The answers lack a column.
    #[error(transparent)]
    AnswerColumn(#[from] MissingAnswerColumn),
    /// The grader fails.
    #[error(transparent)]
    Grade(#[from] GradeError),
}

/// Grades submissions of one competition; the answers are read once.
#[derive(Debug)]
pub struct Grader {
    competition: Competition,
    answers: Table,
    expected: Expectation,
    data_verified: Option<bool>,
}

impl Grader {
    /// Opens the answers of a prepared competition.
    ///
    /// # Errors
    ///
    /// Fails when the data is not prepared, the answers are broken or the grader is missing.
    pub fn open(competition: &Competition, layout: &DataLayout) -> Result<Self, GraderError> {
        if competition.spec.lacks(Part::Grade) {
            return Err(GradeError::Missing(competition.id.clone()).into());
        }
        let path = layout.prepared().join(&competition.spec.files.answers);
        if !layout.is_prepared() || !path.is_file() {
            let (id, folder) = (competition.id.clone(), layout.prepared());
            return Err(GraderError::NotPrepared { id, folder });
        }
        let manifest = layout.manifest();
        let edition = manifest
            .as_ref()
            .map_or(Edition::Published, |manifest| manifest.edition);
        let competition = competition.in_edition(edition).map_err(Box::new)?;
        let answers = answers::load(&competition, &path)
            .map_err(|source| GraderError::AnswersUnreadable { path, source })?;
        Ok(Self {
            expected: Expectation::from_answers(&competition.spec, &answers)?,
            competition,
            answers,
            data_verified: manifest.and_then(|manifest: Manifest| manifest.verified),
        })
    }

    /// Returns the competition in the edition of the prepared data.
    pub fn competition(&self) -> &Competition {
        &self.competition
    }

    /// Returns the ids and scored rows of the test set, which is all that validation needs.
    pub fn expectation(&self) -> &Expectation {
        &self.expected
    }

    /// Grades a file. `path` is `None` when a list names no file.
    ///
    /// # Errors
    ///
    /// Fails only through our own fault; see [`Verdict`] for the rest.
    pub fn grade_file(
        &self,
        path: Option<&Path>,
        created_at: String,
    ) -> Result<CompetitionReport, GraderError> {
        let verdict = match path {
            None => {
                let message = "no submission is named";
                Verdict::Rejected(Rejection::new(RejectionCode::MissingFile, message))
            }
            Some(path) => {
                match submission::load(path, &submission::read_options(&self.competition.spec))? {
                    Ok(table) => grade(&self.competition, &self.answers, &self.expected, &table)?,
                    Err(rejection) => Verdict::Rejected(rejection),
                }
            }
        };
        let spec = &self.competition.spec;
        let flaws = spec
            .flaws
            .iter()
            .filter(|flaw| flaw.scope != FlawScope::Source);
        let published = self.competition.spec.edition == Edition::Published;
        let context = ReportContext {
            competition_id: &self.competition.id,
            submission_path: path.map(|path| path.display().to_string()),
            submission_exists: path.is_some_and(Path::exists),
            created_at,
            metric: Some(metric_record(&self.competition)),
            edition: self.competition.spec.edition,
            data_verified: self.data_verified,
            flaws: flaws
                .filter(|_| published)
                .map(|flaw| flaw.id.clone())
                .collect(),
            tags: spec
                .tags
                .iter()
                .copied()
                .map(Tag::as_str)
                .map(str::to_owned)
                .collect(),
        };
        Ok(CompetitionReport::new(
            context,
            &self.competition.leaderboard,
            verdict,
        ))
    }
}

/// Validates a file by its schema and the test ids; the same code that grading begins with.
///
/// # Errors
///
/// Fails when the file is there but cannot be read.
pub fn validate_file(
    competition: &Competition,
    expected: &Expectation,
    path: &Path,
) -> Result<Result<(), Rejection>, LoadError> {
    Ok(
        submission::load(path, &submission::read_options(&competition.spec))?
            .and_then(|table| submission::check(&competition.spec, expected, &table).map(drop)),
    )
}

fn metric_record(competition: &Competition) -> MetricRecord {
    let metric = &competition.spec.metric;
    let parameters = serde_json::to_value(&metric.parameters)
        .ok()
        .and_then(|value| value.as_object().cloned())
        .unwrap_or_default();
    MetricRecord {
        name: metric.name.as_str().to_owned(),
        parameters,
    }
}
