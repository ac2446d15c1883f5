//! The program as the harness sees it: folders and variables in, a submission out.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Instant;

use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// A photo of sand, with a green column in the middle if there is a cactus.
fn photo(index: u32, cactus: bool) -> Vec<u8> {
    let mut pixels = Vec::new();
    for (y, x) in (0..32_u32).flat_map(|y| (0..32_u32).map(move |x| (y, x))) {
        let grain = (x * 31 + y * 17 + index * 7) % 23;
        pixels.extend(if cactus && x.abs_diff(12 + index % 8) < 3 {
            [40, 150 + grain as u8, 60]
        } else {
            [190 + grain as u8, 160, 120]
        });
    }
    let mut file = Vec::new();
    jpeg_encoder::Encoder::new(&mut file, 90)
        .encode(&pixels, 32, 32, jpeg_encoder::ColorType::Rgb)
        .unwrap();
    file
}

/// Writes a zip archive of photos and returns their names and answers.
fn photos(path: &Path, prefix: &str, answers: &[bool]) -> Vec<(String, bool)> {
    let mut zip = zip::ZipWriter::new(File::create(path).unwrap());
    let mut rows = Vec::new();
    for (index, &cactus) in answers.iter().enumerate() {
        let name = format!("{prefix}{index}.jpg");
        zip.start_file(name.as_str(), SimpleFileOptions::default())
            .unwrap();
        zip.write_all(&photo(index as u32, cactus)).unwrap();
        rows.push((name, cactus));
    }
    zip.finish().unwrap();
    rows
}

/// A small task: a folder with `data`, and what the program wrote beside it.
struct Task {
    dir: TempDir,
    test: Vec<(String, bool)>,
}

impl Task {
    fn new(train: &[bool], test: &[bool]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        fs::create_dir(&data).unwrap();
        let train = photos(&data.join("train.zip"), "train", train);
        let test = photos(&data.join("test.zip"), "test", test);
        let table = |rows: &[(String, bool)], text: fn(bool) -> &'static str| {
            let rows: Vec<String> = rows
                .iter()
                .map(|(id, cactus)| format!("{id},{}", text(*cactus)))
                .collect();
            format!("id,has_cactus\n{}\n", rows.join("\n"))
        };
        let label = |cactus| if cactus { "1" } else { "0" };
        fs::write(data.join("train.csv"), table(&train, label)).unwrap();
        fs::write(data.join("sample_submission.csv"), table(&test, |_| "0.5")).unwrap();
        Self { dir, test }
    }

    fn data(&self, name: &str) -> std::path::PathBuf {
        self.dir.path().join("data").join(name)
    }

    fn run(&self, variables: &[(&str, &str)]) -> Output {
        let dir = self.dir.path();
        Command::new(env!("CARGO_BIN_EXE_cactus-cnn"))
            .env_clear()
            .env("DATA_DIR", dir.join("data"))
            .env("SUBMISSION_DIR", dir.join("submission"))
            .env("LOGS_DIR", dir.join("logs"))
            .env("CODE_DIR", dir.join("code"))
            .env("TIME_LIMIT_SECS", "300")
            .envs(variables.iter().copied())
            .output()
            .unwrap()
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.dir.path().join(path)).unwrap()
    }

    /// The submission's rows, after a check that there is one for each photo, in order.
    fn probabilities(&self) -> Vec<f64> {
        let text = self.text("submission/submission.csv");
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("id,has_cactus"));
        let rows: Vec<(&str, f64)> = lines
            .map(|line| line.split_once(',').unwrap())
            .map(|(id, value)| (id, value.parse().unwrap()))
            .collect();
        let ids: Vec<&str> = rows.iter().map(|row| row.0).collect();
        assert_eq!(
            ids,
            self.test
                .iter()
                .map(|row| row.0.as_str())
                .collect::<Vec<_>>()
        );
        assert!(rows.iter().all(|row| (0.0..=1.0).contains(&row.1)));
        rows.into_iter().map(|row| row.1).collect()
    }
}

/// `count` answers, every fourth without a cactus.
fn mixed(count: usize) -> Vec<bool> {
    (0..count).map(|index| index % 4 != 0).collect()
}

