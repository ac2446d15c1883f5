use super::support::both;

const LANGUAGES: [(&str, &str); 2] = [
    ("text-normalization-challenge-english-language", "en"),
    ("text-normalization-challenge-russian-language", "ru"),
];

#[test]
fn words_for_missing_values_stay_words() {
    for (id, language) in LANGUAGES {
        let train = format!("public/{language}_train.csv.zip!{language}_train.csv");
        let [published, corrected] = both(id);
        for column in ["before", "after"] {
            assert!(!published.values(&train, column).contains("null"), "{id}");
            assert!(corrected.values(&train, column).contains("null"), "{id}");
        }
    }
}
