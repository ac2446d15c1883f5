//! Progress of long work: a bar on a terminal, plain lines elsewhere, or nothing.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use mlebench_core::prepare::Progress;

use crate::output;

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressMode {
    /// A bar on a terminal, lines elsewhere.
    Auto,
    /// A bar.
    Bar,
    /// Lines.
    Plain,
    /// Nothing.
    None,
}

impl ProgressMode {
    /// Decides what `auto` means here.
    pub(crate) fn resolve(self, quiet: bool) -> Self {
        match self {
            _ if quiet => Self::None,
            Self::Auto if io::stderr().is_terminal() => Self::Bar,
            Self::Auto => Self::Plain,
            other => other,
        }
    }
}

/// Shows the progress of one item, such as a competition.
pub(crate) struct Reporter {
    name: String,
    mode: ProgressMode,
    done: AtomicU64,
    stage: Mutex<Option<Stage>>,
}

struct Stage {
    name: String,
    total: Option<u64>,
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl Reporter {
    /// Creates a reporter for a named item.
    pub(crate) fn new(name: &str, mode: ProgressMode) -> Self {
        Self {
            name: name.to_owned(),
            mode,
            done: AtomicU64::new(0),
            stage: Mutex::new(None),
        }
    }
}

/// Time between two plain lines of one stage.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

impl Progress for Reporter {
    fn begin(&self, stage: &str, total: Option<u64>) {
        self.done.store(0, Ordering::Relaxed);
        let bar = (self.mode == ProgressMode::Bar).then(|| {
            let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
            let template = match total {
                Some(_) => "{prefix} {msg} [{bar:30}] {pos}/{len} {eta}",
                None => "{prefix} {msg} {spinner} {pos}",
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style.progress_chars("=> "));
            }
            bar.set_prefix(self.name.clone());
            bar.set_message(stage.to_owned());
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        if let Ok(mut current) = self.stage.lock() {
            *current = Some(Stage {
                name: stage.to_owned(),
                total,
                bar,
                last_line: Instant::now(),
            });
        }
    }

    fn advance(&self, steps: u64) {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        if self.mode == ProgressMode::None {
            return;
        }
        let Ok(mut current) = self.stage.lock() else {
            return;
        };
        let Some(stage) = current.as_mut() else {
            return;
        };
        if let Some(bar) = &stage.bar {
            bar.set_position(done);
        } else if stage.last_line.elapsed() >= LINE_INTERVAL {
            stage.last_line = Instant::now();
            let of = stage
                .total
                .map_or_else(String::new, |total| format!(" of {total}"));
            output::note(&format!("{}: {} {done}{of}", self.name, stage.name));
        }
    }

    fn end(&self) {
        if let Ok(mut current) = self.stage.lock()
            && let Some(Stage { bar: Some(bar), .. }) = current.take()
        {
            bar.finish_and_clear();
        }
    }

    fn note(&self, text: &str) {
        if self.mode != ProgressMode::None {
            output::note(&format!("{}: {text}", self.name));
        }
    }
}
