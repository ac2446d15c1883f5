//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use mlebench_core::edition::Edition;

use crate::commands::{
    completions, demo, dev, doctor, grade, grade_sample, list, prepare, rank, report, run, show,
    validate,
};
use crate::context::absolute;
use crate::progress::ProgressMode;

/// Measures how well AI agents do machine-learning engineering, on real Kaggle competitions.
#[derive(Debug, Parser)]
#[command(
    name = "mlebench",
    version,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = "Start with `mlebench demo`: the whole loop on built-in data in about a minute."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Flags of every verb.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Folder of all competition data [default: <user cache>/mle-bench/data]
    #[arg(long, global = true, value_name = "DIR", env = "MLEBENCH_DATA_DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Folder with competitions of your own, one folder each
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        env = "MLEBENCH_COMPETITIONS_DIR"
    )]
    pub(crate) competitions_dir: Option<PathBuf>,
    /// Format of results on stdout
    #[arg(long, global = true, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
    /// Say nothing but results and errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = ColorMode::Auto)]
    pub(crate) color: ColorMode,
    /// How to show progress
    #[arg(long, global = true, value_enum, value_name = "HOW", default_value_t = ProgressMode::Auto)]
    pub(crate) progress: ProgressMode,
}

/// The flag of the verbs that make or read run groups.
#[derive(Debug, Args)]
pub(crate) struct RunsDir {
    /// Folder of run groups
    #[arg(
        long,
        value_name = "DIR",
        env = "MLEBENCH_RUNS_DIR",
        default_value = "runs"
    )]
    runs_dir: PathBuf,
}

impl RunsDir {
    /// Returns the folder as an absolute path.
    pub(crate) fn path(&self) -> PathBuf {
        absolute(&self.runs_dir)
    }
}

/// Format of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// For programs: one object in SI units.
    Json,
    /// A page of its own (`report` only).
    Html,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorMode {
    /// On terminals.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the competitions
    List(list::ListArgs),
    /// Show one competition: submission, metric, thresholds, flaws
    Show(show::ShowArgs),
    /// Turn raw downloads into public and private data
    Prepare(prepare::PrepareArgs),
    /// Place scores on a competition's leaderboard
    Rank(rank::RankArgs),
    /// Check whether a submission is acceptable; never a score
    Validate(validate::ValidateArgs),
    /// Grade one submission
    GradeSample(grade_sample::GradeSampleArgs),
    /// Grade many submissions, in parallel
    Grade(grade::GradeArgs),
    /// Run an agent on competitions
    Run(run::RunArgs),
    /// Write the submission list of a run group
    Collect(report::CollectArgs),
    /// Report the headline of run groups or grading reports
    Report(report::ReportArgs),
    /// Run the whole loop on built-in data, in about a minute
    Demo(demo::DemoArgs),
    /// Say what this machine can do and how to get what is missing
    Doctor(doctor::DoctorArgs),
    /// Write a completion script for a shell
    Completions(completions::CompletionsArgs),
    /// Tools for maintainers
    #[command(subcommand)]
    Dev(dev::DevCommand),
    /// Compare two agents task by task (not implemented yet)
    Compare(Later),
    /// Look for rule violations and plagiarism (not implemented yet)
    Audit(Later),
    /// Check a published result from scratch (not implemented yet)
    Verify(Later),
    /// Show results and live runs as a web page (not implemented yet)
    Serve(Later),
}

/// Arguments of a verb that is not there yet; anything is accepted so that the answer is clear.
#[derive(Debug, Args)]
pub(crate) struct Later {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub(crate) rest: Vec<String>,
}

/// Parses an edition for clap.
pub(crate) fn edition(text: &str) -> Result<Edition, String> {
    text.parse()
}
