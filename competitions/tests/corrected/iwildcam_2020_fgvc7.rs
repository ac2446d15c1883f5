use mlebench_data::json::{Json, parse};

use super::support::{Prepared, both};

const ID: &str = "iwildcam-2020-fgvc7";
const TRAIN: &str = "public/iwildcam2020_train_annotations.json";
const TEST: &str = "public/iwildcam2020_test_information.json";

fn photos(edition: &Prepared, file: &str) -> usize {
    let metadata = parse(&edition.text(file)).expect("it is JSON");
    let images = metadata.get("images").and_then(Json::as_array);
    images.expect("it has a list of images").len()
}

#[test]
fn at_most_the_intended_share_is_test() {
    let [published, corrected] = both(ID);
    let share = |edition: &Prepared| {
        let (train, test) = (photos(edition, TRAIN) as f64, photos(edition, TEST) as f64);
        test / (train + test)
    };
    assert!(share(&published) > 0.22);
    assert!(share(&corrected) <= 0.22 && share(&corrected) > 0.1);
}

#[test]
fn the_metadata_is_json() {
    let [published, corrected] = both(ID);
    let is_json = |edition: &Prepared, file| {
        serde_json::from_str::<serde_json::Value>(&edition.text(file)).is_ok()
    };
    assert!(!is_json(&published, TRAIN));
    assert!(is_json(&corrected, TRAIN) && is_json(&corrected, TEST));
}
