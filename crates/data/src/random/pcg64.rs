//! NumPy's current default generator: PCG64 (XSL-RR 128/64) seeded through `SeedSequence`.

const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
/// Words of the entropy pool.
const POOL: usize = 4;

/// `numpy.random.default_rng(seed)`.
#[derive(Debug, Clone)]
pub struct Pcg64 {
    state: u128,
    increment: u128,
    /// The unused upper half of the last 64 bits that 32 were taken of.
    spare: Option<u32>,
}

impl Pcg64 {
    /// Creates the generator of a seed.
    pub fn default_rng(seed: u64) -> Self {
        let words = seed_words(seed);
        let wide = |index: usize| (u128::from(words[index]) << 64) | u128::from(words[index + 1]);
        let mut generator = Self {
            state: 0,
            increment: (wide(2) << 1) | 1,
            spare: None,
        };
        generator.step();
        generator.state = generator.state.wrapping_add(wide(0));
        generator.step();
        generator
    }

    fn step(&mut self) {
        self.state = self
            .state
            .wrapping_mul(MULTIPLIER)
            .wrapping_add(self.increment);
    }

    /// Draws 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.step();
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }

    /// Draws 32 bits: the lower half of 64, then the upper half.
    pub fn next_u32(&mut self) -> u32 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        let word = self.next_u64();
        self.spare = Some((word >> 32) as u32);
        word as u32
    }

    /// Draws a double from 0 up to, not including, 1 (`random()`).
    pub fn next_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / 9_007_199_254_740_992.0
    }

    /// Draws a double from `low` to `high` (`uniform(low, high)`).
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next_f64()
    }

    /// Draws a whole number from `low` up to, not including, `high` (`integers(low, high)`).
    ///
    /// Lemire's method; returns `low` without drawing when the range holds less than two numbers.
    pub fn integers(&mut self, low: i64, high: i64) -> i64 {
        if high <= low {
            return low;
        }
        let max = high.abs_diff(low) - 1;
        let offset = match u32::try_from(max) {
            Ok(0) => 0,
            Ok(u32::MAX) => u64::from(self.next_u32()),
            Ok(max) => u64::from(self.below_32(max + 1)),
            Err(_) => self.below_64(max + 1),
        };
        low.wrapping_add_unsigned(offset)
    }

    fn below_32(&mut self, n: u32) -> u32 {
        let threshold = n.wrapping_neg() % n;
        loop {
            let product = u64::from(self.next_u32()) * u64::from(n);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    fn below_64(&mut self, n: u64) -> u64 {
        let threshold = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            if product as u64 >= threshold {
                return (product >> 64) as u64;
            }
        }
    }
}

/// The first four 64-bit words of `SeedSequence(seed)`.
fn seed_words(seed: u64) -> [u64; 4] {
    let pool = entropy_pool(seed);
    let mut constant = 0x8b51_f9dd_u32;
    let mut words = [0_u32; 8];
    for (index, word) in words.iter_mut().enumerate() {
        let mut value = pool[index % POOL] ^ constant;
        constant = constant.wrapping_mul(0x58f3_8ded);
        value = value.wrapping_mul(constant);
        *word = value ^ (value >> 16);
    }
    let wide = |index: usize| u64::from(words[index]) | (u64::from(words[index + 1]) << 32);
    [wide(0), wide(2), wide(4), wide(6)]
}

fn entropy_pool(seed: u64) -> [u32; POOL] {
    let mut constant = 0x43b0_d7e5_u32;
    let mut hash = |value: u32| {
        let mut value = value ^ constant;
        constant = constant.wrapping_mul(0x931e_8875);
        value = value.wrapping_mul(constant);
        value ^ (value >> 16)
    };
    let mut pool = [seed as u32, (seed >> 32) as u32, 0, 0].map(&mut hash);
    for source in 0..POOL {
        for target in 0..POOL {
            if source != target {
                pool[target] = mix(pool[target], hash(pool[source]));
            }
        }
    }
    pool
}

fn mix(left: u32, right: u32) -> u32 {
    let mixed = left
        .wrapping_mul(0xca01_f9dd)
        .wrapping_sub(right.wrapping_mul(0x4973_f715));
    mixed ^ (mixed >> 16)
}
