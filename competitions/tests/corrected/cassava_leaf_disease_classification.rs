use super::support::both;

#[test]
fn test_records_do_not_tell_the_disease() {
    let [published, corrected] = both("cassava-leaf-disease-classification");
    let folder = "public/test_tfrecords";
    assert!(published.features(folder, "ld_test").contains("target"));
    let expected = ["image", "image_name"].map(str::to_owned);
    assert_eq!(corrected.features(folder, "ld_test"), expected.into());
    assert!(
        corrected
            .features("public/train_tfrecords", "ld_train")
            .contains("target")
    );
}
