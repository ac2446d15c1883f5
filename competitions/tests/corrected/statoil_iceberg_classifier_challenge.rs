use super::support::both;

#[test]
fn the_sample_submission_is_public() {
    let [published, corrected] = both("statoil-iceberg-classifier-challenge");
    assert!(!published.has("public/sample_submission.csv"));
    assert_eq!(
        corrected.text("public/sample_submission.csv"),
        corrected.text("private/sample_submission.csv"),
    );
}
