//! `mlebench list`.

use crate::table::PlainTable;
use clap::Args;
use mlebench_core::competition::Competition;
use mlebench_core::exit_code::ExitCode;
use mlebench_core::spec::{Part, SplitName};
use serde::Serialize;

use crate::args::Format;
use crate::context::Context;
use crate::error::CliError;
use crate::output;

/// Flags of `list`.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Only the competitions of a split: low (or lite), medium, high, dev, split75 (or all)
    #[arg(long, value_name = "NAME", value_parser = split_name)]
    split: Option<SplitName>,
    /// Only the competitions whose data is prepared
    #[arg(long)]
    prepared: bool,
}

#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "facts of a table row")]
struct Row<'a> {
    id: &'a str,
    title: &'a str,
    split: Option<&'static str>,
    splits: Vec<&'static str>,
    kind: &'static str,
    metric: &'a str,
    is_lower_better: bool,
    teams: usize,
    prepared: bool,
    can_prepare: bool,
    can_grade: bool,
    tags: Vec<&'static str>,
}

/// Parses a split's name.
pub(crate) fn split_name(text: &str) -> Result<SplitName, String> {
    let text = match text {
        "lite" => "low",
        "all" => "split75",
        other => other,
    };
    SplitName::ALL
        .into_iter()
        .find(|split| split.as_str() == text)
        .ok_or_else(|| {
            let names: Vec<&str> = SplitName::ALL.iter().map(|split| split.as_str()).collect();
            format!("no split is called so (there are {})", names.join(", "))
        })
}

/// Lists competitions.
pub(crate) fn run(args: &ListArgs, context: &Context) -> Result<ExitCode, CliError> {
    let mut competitions = match args.split {
        Some(split) => context.registry.split(split)?,
        None => context.registry.all()?,
    };
    if args.prepared {
        competitions.retain(|competition| context.layout(&competition.id).is_prepared());
    }
    let rows: Vec<Row<'_>> = competitions
        .iter()
        .map(|competition| row(competition, context))
        .collect();
    if context.format == Format::Json {
        output::json(&serde_json::json!({ "competitions": rows }))?;
        return Ok(ExitCode::Done);
    }
    let header = [
        "id", "split", "data", "metric", "teams", "prepared", "can", "tags",
    ];
    let mut table = PlainTable::new(header);
    for row in &rows {
        let can = match (row.can_prepare, row.can_grade) {
            (true, true) => "prepare, grade",
            (true, false) => "prepare",
            (false, true) => "grade",
            (false, false) => "-",
        };
        table.row([
            row.id.to_owned(),
            row.split.unwrap_or("-").to_owned(),
            row.kind.to_owned(),
            format!(
                "{} {}",
                row.metric,
                if row.is_lower_better {
                    "(lower)"
                } else {
                    "(higher)"
                }
            ),
            row.teams.to_string(),
            if row.prepared { "yes" } else { "no" }.to_owned(),
            can.to_owned(),
            row.tags.join(", "),
        ]);
    }
    output::result(&table.render());
    Ok(ExitCode::Done)
}

fn row<'a>(competition: &'a Competition, context: &Context) -> Row<'a> {
    let spec = &competition.spec;
    let complexity = [
        SplitName::Low,
        SplitName::Medium,
        SplitName::High,
        SplitName::Dev,
    ];
    Row {
        id: &competition.id,
        title: &spec.title,
        split: complexity
            .into_iter()
            .find(|s| spec.splits.contains(s))
            .map(SplitName::as_str),
        splits: spec.splits.iter().map(|split| split.as_str()).collect(),
        kind: spec.kind.as_str(),
        metric: spec.metric.name.as_str(),
        is_lower_better: spec.metric.direction == mlebench_core::leaderboard::Direction::Lower,
        teams: competition.leaderboard.teams(),
        prepared: context.layout(&competition.id).is_prepared(),
        can_prepare: !spec.lacks(Part::Prepare),
        can_grade: !spec.lacks(Part::Grade),
        tags: spec.tags.iter().map(|tag| tag.as_str()).collect(),
    }
}
