//! `mlebench prepare`.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;
use mlebench_competitions::Registry;
use mlebench_core::competition::Competition;
use mlebench_core::edition::Edition;
use mlebench_core::exit_code::ExitCode;
use mlebench_core::prepare::pipeline::{Outcome, PrepareOptions, prepare};
use mlebench_core::spec::SplitName;
use serde::Serialize;

use crate::args::{Format, edition};
use crate::commands::list::split_name;
use crate::context::{Context, now};
use crate::error::CliError;
use crate::output;

/// Flags of `prepare`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(crate) struct PrepareArgs {
    /// A competition; may be repeated
    #[arg(short = 'c', long = "competition-id", visible_alias = "competition", value_name = "ID", num_args = 1..)]
    competitions: Vec<String>,
    /// Every competition
    #[arg(short, long)]
    all: bool,
    /// The 22 competitions of low complexity
    #[arg(long)]
    lite: bool,
    /// The competitions that a file lists, one id a line
    #[arg(short, long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// The competitions of a split
    #[arg(long, value_name = "NAME", value_parser = split_name)]
    split: Option<SplitName>,
    /// Kaggle's archive of the one competition, instead of the network
    #[arg(long, value_name = "FILE", conflicts_with = "from_dir")]
    from_zip: Option<PathBuf>,
    /// A folder of `<id>.zip`, instead of the network
    #[arg(long, value_name = "DIR")]
    from_dir: Option<PathBuf>,
    /// Edition of the data: published or corrected
    #[arg(long, value_name = "EDITION", default_value = "published", value_parser = edition)]
    edition: Edition,
    /// Number of competitions at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Replace a constant of a competition's preparation; the result is not the benchmark's data
    #[arg(long = "override", value_name = "KEY=VALUE", value_parser = constant)]
    overrides: Vec<(String, usize)>,
    /// Keep the unpacked archive
    #[arg(long)]
    keep_raw: bool,
    /// Do not compare with the published checksums
    #[arg(long)]
    skip_verification: bool,
    /// Accepted for callers of the original; checksums are part of the program
    #[arg(long, hide = true)]
    overwrite_checksums: bool,
    /// Accepted for callers of the original; leaderboards are part of the program
    #[arg(long, hide = true)]
    overwrite_leaderboard: bool,
}

/// What came of one competition.
#[derive(Debug, Serialize)]
struct Row {
    competition_id: String,
    status: &'static str,
    verified: Option<bool>,
    files_verified: usize,
    error: Option<String>,
    #[serde(skip)]
    code: ExitCode,
}

/// Prepares competitions; one that fails does not stop the others.
pub(crate) fn run(args: &PrepareArgs, context: &Context) -> Result<ExitCode, CliError> {
    if args.overwrite_checksums || args.overwrite_leaderboard {
        context.note("checksums and leaderboards are part of the program: nothing is overwritten");
    }
    let ids = chosen(args, &context.registry)?;
    if args.from_zip.is_some() && ids.len() != 1 {
        let message = "`--from-zip` is the archive of one competition (hint: use `--from-dir`)";
        return Err(CliError::with_code(ExitCode::Usage, message));
    }
    let rows = in_order(&ids, args.jobs, |id| one(id, args, context));
    if context.format == Format::Json {
        let folder = context.data_dir.display().to_string();
        output::json(&serde_json::json!({ "data_dir": folder, "competitions": rows }))?;
    }
    Ok(match rows.as_slice() {
        [row] => row.code,
        rows if rows.iter().all(|row| row.code == ExitCode::Done) => ExitCode::Done,
        _ => ExitCode::SomeFailed,
    })
}

