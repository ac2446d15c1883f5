//! The Mersenne twister MT19937 of Matsumoto and Nishimura (1998).

/// Words of state.
const N: usize = 624;
/// Distance of the word that a new word is mixed with.
const M: usize = 397;
const MATRIX: u32 = 0x9908_b0df;
const UPPER: u32 = 0x8000_0000;
const LOWER: u32 = 0x7fff_ffff;

/// The generator behind NumPy's legacy interface and Python's `random`.
#[derive(Debug, Clone)]
pub struct Mt19937 {
    state: [u32; N],
    index: usize,
}

impl Mt19937 {
    /// Seeds the generator with one word (`init_genrand`), as NumPy's `RandomState(seed)` does.
    pub fn from_seed(seed: u32) -> Self {
        let mut state = [seed; N];
        for index in 1..N {
            let last = state[index - 1];
            state[index] = 1_812_433_253_u32
                .wrapping_mul(last ^ (last >> 30))
                .wrapping_add(index as u32);
        }
        Self { state, index: N }
    }

    /// Seeds the generator with several words (`init_by_array`), as Python's `random` does.
    ///
    /// An empty key counts as `[0]`.
    pub fn from_key(key: &[u32]) -> Self {
        let key = if key.is_empty() { &[0] } else { key };
        let mut generator = Self::from_seed(19_650_218);
        let state = &mut generator.state;
        let (mut i, mut j) = (1, 0);
        for _ in 0..N.max(key.len()) {
            let last = state[i - 1];
            state[i] = (state[i] ^ (last ^ (last >> 30)).wrapping_mul(1_664_525))
                .wrapping_add(key[j])
                .wrapping_add(j as u32);
            i = Self::next_place(state, i);
            j = (j + 1) % key.len();
        }
        for _ in 1..N {
            let last = state[i - 1];
            state[i] = (state[i] ^ (last ^ (last >> 30)).wrapping_mul(1_566_083_941))
                .wrapping_sub(i as u32);
            i = Self::next_place(state, i);
        }
        state[0] = UPPER;
        generator
    }

    fn next_place(state: &mut [u32; N], i: usize) -> usize {
        if i + 1 < N {
            return i + 1;
        }
        state[0] = state[N - 1];
        1
    }

    /// Draws 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        if self.index >= N {
            self.refill();
        }
        let mut word = self.state[self.index];
        self.index += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    /// Draws 64 bits, the upper half first.
    pub fn next_u64(&mut self) -> u64 {
        let upper = u64::from(self.next_u32());
        (upper << 32) | u64::from(self.next_u32())
    }

    /// Draws a double from 0 up to, not including, 1, with 53 random bits.
    pub fn next_f64(&mut self) -> f64 {
        let upper = f64::from(self.next_u32() >> 5);
        let lower = f64::from(self.next_u32() >> 6);
        (upper * 67_108_864.0 + lower) / 9_007_199_254_740_992.0
    }

    fn refill(&mut self) {
        let state = &mut self.state;
        for i in 0..N {
            let word = (state[i] & UPPER) | (state[(i + 1) % N] & LOWER);
            let twist = if word & 1 == 1 { MATRIX } else { 0 };
            state[i] = state[(i + M) % N] ^ (word >> 1) ^ twist;
        }
        self.index = 0;
    }
}
