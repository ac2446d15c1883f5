//! `mlebench dev audit-data`.

use std::path::{Path, PathBuf};

use clap::Args;
use mlebench_audit::{AuditReport, Truth, TruthError, audit, read_answers, truth_of};
use mlebench_core::edition::Edition;
use mlebench_core::exit_code::ExitCode;

use crate::args::Format;
use crate::context::Context;
use crate::error::{CliError, chain};
use crate::output;

/// Flags of `dev audit-data`: a prepared competition, or any folder.
#[derive(Debug, Args)]
pub(crate) struct AuditDataArgs {
    /// The competition
    #[arg(short = 'c', long = "competition", value_name = "ID")]
    competition: Option<String>,
    /// The folder that participants see
    #[arg(long, value_name = "DIR", conflicts_with = "competition")]
    public: Option<PathBuf>,
    /// The answers, a CSV file
    #[arg(long, value_name = "FILE", conflicts_with = "competition")]
    answers: Option<PathBuf>,
    /// Column of the ids in the answers; may be given several times
    #[arg(long, value_name = "COL")]
    id_column: Vec<String>,
    /// Column of the labels in the answers; may be given several times
    #[arg(long, value_name = "COL")]
    target_column: Vec<String>,
}

/// Audits; ends with 4 when something leaks.
pub(crate) fn run(args: &AuditDataArgs, context: &Context) -> Result<ExitCode, CliError> {
    let (public, truth) = match (&args.competition, &args.public, &args.answers) {
        (Some(id), ..) => prepared(id, context)?,
        (None, Some(public), Some(answers)) => (public.clone(), given(args, answers)?),
        _ => {
            let message = "nothing to audit (hint: `-c ID`, or `--public DIR --answers FILE \
                           --id-column COL --target-column COL`)";
            return Err(CliError::with_code(ExitCode::Usage, message));
        }
    };
    let report = audit(&public, &truth).map_err(|error| CliError::new(chain(&error)))?;
    for file in &report.skipped {
        context.note(&format!("{}: {}", file.place, file.reason));
    }
    if context.format == Format::Json {
        output::json(&report)?;
    } else {
        output::result(&text(&report));
    }
    Ok(if report.findings.is_empty() {
        ExitCode::Done
    } else {
        ExitCode::Violation
    })
}

fn prepared(id: &str, context: &Context) -> Result<(PathBuf, Truth), CliError> {
    let competition = context.registry.get(id)?;
    let layout = context.layout(&competition.id);
    if !layout.is_prepared() {
        let message = format!("{id} is not prepared (hint: `mlebench prepare -c {id}`)");
        return Err(CliError::with_code(ExitCode::NotPrepared, message));
    }
    let edition = layout
        .manifest()
        .map_or(Edition::Published, |manifest| manifest.edition);
    let competition = competition
        .in_edition(edition)
        .map_err(|error| CliError::new(chain(&error)))?;
    let answers = layout.prepared().join(&competition.spec.files.answers);
    let truth = truth_of(&competition, &answers).map_err(|e| unreadable(&answers, &e))?;
    Ok((layout.public(), truth))
}

/// Reads the answers of any folder.
fn given(args: &AuditDataArgs, file: &Path) -> Result<Truth, CliError> {
    for (flag, columns) in [
        ("--id-column", &args.id_column),
        ("--target-column", &args.target_column),
    ] {
        if columns.is_empty() {
            let message = format!("`{flag} COL` is missing: which column of the answers is it?");
            return Err(CliError::with_code(ExitCode::Usage, message));
        }
    }
    let table = read_answers(file).map_err(|error| unreadable(file, &error))?;
    Truth::new(&table, &args.id_column, &args.target_column).map_err(|error| match error {
        TruthError::NoColumn { .. } | TruthError::Unnamed(_) => {
            let message = format!(
                "{error} (in `{}`; hint: `--id-column COL --target-column COL`)",
                file.display()
            );
            CliError::with_code(ExitCode::Usage, message)
        }
        _ => unreadable(file, &error),
    })
}

fn unreadable(answers: &Path, error: &dyn std::error::Error) -> CliError {
    let file = answers.display();
    CliError::new(format!(
        "cannot use the answers `{file}`\n  caused by: {}",
        chain(error)
    ))
}

fn text(report: &AuditReport) -> String {
    if report.findings.is_empty() {
        return "no leak found".to_owned();
    }
    let line = |finding: &mlebench_audit::Finding| {
        format!(
            "{}  {}\n    {}; {:.0} % of the test labels",
            finding.kind,
            finding.place,
            finding.detail,
            100.0 * finding.recovered
        )
    };
    let lines: Vec<String> = report.findings.iter().map(line).collect();
    lines.join("\n")
}
