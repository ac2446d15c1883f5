//! How likely an agreement is by chance.

use std::collections::BTreeMap;

/// Counts values.
pub(super) fn counts<'a>(values: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts
}

/// Returns an upper bound (Chernoff) of the probability that at least `hits` of `n` independent
/// trials succeed, each with probability `p`.
pub(super) fn chance(hits: usize, n: usize, p: f64) -> f64 {
    if n == 0 || p >= 1.0 {
        return 1.0;
    }
    let share = hits as f64 / n as f64;
    if share <= p {
        return 1.0;
    }
    let p = p.max(1e-9);
    let part = |a: f64, b: f64| if a == 0.0 { 0.0 } else { a * (a / b).ln() };
    (-(n as f64) * (part(share, p) + part(1.0 - share, 1.0 - p))).exp()
}

#[cfg(test)]
mod tests {
    use super::chance;

    #[test]
    fn perfect_agreement_is_a_power_and_expected_agreement_is_no_wonder() {
        assert!((chance(10, 10, 0.5) - 0.5_f64.powi(10)).abs() < 1e-12);
        assert_eq!(chance(5, 10, 0.5), 1.0);
        assert_eq!(chance(0, 0, 0.5), 1.0);
    }
}
