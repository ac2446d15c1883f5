use super::support::both;

#[test]
fn outlines_of_test_glomeruli_are_not_public() {
    let [published, corrected] = both("hubmap-kidney-segmentation");
    for id in corrected.values("public/sample_submission.csv", "id") {
        let file = |ending| format!("public/test/{id}{ending}");
        assert!(published.has(&file(".json")));
        assert!(!corrected.has(&file(".json")));
        assert!(corrected.has(&file(".tiff")));
        assert!(corrected.has(&file("-anatomical-structure.json")));
    }
    for id in corrected.values("public/train.csv", "id") {
        assert!(corrected.has(&format!("public/train/{id}.json")));
    }
}
