use super::support::both;

#[test]
fn words_for_missing_values_stay_words() {
    let [published, corrected] = both("spooky-author-identification");
    let texts = ["public/train.csv", "public/test.csv"];
    assert!(!published.holds(&texts, "text", "N/A"));
    assert!(corrected.holds(&texts, "text", "N/A"));
}
