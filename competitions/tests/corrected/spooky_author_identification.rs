use super::support::both;

#[test]
fn words_for_missing_values_stay_words() {
    let holds = |edition: &super::support::Prepared| {
        ["public/train.csv", "public/test.csv"]
            .iter()
            .any(|file| edition.values(file, "text").contains("N/A"))
    };
    let [published, corrected] = both("spooky-author-identification");
    assert!(!holds(&published) && holds(&corrected));
}
