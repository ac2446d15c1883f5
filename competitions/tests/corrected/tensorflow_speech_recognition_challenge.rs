use std::collections::BTreeSet;
use std::{fs, io};

use super::support::{Prepared, both};

const ID: &str = "tensorflow-speech-recognition-challenge";

const CLASSES: [&str; 12] = [
    "yes", "no", "up", "down", "left", "right", "on", "off", "stop", "go", "unknown", "silence",
];

/// Returns the speaker and the content of each training clip.
fn train_clips(prepared: &Prepared) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut clips = Vec::new();
    for label in fs::read_dir(prepared.path("public/train/audio"))? {
        for clip in fs::read_dir(label?.path())? {
            let clip = clip?;
            let name = clip.file_name().to_string_lossy().into_owned();
            let speaker = name.split("_nohash_").next().unwrap_or(&name).to_owned();
            clips.push((speaker, fs::read(clip.path())?));
        }
    }
    Ok(clips)
}

/// Returns the contents of the test clips.
fn test_clips(prepared: &Prepared) -> io::Result<BTreeSet<Vec<u8>>> {
    fs::read_dir(prepared.path("public/test/audio"))?
        .map(|clip| fs::read(clip?.path()))
        .collect()
}

#[test]
fn answers_are_the_classes_of_the_task() {
    let [published, corrected] = both(ID);
    let known = |label: &String| CLASSES.contains(&label.as_str());
    let old = published.values("private/test.csv", "label");
    assert!(!old.iter().all(known));
    let new = corrected.values("private/test.csv", "label");
    assert!(new.iter().all(known), "{new:?}");
    assert!(corrected.has("public/train/audio/_background_noise_"));
}

#[test]
fn nobody_speaks_on_both_sides() {
    let [published, corrected] = both(ID);
    let trains = [&published, &corrected].map(|prepared| train_clips(prepared).unwrap());
    let is_shared = |prepared: &Prepared, train: &[(String, Vec<u8>)]| {
        let test = test_clips(prepared).unwrap();
        let speakers: BTreeSet<&String> = train.iter().map(|(speaker, _)| speaker).collect();
        // Test clips have lost their names; the other edition has most of them under train.
        let named = trains.iter().flatten();
        let mut test_speakers = named.filter(|(_, content)| test.contains(content));
        test_speakers.any(|(speaker, _)| speakers.contains(speaker))
    };
    assert!(is_shared(&published, &trains[0]));
    assert!(!is_shared(&corrected, &trains[1]));
}
