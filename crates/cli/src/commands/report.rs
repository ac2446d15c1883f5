//! `mlebench report` and `mlebench collect`.

use std::path::{Path, PathBuf};

use clap::Args;
use mlebench_core::exit_code::ExitCode;
use mlebench_core::report::GradingReport;
use mlebench_core::spec::SplitName;
use mlebench_data::files::write_atomic;
use mlebench_report::{
    Aggregate, AggregateOptions, GroupOptions, GroupReport, RunGroup, SeedCount, Split, aggregate,
    html, json, report_group, tables,
};
use mlebench_runner::{GroupRecord, find_group, read_group};

use crate::args::{Format, RunsDir};
use crate::commands::list::split_name;
use crate::commands::run::group_error;
use crate::context::Context;
use crate::error::{CliError, chain};
use crate::output;

/// Flags of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Run groups (a name, the beginning of one, `latest`, a folder) or grading reports (JSON files)
    #[arg(required = true, value_name = "GROUP|REPORT")]
    sources: Vec<String>,
    /// The competitions that count [default: split75 for grading reports, the declared ones for a group]
    #[arg(long, value_name = "NAME", value_parser = split_name)]
    split: Option<SplitName>,
    /// Number of seeds, always the first ones; -1 for all
    #[arg(long, value_name = "N", default_value_t = -1, allow_negative_numbers = true)]
    num_seeds: i64,
    /// Count competitions without a report as no medal, instead of leaving their seed out
    #[arg(long)]
    pad_missing: bool,
    /// Write to a file instead of stdout
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    runs_dir: RunsDir,
}

/// Flags of `collect`.
#[derive(Debug, Args)]
pub(crate) struct CollectArgs {
    /// The run group: a name, the beginning of one, `latest`, or a folder
    group: String,
    /// Write to a file instead of stdout
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    runs_dir: RunsDir,
}

/// Reports groups or grading reports.
pub(crate) fn run(args: &ReportArgs, context: &Context) -> Result<ExitCode, CliError> {
    let num_seeds = SeedCount::from_flag(args.num_seeds)
        .map_err(|error| CliError::with_code(ExitCode::Usage, chain(&error)))?;
    let is_file = |source: &String| Path::new(source).is_file();
    let text = match args.sources.as_slice() {
        [group] if !is_file(group) => {
            let folder =
                find_group(&args.runs_dir.path(), group).map_err(|error| group_error(&error))?;
            let mut options = group_options(context)?;
            options.num_seeds = num_seeds;
            options.pad_missing = args.pad_missing;
            options.aggregate_split = args.split.map(|name| split(name, context)).transpose()?;
            render_group(&group_report(&folder, &options)?, context)?
        }
        sources => {
            let mut reports = Vec::new();
            for source in sources {
                reports.extend(grading_reports(source, args, context)?);
            }
            let split = split(args.split.unwrap_or(SplitName::Split75), context)?;
            let options = AggregateOptions {
                split: &split,
                num_seeds,
                pad_missing: args.pad_missing,
            };
            let aggregate =
                aggregate(&reports, &options).map_err(|error| CliError::new(chain(&error)))?;
            render_aggregate(&aggregate, context)?
        }
    };
    write(&text, args.output.as_deref())?;
    Ok(ExitCode::Done)
}

/// Prints the report of a group; with `json` the object that begins with the group's path.
pub(crate) fn print_group(folder: &Path, context: &Context, json: bool) -> Result<(), CliError> {
    let report = group_report(folder, &group_options(context)?)?;
    if !json {
        output::result(&render_group(&report, context)?);
        return Ok(());
    }
    let mut object = serde_json::Map::new();
    object.insert("group".to_owned(), folder.display().to_string().into());
    if let serde_json::Value::Object(fields) = serde_json::to_value(&report)? {
        object.extend(fields);
    }
    output::json(&object)
}

