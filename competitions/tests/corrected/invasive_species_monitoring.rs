use mlebench_data::archive::SevenzSource;

use super::support::both;

#[test]
fn the_archives_hold_the_photos_of_their_side() {
    let [published, corrected] = both("invasive-species-monitoring");
    for (archive, table) in [
        ("train", "public/train_labels.csv.zip!train_labels.csv"),
        ("test", "public/sample_submission.csv"),
    ] {
        let path = format!("public/{archive}.7z");
        let empty = SevenzSource::open(&published.path(&path)).unwrap();
        assert!(empty.names().is_empty());
        let mut photos = SevenzSource::open(&corrected.path(&path)).unwrap();
        let expected = corrected.values(table, "name").into_iter();
        let expected: Vec<_> = expected
            .map(|name| format!("{archive}/{name}.jpg"))
            .collect();
        let mut found = photos.names();
        found.sort();
        let mut sorted = expected;
        sorted.sort();
        assert_eq!(found, sorted);
        assert!(!photos.read(&found[0]).unwrap().is_empty());
    }
}

#[test]
fn the_sample_submission_is_public() {
    let [published, corrected] = both("invasive-species-monitoring");
    assert!(!published.has("public/sample_submission.csv"));
    assert!(corrected.has("public/sample_submission.csv"));
}
