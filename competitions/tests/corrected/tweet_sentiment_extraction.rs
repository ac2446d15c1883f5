use super::support::both;

#[test]
fn words_for_missing_values_stay_words() {
    let [published, corrected] = both("tweet-sentiment-extraction");
    let (train, answers) = ("public/train.csv", "private/test.csv");
    for column in ["text", "selected_text"] {
        assert!(!published.values(train, column).contains("null"));
        assert!(corrected.values(train, column).contains("null"));
        assert!(!published.values(answers, column).contains("-nan"));
        assert!(corrected.values(answers, column).contains("-nan"));
    }
}
