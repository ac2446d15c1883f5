use super::support::both;

#[test]
fn test_records_do_not_tell_the_finding() {
    let [published, corrected] = both("siim-isic-melanoma-classification");
    let all = published.features("public/tfrecords", "test");
    let left = corrected.features("public/tfrecords", "test");
    for label in ["target", "diagnosis"] {
        assert!(all.contains(label) && !left.contains(label), "{label}");
    }
    assert!(left.contains("image") && left.contains("image_name"));
    assert!(
        corrected
            .features("public/tfrecords", "train")
            .contains("target")
    );
}