/// Writes the list of a group's submissions, as `grade` takes it.
pub(crate) fn collect(args: &CollectArgs, _context: &Context) -> Result<ExitCode, CliError> {
    let folder =
        find_group(&args.runs_dir.path(), &args.group).map_err(|error| group_error(&error))?;
    let group = read(&folder)?;
    let mut lines = String::new();
    for run in &group.runs {
        let Some(folder) = &run.run_dir else { continue };
        let sealed = folder.join("sealed/submission.csv");
        let submission = sealed.is_file().then(|| sealed.display().to_string());
        let line = serde_json::json!({
            "competition_id": run.competition_id,
            "submission_path": submission,
            "logs_path": folder.join("logs").display().to_string(),
            "code_path": folder.join("code").display().to_string(),
        });
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    write(&lines, args.output.as_deref())?;
    Ok(ExitCode::Done)
}

fn write(text: &str, file: Option<&Path>) -> Result<(), CliError> {
    let Some(file) = file.filter(|file| *file != Path::new("-")) else {
        output::result(text);
        return Ok(());
    };
    write_atomic(file, |out| writeln!(out, "{}", text.trim_end())).map_err(|error| {
        CliError::new(format!(
            "failed to write `{}`\n  caused by: {error}",
            file.display()
        ))
    })
}

fn read(folder: &Path) -> Result<GroupRecord, CliError> {
    let group = read_group(folder).map_err(|error| CliError::new(error.to_string()))?;
    for problem in &group.problems {
        output::note(&format!("warning: {problem}"));
    }
    Ok(group)
}

/// Reads a grading report from a file, or makes those of a group, one for each seed.
fn grading_reports(
    source: &str,
    args: &ReportArgs,
    context: &Context,
) -> Result<Vec<GradingReport>, CliError> {
    if Path::new(source).is_file() {
        let failed = |error: &dyn std::fmt::Display| {
            CliError::new(format!("failed to read `{source}`\n  caused by: {error}"))
        };
        let text = std::fs::read(source).map_err(|error| failed(&error))?;
        return Ok(vec![
            serde_json::from_slice(&text).map_err(|error| failed(&error))?,
        ]);
    }
    let folder = find_group(&args.runs_dir.path(), source).map_err(|error| group_error(&error))?;
    Ok(group_report(&folder, &group_options(context)?)?.grading_reports())
}

fn group_report(folder: &Path, options: &GroupOptions) -> Result<GroupReport, CliError> {
    let record = read(folder)?;
    let mut runs = Vec::new();
    for run in &record.runs {
        runs.push(serde_json::from_value(serde_json::to_value(run)?)?);
    }
    let plan = serde_json::to_value(&record.plan)?;
    let group = RunGroup {
        run_group: record.plan.run_group.clone(),
        agent: record.plan.agent.name.clone(),
        competition_ids: record.plan.competitions.clone(),
        seeds: record.plan.seeds.clone(),
        runs,
        provenance: plan.as_object().cloned().unwrap_or_default(),
    };
    report_group(group, options).map_err(|error| CliError::new(chain(&error)))
}

fn group_options(context: &Context) -> Result<GroupOptions, CliError> {
    let all = context.registry.all()?;
    let splits = [SplitName::Low, SplitName::Medium, SplitName::High].map(|name| {
        let members = all.iter().filter(|c| c.spec.splits.contains(&name));
        Split::new(name.as_str(), members.map(|c| c.id.clone()).collect())
    });
    let tags = all.iter().map(|competition| {
        let names = competition
            .spec
            .tags
            .iter()
            .map(|tag| tag.as_str().to_owned());
        (competition.id.clone(), names.collect())
    });
    Ok(GroupOptions {
        splits: splits.to_vec(),
        tags: tags.collect(),
        ..GroupOptions::default()
    })
}

fn split(name: SplitName, context: &Context) -> Result<Split, CliError> {
    let competitions = context.registry.split(name)?;
    Ok(Split::new(
        name.as_str(),
        competitions.into_iter().map(|c| c.id).collect(),
    ))
}

fn render_group(report: &GroupReport, context: &Context) -> Result<String, CliError> {
    Ok(match context.format {
        Format::Table => tables::group(report, context.style()),
        Format::Json => json::group(report)?,
        Format::Html => html::group(report),
    })
}

fn render_aggregate(aggregate: &Aggregate, context: &Context) -> Result<String, CliError> {
    Ok(match context.format {
        Format::Table => tables::aggregates(std::slice::from_ref(aggregate), context.style()),
        Format::Json => json::aggregate(aggregate)?,
        Format::Html => html::aggregates("MLE-bench results", std::slice::from_ref(aggregate)),
    })
}
