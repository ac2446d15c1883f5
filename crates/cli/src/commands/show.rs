//! `mlebench show`.

use std::fmt::Write as _;

use clap::Args;
use mlebench_core::competition::Competition;
use mlebench_core::exit_code::ExitCode;
use mlebench_core::leaderboard::Direction;
use mlebench_core::spec::Part;
use serde_json::{Value, json};

use crate::args::Format;
use crate::context::Context;
use crate::error::CliError;
use crate::output;

/// Flags of `show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// The competition
    #[arg(value_name = "ID")]
    competition: String,
    /// Show the text that an agent reads
    #[arg(long)]
    description: bool,
}

/// Shows one competition.
pub(crate) fn run(args: &ShowArgs, context: &Context) -> Result<ExitCode, CliError> {
    let competition = context.registry.get(&args.competition)?;
    if args.description {
        output::result(&competition.description_text());
    } else if context.format == Format::Json {
        output::json(&facts(&competition, context))?;
    } else {
        output::result(&text(&competition, context));
    }
    Ok(ExitCode::Done)
}

fn rules_url(competition: &Competition) -> String {
    competition.spec.rules_url.clone().unwrap_or_else(|| {
        format!(
            "https://www.kaggle.com/competitions/{}/rules",
            competition.id
        )
    })
}

fn facts(competition: &Competition, context: &Context) -> Value {
    let spec = &competition.spec;
    let layout = context.layout(&competition.id);
    let manifest = layout.manifest();
    let sizes = manifest.as_ref().map(|m| {
        m.files
            .iter()
            .map(|(k, f)| (k.clone(), json!(f.size)))
            .collect::<serde_json::Map<_, _>>()
    });
    json!({
        "id": competition.id,
        "title": spec.title,
        "kind": spec.kind.as_str(),
        "splits": spec.splits.iter().map(|s| s.as_str()).collect::<Vec<_>>(),
        "tags": spec.tags.iter().map(|t| t.as_str()).collect::<Vec<_>>(),
        "submission": {
            "id": spec.submission.id,
            "columns": spec.submission.targets().collect::<Vec<_>>(),
            "example": spec.submission.example,
        },
        "metric": {
            "name": spec.metric.name.as_str(),
            "parameters": spec.metric.parameters,
            "is_lower_better": spec.metric.direction == Direction::Lower,
        },
        "teams": competition.leaderboard.teams(),
        "thresholds": competition.leaderboard.thresholds(),
        "sample_score": spec.sample_score,
        "flaws": spec.flaws,
        "rules_url": rules_url(competition),
        "can_prepare": !spec.lacks(Part::Prepare),
        "can_grade": !spec.lacks(Part::Grade),
        "prepared": layout.is_prepared(),
        "edition": manifest.as_ref().map(|manifest| manifest.edition),
        "sizes_bytes": sizes,
    })
}

fn text(competition: &Competition, context: &Context) -> String {
    let spec = &competition.spec;
    let thresholds = competition.leaderboard.thresholds();
    let direction = match spec.metric.direction {
        Direction::Higher => "higher is better",
        Direction::Lower => "lower is better",
    };
    let join = |names: Vec<&str>| {
        if names.is_empty() {
            "-".to_owned()
        } else {
            names.join(", ")
        }
    };
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<12} {value}");
    };
    line(
        "competition",
        format!("{} ({})", spec.title, competition.id),
    );
    line("data", spec.kind.as_str().to_owned());
    line(
        "splits",
        join(spec.splits.iter().map(|s| s.as_str()).collect()),
    );
    line("tags", join(spec.tags.iter().map(|t| t.as_str()).collect()));
    line("metric", format!("{}, {direction}", spec.metric.name));
    line(
        "thresholds",
        format!(
            "gold {}, silver {}, bronze {}, median {} ({} teams)",
            thresholds.gold,
            thresholds.silver,
            thresholds.bronze,
            thresholds.median,
            competition.leaderboard.teams()
        ),
    );
    let targets: Vec<&str> = spec.submission.targets().take(12).collect();
    line(
        "submission",
        format!(
            "{} -> {}",
            spec.submission.id.join(", "),
            targets.join(", ")
        ),
    );
    for example in spec.submission.example.iter().take(2) {
        line("", example.chars().take(100).collect());
    }
    let missing = |part, name| {
        if spec.lacks(part) {
            format!("{name} not implemented yet")
        } else {
            format!("{name} implemented")
        }
    };
    line(
        "here",
        format!(
            "{}, {}",
            missing(Part::Prepare, "preparation"),
            missing(Part::Grade, "grading")
        ),
    );
    line("prepared", prepared_state(competition, context));
    line("rules", rules_url(competition));
    for flaw in &spec.flaws {
        line("known flaw", format!("{}: {}", flaw.id, flaw.text));
    }
    text
}

/// Says whether the competition's data is prepared, where, and how large it is.
fn prepared_state(competition: &Competition, context: &Context) -> String {
    let layout = context.layout(&competition.id);
    match (layout.is_prepared(), layout.manifest()) {
        (true, Some(manifest)) => {
            let bytes: u64 = manifest.files.values().map(|file| file.size).sum();
            format!(
                "{} edition in {} ({:.1} MB)",
                manifest.edition,
                layout.prepared().display(),
                bytes as f64 / 1e6
            )
        }
        (true, None) => format!("in {}", layout.prepared().display()),
        (false, _) => "no".to_owned(),
    }
}
