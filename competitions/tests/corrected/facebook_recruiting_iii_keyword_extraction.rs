use super::support::{Prepared, both};

#[test]
fn words_for_missing_values_stay_words() {
    let holds = |edition: &Prepared, column: &str, word: &str| {
        ["public/train.csv", "private/test.csv"]
            .iter()
            .any(|file| edition.values(file, column).contains(word))
    };
    let [published, corrected] = both("facebook-recruiting-iii-keyword-extraction");
    for (column, word) in [
        ("Title", "NaN"),
        ("Title", "None"),
        ("Tags", "null"),
        ("Tags", "NA"),
    ] {
        assert!(!holds(&published, column, word), "{word}");
        assert!(holds(&corrected, column, word), "{word}");
    }
}
