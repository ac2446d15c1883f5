//! A competition's final leaderboard: thresholds, medals, rank, percentile and median.
//!
//! Medal places follow Kaggle's rules for the number of teams; the score at a place is the
//! threshold. Medals are inclusive (a score equal to the threshold earns it), the median is strict.

use serde::{Deserialize, Serialize};

/// Which way a metric improves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// A higher score is better.
    Higher,
    /// A lower score is better.
    Lower,
}

impl Direction {
    /// Returns whether `a` is strictly better than `b`.
    pub fn is_better(self, a: f64, b: f64) -> bool {
        match self {
            Self::Higher => a > b,
            Self::Lower => a < b,
        }
    }

    /// Returns whether `a` is at least as good as `b`; never true for NaN.
    pub fn is_at_least(self, a: f64, b: f64) -> bool {
        match self {
            Self::Higher => a >= b,
            Self::Lower => a <= b,
        }
    }
}

/// A Kaggle medal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Medal {
    /// About the best tenth of a small competition, ten teams and a bit of a large one.
    Gold,
    /// The best twentieth of a large competition.
    Silver,
    /// The best tenth of a large competition.
    Bronze,
}

impl Medal {
    /// Returns the medal's name in lower case.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Gold => "gold",
            Self::Silver => "silver",
            Self::Bronze => "bronze",
        }
    }
}

/// The scores that earn each medal, and the median of all teams.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Thresholds {
    /// The worst score that earns gold.
    pub gold: f64,
    /// The worst score that earns silver.
    pub silver: f64,
    /// The worst score that earns bronze.
    pub bronze: f64,
    /// The ordinary median of all scores (mean of the two middle ones for an even number).
    pub median: f64,
}

/// The place of one score on a leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    /// The medal, if the score earns one.
    pub medal: Option<Medal>,
    /// Whether the score is strictly better than the median.
    pub above_median: bool,
    /// One plus the number of teams that are strictly better; `None` for NaN.
    pub rank: Option<usize>,
    /// Percentage of teams that are strictly worse, 0 to 100; `None` for NaN.
    pub percentile: Option<f64>,
}

/// A leaderboard that cannot be used.
#[derive(Debug, thiserror::Error, PartialEq)]
pub enum LeaderboardError {
    /// There is no score at all.
    #[error("the leaderboard has no scores")]
    Empty,
    /// A line is not a finite number.
    #[error("line {line} of the leaderboard is `{text}`, expected a number")]
    NotANumber {
        /// Line in the file, 1-based.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// The first line is not the header `score`.
    #[error("the leaderboard begins with `{0}`, expected the header `score`")]
    Header(String),
}

/// The final scores of all teams, best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaderboard {
    scores: Vec<f64>,
    direction: Direction,
}

impl Leaderboard {
    /// Creates a leaderboard from scores in published order, best first.
    ///
    /// # Errors
    ///
    /// Fails when there is no score.
    pub fn new(scores: Vec<f64>, direction: Direction) -> Result<Self, LeaderboardError> {
        if scores.is_empty() {
            return Err(LeaderboardError::Empty);
        }
        Ok(Self { scores, direction })
    }

    /// Parses a one-column CSV with the header `score`, best score first.
    ///
    /// # Errors
    ///
    /// Fails on a missing header, a line that is no finite number, or an empty list.
    pub fn parse(csv: &str, direction: Direction) -> Result<Self, LeaderboardError> {
        let mut lines = csv.lines();
        let header = lines.next().unwrap_or_default().trim();
        if header != "score" {
            return Err(LeaderboardError::Header(header.to_owned()));
        }
        let mut scores = Vec::new();
        for (index, line) in lines
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            match line.trim().parse::<f64>() {
                Ok(score) if score.is_finite() => scores.push(score),
                _ => {
                    return Err(LeaderboardError::NotANumber {
                        line: index + 2,
                        text: line.to_owned(),
                    });
                }
            }
        }
        Self::new(scores, direction)
    }

    /// Returns the number of teams.
    pub fn teams(&self) -> usize {
        self.scores.len()
    }

    /// Returns the scores in published order.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// Returns which way scores improve.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Guesses the direction as the original does: lower is better when the first score is smaller
    /// than the last.
    pub fn published_direction(&self) -> Direction {
        let (first, last) = (self.scores[0], self.scores[self.scores.len() - 1]);
        if first < last {
            Direction::Lower
        } else {
            Direction::Higher
        }
    }

    /// Returns the scores at the medal places and the median.
    pub fn thresholds(&self) -> Thresholds {
        let places = MedalPlaces::for_teams(self.teams());
        let at = |place: usize| self.scores[place.clamp(1, self.teams()) - 1];
        Thresholds {
            gold: at(places.gold),
            silver: at(places.silver),
            bronze: at(places.bronze),
            median: median(&self.scores),
        }
    }

    /// Places `score` among the teams. The score is used as it is: round it first.
    pub fn place(&self, score: f64) -> Placement {
        let thresholds = self.thresholds();
        let medal = [
            (Medal::Gold, thresholds.gold),
            (Medal::Silver, thresholds.silver),
            (Medal::Bronze, thresholds.bronze),
        ]
        .into_iter()
        .find(|(_, limit)| self.direction.is_at_least(score, *limit))
        .map(|(medal, _)| medal);
        let count = |test: &dyn Fn(f64) -> bool| self.scores.iter().filter(|s| test(**s)).count();
        let better = count(&|team| self.direction.is_better(team, score));
        let worse = count(&|team| self.direction.is_better(score, team));
        let known = !score.is_nan();
        Placement {
            medal,
            above_median: self.direction.is_better(score, thresholds.median),
            rank: known.then_some(better + 1),
            percentile: known.then(|| 100.0 * worse as f64 / self.teams() as f64),
        }
    }
}

