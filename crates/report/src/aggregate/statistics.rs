//! Mean and standard error with the last bits of NumPy and SciPy.

use super::MetricSummary;

/// Half width of the published interval in standard errors.
pub(crate) const Z_95: f64 = 1.96;

/// Summarizes one number of several seeds, of which there is at least one.
pub(crate) fn summarize_values(values: &[f64]) -> MetricSummary {
    let mean = mean(values);
    let standard_error = standard_error(values, mean);
    MetricSummary {
        mean,
        ci_lower: mean - Z_95 * standard_error,
        ci_upper: mean + Z_95 * standard_error,
        standard_error,
    }
}

fn mean(values: &[f64]) -> f64 {
    pairwise_sum(values) / values.len() as f64
}

/// Sample deviation (ddof 1) by the root of the number of values; 0 for fewer than two.
fn standard_error(values: &[f64], mean: f64) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let squares: Vec<f64> = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .collect();
    let variance = pairwise_sum(&squares) / (values.len() - 1) as f64;
    variance.sqrt() / (values.len() as f64).sqrt()
}

/// Adds in NumPy's order: up to 7 values one by one, up to 128 in eight lanes that are joined
/// pair by pair, more by halves.
fn pairwise_sum(values: &[f64]) -> f64 {
    const LANES: usize = 8;
    const BLOCK: usize = 128;
    if values.len() < LANES {
        return values.iter().fold(0.0, |sum, value| sum + value);
    }
    if values.len() > BLOCK {
        let half = values.len() / 2;
        let (left, right) = values.split_at(half - half % LANES);
        return pairwise_sum(left) + pairwise_sum(right);
    }
    let (chunks, rest) = values.as_chunks::<LANES>();
    let mut lanes = [0.0; LANES];
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value;
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    let sum = ((a + b) + (c + d)) + ((e + f) + (g + h));
    rest.iter().fold(sum, |sum, value| sum + value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_has_no_error() {
        let summary = summarize_values(&[12.5]);
        assert_eq!((summary.mean, summary.standard_error), (12.5, 0.0));
        assert_eq!((summary.ci_lower, summary.ci_upper), (12.5, 12.5));
    }

    #[test]
    fn error_is_of_the_sample() {
        // Deviations -1, 0, 1: variance 1, by root of 3.
        let summary = summarize_values(&[1.0, 2.0, 3.0]);
        assert_eq!(summary.standard_error, 1.0 / 3.0_f64.sqrt());
    }

    #[test]
    fn adds_in_the_order_of_numpy() {
        // np.sum([0.1 * i for i in range(n)]) of NumPy 2.
        let values: Vec<f64> = (0..300).map(|i| 0.1 * f64::from(i)).collect();
        for (n, sum) in NUMPY_SUMS {
            assert_eq!(pairwise_sum(&values[..n]), sum, "{n} values");
        }
    }

    #[test]
    fn error_has_the_last_bits_of_scipy() {
        // np.mean and scipy.stats.sem of eleven seeds of 22 competitions.
        let medals = [3, 8, 5, 13, 9, 9, 4, 11, 6, 7, 2];
        let values = medals.map(|n| f64::from(n) / 22.0 * 100.0);
        let summary = summarize_values(&values);
        assert_eq!(summary.mean, 31.818_181_818_181_813);
        assert_eq!(summary.standard_error, 4.667_775_618_658_823_5);
        assert_eq!(summary.ci_lower, 22.669_341_605_610_52);
    }

    const NUMPY_SUMS: [(usize, f64); 6] = [
        (7, 2.1),
        (8, 2.800_000_000_000_000_3),
        (13, 7.800_000_000_000_002),
        (100, 495.0),
        (129, 825.6),
        (300, 4485.0),
    ];
}
