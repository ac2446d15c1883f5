use super::support::both;

#[test]
fn words_for_missing_values_stay_words() {
    let [published, corrected] = both("us-patent-phrase-to-phrase-matching");
    let phrases = ["public/train.csv", "public/test.csv"];
    assert!(!published.holds(&phrases, "target", "null"));
    assert!(corrected.holds(&phrases, "target", "null"));
}
