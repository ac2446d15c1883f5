use super::support::both;

#[test]
fn words_for_missing_values_stay_words() {
    let holds = |edition: &super::support::Prepared| {
        ["public/train.csv", "public/test.csv"]
            .iter()
            .any(|file| edition.values(file, "target").contains("null"))
    };
    let [published, corrected] = both("us-patent-phrase-to-phrase-matching");
    assert!(!holds(&published) && holds(&corrected));
}
