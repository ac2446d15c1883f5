use std::collections::BTreeSet;

use super::support::{Prepared, both};

#[test]
fn travel_groups_stay_together() {
    let [published, corrected] = both("spaceship-titanic");
    assert!(
        !groups(&published, "public/train.csv")
            .is_disjoint(&groups(&published, "private/test.csv"))
    );
    assert!(
        groups(&corrected, "public/train.csv").is_disjoint(&groups(&corrected, "private/test.csv"))
    );
}

fn groups(edition: &Prepared, file: &str) -> BTreeSet<String> {
    let passengers = edition.values(file, "PassengerId");
    passengers
        .iter()
        .filter_map(|id| id.split_once('_'))
        .map(|(group, _)| group.to_owned())
        .collect()
}
