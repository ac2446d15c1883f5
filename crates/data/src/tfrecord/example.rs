//! The features of an encoded `Example`.
//!
//! An `Example` holds `Features` in field 1; those hold map entries in field 1, each with a name in
//! field 1 and a `Feature` in field 2; a `Feature` of bytes holds a list in field 1, whose values
//! are again field 1.

use crate::tfrecord::RecordError;
use crate::tfrecord::wire::{fields, push_field};

/// Returns the first value of a feature of bytes; `None` when there is no such feature or value.
///
/// # Errors
///
/// Fails when the example is damaged.
pub fn bytes_feature<'a>(example: &'a [u8], name: &str) -> Result<Option<&'a [u8]>, RecordError> {
    let mut value = None;
    each_entry(example, |entry| {
        if entry_name(entry)? == name.as_bytes() {
            // A name that stands twice counts the last time, as in any decoder of maps.
            value = first_bytes(entry)?;
        }
        Ok(())
    })?;
    Ok(value)
}

/// Returns the names of all features, in the order they stand.
///
/// # Errors
///
/// Fails when the example is damaged or a name is not UTF-8.
pub fn feature_names(example: &[u8]) -> Result<Vec<&str>, RecordError> {
    let mut names = Vec::new();
    each_entry(example, |entry| {
        names.push(text(entry_name(entry)?)?);
        Ok(())
    })?;
    Ok(names)
}

/// Returns the example with those features only whose names `keep` accepts; their bytes and order
/// stay.
///
/// # Errors
///
/// Fails when the example is damaged or a name is not UTF-8.
pub fn retain_features(
    example: &[u8],
    keep: impl Fn(&str) -> bool,
) -> Result<Vec<u8>, RecordError> {
    let mut kept = Vec::with_capacity(example.len());
    for field in fields(example) {
        let field = field?;
        if field.number != 1 {
            kept.extend_from_slice(field.bytes);
            continue;
        }
        let mut features = Vec::with_capacity(field.content.len());
        for entry in fields(field.content) {
            let entry = entry?;
            if entry.number != 1 || keep(text(entry_name(entry.content)?)?) {
                features.extend_from_slice(entry.bytes);
            }
        }
        push_field(&mut kept, 1, &features);
    }
    Ok(kept)
}

/// Returns name and first value of each feature as text: texts as they stand (other bytes as their
/// count), whole numbers and floats as decimals, a feature without a value as an empty text.
///
/// # Errors
///
/// Fails when the example is damaged or a name is not UTF-8.
pub fn scalar_features(example: &[u8]) -> Result<Vec<(String, String)>, RecordError> {
    let mut features = Vec::new();
    each_entry(example, |entry| {
        let name = text(entry_name(entry)?)?.to_owned();
        let value = match first_bytes(entry)? {
            Some(bytes) => std::str::from_utf8(bytes)
                .map_or_else(|_| format!("{} bytes", bytes.len()), str::to_owned),
            None => first_number(entry)?.unwrap_or_default(),
        };
        features.push((name, value));
        Ok(())
    })?;
    Ok(features)
}

/// Returns the first number of a list of floats (field 2) or of whole numbers (field 3), packed or
/// not.
fn first_number(entry: &[u8]) -> Result<Option<String>, RecordError> {
    let feature = last(entry, 2)?.unwrap_or_default();
    for kind in [2, 3] {
        let Some(list) = last(feature, kind)? else {
            continue;
        };
        let Some(field) = fields(list).next().transpose()? else {
            continue;
        };
        // An unpacked number stands behind its tag of one byte.
        let packed = !field.content.is_empty();
        let bytes = if packed {
            field.content
        } else {
            field.bytes.get(1..).unwrap_or_default()
        };
        return Ok(match kind {
            2 => bytes
                .first_chunk()
                .map(|float| f32::from_le_bytes(*float).to_string()),
            _ => Some(whole_number(bytes).to_string()),
        });
    }
    Ok(None)
}

