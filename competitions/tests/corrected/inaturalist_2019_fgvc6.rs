use std::collections::BTreeSet;
use std::fs::File;

use mlebench_data::json::{Json, parse};

use super::support::{Prepared, both};

const ID: &str = "inaturalist-2019-fgvc6";

fn members(edition: &Prepared, archive: &str) -> BTreeSet<String> {
    let file = File::open(edition.path(archive)).expect("the archive is there");
    let mut archive = tar::Archive::new(file);
    let entries = archive.entries().expect("it is a tar archive");
    entries
        .map(|entry| {
            let entry = entry.expect("it is whole");
            let path = entry.path().expect("it has a name");
            path.display().to_string()
        })
        .collect()
}

fn listed(edition: &Prepared, file: &str) -> BTreeSet<String> {
    let metadata = parse(&edition.text(file)).expect("it is JSON");
    let images = metadata.get("images").and_then(Json::as_array);
    images
        .expect("it has a list of images")
        .iter()
        .filter_map(|image| image.get("file_name")?.as_text())
        .map(str::to_owned)
        .collect()
}

#[test]
fn archives_hold_the_photos_that_the_lists_name() {
    let [published, corrected] = both(ID);
    let agree = |edition: &Prepared| {
        let mut train = listed(edition, "public/train2019.json");
        train.extend(listed(edition, "public/val2019.json"));
        let test = listed(edition, "public/test2019.json");
        members(edition, "public/train_val2019.tar.gz") == train
            && members(edition, "public/test2019.tar.gz") == test
    };
    assert!(!agree(&published));
    assert!(agree(&corrected));
}

#[test]
fn the_sample_submission_names_different_species() {
    let [published, corrected] = both(ID);
    let species =
        |edition: &Prepared| edition.values("public/kaggle_sample_submission.csv", "predicted");
    assert_eq!(species(&published).len(), 1);
    assert!(species(&corrected).len() > 1);
}
