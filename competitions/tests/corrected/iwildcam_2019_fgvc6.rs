use super::support::both;

#[test]
fn the_sample_submission_has_two_columns() {
    let [published, corrected] = both("iwildcam-2019-fgvc6");
    let names = |edition: &super::support::Prepared| {
        let text = edition.text("public/sample_submission.csv");
        text.lines().next().map(str::to_owned)
    };
    assert_eq!(names(&published).as_deref(), Some(",Id,Category"));
    assert_eq!(names(&corrected).as_deref(), Some("Id,Category"));
}
