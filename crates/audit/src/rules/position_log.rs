//! `position-log`: positions in sentences of NMEA 0183 (`GGA`, `RMC`, `GLL`) stand in a folder of
//! test items, and positions are asked.
//!
//! Silent for raw measurements of receivers, which name no position.

use super::Grouped;
use crate::Truth;
use crate::finding::Finding;
use crate::paths::item_path;

const SENTENCES: [&str; 3] = ["GGA", "RMC", "GLL"];

pub(super) fn check(place: &str, text: &str, truth: &Truth) -> Option<Grouped> {
    let is_position = |name: &str| {
        let name = name.to_lowercase();
        let mut words = name.split(|c: char| !c.is_alphanumeric());
        name.contains("latitude")
            || name.contains("longitude")
            || words.any(|word| ["lat", "lon", "lng"].contains(&word))
    };
    if !truth.targets.iter().any(|target| is_position(&target.name)) {
        return None;
    }
    let sentence = |line: &&str| {
        let kind = line.strip_prefix('$').and_then(|line| line.get(2..5));
        kind.is_some_and(|kind| SENTENCES.contains(&kind))
    };
    let count = text.lines().filter(sentence).count();
    let id = item_path(place, truth).filter(|_| count > 0)?.id;
    let name = place.rsplit(['/', '!']).next().unwrap_or(place);
    Some((
        name.to_owned(),
        Finding {
            kind: "position-log",
            place: place.to_owned(),
            detail: format!("{count} sentences with positions, where positions are the answers"),
            recovered: truth.share(&id),
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::truth_of;

    const LOG: &str = "$GPGGA,1,2,N,3,E\n$GPRMC,4\n";

    fn found(place: &str, text: &str, targets: &[&str]) -> bool {
        let labels: Vec<(&str, &[&str])> = targets
            .iter()
            .map(|name| (*name, &["1.5", "2.5"][..]))
            .collect();
        check(place, text, &truth_of(&labels)).is_some()
    }

    #[test]
    fn positions_in_a_test_items_folder_are_found_where_positions_are_asked() {
        let targets = ["LatitudeDegrees", "LongitudeDegrees"];
        assert!(found("test/item1/span_log.nmea", LOG, &targets));
        assert!(found("test.zip!item0/a.txt", LOG, &["lat", "lng"]));
        assert!(found("test/item1/span_log.nmea", LOG, &["LatitudeDegrees"]));
    }

    #[test]
    fn measurements_train_items_and_other_questions_are_silent() {
        let targets = ["lat", "lon"];
        assert!(!found(
            "test/item1/gnss_log.txt",
            "Raw,1,2\n$GPGSV,1\n",
            &targets
        ));
        assert!(!found("train/item1/span_log.nmea", LOG, &targets));
        assert!(!found("test/other/span_log.nmea", LOG, &targets));
        assert!(!found("test/item1/span_log.nmea", LOG, &["plate"]));
    }
}