#[test]
fn solves_a_small_task() {
    let task = Task::new(&mixed(80), &mixed(16));
    let output = task.run(&[("CACTUS_EPOCHS", "12")]);
    assert!(output.status.success(), "{output:?}");

    let probabilities = task.probabilities();
    for (value, (id, cactus)) in probabilities.iter().zip(&task.test) {
        assert_eq!(*value > 0.5, *cactus, "{id}: {value}");
    }
    let log = String::from_utf8(output.stdout).unwrap();
    assert!(log.contains("epoch  1: loss"), "{log}");
    let curve = task.text("logs/training.csv");
    assert!(
        curve.starts_with("member,epoch,training_loss,validation_auc"),
        "{curve}"
    );
    assert!(curve.lines().count() > 1, "{curve}");
    assert!(
        task.text("code/model.txt")
            .contains("epochs per model = 12")
    );
}

#[test]
fn the_same_seed_gives_the_same_submission() {
    let task = Task::new(&mixed(40), &mixed(8));
    let submit = |seed| {
        let output = task.run(&[("CACTUS_EPOCHS", "2"), ("MLEBENCH_SEED", seed)]);
        assert!(output.status.success(), "{output:?}");
        task.text("submission/submission.csv")
    };
    let first = submit("5");
    assert_eq!(first, submit("5"));
    assert_ne!(first, submit("6"));
}

#[test]
fn averages_several_networks() {
    let task = Task::new(&mixed(24), &mixed(4));
    let output = task.run(&[("CACTUS_EPOCHS", "1"), ("CACTUS_MEMBERS", "2")]);
    assert!(output.status.success(), "{output:?}");
    task.probabilities();
    assert!(task.text("code/model.txt").contains("models averaged = 2"));
}

#[test]
fn submits_even_without_time() {
    let task = Task::new(&mixed(8), &mixed(3));
    let output = task.run(&[("TIME_LIMIT_SECS", "0")]);
    assert!(output.status.success(), "{output:?}");
    task.probabilities();
}

#[test]
fn keeps_the_time_limit() {
    let task = Task::new(&mixed(200), &mixed(16));
    let start = Instant::now();
    let output = task.run(&[("TIME_LIMIT_SECS", "6"), ("CACTUS_EPOCHS", "100000")]);
    assert!(output.status.success(), "{output:?}");
    assert!(start.elapsed().as_secs_f64() < 6.0, "{:?}", start.elapsed());
    task.probabilities();
}

#[test]
fn works_with_one_photo_of_a_class_and_with_one_class() {
    for train in [
        &[true, true, true, false][..],
        &[true, true, true],
        &[false],
    ] {
        let task = Task::new(train, &mixed(3));
        let output = task.run(&[("CACTUS_EPOCHS", "2")]);
        assert!(output.status.success(), "{output:?}");
        task.probabilities();
    }
}

#[test]
fn a_folder_that_cannot_be_written_costs_only_the_curve() {
    let task = Task::new(&mixed(8), &mixed(3));
    let output = task.run(&[("CACTUS_EPOCHS", "1"), ("LOGS_DIR", "/proc/nowhere")]);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("warning: no training curve"));
    task.probabilities();
}

#[test]
fn says_what_is_missing() {
    for name in [
        "train.csv",
        "train.zip",
        "test.zip",
        "sample_submission.csv",
    ] {
        let task = Task::new(&mixed(4), &mixed(2));
        fs::remove_file(task.data(name)).unwrap();
        let output = task.run(&[]);
        assert_eq!(output.status.code(), Some(1));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            message.starts_with("error: cannot open") && message.contains(name),
            "{message}"
        );
    }
}

#[test]
fn a_truncated_archive_is_an_error_not_a_panic() {
    let task = Task::new(&mixed(4), &mixed(2));
    let bytes = fs::read(task.data("train.zip")).unwrap();
    fs::write(task.data("train.zip"), &bytes[..bytes.len() / 2]).unwrap();
    let output = task.run(&[]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("train.zip") && !message.contains("panicked"),
        "{message}"
    );
}
