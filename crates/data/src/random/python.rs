//! Python's `random.Random`.

use std::collections::HashSet;

use crate::random::Mt19937;

/// `random.Random(seed)` of a seed that is a whole number.
#[derive(Debug, Clone)]
pub struct PythonRandom {
    generator: Mt19937,
}

impl PythonRandom {
    /// Creates the generator of a seed; Python ignores a seed's sign, so give its size.
    pub fn new(seed: u64) -> Self {
        let (low, high) = (seed as u32, (seed >> 32) as u32);
        let key: &[u32] = if high == 0 { &[low] } else { &[low, high] };
        Self {
            generator: Mt19937::from_key(key),
        }
    }

    /// Draws a double from 0 up to, not including, 1.
    pub fn random(&mut self) -> f64 {
        self.generator.next_f64()
    }

    /// Draws `bits` random bits (`getrandbits`); at most 64.
    fn bits(&mut self, bits: u32) -> u64 {
        match bits {
            0 => 0,
            1..=32 => u64::from(self.generator.next_u32() >> (32 - bits)),
            _ => {
                let low = u64::from(self.generator.next_u32());
                let high = u64::from(self.generator.next_u32() >> (64 - bits.min(64)));
                (high << 32) | low
            }
        }
    }

    /// Draws a whole number from 0 up to, not including, `n`; 0 without drawing when `n` is 0.
    ///
    /// This is also the index that `choice` takes from a sequence of `n` items.
    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        let bits = u64::BITS - n.leading_zeros();
        loop {
            let number = self.bits(bits);
            if number < n {
                return number;
            }
        }
    }

    /// Returns a random item (`choice`); `None` without drawing when there is none.
    pub fn choice<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        let index = self.below(items.len() as u64) as usize;
        items.get(index)
    }

    /// Draws a whole number from `low` to `high`, both included (`randint`).
    ///
    /// Returns `low` without drawing when `high` is smaller.
    pub fn randint(&mut self, low: i64, high: i64) -> i64 {
        if high < low {
            return low;
        }
        low.wrapping_add_unsigned(self.below(high.abs_diff(low).saturating_add(1)))
    }

    /// Shuffles in place (`shuffle`).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u64 + 1) as usize;
            items.swap(last, other);
        }
    }

    /// Returns `k` different numbers below `n` in the order drawn (`sample(range(n), k)`); all of
    /// them when `k` is larger than `n`.
    ///
    /// Small populations are drawn from a shrinking pool, large ones by trying again on repeats;
    /// the border is Python's estimate of which takes less memory.
    pub fn sample(&mut self, n: usize, k: usize) -> Vec<usize> {
        let k = k.min(n);
        let mut drawn = Vec::with_capacity(k);
        if n <= Self::pool_limit(k) {
            let mut pool: Vec<usize> = (0..n).collect();
            for taken in 0..k {
                let index = self.below((n - taken) as u64) as usize;
                drawn.push(pool[index]);
                pool[index] = pool[n - taken - 1];
            }
        } else {
            let mut seen = HashSet::with_capacity(k);
            while drawn.len() < k {
                let index = self.below(n as u64) as usize;
                if seen.insert(index) {
                    drawn.push(index);
                }
            }
        }
        drawn
    }

    fn pool_limit(k: usize) -> usize {
        let mut limit = 21_usize;
        if k > 5 {
            // 4 to the power of log4(3k), rounded up; the original computes it in doubles.
            let exponent = ((k as f64 * 3.0).ln() / 4.0_f64.ln()).ceil() as u32;
            limit = limit.saturating_add(4_usize.saturating_pow(exponent));
        }
        limit
    }
}
