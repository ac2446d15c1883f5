use super::support::both;

#[test]
fn words_for_missing_values_stay_words() {
    let [published, corrected] = both("tweet-sentiment-extraction");
    for column in ["text", "selected_text"] {
        assert!(
            !published
                .values("public/train.csv", column)
                .contains("null")
        );
        assert!(
            corrected
                .values("public/train.csv", column)
                .contains("null")
        );
    }
    assert!(
        corrected
            .values("private/test.csv", "selected_text")
            .contains("NULL")
    );
}