/// The places (1-based) that end each medal zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MedalPlaces {
    /// Last place with gold.
    pub gold: usize,
    /// Last place with silver.
    pub silver: usize,
    /// Last place with bronze.
    pub bronze: usize,
}

impl MedalPlaces {
    /// Returns the medal places for a number of teams, by Kaggle's progression rules.
    ///
    /// Shares are products of doubles, truncated, because that is how the published thresholds
    /// were computed.
    pub fn for_teams(teams: usize) -> Self {
        let share = |fraction: f64| (teams as f64 * fraction) as usize;
        match teams {
            0..100 => Self {
                gold: share(0.1).max(1),
                silver: share(0.2).max(1),
                bronze: share(0.4).max(1),
            },
            100..250 => Self {
                gold: 10,
                silver: share(0.2).max(1),
                bronze: share(0.4).max(1),
            },
            250..1000 => Self {
                gold: 10 + share(0.002),
                silver: 50,
                bronze: 100,
            },
            _ => Self {
                gold: 10 + share(0.002),
                silver: share(0.05),
                bronze: share(0.1),
            },
        }
    }
}

fn median(scores: &[f64]) -> f64 {
    let mut sorted = scores.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medal_places_follow_the_number_of_teams() {
        let places = |n| {
            let p = MedalPlaces::for_teams(n);
            (p.gold, p.silver, p.bronze)
        };
        assert_eq!(places(1), (1, 1, 1));
        assert_eq!(places(19), (1, 3, 7));
        assert_eq!(places(99), (9, 19, 39));
        assert_eq!(places(100), (10, 20, 40));
        assert_eq!(places(249), (10, 49, 99));
        assert_eq!(places(250), (10, 50, 100));
        assert_eq!(places(999), (11, 50, 100));
        assert_eq!(places(1221), (12, 61, 122));
    }

    #[test]
    fn equal_scores_earn_the_medal_but_do_not_beat_the_median() {
        let board =
            Leaderboard::new((1..=10).rev().map(f64::from).collect(), Direction::Higher).unwrap();
        assert_eq!(board.place(10.0).medal, Some(Medal::Gold));
        assert!(!board.place(5.5).above_median);
        assert!(board.place(5.6).above_median);
        assert_eq!(board.place(11.0).rank, Some(1));
        assert_eq!(board.place(0.0).rank, Some(11));
        assert_eq!(board.place(0.0).percentile, Some(0.0));
    }

    #[test]
    fn nan_earns_nothing() {
        let board = Leaderboard::new(vec![1.0, 2.0], Direction::Lower).unwrap();
        let place = board.place(f64::NAN);
        assert_eq!(
            (place.medal, place.above_median, place.rank),
            (None, false, None)
        );
    }

    #[test]
    fn broken_files_are_named() {
        let parse = |text| Leaderboard::parse(text, Direction::Higher);
        assert_eq!(parse("score\n"), Err(LeaderboardError::Empty));
        assert_eq!(
            parse("team\n1\n"),
            Err(LeaderboardError::Header("team".into()))
        );
        assert!(matches!(
            parse("score\n1\nx\n"),
            Err(LeaderboardError::NotANumber { line: 3, .. })
        ));
    }
}
