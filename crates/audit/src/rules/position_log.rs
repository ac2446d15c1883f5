//! `position-log`: positions in sentences of NMEA 0183 (`GGA`, `RMC`, `GLL`) stand in a folder of
//! test items, and positions are asked.
//!
//! Silent for raw measurements of receivers, which name no position.

use super::Grouped;
use crate::Truth;
use crate::finding::Finding;

const SENTENCES: [&str; 3] = ["GGA", "RMC", "GLL"];

pub(super) fn check(place: &str, text: &str, truth: &Truth) -> Option<Grouped> {
    let asks = |word: &str| {
        truth
            .targets
            .iter()
            .any(|t| t.to_lowercase().contains(word))
    };
    if !asks("lat") || !(asks("lon") || asks("lng")) {
        return None;
    }
    let sentence = |line: &&str| {
        let kind = line.strip_prefix('$').and_then(|line| line.get(2..5));
        kind.is_some_and(|kind| SENTENCES.contains(&kind))
    };
    let count = text.lines().filter(sentence).count();
    let id = truth.item_of_path(place).filter(|_| count > 0)?;
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
