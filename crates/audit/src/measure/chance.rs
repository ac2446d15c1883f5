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

/// Returns the logarithm of an upper bound (Chernoff) of the probability that at least `hits` of `n`
/// independent trials succeed, each with probability `p`.
pub(super) fn ln_tail(hits: usize, n: usize, p: f64) -> f64 {
    if n == 0 || p >= 1.0 {
        return 0.0;
    }
    let share = hits as f64 / n as f64;
    if share <= p {
        return 0.0;
    }
    let p = p.max(1e-9);
    let part = |a: f64, b: f64| if a == 0.0 { 0.0 } else { a * (a / b).ln() };
    -(n as f64) * (part(share, p) + part(1.0 - share, 1.0 - p))
}

/// Returns the logarithm of `n!`.
pub(super) fn ln_factorial(n: usize) -> f64 {
    const EXACT: usize = 64;
    if n < EXACT {
        return (2..=n).map(|k| (k as f64).ln()).sum();
    }
    // Stirling's series; its error is below 1e-8 here.
    let n = n as f64;
    n * n.ln() - n + 0.5 * (2.0 * std::f64::consts::PI * n).ln() + 1.0 / (12.0 * n)
}

/// Returns the logarithm of the probability of a table of counts, given its margins, when rows and
/// columns have no relation.
pub(super) fn ln_table(rows: &[usize], columns: &[usize], cells: &[usize]) -> f64 {
    let sum = |counts: &[usize]| counts.iter().map(|n| ln_factorial(*n)).sum::<f64>();
    let n: usize = rows.iter().sum();
    sum(rows) + sum(columns) - ln_factorial(n) - sum(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perfect_agreement_is_a_power_and_expected_agreement_is_no_wonder() {
        assert!((ln_tail(10, 10, 0.5) - 10.0 * 0.5_f64.ln()).abs() < 1e-9);
        assert_eq!(ln_tail(5, 10, 0.5), 0.0);
        assert_eq!(ln_tail(0, 0, 0.5), 0.0);
    }

    #[test]
    fn a_table_has_its_hypergeometric_probability() {
        // Five of ten are drawn, and all five marked ones are among them.
        let found = ln_table(&[5, 5], &[5, 5], &[5, 0, 0, 5]).exp();
        assert!((found - 1.0 / 252.0).abs() < 1e-9, "{found}");
        let sum: f64 = (2..=100_u32).map(|k| f64::from(k).ln()).sum();
        assert!((ln_factorial(100) - sum).abs() < 1e-6);
    }
}
