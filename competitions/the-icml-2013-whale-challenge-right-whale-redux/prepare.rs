//! The recordings of the first two days are train, those of the last two test.

use std::collections::BTreeSet;

use mlebench_core::prepare::{Files, Preparation, PrepareError};
use mlebench_data::archive::ZipSource;
use mlebench_data::table::{Column, Table};

const CLIPS: &str = "train2.zip";
const DAYS: usize = 4;
const TRAIN_DAYS: usize = 2;

/// Prepares the-icml-2013-whale-challenge-right-whale-redux.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let clips = clips(task)?;
    let days: BTreeSet<&str> = clips.iter().map(Clip::day).collect();
    if days.len() != DAYS {
        let problem = format!("its clips are of {} days, expected {DAYS}", days.len());
        return Err(PrepareError::unexpected(CLIPS, problem));
    }
    let train_days: Vec<&str> = days.into_iter().take(TRAIN_DAYS).collect();
    let (train, test): (Vec<&Clip>, Vec<&Clip>) = clips
        .iter()
        .partition(|clip| train_days.contains(&clip.day()));

    let mut files = Files::new(task.raw, task.prepared);
    files.add_folder("public/train2.zip".as_ref(), "train2");
    files.add_folder("public/test2.zip".as_ref(), "test2");
    for (index, clip) in train.iter().enumerate() {
        let name = format!("{}TRAIN{index}{}", clip.start, clip.label);
        files.add(
            &format!("{CLIPS}!{}", clip.member),
            &format!("public/train2.zip!train2/{name}"),
        )?;
    }
    let mut names = Vec::new();
    for (index, clip) in test.iter().enumerate() {
        let name = format!("{}Test{index}.aif", clip.start);
        files.add(
            &format!("{CLIPS}!{}", clip.member),
            &format!("public/test2.zip!test2/{name}"),
        )?;
        names.push(name);
    }
    let whales = test.iter().map(|clip| i64::from(clip.label == "_1.aif"));
    let answers = Table::new()
        .with_column("clip", Column::from_texts(names))
        .with_column("probability", Column::Int(whales.collect()));
    let none = Column::Int(vec![0; answers.rows()]);
    let sample = answers.clone().with_column("probability", none);
    task.prepared.write_table("private/test.csv", &answers)?;
    task.prepared
        .write_table("public/sampleSubmission.csv", &sample)?;
    files.run(task.progress)
}

/// A recording, `train2/<date>_<time>_<second>_TRAIN<n>_<label>.aif`.
struct Clip {
    member: String,
    /// The name up to `TRAIN`.
    start: String,
    /// The name from the label on, `_0.aif` or `_1.aif`.
    label: String,
}

impl Clip {
    fn parse(member: String) -> Option<Self> {
        let name = member.strip_prefix("train2/")?;
        let (start, numbered) = name.split_once("TRAIN")?;
        let label = numbered.trim_start_matches(|c: char| c.is_ascii_digit());
        Some(Self {
            start: start.to_owned(),
            label: label.to_owned(),
            member,
        })
    }

    fn day(&self) -> &str {
        self.start.split('_').next().unwrap_or_default()
    }
}

/// Lists the recordings in order of their names.
fn clips(task: &Preparation<'_>) -> Result<Vec<Clip>, PrepareError> {
    let mut members = ZipSource::open(&task.raw.path(CLIPS.as_ref())?)?.names();
    members.retain(|member| member.starts_with("train2/"));
    members.sort_unstable();
    members
        .into_iter()
        .map(|member| {
            let problem = format!("the name of `{member}` has no `TRAIN` in it");
            Clip::parse(member).ok_or_else(|| PrepareError::unexpected(CLIPS, problem))
        })
        .collect()
}
