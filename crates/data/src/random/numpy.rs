//! NumPy's legacy interface, `numpy.random.RandomState`.

use crate::random::Mt19937;

/// `numpy.random.RandomState(seed)`, also what `numpy.random.seed(seed)` sets up.
#[derive(Debug, Clone)]
pub struct NumpyLegacy {
    generator: Mt19937,
}

impl NumpyLegacy {
    /// Creates the generator of a seed.
    pub fn new(seed: u32) -> Self {
        Self {
            generator: Mt19937::from_seed(seed),
        }
    }

    /// Draws a double from 0 up to, not including, 1 (`uniform()`, `random_sample()`).
    pub fn uniform(&mut self) -> f64 {
        self.generator.next_f64()
    }

    /// Draws a whole number from 0 to `max`, both included.
    ///
    /// Words are masked to the bits of `max` and drawn again while too large; nothing is drawn
    /// when `max` is 0.
    pub fn interval(&mut self, max: u64) -> u64 {
        if max == 0 {
            return 0;
        }
        let mask = u64::MAX >> max.leading_zeros();
        loop {
            let word = if u32::try_from(max).is_ok() {
                u64::from(self.generator.next_u32())
            } else {
                self.generator.next_u64()
            };
            if word & mask <= max {
                return word & mask;
            }
        }
    }

    /// Draws a whole number from `low` up to, not including, `high` (`randint`).
    ///
    /// Returns `low` without drawing when the range holds less than two numbers.
    pub fn randint(&mut self, low: i64, high: i64) -> i64 {
        if high <= low {
            return low;
        }
        low.wrapping_add_unsigned(self.interval(high.abs_diff(low) - 1))
    }

    /// Shuffles in place (`shuffle`).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.interval(last as u64) as usize;
            items.swap(last, other);
        }
    }

    /// Returns the numbers from 0 up to, not including, `n` in random order (`permutation`).
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        self.shuffle(&mut order);
        order
    }
}
