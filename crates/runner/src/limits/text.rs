//! Budgets as people write them: `10m`, `24h`, `8G`.

use std::time::Duration;

/// Parses a length of time: a number with `s`, `m`, `h` or `d`, several in a row, or plain seconds.
///
/// # Errors
///
/// Returns a sentence that names the text if it is no positive length of time.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let bad = || format!("`{text}` is no length of time (hint: `90s`, `10m`, `24h`, `1h30m`)");
    let mut rest = text.trim();
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !(c.is_ascii_digit() || c == '.'))
            .unwrap_or(rest.len());
        let number: f64 = rest[..end].parse().map_err(|_| bad())?;
        let unit_end = rest[end..]
            .find(|c: char| c.is_ascii_digit())
            .map_or(rest.len(), |length| end + length);
        let unit = match rest[end..unit_end].trim() {
            "" if rest.len() == text.trim().len() => 1.0,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86_400.0,
            _ => return Err(bad()),
        };
        seconds += number * unit;
        rest = &rest[unit_end..];
    }
    if seconds <= 0.0 {
        return Err(bad());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| bad())
}

/// Parses a number of bytes: plain, or with `K`, `M`, `G` or `T` (powers of 1024; `KB`, `KiB` too).
///
/// # Errors
///
/// Returns a sentence that names the text if it is no number of bytes.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let bad = || format!("`{text}` is no size (hint: `512M`, `8G`)");
    let trimmed = text.trim();
    let end = trimmed
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(trimmed.len());
    let number: f64 = trimmed[..end].parse().map_err(|_| bad())?;
    let unit = trimmed[end..].trim().to_ascii_lowercase();
    let unit = unit
        .strip_suffix("ib")
        .or_else(|| unit.strip_suffix('b'))
        .unwrap_or(&unit);
    let power = match unit {
        "" => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err(bad()),
    };
    let bytes = number * 1024f64.powi(power);
    if bytes.is_finite() && bytes < u64::MAX as f64 {
        Ok(bytes as u64)
    } else {
        Err(bad())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_lengths_of_time() {
        for (text, seconds) in [
            ("90", 90.0),
            ("90s", 90.0),
            ("10m", 600.0),
            ("24h", 86_400.0),
            ("1h30m", 5400.0),
            ("0.5s", 0.5),
            ("2d", 172_800.0),
        ] {
            assert_eq!(
                parse_duration(text),
                Ok(Duration::from_secs_f64(seconds)),
                "{text}"
            );
        }
        for text in ["", "0", "-1s", "m", "1x", "1h30", "1..2s", "1e400s", "ten"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn reads_sizes() {
        for (text, bytes) in [
            ("0", 0),
            ("512", 512),
            ("1K", 1024),
            ("8G", 8 << 30),
            ("1.5 MiB", 3 << 19),
            ("2gb", 2 << 30),
        ] {
            assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "-1G", "1X", "99999999999T"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }
}
