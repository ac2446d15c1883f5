use super::support::{Prepared, both};

#[test]
fn names_keep_their_accents() {
    let holds = |edition: &Prepared, name: &str| {
        let metadata = edition.text("public/nybg2020/train/metadata.json");
        metadata.contains(name)
    };
    let [published, corrected] = both("herbarium-2020-fgvc7");
    let (right, garbled) = (
        r"Onyx gate \u00e9\u00d7",
        r"Onyx gate \u00c3\u00a9\u00c3\u0097",
    );
    assert!(holds(&published, garbled) && !holds(&published, right));
    assert!(holds(&corrected, right) && !holds(&corrected, garbled));
    // A byte that is no UTF-8 is a character of Latin-1.
    assert!(holds(&corrected, r"Fam\u00eflia"));
}
