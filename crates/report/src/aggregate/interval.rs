//! An interval that stays between 0 and 100 and does not shrink to a point for one seed.

use serde::{Deserialize, Serialize};

use super::statistics::Z_95;

/// How an interval was computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IntervalMethod {
    /// Wilson's score interval of the runs of all seeds together.
    Wilson,
}

/// A 95 % interval of a percentage, within 0 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BoundedInterval {
    /// The method.
    pub method: IntervalMethod,
    /// Lower end in percent.
    pub lower: f64,
    /// Upper end in percent.
    pub upper: f64,
    /// Number of runs that have the property.
    pub successes: usize,
    /// Number of runs: competitions times seeds.
    pub trials: usize,
}

/// Computes Wilson's score interval for `successes` of `trials`, at 1.96 standard errors.
///
/// For the share p of n trials and z = 1.96 it is
/// `(p + z²/2n ± z·sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)`, see E. B. Wilson, Probable inference,
/// the law of succession, and statistical inference, JASA 22 (1927). All runs are taken as one
/// sample. Competitions differ in difficulty, which makes the spread over repetitions of the same
/// competitions smaller than that of one sample, never larger, so the interval errs on the wide
/// side. It says what other seeds would give, not what other competitions would. Without trials it
/// is 0 to 100; more successes than trials count as all.
pub fn wilson(successes: usize, trials: usize) -> BoundedInterval {
    let successes = successes.min(trials);
    let (lower, upper) = if trials == 0 {
        (0.0, 1.0)
    } else {
        let n = trials as f64;
        let share = successes as f64 / n;
        let z2 = Z_95 * Z_95;
        let center = share + z2 / (2.0 * n);
        let half = Z_95 * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z2 / n;
        // The ends are exact where the formula is exact but its rounding is not.
        let lower = if successes == 0 {
            0.0
        } else {
            (center - half) / scale
        };
        let upper = if successes == trials {
            1.0
        } else {
            (center + half) / scale
        };
        (lower.clamp(0.0, 1.0), upper.clamp(0.0, 1.0))
    };
    BoundedInterval {
        method: IntervalMethod::Wilson,
        lower: lower * 100.0,
        upper: upper * 100.0,
        successes,
        trials,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn agrees_with_the_textbook() {
        // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        for (successes, trials, lower, upper) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(successes, trials);
            assert!(
                (interval.lower / 100.0 - lower).abs() < 5e-5,
                "{interval:?}"
            );
            assert!(
                (interval.upper / 100.0 - upper).abs() < 5e-5,
                "{interval:?}"
            );
        }
    }

    #[test]
    fn is_everything_without_trials() {
        let interval = wilson(3, 0);
        assert_eq!((interval.lower, interval.upper), (0.0, 100.0));
    }

    proptest! {
        #[test]
        fn stays_in_range_and_holds_the_share(trials in 1usize..100_000, part in 0.0..=1.0f64) {
            let successes = (trials as f64 * part) as usize;
            let interval = wilson(successes, trials);
            let share = successes as f64 / trials as f64 * 100.0;
            prop_assert!(0.0 <= interval.lower && interval.upper <= 100.0);
            prop_assert!(interval.lower <= share && share <= interval.upper);
            prop_assert!(interval.lower < interval.upper);
        }
    }
}
