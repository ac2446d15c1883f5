//! Where the program finds its task and leaves its results: the contract with the harness.
//!
//! Every path comes from an environment variable and has the default of the original machine
//! image, so the program runs in a sandbox, in a container and in a plain folder alike.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

/// Learns to find cacti in aerial photos and writes a submission.
#[derive(Debug, Clone, Parser)]
#[command(version)]
pub(crate) struct Surroundings {
    /// Folder with `train.csv`, `train.zip`, `test.zip` and `sample_submission.csv`
    #[arg(
        long,
        env = "DATA_DIR",
        value_name = "DIR",
        default_value = "/home/data"
    )]
    pub(crate) data_dir: PathBuf,

    /// Folder that receives `submission.csv`
    #[arg(
        long,
        env = "SUBMISSION_DIR",
        value_name = "DIR",
        default_value = "/home/submission"
    )]
    pub(crate) submission_dir: PathBuf,

    /// Folder that receives the training curve
    #[arg(
        long,
        env = "LOGS_DIR",
        value_name = "DIR",
        default_value = "/home/logs"
    )]
    pub(crate) logs_dir: PathBuf,

    /// Folder that receives a note on what was trained
    #[arg(
        long,
        env = "CODE_DIR",
        value_name = "DIR",
        default_value = "/home/code"
    )]
    pub(crate) code_dir: PathBuf,

    /// Wall-clock limit of the whole run, in seconds
    #[arg(
        long,
        env = "TIME_LIMIT_SECS",
        value_name = "SECONDS",
        default_value = "600"
    )]
    #[arg(value_parser = seconds)]
    pub(crate) time_limit: Duration,

    /// Decides weights, shuffles, augmentations and the validation split
    #[arg(long, env = "MLEBENCH_SEED", value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Passes over the training photos per model, instead of what suits the time limit
    #[arg(long, env = "CACTUS_EPOCHS", value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) epochs: Option<u32>,

    /// Models to average at most, instead of what suits the time limit
    #[arg(long, env = "CACTUS_MEMBERS", value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) members: Option<u32>,

    /// Address of the submission validator; none: the file is not checked
    #[arg(long, env = "VALIDATION_URL", value_name = "URL")]
    pub(crate) validation_url: Option<String>,
}

/// Reads a number of seconds, whole or not.
fn seconds(text: &str) -> Result<Duration, String> {
    text.trim()
        .parse::<f64>()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| format!("`{text}` is not a number of seconds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_whole_and_broken_seconds() {
        assert_eq!(seconds("600"), Ok(Duration::from_mins(10)));
        assert_eq!(seconds(" 1.5 "), Ok(Duration::from_millis(1500)));
    }

    #[test]
    fn rejects_what_is_no_time() {
        for text in ["", "ten", "-1", "NaN", "inf", "1e300"] {
            assert!(seconds(text).is_err(), "`{text}`");
        }
    }

    #[test]
    fn rejects_zero_epochs() {
        assert!(Surroundings::try_parse_from(["cactus-cnn", "--epochs", "0"]).is_err());
        assert!(Surroundings::try_parse_from(["cactus-cnn", "--epochs", "3"]).is_ok());
    }
}
