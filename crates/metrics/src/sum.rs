//! Sums in the order that NumPy adds contiguous doubles.
//!
//! Scores are compared after rounding to five decimals, so the last bits matter near a tie. Adding
//! in the same order gives the same bits, and pairwise order is also the more accurate one: the
//! error grows much more slowly with the length.

/// Values up to this many are added in eight interleaved lanes; longer slices are halved.
const BLOCK: usize = 128;

/// NumPy's buffer: longer slices are added in pieces of this length, one after the other.
const BUFFER: usize = 8192;

/// Returns the sum of `values`, 0 for none.
pub(crate) fn sum(values: &[f64]) -> f64 {
    values
        .chunks(BUFFER)
        .fold(0.0, |total, piece| total + pairwise(piece))
}

fn pairwise(values: &[f64]) -> f64 {
    let n = values.len();
    if n < 8 {
        return values.iter().fold(0.0, |total, value| total + value);
    }
    if n > BLOCK {
        let half = n / 2;
        let (left, right) = values.split_at(half - half % 8);
        return pairwise(left) + pairwise(right);
    }
    let (lanes, rest) = values.as_chunks::<8>();
    let mut r = lanes[0];
    for lane in &lanes[1..] {
        for (total, value) in r.iter_mut().zip(lane) {
            *total += value;
        }
    }
    let total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    rest.iter().fold(total, |total, value| total + value)
}

/// Returns the mean of `values`, NaN for none.
pub(crate) fn mean(values: &[f64]) -> f64 {
    sum(values) / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_nothing_to_zero() {
        assert_eq!(sum(&[]), 0.0);
        assert!(mean(&[]).is_nan());
    }

    #[test]
    fn adds_every_value_once_at_any_length() {
        for n in (0..600).chain([1000, 4096, 10_001]) {
            let values: Vec<f64> = (0..n).map(f64::from).collect();
            assert_eq!(
                sum(&values),
                f64::from(n) * f64::from(n - 1) / 2.0,
                "{n} values"
            );
        }
    }

    #[test]
    fn loses_less_than_adding_in_file_order() {
        let values = vec![0.1; 1_000_000];
        let in_order = values.iter().fold(0.0, |total, value| total + value);
        let exact = 100_000.0;
        assert!((sum(&values) - exact).abs() < 1e-9);
        assert!((in_order - exact).abs() > 1e-7);
    }

    #[test]
    fn has_the_bits_of_numpy() {
        // `numpy.sum` of i^2 mod 1009, divided by 997, over the first n whole numbers.
        for (n, bits) in [
            (5, 0x3f9e_cffb_e444_d080),
            (8, 0x3fc1_f952_efd2_cef5),
            (100, 0x4045_f8cf_786c_dee0),
            (127, 0x404d_36b1_2be8_608c),
            (128, 0x404d_b64e_925b_ec7c),
            (129, 0x404d_d51e_8e40_314c),
            (136, 0x404f_4dcd_28d3_9428),
            (1000, 0x407f_dc7c_46de_5cf3),
            (4099, 0x40a0_226b_d7f1_9ef1),
            (100_003, 0x40e8_ae62_db48_2707),
        ] {
            let values: Vec<f64> = (0..n).map(|i: u64| (i * i % 1009) as f64 / 997.0).collect();
            assert_eq!(sum(&values).to_bits(), bits, "{n} values");
        }
    }
}
