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

#[test]
fn the_sample_submission_is_public_and_plain() {
    for (id, _) in LANGUAGES {
        let [published, corrected] = both(id);
        let sample = "public/sample_submission.csv";
        assert!(!published.has(sample), "{id}");
        assert_eq!(
            corrected.text(sample),
            corrected.text("private/sample_submission.csv"),
            "{id}"
        );
    }
}
