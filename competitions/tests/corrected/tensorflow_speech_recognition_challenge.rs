use std::collections::BTreeSet;
use std::fs;

use super::support::{Prepared, both};

const ID: &str = "tensorflow-speech-recognition-challenge";

const CLASSES: [&str; 12] = [
    "yes", "no", "up", "down", "left", "right", "on", "off", "stop", "go", "unknown", "silence",
];

/// Returns the speakers of the training clips, and the contents of clips by speaker.
fn train_clips(prepared: &Prepared) -> Vec<(String, Vec<u8>)> {
    let mut clips = Vec::new();
    for label in fs::read_dir(prepared.path("public/train/audio")).unwrap() {
        for clip in fs::read_dir(label.unwrap().path()).unwrap() {
            let clip = clip.unwrap();
            let name = clip.file_name().into_string().unwrap();
            clips.push((name, fs::read(clip.path()).unwrap()));
        }
    }
    clips
}

#[test]
fn answers_are_the_classes_of_the_task() {
    let [published, corrected] = both(ID);
    let known = |label: &String| CLASSES.contains(&label.as_str());
    assert!(
        !published
            .values("private/test.csv", "label")
            .iter()
            .all(known)
    );
    let labels = corrected.values("private/test.csv", "label");
    assert!(labels.iter().all(known), "{labels:?}");
    assert!(corrected.has("public/train/audio/_background_noise_"));
}

#[test]
fn nobody_speaks_on_both_sides() {
    let all = both(ID);
    // Contents tell which clips are missing from the training folders.
    let [published, corrected] = &all;
    let speakers = |prepared: &Prepared, other: &Prepared| {
        let test = fs::read_dir(prepared.path("public/test/audio")).unwrap();
        let test: BTreeSet<Vec<u8>> = test
            .map(|clip| fs::read(clip.unwrap().path()).unwrap())
            .collect();
        let named: Vec<(String, Vec<u8>)> = [train_clips(prepared), train_clips(other)].concat();
        let speaker = |name: &str| name.split("_nohash_").next().unwrap().to_owned();
        let in_test: BTreeSet<String> = named
            .iter()
            .filter(|(_, content)| test.contains(content))
            .map(|(name, _)| speaker(name))
            .collect();
        let in_train: BTreeSet<String> = train_clips(prepared)
            .iter()
            .map(|(name, _)| speaker(name))
            .collect();
        (in_test, in_train)
    };
    let (test, train) = speakers(published, corrected);
    assert!(!test.is_disjoint(&train));
    let (test, train) = speakers(corrected, published);
    assert!(!test.is_empty() && test.is_disjoint(&train));
}
