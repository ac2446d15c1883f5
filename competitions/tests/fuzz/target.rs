//! A competition in one edition with its recorded answers and submissions.

use std::collections::BTreeMap;
use std::path::Path;

use libtest_mimic::Failed;
use mlebench_core::answers;
use mlebench_core::competition::Competition;
use mlebench_core::edition::Edition;
use mlebench_core::grade::{GradeError, grade};
use mlebench_core::submission::{self, Checked, Expectation};
use mlebench_core::verdict::{Rejection, Verdict};
use mlebench_data::archive::ZipSource;
use mlebench_data::table::Table;
use serde_json::Value;

/// What the graders get.
pub(crate) struct Target {
    pub(crate) competition: Competition,
    answers: Table,
    expected: Expectation,
}

impl Target {
    /// Returns nothing where the recorded answers, which are the published edition's, lack what the
    /// corrected one grades by.
    fn new(
        competition: &Competition,
        edition: Edition,
        answers: &[u8],
    ) -> Result<Option<Self>, Failed> {
        let competition = competition.in_edition(edition)?;
        let answers = answers::read(&competition, &mut &*answers)?;
        let expected = match Expectation::from_answers(&competition.spec, &answers) {
            Err(_) if edition == Edition::Corrected => return Ok(None),
            expected => expected?,
        };
        Ok(Some(Self {
            competition,
            answers,
            expected,
        }))
    }

    /// Reads a submission.
    pub(crate) fn read(&self, bytes: &[u8]) -> Result<Table, Rejection> {
        submission::read(bytes, &submission::read_options(&self.competition.spec))
    }

    /// Validates a submission.
    pub(crate) fn check<'t>(&'t self, submission: &'t Table) -> Result<Checked<'t>, Rejection> {
        submission::check(&self.competition.spec, &self.expected, submission)
    }

    /// Grades a submission.
    pub(crate) fn grade(&self, submission: &Table) -> Result<Verdict, GradeError> {
        grade(&self.competition, &self.answers, &self.expected, submission)
    }

    /// Reads and grades a submission.
    pub(crate) fn verdict(&self, bytes: &[u8]) -> Result<Verdict, GradeError> {
        match self.read(bytes) {
            Ok(table) => self.grade(&table),
            Err(rejection) => Ok(Verdict::Rejected(rejection)),
        }
    }
}

/// A competition in its editions with its recorded submissions by name.
pub(crate) struct Golden {
    pub(crate) editions: Vec<Target>,
    pub(crate) submissions: BTreeMap<String, Vec<u8>>,
}

impl Golden {
    /// Opens the recorded cases of a competition.
    pub(crate) fn open(competition: &Competition, path: &Path) -> Result<Self, Failed> {
        let mut zip = ZipSource::open(path)?;
        let cases: Value = serde_json::from_slice(&zip.read("cases.json")?)?;
        let answers = zip.read(cases["answers"].as_str().unwrap_or_default())?;
        let editions = [Edition::Published, Edition::Corrected]
            .map(|edition| Target::new(competition, edition, &answers));
        let mut submissions = BTreeMap::new();
        for case in cases["cases"].as_array().into_iter().flatten() {
            let text = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
            submissions.insert(text("name"), zip.read(&text("submission"))?);
        }
        Ok(Self {
            editions: editions
                .into_iter()
                .filter_map(Result::transpose)
                .collect::<Result<_, _>>()?,
            submissions,
        })
    }
}
