//! Numbers and lists as people read them. Machine output never uses these.

/// Returns a number with its noun, `1 seed` or `3 seeds`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// Lists names in backticks, at most `most` of them, and says how many more there are.
pub(crate) fn shortened<S: AsRef<str>>(names: &[S], most: usize) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(most)
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    let shown = shown.join(", ");
    match names.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Returns a score with as many decimals as it has, at most six.
pub(crate) fn score(value: f64) -> String {
    let exact = value.to_string();
    let decimals = exact.split_once('.').map_or(0, |(_, after)| after.len());
    if exact.len() > 14 && value != 0.0 && !(1e-4..1e9).contains(&value.abs()) {
        format!("{value:.5e}")
    } else if decimals > 6 {
        format!("{value:.6}")
    } else {
        exact
    }
}

/// Returns a percentage with one decimal and no sign.
pub(crate) fn percent(value: f64) -> String {
    format!("{value:.1}")
}

/// Returns a duration: `8.4 s`, `6m 24s`, `3h 05m`, `2d 03h`.
pub(crate) fn duration(seconds: f64) -> String {
    if !seconds.is_finite() || seconds < 0.0 {
        return "?".to_owned();
    }
    if seconds < 59.95 {
        return format!("{seconds:.1} s");
    }
    let whole = seconds.round() as u64;
    let (days, hours) = (whole / 86_400, whole / 3_600 % 24);
    let (minutes, rest) = (whole / 60 % 60, whole % 60);
    if days > 0 {
        format!("{days}d {hours:02}h")
    } else if hours > 0 {
        format!("{hours}h {minutes:02}m")
    } else {
        format!("{minutes}m {rest:02}s")
    }
}

/// Returns a size in binary units: `640 B`, `3.5 KiB`, `1.2 GiB`.
pub(crate) fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1024.0;
    let mut unit = UNITS[0];
    for next in &UNITS[1..] {
        // 1023.95 would be shown as 1024.0.
        if value < 1023.95 {
            break;
        }
        value /= 1024.0;
        unit = next;
    }
    format!("{value:.1} {unit}")
}

/// Replaces what a terminal could act on: control characters, and marks that turn the direction
/// of writing.
pub(crate) fn printable(text: &str) -> String {
    let acts = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars()
        .map(|c| if acts(c) { '\u{fffd}' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_durations() {
        let shown = [0.0, 8.44, 59.96, 384.2, 3_599.6, 11_100.0, 183_600.0].map(duration);
        let expected = [
            "0.0 s", "8.4 s", "1m 00s", "6m 24s", "1h 00m", "3h 05m", "2d 03h",
        ];
        assert_eq!(shown, expected);
        assert_eq!(duration(f64::NAN), "?");
    }

    #[test]
    fn shows_sizes() {
        let shown = [0, 1023, 1024, 1_048_575, 1_288_490_189, u64::MAX].map(bytes);
        let expected = [
            "0 B",
            "1023 B",
            "1.0 KiB",
            "1.0 MiB",
            "1.2 GiB",
            "16384.0 PiB",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn shows_scores_as_they_are() {
        let shown = [1.0, 0.108_345, -2.875_09, 0.846_020_123, 1e30, 0.0, 1234.5].map(score);
        let expected = [
            "1",
            "0.108345",
            "-2.87509",
            "0.846020",
            "1.00000e30",
            "0",
            "1234.5",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn shortens_lists() {
        assert_eq!(shortened(&["a", "b"], 2), "`a`, `b`");
        assert_eq!(shortened(&["a", "b", "c"], 2), "`a`, `b` and 1 more");
        assert_eq!(count(1, "seed") + &count(0, "seed"), "1 seed0 seeds");
    }

    #[test]
    fn takes_the_power_from_escapes() {
        assert_eq!(printable("a\u{1b}[31mb\u{202e}"), "a\u{fffd}[31mb\u{fffd}");
    }
}
