use super::support::both;

const ID: &str = "ranzcr-clip-catheter-line-classification";

#[test]
fn all_eleven_findings_are_asked_for() {
    let [published, corrected] = both(ID);
    let sample = "public/sample_submission.csv";
    assert_eq!(published.table(sample).width(), 1 + 9);
    assert_eq!(corrected.table(sample).width(), 1 + 11);
    assert!(corrected.table(sample).column("CVC - Normal").is_some());
}

#[test]
fn no_patient_stands_on_both_sides() {
    let [published, corrected] = both(ID);
    let sides = ["public/train.csv", "private/test.csv"];
    let disjoint =
        |[train, test]: [std::collections::BTreeSet<String>; 2]| train.is_disjoint(&test);
    assert!(!disjoint(
        sides.map(|side| published.values(side, "PatientID"))
    ));
    assert!(disjoint(
        sides.map(|side| corrected.values(side, "PatientID"))
    ));
    let annotated = corrected.values("public/train_annotations.csv", "StudyInstanceUID");
    let train = corrected.values("public/train.csv", "StudyInstanceUID");
    assert!(annotated.is_subset(&train));
}
