//! `mlebench dev`: tools for maintainers.

use clap::{Args, Subcommand};
use mlebench_core::exit_code::ExitCode;

use crate::args::Later;
use crate::commands::audit_data::{self, AuditDataArgs};
use crate::context::Context;
use crate::error::CliError;

/// The tools.
#[derive(Debug, Subcommand)]
pub(crate) enum DevCommand {
    /// Fetch leaderboards again; they are part of the program, so this only says so
    DownloadLeaderboard(DownloadLeaderboardArgs),
    /// Look for labels of test items in public data
    AuditData(AuditDataArgs),
    /// Compare code for plagiarism (not implemented yet)
    Similarity(Later),
    /// Fetch reference notebooks (not implemented yet)
    FetchKernels(Later),
}

/// Flags of `dev download-leaderboard`, as callers of the original give them.
#[derive(Debug, Args)]
pub(crate) struct DownloadLeaderboardArgs {
    /// The competition
    #[arg(short, long, value_name = "ID")]
    competition_id: Option<String>,
    /// Every competition
    #[arg(long)]
    all: bool,
    /// Fetch it even if it is there
    #[arg(long)]
    force: bool,
}

/// Runs a tool.
pub(crate) fn run(command: &DevCommand, context: &Context) -> Result<ExitCode, CliError> {
    match command {
        DevCommand::DownloadLeaderboard(args) => download_leaderboard(args, context),
        DevCommand::AuditData(args) => audit_data::run(args, context),
        DevCommand::Similarity(_) => Err(CliError::not_there_yet("`mlebench dev similarity`")),
        DevCommand::FetchKernels(_) => Err(CliError::not_there_yet("`mlebench dev fetch-kernels`")),
    }
}

fn download_leaderboard(
    args: &DownloadLeaderboardArgs,
    context: &Context,
) -> Result<ExitCode, CliError> {
    if args.force {
        return Err(CliError::not_there_yet(
            "fetching a leaderboard from Kaggle",
        ));
    }
    let ids = match (&args.competition_id, args.all) {
        (Some(id), _) => vec![id.clone()],
        (None, true) => context.registry.ids(),
        (None, false) => {
            let message = "no competition is chosen (hint: `-c ID` or `--all`)";
            return Err(CliError::with_code(ExitCode::Usage, message));
        }
    };
    for id in ids {
        let teams = context.registry.get(&id)?.leaderboard.teams();
        context.note(&format!(
            "{id}: the leaderboard of {teams} teams is part of the program"
        ));
    }
    Ok(ExitCode::Done)
}
