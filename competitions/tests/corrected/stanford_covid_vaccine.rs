use super::support::{Prepared, both};

const ID: &str = "stanford-covid-vaccine";

#[test]
fn base_pair_probabilities_are_public() {
    let [published, corrected] = both(ID);
    assert!(!published.has("public/bpps"));
    assert!(corrected.has("public/bpps/id_a14432dda.npy"));
}

#[test]
fn numbers_keep_all_their_decimals() {
    let longest = |edition: &Prepared| {
        let cells = edition.cells("private/test.csv", "deg_50C");
        cells
            .iter()
            .filter_map(|cell| cell.split_once('.'))
            .map(|(_, decimals)| decimals.len())
            .max()
    };
    let [published, corrected] = both(ID);
    assert_eq!(longest(&published), Some(10));
    assert!(longest(&corrected) > Some(10));
    assert!(corrected.text("public/train.json").len() > published.text("public/train.json").len());
}
