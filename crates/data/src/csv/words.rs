//! The words that stand for missing cells.

/// Returns whether a field is one of the words that pandas reads as missing by default.
///
/// The comparison is exact: no blanks, no other case.
pub(super) fn is_missing(field: &str) -> bool {
    let word = field.as_bytes();
    match word.len() {
        0 => true,
        2 => word == b"NA",
        3 => matches!(word, b"N/A" | b"n/a" | b"nan" | b"NaN" | b"#NA"),
        4 => matches!(
            word,
            b"null" | b"NULL" | b"None" | b"<NA>" | b"-NaN" | b"-nan" | b"#N/A"
        ),
        6 => word == b"1.#IND",
        7 => matches!(word, b"-1.#IND" | b"1.#QNAN"),
        8 => matches!(word, b"-1.#QNAN" | b"#N/A N/A"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_nineteen_words_and_no_other() {
        let words = [
            "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND",
            "1.#QNAN", "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null",
        ];
        assert!(words.iter().all(|word| is_missing(word)));
        for word in [
            "na", "none", "Null", "NAN", "Nan", "NIL", " NA", "nan ", "-", "?", " ",
        ] {
            assert!(!is_missing(word), "{word}");
        }
    }
}
