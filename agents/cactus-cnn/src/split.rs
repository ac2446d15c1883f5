//! The split of the labelled photos into training and validation.

use crate::random::Random;

/// Which labelled photos teach and which ones check, by index.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Split {
    /// Photos that the model learns from.
    pub(crate) train: Vec<usize>,
    /// Photos that it never sees.
    pub(crate) validation: Vec<usize>,
}

impl Split {
    /// Splits so that `share` of each class is used for validation.
    ///
    /// A class with at least two photos stands on both sides; a single photo teaches.
    pub(crate) fn stratified(labels: &[bool], share: f64, random: &mut Random) -> Self {
        let mut split = Self {
            train: Vec::new(),
            validation: Vec::new(),
        };
        for class in [false, true] {
            let mut members: Vec<usize> = (0..labels.len())
                .filter(|&index| labels[index] == class)
                .collect();
            random.shuffle(&mut members);
            let wanted = (members.len() as f64 * share).round() as usize;
            let held_out = wanted.max(1).min(members.len().saturating_sub(1));
            split.validation.extend(members.drain(..held_out));
            split.train.append(&mut members);
        }
        split
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_every_class_in_the_same_share() {
        let labels: Vec<bool> = (0..1000).map(|index| index % 4 != 0).collect();
        let split = Split::stratified(&labels, 0.1, &mut Random::new(0, 0));
        assert_eq!(split.validation.len(), 100);
        assert_eq!(
            split
                .validation
                .iter()
                .filter(|&&index| labels[index])
                .count(),
            75
        );
        let mut all = [split.train, split.validation].concat();
        all.sort_unstable();
        assert_eq!(all, (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn a_rare_class_still_teaches() {
        let split = Split::stratified(&[true, false, true], 0.1, &mut Random::new(0, 0));
        assert!(split.train.contains(&1));
        assert_eq!(split.validation.len(), 1);
        let single = Split::stratified(&[true], 0.1, &mut Random::new(0, 0));
        assert_eq!(
            single,
            Split {
                train: vec![0],
                validation: vec![]
            }
        );
    }

    #[test]
    fn another_seed_is_another_split() {
        let labels = vec![true; 50];
        let split = |seed| Split::stratified(&labels, 0.2, &mut Random::new(seed, 0));
        assert_eq!(split(1), split(1));
        assert_ne!(split(1), split(2));
    }
}
