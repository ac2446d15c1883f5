use super::support::both;

const ID: &str = "billion-word-imputation";

#[test]
fn the_sample_submission_is_public() {
    let [published, corrected] = both(ID);
    assert!(!published.has("public/sample_submission.csv"));
    assert_eq!(
        corrected.text("public/sample_submission.csv"),
        corrected.text("private/sample_submission.csv"),
    );
}

#[test]
fn every_preparation_gives_the_same_split() {
    let ([_, first], [_, second]) = (both(ID), both(ID));
    assert_eq!(
        first.text("private/test.csv"),
        second.text("private/test.csv")
    );
}
