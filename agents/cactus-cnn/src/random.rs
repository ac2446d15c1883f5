//! A small random number generator whose streams never change.
//!
//! The generator is `SplitMix64`: a counter with a fixed odd step whose values are scrambled by two
//! multiplications (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
//! A run's seed decides the validation split, the shuffles and the augmentations, and a newer
//! version of a library must not change them.

/// A deterministic stream of random numbers.
#[derive(Debug, Clone)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// Starts the stream number `stream` of `seed`; streams are independent of each other.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut start = Self { state: seed };
        let base = start.next_u64();
        let mut stream = Self {
            state: base ^ stream.wrapping_mul(0xD605_0BB5_3F39_B1C5),
        };
        stream.next_u64();
        stream
    }

    /// Returns 64 random bits.
    pub(crate) fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a whole number from 0 to `end`, without `end`; 0 if `end` is 0.
    ///
    /// The bias of the multiplication is below `end / 2^64`, nothing for the sizes used here.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
    }

    /// Returns a number from `low` to `high`, evenly distributed.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        let unit = (self.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
        low + (high - low) * unit
    }

    /// Puts `items` into random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_same_stream_for_the_same_seed() {
        let draw = |seed, stream| {
            let mut random = Random::new(seed, stream);
            [random.next_u64(), random.next_u64()]
        };
        assert_eq!(draw(7, 1), draw(7, 1));
        assert_ne!(draw(7, 1), draw(8, 1));
        assert_ne!(draw(7, 1), draw(7, 2));
    }

    #[test]
    fn stays_within_bounds() {
        let mut random = Random::new(0, 0);
        assert_eq!(random.below(0), 0);
        for _ in 0..1000 {
            assert!(random.below(3) < 3);
            assert!((-2.0..=5.0).contains(&random.between(-2.0, 5.0)));
        }
    }

    #[test]
    fn shuffling_keeps_every_item() {
        let mut items: Vec<usize> = (0..100).collect();
        Random::new(3, 0).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
