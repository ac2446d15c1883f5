//! Values that must not be written anywhere: the agent's keys.

/// Shorter values are not kept out of the log: they would tear holes into ordinary text.
const SHORTEST: usize = 4;
const MASK: &[u8] = b"[secret]";

/// The secret values of one run.
#[derive(Clone, Default)]
pub struct Secrets(Vec<Vec<u8>>);

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secrets({})", self.0.len())
    }
}

impl Secrets {
    /// Keeps `values`; the longest are looked for first, as one may be part of another.
    pub(crate) fn new<'a>(values: impl IntoIterator<Item = &'a str>) -> Self {
        let long = |value: &&str| value.len() >= SHORTEST;
        let mut values: Vec<Vec<u8>> = values
            .into_iter()
            .filter(long)
            .map(|value| value.as_bytes().to_vec())
            .collect();
        values.sort_by_key(|value| std::cmp::Reverse(value.len()));
        values.dedup();
        Self(values)
    }

    /// Returns how many bytes at the end of a piece of text may be the beginning of a secret.
    pub(crate) fn overlap(&self) -> usize {
        self.0.first().map_or(0, |longest| longest.len() - 1)
    }

    /// Replaces every secret in `text`.
    pub fn redact(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        self.redact_bytes(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Replaces every secret in `bytes`.
    pub(crate) fn redact_bytes(&self, bytes: &mut Vec<u8>) {
        for secret in &self.0 {
            let mut from = 0;
            while let Some(at) = find(&bytes[from..], secret) {
                bytes.splice(from + at..from + at + secret.len(), MASK.iter().copied());
                from += at + MASK.len();
            }
        }
    }
}

/// Finds `needle`, which is not empty.
fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = haystack[from..].iter().position(|byte| *byte == needle[0]) {
        if haystack[from + at..].starts_with(needle) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_every_occurrence_and_the_longest_first() {
        let secrets = Secrets::new(["abcd", "abcdef", "", "x"]);
        assert_eq!(
            secrets.redact("abcdef x abcd abcdabcd"),
            "[secret] x [secret] [secret][secret]"
        );
        assert_eq!(secrets.overlap(), 5);
        assert_eq!(format!("{secrets:?}"), "Secrets(2)");
    }
}
