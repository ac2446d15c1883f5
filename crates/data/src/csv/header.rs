//! Column names from the header row.

use std::collections::{HashMap, HashSet};

/// A column's unique name, and the name it had before it was numbered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) unique: String,
    pub(super) given: String,
}

/// Makes names unique: the second `a` becomes `a.1`, an empty name `Unnamed: <place>`.
///
/// Given names are numbered before invented ones, and a number that is taken is skipped.
pub(super) fn unique_names(mut names: Vec<String>) -> Vec<Name> {
    let unnamed: Vec<usize> = (0..names.len())
        .filter(|index| names[*index].is_empty())
        .collect();
    for index in &unnamed {
        names[*index] = format!("Unnamed: {index}");
    }
    let given = names.clone();
    let is_unnamed: HashSet<usize> = unnamed.iter().copied().collect();
    let named = (0..names.len()).filter(|index| !is_unnamed.contains(index));
    let order: Vec<usize> = named.chain(unnamed.iter().copied()).collect();
    // Names of the row as it stands now, with their number of occurrences.
    let mut present: HashMap<String, usize> = HashMap::new();
    for name in &names {
        *present.entry(name.clone()).or_default() += 1;
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for index in order {
        let old = names[index].clone();
        let mut name = old.clone();
        let mut count = counts.get(&name).copied().unwrap_or(0);
        while count > 0 {
            counts.insert(old.clone(), count + 1);
            name = format!("{old}.{count}");
            if present.get(&name).is_some_and(|number| *number > 0) {
                count += 1;
            } else {
                count = counts.get(&name).copied().unwrap_or(0);
            }
        }
        if name != old {
            if let Some(number) = present.get_mut(&old) {
                *number -= 1;
            }
            *present.entry(name.clone()).or_default() += 1;
            names[index].clone_from(&name);
        }
        *counts.entry(name).or_default() = count + 1;
    }
    names
        .into_iter()
        .zip(given)
        .map(|(unique, given)| Name { unique, given })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(header: &[&str]) -> Vec<String> {
        let names = unique_names(header.iter().map(|name| (*name).to_owned()).collect());
        names.into_iter().map(|name| name.unique).collect()
    }

    #[test]
    fn repeated_names_are_numbered() {
        assert_eq!(names(&["a", "b", "a", "a"]), ["a", "b", "a.1", "a.2"]);
    }

    #[test]
    fn numbers_that_are_taken_are_skipped() {
        let header = ["a", "a", "", "a.1", "", "a"];
        assert_eq!(
            names(&header),
            ["a", "a.2", "Unnamed: 2", "a.1", "Unnamed: 4", "a.3"]
        );
    }

    #[test]
    fn invented_names_give_way_to_given_ones() {
        assert_eq!(names(&["", "Unnamed: 0"]), ["Unnamed: 0.1", "Unnamed: 0"]);
    }
}