/// Works on `jobs` ids at a time; what comes of them stands in their order.
///
/// The threads are not those of the library that preparations are parallel with: one of them that
/// waits for a part of its own work could begin another competition meanwhile, and wait in it for
/// a lock that is never released.
fn in_order<T: Send + Sync>(
    ids: &[String],
    jobs: usize,
    work: impl Fn(&str) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results: Vec<OnceLock<T>> = ids.iter().map(|_| OnceLock::new()).collect();
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, ids.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(id) = ids.get(index) else { break };
                    let _ = results[index].set(work(id));
                }
            });
        }
    });
    results
        .into_iter()
        .filter_map(OnceLock::into_inner)
        .collect()
}

/// Reads `KEY=VALUE`.
fn constant(text: &str) -> Result<(String, usize), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` is not of the form KEY=VALUE"))?;
    let value = value
        .parse()
        .map_err(|_| format!("`{value}` is no whole number"))?;
    Ok((name.to_owned(), value))
}

/// The chosen ids; lite, all, list and id come in this order as in the original.
fn chosen(args: &PrepareArgs, registry: &Registry) -> Result<Vec<String>, CliError> {
    let ids_of = |competitions: Vec<Competition>| competitions.into_iter().map(|c| c.id).collect();
    if args.lite {
        return Ok(ids_of(registry.split(SplitName::Low)?));
    }
    if args.all {
        return Ok(registry.ids());
    }
    if let Some(split) = args.split {
        return Ok(ids_of(registry.split(split)?));
    }
    let ids = match &args.list {
        Some(list) => read_list(list)?,
        None => args.competitions.clone(),
    };
    if ids.is_empty() {
        let message = "no competition is chosen (hint: `-c ID`, `--lite`, `--split NAME`, `--list FILE` or `--all`)";
        return Err(CliError::with_code(ExitCode::Usage, message));
    }
    for id in &ids {
        registry.get(id)?;
    }
    Ok(ids)
}

/// Reads ids from a file, one a line; blank lines and `#` comments are skipped.
pub(crate) fn read_list(path: &Path) -> Result<Vec<String>, CliError> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        CliError::new(format!(
            "failed to read `{}`\n  caused by: {error}",
            path.display()
        ))
    })?;
    let lines = text.lines().map(str::trim);
    Ok(lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect())
}

fn one(id: &str, args: &PrepareArgs, context: &Context) -> Row {
    let options = PrepareOptions {
        edition: args.edition,
        zip: args.from_zip.clone().or_else(|| {
            let zip = args.from_dir.as_ref()?.join(format!("{id}.zip"));
            Some(zip)
        }),
        overrides: args.overrides.iter().cloned().collect(),
        keep_raw: args.keep_raw,
        skip_verification: args.skip_verification,
        created_at: now(),
    };
    let layout = context.layout(id);
    let result = context
        .registry
        .get(id)
        .map_err(CliError::from)
        .and_then(|competition| {
            Ok(prepare(
                &competition,
                &layout,
                &options,
                &context.reporter(id),
            )?)
        });
    match result {
        Ok(outcome) => {
            let (status, agree, text) = match &outcome {
                Outcome::AlreadyPrepared => ("already-prepared", 0, "already prepared".to_owned()),
                Outcome::Prepared(None) => ("prepared", 0, "prepared, not verified".to_owned()),
                Outcome::Prepared(Some(verification)) => {
                    let agree = verification.agree;
                    (
                        "prepared",
                        agree,
                        format!("prepared, {agree} files have their published MD5"),
                    )
                }
            };
            let line = format!("{id}: {text} ({})", layout.prepared().display());
            if context.format == Format::Table {
                output::result(&line);
            }
            let verified = layout.manifest().and_then(|manifest| manifest.verified);
            Row {
                competition_id: id.to_owned(),
                status,
                verified,
                files_verified: agree,
                error: None,
                code: ExitCode::Done,
            }
        }
        Err(error) => {
            output::error(&format!("{id}: {error}"));
            Row {
                competition_id: id.to_owned(),
                status: "failed",
                verified: None,
                files_verified: 0,
                error: Some(error.to_string()),
                code: error.exit_code(),
            }
        }
    }
}
