//! Seeded random numbers: the same inputs on every machine.

use mlebench_metrics::MetricName;

/// Seed of a run, `MLEBENCH_RANDOM_SEED` or 1.
pub(crate) fn seed() -> u64 {
    setting("MLEBENCH_RANDOM_SEED").unwrap_or(1)
}

/// Inputs per metric, `MLEBENCH_RANDOM_CASES` or 300.
pub(crate) fn cases() -> u64 {
    setting("MLEBENCH_RANDOM_CASES").unwrap_or(300)
}

fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("`{name}` is `{text}`, expected a number")),
    )
}

/// The generator `SplitMix64` (Steele, Lea and Flood, 2014).
pub(crate) struct Rng(u64);

impl Rng {
    /// Starts the stream of one input of one metric.
    pub(crate) fn of(metric: MetricName, case: u64) -> Self {
        let mut start = Self(seed());
        let mixed = start.next() ^ ((metric as u64) << 32) ^ case;
        Self(Self(mixed).next())
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is above 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A number of a range without its end.
    pub(crate) fn range(&mut self, range: std::ops::Range<i64>) -> i64 {
        range.start + self.below((range.end - range.start) as usize) as i64
    }

    /// A share from 0 to below 1.
    pub(crate) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number between two ends, rounded to some decimals.
    pub(crate) fn number(&mut self, low: f64, high: f64, decimals: i32) -> f64 {
        let scale = 10_f64.powi(decimals);
        ((low + (high - low) * self.share()) * scale).round() / scale
    }

    /// True with a chance.
    pub(crate) fn chance(&mut self, chance: f64) -> bool {
        self.share() < chance
    }

    /// One of several things.
    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// `n` things.
    pub(crate) fn many<T>(&mut self, n: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..n).map(|_| one(self)).collect()
    }

    /// A random order of `0..n`.
    pub(crate) fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for place in (1..n).rev() {
            order.swap(place, self.below(place + 1));
        }
        order
    }

    /// Some of several things, each at most once, in random order.
    pub(crate) fn some<T: Clone>(&mut self, from: &[T], least: usize, most: usize) -> Vec<T> {
        let n = (least + self.below(most - least + 1)).min(from.len());
        let order = self.order(from.len());
        order[..n]
            .iter()
            .map(|place| from[*place].clone())
            .collect()
    }
}
