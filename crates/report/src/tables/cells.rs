//! What a run or a report comes to, in a word.

use mlebench_core::leaderboard::Medal;
use mlebench_core::report::CompetitionReport;

use super::layout::Tone;
use crate::group::{RunStatus, RunSummary, UNCOUNTED_WITHOUT_REPORT};
use crate::quantity::score;

/// Stands where there is nothing.
pub(crate) const NOTHING: &str = "-";

/// What a submission came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Result {
    /// It earned a medal.
    Medal(Medal),
    /// It was scored, but earned none.
    NoMedal,
    /// It was rejected, by the rule of this code where known.
    Rejected(Option<&'static str>),
    /// There is no file.
    NoSubmission,
    /// It does not count.
    Uncounted,
}

impl Result {
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Medal(medal) => medal.as_str().to_owned(),
            Self::NoMedal => "none".to_owned(),
            Self::Rejected(Some(code)) => format!("invalid: {code}"),
            Self::Rejected(None) => "invalid".to_owned(),
            Self::NoSubmission => "no submission".to_owned(),
            Self::Uncounted => UNCOUNTED_WITHOUT_REPORT.to_owned(),
        }
    }

    pub(crate) fn tone(&self) -> Tone {
        match self {
            Self::Medal(Medal::Gold) => Tone::Gold,
            Self::Medal(Medal::Silver) => Tone::Silver,
            Self::Medal(Medal::Bronze) => Tone::Bronze,
            Self::NoMedal => Tone::Plain,
            Self::Rejected(_) | Self::NoSubmission | Self::Uncounted => Tone::Bad,
        }
    }

    pub(crate) fn cell(&self) -> (String, Tone) {
        (self.text(), self.tone())
    }
}

impl From<&CompetitionReport> for Result {
    fn from(report: &CompetitionReport) -> Self {
        if report.gold_medal {
            Self::Medal(Medal::Gold)
        } else if report.silver_medal {
            Self::Medal(Medal::Silver)
        } else if report.bronze_medal {
            Self::Medal(Medal::Bronze)
        } else if !report.submission_exists {
            Self::NoSubmission
        } else if report.valid_submission {
            Self::NoMedal
        } else {
            Self::Rejected(report.reason.as_ref().map(|reason| reason.code.as_str()))
        }
    }
}

/// Returns what a run came to.
pub(crate) fn result_of(run: &RunSummary) -> Result {
    run.counted_report().map_or(Result::Uncounted, Result::from)
}

pub(super) fn plain(text: impl Into<String>) -> (String, Tone) {
    (text.into(), Tone::Plain)
}

pub(super) fn number(text: Option<String>) -> (String, Tone) {
    text.map_or_else(|| (NOTHING.to_owned(), Tone::Faint), plain)
}

pub(super) fn status(status: RunStatus) -> (String, Tone) {
    let tone = if status == RunStatus::Finished {
        Tone::Plain
    } else {
        Tone::Bad
    };
    (status.to_string(), tone)
}

/// Score, result and the four thresholds.
pub(super) fn of_report(
    report: Option<&CompetitionReport>,
    result: &Result,
) -> [(String, Tone); 6] {
    let threshold = |value: fn(&CompetitionReport) -> f64| {
        let (text, _) = number(report.map(|report| score(value(report))));
        (text, Tone::Faint)
    };
    [
        number(report.and_then(|report| report.score).map(score)),
        result.cell(),
        threshold(|report| report.gold_threshold),
        threshold(|report| report.silver_threshold),
        threshold(|report| report.bronze_threshold),
        threshold(|report| report.median_threshold),
    ]
}
