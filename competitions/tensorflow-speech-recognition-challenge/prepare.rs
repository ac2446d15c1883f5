//! Divides the clips of a 7z archive.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use mlebench_core::prepare::{Preparation, PrepareError, split_groups, split_rows};
use mlebench_data::archive::{ArchiveError, SevenzSource};
use mlebench_data::random::NumpyLegacy;
use mlebench_data::split::{Split, TestSize};
use mlebench_data::table::{Column, Table};

const CLIPS: &str = "train.7z";

/// Folder of noise; its clips are a minute long and nobody speaks in them.
const NOISE: &str = "_background_noise_";

/// The words that the task asks to tell apart; any other is `unknown`.
const COMMANDS: [&str; 10] = [
    "yes", "no", "up", "down", "left", "right", "on", "off", "stop", "go",
];

/// A clip in the raw archive.
struct Clip {
    member: String,
    label: String,
    name: String,
}

impl Clip {
    /// Takes a member's name apart; `None` when it is no clip.
    fn parse(member: &str) -> Option<Self> {
        let (label, name) = member.strip_prefix("train/audio/")?.split_once('/')?;
        let ending = Path::new(name).extension();
        let is_clip = ending.is_some_and(|ending| ending == "wav") && !name.contains('/');
        is_clip.then(|| Self {
            member: member.to_owned(),
            label: label.to_owned(),
            name: name.to_owned(),
        })
    }

    /// Returns who speaks: what stands before `_nohash_`.
    fn speaker(&self) -> &str {
        self.name.split("_nohash_").next().unwrap_or_default()
    }
}

/// Prepares tensorflow-speech-recognition-challenge.
pub(crate) fn prepare(task: &Preparation<'_>) -> Result<(), PrepareError> {
    let mut archive = SevenzSource::open(&task.raw.path(Path::new(CLIPS))?)?;
    let names = archive.names();
    let mut clips: Vec<Clip> = names.iter().filter_map(|name| Clip::parse(name)).collect();
    clips.sort_by_cached_key(|clip| format!("{}_{}", clip.label, clip.name));
    let split = if task.corrected() {
        split_speakers(&clips)?
    } else {
        split_rows(CLIPS, clips.len(), TestSize::Fraction(0.1), 0)?
    };

    let mut places: HashMap<&str, PathBuf> = HashMap::new();
    for row in &split.train {
        let Clip {
            member,
            label,
            name,
        } = &clips[*row];
        let place = format!("public/train/audio/{label}/{name}");
        places.insert(member, task.prepared.place(Path::new(&place))?);
    }
    let mut test_names = Vec::new();
    for (number, row) in split.test.iter().enumerate() {
        let name = format!("clip_{number:08}.wav");
        let place = format!("public/test/audio/{name}");
        places.insert(&clips[*row].member, task.prepared.place(Path::new(&place))?);
        test_names.push(name);
    }
    write_tables(task, &test_names, split.test.iter().map(|row| &clips[*row]))?;

    task.progress.begin("clips", Some(places.len() as u64));
    let unpacked: Result<(), ArchiveError> =
        archive.extract_members(|member| places.get(member).cloned(), &mut |clips| {
            task.progress.advance(clips);
        });
    task.progress.end();
    Ok(unpacked?)
}

fn write_tables<'c>(
    task: &Preparation<'_>,
    names: &[String],
    clips: impl Iterator<Item = &'c Clip>,
) -> Result<(), PrepareError> {
    let label = |clip: &'c Clip| {
        if task.corrected() {
            class(&clip.label)
        } else {
            &clip.label
        }
    };
    let answers = Table::new()
        .with_column("fname", Column::from_texts(names))
        .with_column("label", Column::from_texts(clips.map(label)));
    task.prepared.write_table("private/test.csv", &answers)?;
    let silence = Column::from_texts(vec!["silence"; names.len()]);
    let sample = answers.with_column("label", silence);
    task.prepared
        .write_table("public/sample_submission.csv", &sample)
}

/// Returns which of the task's classes a spoken word belongs to.
fn class(word: &str) -> &str {
    if COMMANDS.contains(&word) {
        word
    } else {
        "unknown"
    }
}

/// Divides the speakers. The long recordings of noise stay train; test clips stand in random
/// order, so that their number tells neither speaker nor word.
fn split_speakers(clips: &[Clip]) -> Result<Split, PrepareError> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut speakers: Vec<Vec<usize>> = Vec::new();
    let is_noise = |row: &usize| clips[*row].label == NOISE;
    for row in (0..clips.len()).filter(|row| !is_noise(row)) {
        let place = *places.entry(clips[row].speaker()).or_insert(speakers.len());
        if place == speakers.len() {
            speakers.push(Vec::new());
        }
        speakers[place].push(row);
    }
    let mut split = split_groups(CLIPS, &speakers, TestSize::Fraction(0.1), 0)?;
    split.train.extend((0..clips.len()).filter(is_noise));
    let order = NumpyLegacy::new(0).permutation(split.test.len());
    split.test = order.into_iter().map(|place| split.test[place]).collect();
    Ok(split)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_no_commands_are_unknown() {
        assert_eq!(
            ["on", "stop", "bed", "zero"].map(class),
            ["on", "stop", "unknown", "unknown"]
        );
    }

    #[test]
    fn clips_are_told_by_folder_and_ending() {
        let clip = Clip::parse("train/audio/yes/0a7c2a8d_nohash_1.wav").unwrap();
        assert_eq!((clip.label.as_str(), clip.speaker()), ("yes", "0a7c2a8d"));
        assert!(Clip::parse("train/audio/_background_noise_/README.md").is_none());
        assert!(Clip::parse("train/testing_list.txt").is_none());
    }
}
