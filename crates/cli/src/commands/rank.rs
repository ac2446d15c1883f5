//! `mlebench rank`.

use crate::table::PlainTable;
use clap::Args;
use mlebench_core::exit_code::ExitCode;
use mlebench_core::leaderboard::Placement;
use serde::Serialize;

use crate::args::Format;
use crate::context::Context;
use crate::error::CliError;
use crate::output;

/// Flags of `rank`.
#[derive(Debug, Args)]
pub(crate) struct RankArgs {
    /// The competition
    #[arg(value_name = "ID")]
    competition: String,
    /// Scores, compared as they are: round them to five decimals as grading does
    #[arg(required = true, allow_negative_numbers = true)]
    scores: Vec<f64>,
}

#[derive(Serialize)]
struct Ranks<'a> {
    competition_id: &'a str,
    ranks: Vec<Rank>,
}

#[derive(Serialize)]
struct Rank {
    score: f64,
    #[serde(flatten)]
    placement: Placement,
}

/// Places scores on a leaderboard.
pub(crate) fn run(args: &RankArgs, context: &Context) -> Result<ExitCode, CliError> {
    let competition = context.registry.get(&args.competition)?;
    if let Some(score) = args.scores.iter().find(|score| !score.is_finite()) {
        let message = format!("`{score}` is no finite score");
        return Err(CliError::with_code(ExitCode::Usage, message));
    }
    let board = &competition.leaderboard;
    let place = |score: &f64| Rank {
        score: *score,
        placement: board.place(*score),
    };
    let ranks: Vec<Rank> = args.scores.iter().map(place).collect();
    if context.format == Format::Json {
        output::json(&Ranks {
            competition_id: &competition.id,
            ranks,
        })?;
        return Ok(ExitCode::Done);
    }
    let mut table = PlainTable::new(["score", "medal", "above median", "rank", "percentile"]);
    for rank in &ranks {
        let placement = &rank.placement;
        table.row([
            rank.score.to_string(),
            placement
                .medal
                .map_or("none", |medal| medal.as_str())
                .to_owned(),
            if placement.above_median { "yes" } else { "no" }.to_owned(),
            placement
                .rank
                .map_or_else(String::new, |r| format!("{r} of {}", board.teams())),
            placement
                .percentile
                .map_or_else(String::new, |p| format!("{p:.2}")),
        ]);
    }
    output::result(&table.render());
    Ok(ExitCode::Done)
}
