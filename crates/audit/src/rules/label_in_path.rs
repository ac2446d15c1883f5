//! `label-in-path`: a folder above the files of test items, or what stands before or after the id in
//! their names, is or tells the label; so does a part of the ids themselves.

use super::compare::{Candidate, Field, Origin, compare};
use super::verdict::Tried;
use crate::Truth;
use crate::content::Record;
use crate::measure::How;
use crate::paths::ItemPath;

/// Most parts of an id that are looked at.
const MAX_PARTS: usize = 8;

/// Returns the parts of a path besides the id, as fields.
pub(super) fn path_fields(path: &ItemPath<'_>) -> Record {
    let mut record = Record::new();
    for (depth, folder) in path.parts.iter().enumerate() {
        let is_file = depth + 1 == path.parts.len();
        if depth != path.place && !is_file {
            record.push((format!("(folder {})", depth + 1), (*folder).to_owned()));
        }
    }
    let is_cut = |c: char| matches!(c, '_' | '-' | ' ' | '.' | '=' | '(' | ')');
    for (name, text) in [("before", path.around.0), ("after", path.around.1)] {
        let text = text.trim_matches(is_cut);
        record.push((format!("(name {name} the id)"), text.to_owned()));
        let parts: Vec<&str> = text.split(is_cut).collect();
        if parts.len() > 1 {
            for (place, part) in parts.iter().enumerate().take(MAX_PARTS) {
                record.push((
                    format!("(name {name} the id, part {})", place + 1),
                    (*part).to_owned(),
                ));
            }
        }
    }
    record.retain(|(_, value)| !value.is_empty());
    record
}

/// Compares the parts of the ids themselves, cut at signs and between letters and digits.
pub(super) fn in_ids(tried: &mut Tried, truth: &Truth) -> Vec<Candidate> {
    let cut: Vec<Vec<&str>> = truth.ids().iter().map(|id| pieces(id)).collect();
    let most = cut.iter().map(Vec::len).max().unwrap_or(0).min(MAX_PARTS);
    let mut found = Vec::new();
    for part in (0..most).filter(|_| most > 1) {
        let pairs = cut.iter().enumerate();
        let pairs = pairs.filter_map(|(item, pieces)| Some((item, *pieces.get(part)?)));
        let pairs: Vec<(usize, &str)> = pairs.collect();
        if pairs.len() < truth.len() {
            continue;
        }
        let origin = Origin {
            kind: Some("label-in-path"),
            place: format!("(ids):part {}", part + 1),
            field: String::new(),
            note: ": it is a part of the id".to_owned(),
        };
        let candidate = compare(&origin, &Field::new(String::new(), pairs), tried, truth);
        // The order of numbers in ids is left to `row-order`.
        let plain = |c: &Candidate| !matches!(c.measure.how, How::Ordered | How::Scaled);
        found.extend(candidate.filter(plain));
    }
    found
}

fn pieces(id: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    for word in id.split(|c: char| !c.is_alphanumeric()) {
        let mut start = 0;
        let mut before = None;
        for (at, c) in word.char_indices() {
            let digit = c.is_ascii_digit();
            if before.is_some_and(|before| before != digit) {
                pieces.push(&word[start..at]);
                start = at;
            }
            before = Some(digit);
        }
        pieces.push(&word[start..]);
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::item_path;
    use crate::rules::tests::truth;

    fn fields(path: &str) -> Vec<String> {
        let truth = truth(&["0", "1", "0"]);
        let path = item_path(path, &truth).expect("it names an item");
        let fields = path_fields(&path).into_iter();
        fields
            .map(|(name, value)| format!("{name} {value}"))
            .collect()
    }

    #[test]
    fn folders_and_names_around_the_id_are_fields() {
        assert_eq!(
            fields("test/cat/item1.png"),
            ["(folder 1) test", "(folder 2) cat"]
        );
        assert_eq!(
            fields("a.zip!item2_dog.png"),
            ["(folder 1) a.zip", "(name after the id) dog"]
        );
        let found = fields("x/cat_item0-3.png");
        assert_eq!(
            found[1..],
            ["(name before the id) cat", "(name after the id) 3"]
        );
        assert_eq!(fields("item1/label.txt"), Vec::<String>::new());
    }

    #[test]
    fn ids_are_cut_at_signs_and_between_letters_and_digits() {
        assert_eq!(pieces("cat_07-b12"), ["cat", "07", "b", "12"]);
    }
}
