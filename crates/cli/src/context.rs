//! What every verb needs: the competitions, the folders, and how to talk.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use mlebench_competitions::Registry;
use mlebench_core::exit_code::ExitCode;
use mlebench_core::prepare::DataLayout;
use mlebench_report::tables::Style;

use crate::args::{ColorMode, Format, GlobalArgs};
use crate::error::CliError;
use crate::progress::{ProgressMode, Reporter};

/// The surroundings of one call.
pub(crate) struct Context {
    /// All known competitions.
    pub(crate) registry: Registry,
    /// The folder of all data.
    pub(crate) data_dir: PathBuf,
    /// The format of results.
    pub(crate) format: Format,
    /// Whether remarks are unwanted.
    pub(crate) quiet: bool,
    /// How progress is shown.
    pub(crate) progress: ProgressMode,
    color: ColorMode,
}

impl Context {
    /// Resolves the global flags.
    pub(crate) fn new(args: &GlobalArgs) -> Result<Self, CliError> {
        let mut registry = Registry::builtin();
        if let Some(folder) = &args.competitions_dir {
            registry.add_folder(folder)?;
        }
        let data_dir = match &args.data_dir {
            Some(folder) => folder.clone(),
            None => default_data_dir()?,
        };
        Ok(Self {
            registry,
            data_dir: absolute(&data_dir),
            format: args.format,
            quiet: args.quiet,
            progress: args.progress.resolve(args.quiet),
            color: args.color,
        })
    }

    /// Returns the places of a competition's data.
    pub(crate) fn layout(&self, id: &str) -> DataLayout {
        DataLayout::new(&self.data_dir, id)
    }

    /// Returns how tables on stdout look.
    pub(crate) fn style(&self) -> Style {
        let terminal = io::stdout().is_terminal();
        let color = match self.color {
            ColorMode::Always => true,
            ColorMode::Never => false,
            ColorMode::Auto => terminal && std::env::var_os("NO_COLOR").is_none(),
        };
        let width = || std::env::var("COLUMNS").ok()?.parse().ok();
        Style {
            color,
            width: terminal.then(width).flatten(),
        }
    }

    /// Creates a reporter of progress.
    pub(crate) fn reporter(&self, name: &str) -> Reporter {
        Reporter::new(name, self.progress)
    }

    /// Writes a remark unless `--quiet`.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            crate::output::note(text);
        }
    }
}

/// Returns `~/.cache/mle-bench/data`, where callers of the original expect the data.
fn default_data_dir() -> Result<PathBuf, CliError> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    cache
        .or_else(home)
        .map(|cache| cache.join("mle-bench/data"))
        .ok_or_else(|| {
            CliError::with_code(
                ExitCode::Usage,
                "there is no home folder (hint: give `--data-dir DIR`)",
            )
        })
}

/// Makes a path absolute without asking whether it exists.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Returns the present time as ISO 8601 in UTC, without a zone, as the original writes it.
pub(crate) fn now() -> String {
    Timestamp::now()
        .strftime("%Y-%m-%dT%H:%M:%S%.6f")
        .to_string()
}

/// Returns the present time in the form of file names.
pub(crate) fn now_for_files() -> String {
    Timestamp::now()
        .strftime("%Y-%m-%dT%H-%M-%S-GMT")
        .to_string()
}
