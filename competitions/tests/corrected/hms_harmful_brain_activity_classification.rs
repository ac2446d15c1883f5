use super::support::{Prepared, both};

const ID: &str = "hms-harmful-brain-activity-classification";
const ANSWERS: &str = "private/test.csv";

#[test]
fn a_recording_is_asked_for_once() {
    let [published, corrected] = both(ID);
    let repeats = |edition: &Prepared| {
        edition.values(ANSWERS, "eeg_id").len() < edition.cells(ANSWERS, "eeg_id").len()
    };
    assert!(repeats(&published));
    assert!(!repeats(&corrected));
    let sample = corrected.cells("public/sample_submission.csv", "eeg_id");
    assert_eq!(corrected.cells(ANSWERS, "eeg_id"), sample);
}

#[test]
fn patients_stand_on_one_side() {
    let [published, corrected] = both(ID);
    let apart = |edition: &Prepared| {
        let train = edition.values("public/train.csv", "patient_id");
        train.is_disjoint(&edition.values(ANSWERS, "patient_id"))
    };
    assert!(!apart(&published));
    assert!(apart(&corrected));
}

#[test]
fn the_test_table_tells_where_the_moment_lies() {
    let [published, corrected] = both(ID);
    let offsets = "eeg_label_offset_seconds";
    let tells = |edition: &Prepared| edition.table("public/test.csv").column(offsets).is_some();
    assert!(!tells(&published));
    assert!(tells(&corrected));
}
