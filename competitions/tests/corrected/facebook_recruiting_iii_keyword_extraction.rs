use super::support::both;

#[test]
fn words_for_missing_values_stay_words() {
    let [published, corrected] = both("facebook-recruiting-iii-keyword-extraction");
    let questions = ["public/train.csv", "private/test.csv"];
    for (column, word) in [
        ("Title", "NaN"),
        ("Title", "None"),
        ("Tags", "null"),
        ("Tags", "NA"),
    ] {
        assert!(!published.holds(&questions, column, word), "{word}");
        assert!(corrected.holds(&questions, column, word), "{word}");
    }
}
