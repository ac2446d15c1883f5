use super::support::both;

#[test]
fn test_images_have_a_depth() {
    let [published, corrected] = both("tgs-salt-identification-challenge");
    let test = corrected.values("public/sample_submission.csv", "id");
    assert!(
        published
            .values("public/depths.csv", "id")
            .is_disjoint(&test)
    );
    let known = corrected.values("public/depths.csv", "id");
    assert!(test.is_subset(&known));
    assert!(corrected.values("public/train.csv", "id").is_subset(&known));
}
