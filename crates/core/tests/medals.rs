//! Thresholds and medals of all recorded cases, on the real leaderboards.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::path::Path;

use mlebench_core::leaderboard::{Direction, Leaderboard, Medal, Thresholds};
use serde::Deserialize;

#[derive(Deserialize)]
struct Recorded {
    competitions: BTreeMap<String, Board>,
}

#[derive(Deserialize)]
struct Board {
    num_teams: usize,
    is_lower_better: bool,
    thresholds: Thresholds,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    score: f64,
    medal: String,
    above_median: bool,
}

fn recorded() -> BTreeMap<String, Board> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/medals.json");
    let text = std::fs::read(path).unwrap();
    serde_json::from_slice::<Recorded>(&text)
        .unwrap()
        .competitions
}

fn leaderboard(id: &str, direction: Direction) -> Leaderboard {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../competitions");
    let text = std::fs::read_to_string(folder.join(id).join("leaderboard.csv")).unwrap();
    Leaderboard::parse(&text, direction).unwrap()
}

#[test]
fn all_1339_recorded_scores_earn_the_recorded_medal() {
    let mut cases = 0;
    for (id, board) in recorded() {
        let direction = if board.is_lower_better {
            Direction::Lower
        } else {
            Direction::Higher
        };
        let leaderboard = leaderboard(&id, direction);
        assert_eq!(leaderboard.teams(), board.num_teams, "{id}");
        assert_eq!(leaderboard.thresholds(), board.thresholds, "{id}");
        assert_eq!(leaderboard.published_direction(), direction, "{id}");
        for case in board.cases {
            let place = leaderboard.place(case.score);
            let medal = place.medal.map_or("none", Medal::as_str);
            assert_eq!(medal, case.medal, "{id}: {}", case.score);
            assert_eq!(
                place.above_median, case.above_median,
                "{id}: {}",
                case.score
            );
            cases += 1;
        }
    }
    assert_eq!(cases, 1339);
}

#[test]
fn ranks_grow_as_scores_get_worse() {
    for (id, board) in recorded() {
        let direction = if board.is_lower_better {
            Direction::Lower
        } else {
            Direction::Higher
        };
        let leaderboard = leaderboard(&id, direction);
        let mut scores: Vec<f64> = board.cases.iter().map(|case| case.score).collect();
        scores.sort_by(f64::total_cmp);
        if direction == Direction::Higher {
            scores.reverse();
        }
        let ranks: Vec<usize> = scores
            .iter()
            .map(|s| leaderboard.place(*s).rank.unwrap())
            .collect();
        assert!(ranks.is_sorted(), "{id}");
    }
}
