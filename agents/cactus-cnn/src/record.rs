//! What the run leaves behind for people: its log, its training curve, and how to repeat it.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use crate::error::AgentError;
use crate::model::WIDTHS;
use crate::surroundings::Surroundings;
use crate::train::{BATCH, Epoch, PEAK_LEARNING_RATE, Quality, WEIGHT_DECAY};

/// Prints a line of the log on standard output.
///
/// A reader that went away is no reason to stop training.
pub(crate) fn say(line: impl std::fmt::Display) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Returns an AUC as text.
pub(crate) fn auc_text(quality: &Quality) -> String {
    quality
        .auc
        .map_or_else(|| "undefined".to_owned(), |auc| format!("{auc:.6}"))
}

/// The training curve, `training.csv` in the folder of logs.
#[derive(Debug)]
pub(crate) struct Curve {
    file: Option<File>,
}

impl Curve {
    /// Starts the file. A run without a curve is still a run: a failure is only reported.
    pub(crate) fn start(dir: &Path) -> Self {
        let path = dir.join("training.csv");
        let header =
            "member,epoch,training_loss,validation_auc,validation_loss,learning_rate,seconds";
        let file = std::fs::create_dir_all(dir).and_then(|()| File::create(&path));
        match file.and_then(|mut file| writeln!(file, "{header}").map(|()| file)) {
            Ok(file) => Self { file: Some(file) },
            Err(error) => {
                say(format_args!(
                    "warning: no training curve in `{}`: {error}",
                    path.display()
                ));
                Self { file: None }
            }
        }
    }

    /// Adds an epoch of the member with the given number, counted from 1.
    pub(crate) fn add(&mut self, member: usize, epoch: &Epoch) {
        let Some(file) = &mut self.file else { return };
        let auc = epoch
            .quality
            .auc
            .map(|auc| auc.to_string())
            .unwrap_or_default();
        let written = writeln!(
            file,
            "{member},{},{:.6},{auc},{:.6},{:.3e},{:.2}",
            epoch.number,
            epoch.loss,
            epoch.quality.log_loss,
            epoch.learning_rate,
            epoch.duration.as_secs_f64()
        );
        if let Err(error) = written {
            say(format_args!(
                "warning: the training curve ends here: {error}"
            ));
            self.file = None;
        }
    }
}

/// Writes `model.txt` into the folder of code: which program and settings made the submission.
///
/// # Errors
///
/// Returns an error if the folder cannot be written to.
pub(crate) fn write_note(
    surroundings: &Surroundings,
    epochs: usize,
    members: usize,
    quality: &Quality,
) -> Result<(), AgentError> {
    let dir = &surroundings.code_dir;
    std::fs::create_dir_all(dir).map_err(AgentError::io("create the folder", dir))?;
    let path = dir.join("model.txt");
    let text = format!(
        "program = cactus-cnn {version}\n\
         seed = {seed}\n\
         time limit = {limit} s\n\
         network = residual CNN on 2 x 2 folded pixels, channels {WIDTHS:?}\n\
         optimiser = AdamW, batch {BATCH}, peak learning rate {PEAK_LEARNING_RATE}, \
         weight decay {WEIGHT_DECAY}\n\
         epochs per model = {epochs}\n\
         models averaged = {members}\n\
         views averaged = up to 8 symmetries\n\
         validation AUC = {auc}\n\
         validation loss = {loss:.6}\n\
         repeat with = MLEBENCH_SEED={seed} CACTUS_EPOCHS={epochs} CACTUS_MEMBERS={members} \
         and enough time\n",
        version = env!("CARGO_PKG_VERSION"),
        seed = surroundings.seed,
        limit = surroundings.time_limit.as_secs_f64(),
        auc = auc_text(quality),
        loss = quality.log_loss,
    );
    std::fs::write(&path, text).map_err(AgentError::io("write", &path))
}
