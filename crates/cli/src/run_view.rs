//! What a person sees while a group is worked on: a line for what happened, a bar on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use mlebench_runner::{GroupEvent, RunEvent};

use crate::output;
use crate::progress::ProgressMode;

/// Shows the events of a group on stderr.
pub(crate) struct RunView {
    mode: ProgressMode,
    bar: Option<ProgressBar>,
}

impl RunView {
    /// Creates a view.
    pub(crate) fn new(mode: ProgressMode) -> Self {
        let bar = (mode == ProgressMode::Bar).then(|| {
            let bar = ProgressBar::new(0);
            if let Ok(style) =
                ProgressStyle::with_template("runs [{bar:30}] {pos}/{len} {elapsed_precise}")
            {
                bar.set_style(style.progress_chars("=> "));
            }
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        Self { mode, bar }
    }

    /// Shows an event.
    pub(crate) fn show(&self, event: &GroupEvent) {
        match event {
            GroupEvent::Begun {
                group_dir,
                planned,
                settled,
            } => {
                if let Some(bar) = &self.bar {
                    bar.set_length(*planned as u64);
                    bar.set_position(*settled as u64);
                }
                let kept = if *settled > 0 {
                    format!(", {settled} kept")
                } else {
                    String::new()
                };
                self.line(&format!(
                    "group {} ({planned} runs{kept})",
                    group_dir.display()
                ));
            }
            GroupEvent::OrphanEnded { run_id, processes } => {
                self.line(&format!(
                    "{run_id}: ended {processes} processes of an earlier program"
                ));
            }
            GroupEvent::Run {
                competition_id,
                seed,
                event,
                ..
            } => {
                if let Some(text) = describe(event) {
                    self.line(&format!("{competition_id} seed {seed}: {text}"));
                }
            }
            GroupEvent::RunEnded {
                run_id,
                status,
                failure,
            } => {
                if let Some(bar) = &self.bar {
                    bar.inc(1);
                }
                if let Some(failure) = failure {
                    self.line(&format!("{run_id}: {}: {failure}", status.as_str()));
                }
            }
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, text: &str) {
        match (&self.bar, self.mode) {
            (_, ProgressMode::None) => {}
            (Some(bar), _) => bar.suspend(|| output::note(text)),
            (None, _) => output::note(text),
        }
    }
}

/// Says what happened, where it is worth a line.
fn describe(event: &RunEvent) -> Option<String> {
    match event {
        RunEvent::Started(start) => Some(format!(
            "started, {:.0} s, sandbox {}",
            start.limits.wall_s, start.sandbox
        )),
        RunEvent::AgentExited(exit) => Some(format!(
            "agent {} after {:.1} s ({:.1} s CPU, {:.0} MB)",
            exit.status.as_str(),
            exit.usage.wall_s,
            exit.usage.cpu_s,
            exit.usage.memory_peak_bytes as f64 / 1e6
        )),
        _ => None,
    }
}
