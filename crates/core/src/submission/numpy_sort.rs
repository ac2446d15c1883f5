//! The order in which NumPy's default `argsort` leaves equal items.
//!
//! The published graders sort text ids with it, which is not stable, and then pair both sides by
//! place; where an id stands twice, its order decides which rows meet. The algorithm is NumPy's:
//! quicksort with the median of three as pivot, insertion sort for small parts. Its heap
//! sort for inputs that make quicksort degenerate is replaced by a stable sort.

use std::cmp::Ordering;

/// Parts of at most this many items are sorted by insertion.
const SMALL: usize = 16;

/// Sorts `items` as `argsort(kind="quicksort")` of an object array does.
pub(super) fn sort(items: &mut [usize], compare: &impl Fn(usize, usize) -> Ordering) {
    let depth = 2 * items.len().checked_ilog2().unwrap_or(0);
    sort_part(items, depth as i32, compare);
}

fn sort_part(mut items: &mut [usize], mut depth: i32, compare: &impl Fn(usize, usize) -> Ordering) {
    while items.len() > SMALL {
        if depth < 0 {
            items.sort_by(|a, b| compare(*a, *b));
            return;
        }
        depth -= 1;
        let pivot = partition(items, compare);
        let (left, right) = items.split_at_mut(pivot);
        let right = &mut right[1..];
        // The larger part waits; parts do not depend on each other, so only memory is at stake.
        if left.len() < right.len() {
            sort_part(left, depth, compare);
            items = right;
        } else {
            sort_part(right, depth, compare);
            items = left;
        }
    }
    for next in 1..items.len() {
        let item = items[next];
        let mut place = next;
        while place > 0 && compare(item, items[place - 1]).is_lt() {
            items[place] = items[place - 1];
            place -= 1;
        }
        items[place] = item;
    }
}

/// Moves smaller items before the pivot and larger ones behind it; returns the pivot's place.
fn partition(items: &mut [usize], compare: &impl Fn(usize, usize) -> Ordering) -> usize {
    let (middle, last) = ((items.len() - 1) / 2, items.len() - 1);
    if compare(items[middle], items[0]).is_lt() {
        items.swap(middle, 0);
    }
    if compare(items[last], items[middle]).is_lt() {
        items.swap(last, middle);
    }
    if compare(items[middle], items[0]).is_lt() {
        items.swap(middle, 0);
    }
    let pivot = items[middle];
    let (mut low, mut high) = (0, last - 1);
    items.swap(middle, high);
    loop {
        low += 1;
        while compare(items[low], pivot).is_lt() {
            low += 1;
        }
        high -= 1;
        while compare(pivot, items[high]).is_lt() {
            high -= 1;
        }
        if low >= high {
            break;
        }
        items.swap(low, high);
    }
    items.swap(low, last - 1);
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(keys: &[i32]) -> Vec<usize> {
        let mut items: Vec<usize> = (0..keys.len()).collect();
        sort(&mut items, &|a, b| keys[a].cmp(&keys[b]));
        items
    }

    #[test]
    fn few_items_keep_the_order_of_equal_ones() {
        assert_eq!(order(&[1, 0, 1, 0]), [1, 3, 0, 2]);
        assert_eq!(order(&[]), [0; 0]);
    }

    /// `numpy.array([...], dtype=object).argsort()`, NumPy 2.2.6.
    #[test]
    fn many_equal_items_end_in_the_order_of_numpy() {
        let keys: Vec<i32> = (0..40).map(|i| (i * 7) % 5).collect();
        assert_eq!(order(&keys), EXPECTED);
    }

    /// Sums of place times row, NumPy 2.2.6.
    #[test]
    fn larger_inputs_have_the_checksums_of_numpy() {
        let cases: [(i32, i32, usize); 4] = [
            (17, 1, 978),
            (100, 3, 241_836),
            (1000, 7, 248_438_436),
            (5000, 11, 31_179_889_419),
        ];
        for (n, modulus, expected) in cases {
            let keys: Vec<i32> = (0..n).map(|i| (i * 7919) % modulus).collect();
            let sum: usize = order(&keys).iter().enumerate().map(|(i, v)| i * v).sum();
            assert_eq!(sum, expected, "{n} items of {modulus} values");
        }
    }

    #[test]
    fn any_input_ends_up_sorted() {
        for n in [17, 18, 100, 1000] {
            for modulus in [1, 2, 7, 1001] {
                let keys: Vec<i32> = (0..n).map(|i| (i * 7919) % modulus).collect();
                let sorted = order(&keys);
                assert!(sorted.windows(2).all(|w| keys[w[0]] <= keys[w[1]]));
                let mut rows = sorted;
                rows.sort_unstable();
                assert!(rows.iter().enumerate().all(|(place, row)| place == *row));
            }
        }
    }

    const EXPECTED: [usize; 40] = [
        0, 20, 15, 30, 10, 25, 35, 5, 23, 8, 33, 28, 13, 3, 38, 18, 6, 21, 1, 36, 16, 26, 11, 31,
        34, 29, 19, 14, 9, 4, 24, 39, 27, 22, 17, 12, 32, 7, 2, 37,
    ];
}