fn whole_number(bytes: &[u8]) -> i64 {
    let mut number = 0_u64;
    for (place, byte) in bytes.iter().take(10).enumerate() {
        number |= u64::from(byte & 0x7F) << (7 * place);
        if byte & 0x80 == 0 {
            break;
        }
    }
    number as i64
}

/// Calls `use_entry` with each encoded map entry of the features.
fn each_entry<'a>(
    example: &'a [u8],
    mut use_entry: impl FnMut(&'a [u8]) -> Result<(), RecordError>,
) -> Result<(), RecordError> {
    for field in fields(example) {
        let field = field?;
        if field.number == 1 {
            for entry in fields(field.content) {
                let entry = entry?;
                if entry.number == 1 {
                    use_entry(entry.content)?;
                }
            }
        }
    }
    Ok(())
}

fn entry_name(entry: &[u8]) -> Result<&[u8], RecordError> {
    Ok(last(entry, 1)?.unwrap_or_default())
}

fn first_bytes(entry: &[u8]) -> Result<Option<&[u8]>, RecordError> {
    let Some(feature) = last(entry, 2)? else {
        return Ok(None);
    };
    let Some(list) = last(feature, 1)? else {
        return Ok(None);
    };
    for field in fields(list) {
        let field = field?;
        if field.number == 1 {
            return Ok(Some(field.content));
        }
    }
    Ok(None)
}

/// Returns the content of the last field of a number.
fn last(message: &[u8], number: u64) -> Result<Option<&[u8]>, RecordError> {
    let mut content = None;
    for field in fields(message) {
        let field = field?;
        if field.number == number {
            content = Some(field.content);
        }
    }
    Ok(content)
}

fn text(name: &[u8]) -> Result<&str, RecordError> {
    std::str::from_utf8(name).map_err(|_| RecordError::Example("a feature's name is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(parts: &[(u64, &[u8])]) -> Vec<u8> {
        let mut message = Vec::new();
        for (number, content) in parts {
            push_field(&mut message, *number, content);
        }
        message
    }

    fn example(features: &[(&str, &[u8])]) -> Vec<u8> {
        let entries: Vec<Vec<u8>> = features
            .iter()
            .map(|(name, feature)| message(&[(1, name.as_bytes()), (2, feature)]))
            .collect();
        let entries: Vec<(u64, &[u8])> = entries.iter().map(|e| (1, e.as_slice())).collect();
        message(&[(1, &message(&entries))])
    }

    #[test]
    fn features_are_found_and_left_out() {
        let name = message(&[(1, &message(&[(1, b"a.jpg")]))]);
        // An integer list: field 3 with packed values.
        let target = message(&[(3, &message(&[(1, &[4])]))]);
        let whole = example(&[("target", &target), ("image_name", &name)]);
        assert_eq!(
            bytes_feature(&whole, "image_name").unwrap(),
            Some(&b"a.jpg"[..])
        );
        assert_eq!(bytes_feature(&whole, "target").unwrap(), None);
        assert_eq!(bytes_feature(&whole, "absent").unwrap(), None);
        let features = scalar_features(&whole).unwrap();
        let values: Vec<&str> = features.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(values, ["4", "a.jpg"]);
        let kept = retain_features(&whole, |name| name != "target").unwrap();
        assert_eq!(kept, example(&[("image_name", &name)]));
        assert_eq!(feature_names(&kept).unwrap(), ["image_name"]);
        assert_eq!(retain_features(&whole, |_| true).unwrap(), whole);
    }

    #[test]
    fn damage_is_an_error() {
        let whole = example(&[("x", &message(&[(1, b"y")]))]);
        for end in 1..whole.len() {
            assert!(bytes_feature(&whole[..end], "x").is_err(), "{end}");
        }
        assert!(bytes_feature(&[0xFF; 12], "x").is_err());
        assert!(feature_names(&example(&[("x", b"")])).is_ok());
    }
}
