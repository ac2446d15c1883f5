//! `mlebench doctor`.

use clap::Args;
use mlebench_core::exit_code::ExitCode;
use mlebench_runner::Probe;

use crate::args::Format;
use crate::context::Context;
use crate::error::CliError;
use crate::output;
use crate::table::PlainTable;

/// Flags of `doctor`.
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {}

/// Says what this machine can do and how to get what is missing.
pub(crate) fn run(_args: &DoctorArgs, context: &Context) -> Result<ExitCode, CliError> {
    let program = std::env::current_exe().map_err(|error| CliError::new(error.to_string()))?;
    let mut probes = mlebench_runner::probe(&program);
    probes.push(disk(context));
    probes.push(Probe {
        name: "Kaggle access",
        usable: false,
        detail: "downloading is not implemented yet".to_owned(),
        hint: Some("give archives with `prepare --from-zip` or `--from-dir`".to_owned()),
    });
    if context.format == Format::Json {
        output::json(&serde_json::json!({ "probes": probes }))?;
        return Ok(ExitCode::Done);
    }
    let mut table = PlainTable::new(["what", "", "found"]);
    for probe in &probes {
        let mark = if probe.usable { "ok" } else { "no" };
        table.row([probe.name.to_owned(), mark.to_owned(), probe.detail.clone()]);
        if let Some(hint) = probe.hint.as_ref().filter(|_| !probe.usable) {
            table.row([String::new(), String::new(), format!("hint: {hint}")]);
        }
    }
    output::result(&table.render());
    Ok(ExitCode::Done)
}

fn disk(context: &Context) -> Probe {
    let existing = context.data_dir.ancestors().find(|folder| folder.exists());
    let free = existing.and_then(|folder| mlebench_data::files::free_space(folder).ok());
    Probe {
        name: "data folder",
        usable: free.is_some(),
        detail: free.map_or_else(
            || format!("{} cannot be reached", context.data_dir.display()),
            |bytes| {
                format!(
                    "{}, {:.1} GB free",
                    context.data_dir.display(),
                    bytes as f64 / 1e9
                )
            },
        ),
        hint: Some("give another folder with `--data-dir DIR`".to_owned()),
    }
}
