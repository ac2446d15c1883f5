//! `mlebench grade`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::Args;
use mlebench_core::competition::Competition;
use mlebench_core::exit_code::ExitCode;
use mlebench_core::grader::{Grader, GraderError};
use mlebench_core::report::{CompetitionReport, GradingError, GradingReport};
use mlebench_data::files::write_atomic;
use mlebench_report::tables;
use mlebench_runner::note_test_query;
use rayon::prelude::*;
use serde::Deserialize;

use crate::args::Format;
use crate::context::{Context, absolute, now, now_for_files};
use crate::error::{CliError, chain};
use crate::output;

/// Flags of `grade`.
#[derive(Debug, Args)]
pub(crate) struct GradeArgs {
    /// List of submissions, one JSON object a line: `competition_id`, `submission_path`
    #[arg(long, value_name = "JSONL")]
    submission: PathBuf,
    /// Folder for the report
    #[arg(long, value_name = "DIR")]
    output_dir: PathBuf,
}

/// A line of the list.
#[derive(Debug, Deserialize)]
struct Line {
    competition_id: String,
    submission_path: Option<PathBuf>,
}

/// Grades every line in parallel; a line that cannot be graded never stops the rest.
pub(crate) fn run(args: &GradeArgs, context: &Context) -> Result<ExitCode, CliError> {
    let text = std::fs::read_to_string(&args.submission).map_err(|error| {
        CliError::new(format!(
            "failed to read `{}`\n  caused by: {error}",
            args.submission.display()
        ))
    })?;
    std::fs::create_dir_all(&args.output_dir).map_err(|error| {
        let folder = args.output_dir.display();
        CliError::new(format!("failed to create `{folder}`\n  caused by: {error}"))
    })?;
    let lines: Vec<(usize, Result<Line, serde_json::Error>)> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| is_entry(line))
        .map(|(index, line)| (index + 1, serde_json::from_str(line)))
        .collect();
    let competitions = open_competitions(&lines, context);
    let graders = Graders::new(&competitions);
    let results: Vec<Result<CompetitionReport, GradingError>> = lines
        .par_iter()
        .map(|(number, line)| graders.grade(*number, line, context))
        .collect();
    let (mut reports, mut errors) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(report) => reports.push(report),
            Err(error) => errors.push(error),
        }
    }
    let report = GradingReport::new(reports, errors);
    let path = write_report(&report, &args.output_dir)?;
    for error in &report.errors {
        context.note(&format!("line {}: {}", error.line, error.message));
    }
    if context.format == Format::Json {
        output::json(&report)?;
    } else {
        let table = tables::grading(&report, context.style());
        output::result(&format!("{}\nreport: {}", table.trim_end(), path.display()));
    }
    Ok(if report.errors.is_empty() {
        ExitCode::Done
    } else {
        ExitCode::SomeFailed
    })
}

/// Blank lines and comments are skipped, as in the original.
fn is_entry(line: &str) -> bool {
    let line = line.trim();
    !(line.is_empty() || line.starts_with('#') || line.starts_with("//"))
}

fn write_report(report: &GradingReport, folder: &Path) -> Result<PathBuf, CliError> {
    let path = absolute(folder).join(format!("{}_grading_report.json", now_for_files()));
    let text = serde_json::to_vec_pretty(report)?;
    write_atomic(&path, |out| out.write_all(&text)).map_err(|error| {
        CliError::new(format!(
            "failed to write `{}`\n  caused by: {error}",
            path.display()
        ))
    })?;
    Ok(path)
}

type Parsed = Result<Line, serde_json::Error>;

/// Every competition that a line names, or why it cannot be had.
fn open_competitions(
    lines: &[(usize, Parsed)],
    context: &Context,
) -> BTreeMap<String, Result<Competition, String>> {
    let names = lines.iter().filter_map(|(_, line)| line.as_ref().ok());
    let mut competitions = BTreeMap::new();
    for line in names {
        competitions
            .entry(line.competition_id.clone())
            .or_insert_with(|| {
                context
                    .registry
                    .get(&line.competition_id)
                    .map_err(|error| chain(&error))
            });
    }
    competitions
}

/// Opens each competition's answers once, when the first of its lines comes.
struct Graders<'a> {
    competitions: &'a BTreeMap<String, Result<Competition, String>>,
    open: BTreeMap<&'a str, OnceLock<Result<Grader, String>>>,
}

impl<'a> Graders<'a> {
    fn new(competitions: &'a BTreeMap<String, Result<Competition, String>>) -> Self {
        let open = competitions
            .keys()
            .map(|id| (id.as_str(), OnceLock::new()))
            .collect();
        Self { competitions, open }
    }

    fn grade(
        &self,
        number: usize,
        line: &Parsed,
        context: &Context,
    ) -> Result<CompetitionReport, GradingError> {
        let failed = |competition_id: Option<&str>, message: String| GradingError {
            line: number,
            competition_id: competition_id.map(str::to_owned),
            message,
        };
        let line = line
            .as_ref()
            .map_err(|error| failed(None, format!("the line is no submission entry: {error}")))?;
        let id = line.competition_id.as_str();
        let grader = match (self.competitions.get(id), self.open.get(id)) {
            (Some(Ok(competition)), Some(slot)) => slot.get_or_init(|| {
                Grader::open(competition, &context.layout(id)).map_err(|error| chain(&error))
            }),
            (Some(Err(message)), _) => return Err(failed(Some(id), message.clone())),
            _ => return Err(failed(Some(id), "the competition is unknown".to_owned())),
        };
        let grader = grader
            .as_ref()
            .map_err(|message| failed(Some(id), message.clone()))?;
        let report = grader
            .grade_file(line.submission_path.as_deref(), now())
            .map_err(|error: GraderError| failed(Some(id), chain(&error)))?;
        note_test_query(id).map_err(|error| failed(Some(id), error.to_string()))?;
        Ok(report)
    }
}
