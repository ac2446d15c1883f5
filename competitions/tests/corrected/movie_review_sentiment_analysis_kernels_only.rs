use super::support::{Prepared, both};

const ID: &str = "movie-review-sentiment-analysis-kernels-only";
const TRAIN: &str = "public/train.tsv.zip!train.tsv";
const TEST: &str = "public/test.tsv.zip!test.tsv";

#[test]
fn words_for_missing_values_stay_words() {
    let [published, corrected] = both(ID);
    for word in ["NA", "null", "None", "nan"] {
        assert!(!published.holds(&[TRAIN, TEST], "Phrase", word), "{word}");
        assert!(corrected.holds(&[TRAIN, TEST], "Phrase", word), "{word}");
    }
}

#[test]
fn phrases_of_one_sentence_stay_together() {
    let disjoint = |edition: &Prepared| {
        let [train, test] = [TRAIN, TEST].map(|file| edition.values(file, "SentenceId"));
        train.is_disjoint(&test)
    };
    let [published, corrected] = both(ID);
    assert!(!disjoint(&published) && disjoint(&corrected));
}
