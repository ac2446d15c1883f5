//! Which test item the path of a file speaks of.

use crate::Truth;

/// A path that names a test item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ItemPath<'p> {
    /// The (first) id as it stands in the path.
    pub(crate) id: String,
    /// Folders and archives on the way, the file's name last.
    pub(crate) parts: Vec<&'p str>,
    /// The place among the parts where the id stands.
    pub(crate) place: usize,
    /// What stands before and after the id in that part, the file's ending left out.
    pub(crate) around: (&'p str, &'p str),
}

/// Fewest characters of an id that is found without separators around it.
const MIN_BARE: usize = 3;

/// Returns the test item that a path speaks of: a part, two neighbouring parts joined, or a piece of
/// a part between separators, or at its end. Training files speak of none.
pub(crate) fn item_path<'p>(path: &'p str, truth: &Truth) -> Option<ItemPath<'p>> {
    let parts: Vec<&str> = path.split(['/', '!']).collect();
    if parts
        .iter()
        .any(|part| part.to_lowercase().contains("train"))
    {
        return None;
    }
    let found = |id: &str, place, around| {
        Some(ItemPath {
            id: id.to_owned(),
            parts: parts.clone(),
            place,
            around,
        })
    };
    for (place, part) in parts.iter().enumerate().rev() {
        // A short number as a folder's name is a number more often than an id.
        let is_file = place + 1 == parts.len();
        if (is_file || part.len() >= MIN_BARE) && (truth.is_id(part) || truth.is_id(stem(part))) {
            return found(stem(part), place, ("", ""));
        }
        if let Some(next) = parts.get(place + 1) {
            for joint in ["-", "_", "/"] {
                for last in [next, stem(next)] {
                    let id = format!("{part}{joint}{last}");
                    // The function that takes folders off an id would see the last part alone.
                    if joint != "/" && truth.is_id(&id) {
                        return found(&id, place, ("", ""));
                    }
                }
            }
        }
    }
    for (place, part) in parts.iter().enumerate().rev() {
        let stem = stem(part);
        if let Some((id, around)) = piece(stem, truth) {
            return found(id, place, around);
        }
    }
    None
}

/// Returns the longest piece of a stem that is an id, and what stands around it.
fn piece<'s>(stem: &'s str, truth: &Truth) -> Option<(&'s str, (&'s str, &'s str))> {
    const MOST: usize = 12;
    let is_cut = |c: char| matches!(c, '_' | '-' | ' ' | '.' | '=' | '(' | ')');
    let mut starts: Vec<usize> = vec![0];
    let mut ends: Vec<usize> = Vec::new();
    for (at, c) in stem.char_indices().filter(|(_, c)| is_cut(*c)) {
        ends.push(at);
        starts.push(at + c.len_utf8());
    }
    ends.push(stem.len());
    starts.truncate(MOST);
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    for start in &starts {
        let later = ends.iter().filter(|end| *end > start).take(MOST);
        pieces.extend(later.map(|end| (*start, *end)));
    }
    pieces.sort_by_key(|(start, end)| std::cmp::Reverse(end - start));
    let between = pieces
        .into_iter()
        .find(|(start, end)| truth.is_id(&stem[*start..*end]));
    let at_end = || {
        let tails = stem.char_indices().map(|(at, _)| (at, stem.len()));
        let mut tails = tails.filter(|(at, end)| end - at >= MIN_BARE);
        tails.find(|(at, _)| truth.is_id(&stem[*at..]))
    };
    let (start, end) = between.or_else(at_end)?;
    Some((&stem[start..end], (&stem[..start], &stem[end..])))
}

/// Returns a file's name without folder and ending.
pub(crate) fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '!']).next().unwrap_or(path);
    match name.split_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// Returns the ending of a file's name in small letters.
pub(crate) fn ending(path: &str) -> String {
    let name = path.rsplit(['/', '!']).next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.to_lowercase()
}
