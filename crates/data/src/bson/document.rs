//! What can be asked of an encoded document.

use crate::bson::BsonError;
use crate::bson::element::{Element, elements};

/// Returns a member that is a whole number of 32 or 64 bits.
///
/// # Errors
///
/// Fails when the document is damaged or has no such member.
pub fn integer(document: &[u8], name: &str) -> Result<i64, BsonError> {
    elements(document)?
        .iter()
        .find(|element| element.name == name.as_bytes())
        .and_then(number)
        .ok_or_else(|| BsonError::NoInteger(name.to_owned()))
}

fn number(element: &Element<'_>) -> Option<i64> {
    match element.kind {
        0x10 => Some(i64::from(i32::from_le_bytes(
            element.value.try_into().ok()?,
        ))),
        0x12 => Some(i64::from_le_bytes(element.value.try_into().ok()?)),
        _ => None,
    }
}

/// Returns names and values of the members as text: numbers and truth values as decimals, texts as
/// they stand, object ids in hexadecimal; members of inner documents with joined names, other
/// values not at all.
///
/// # Errors
///
/// Fails when the document is damaged.
pub fn members(document: &[u8]) -> Result<Vec<(String, String)>, BsonError> {
    let mut found = Vec::new();
    collect(document, "", 0, &mut found)?;
    Ok(found)
}

/// How deep inner documents are looked into.
const DEEPEST: usize = 8;

fn collect(
    document: &[u8],
    above: &str,
    depth: usize,
    found: &mut Vec<(String, String)>,
) -> Result<(), BsonError> {
    for element in elements(document)? {
        let name = format!("{above}{}", String::from_utf8_lossy(element.name));
        let value = element.value;
        let text = match element.kind {
            0x01 => value
                .try_into()
                .ok()
                .map(|v| f64::from_le_bytes(v).to_string()),
            0x02 => value
                .get(4..value.len() - 1)
                .map(|text| String::from_utf8_lossy(text).into_owned()),
            0x03 | 0x04 if depth < DEEPEST => {
                collect(value, &format!("{name}."), depth + 1, found)?;
                None
            }
            0x07 => Some(crate::checksum::hex(value)),
            0x08 => value.first().map(u8::to_string),
            0x0A => Some(String::new()),
            _ => number(&element).map(|number| number.to_string()),
        };
        found.extend(text.map(|text| (name, text)));
    }
    Ok(())
}

/// Returns the document without a member; all other bytes stay as they are.
///
/// # Errors
///
/// Fails when the document is damaged.
pub fn without(document: &[u8], name: &str) -> Result<Vec<u8>, BsonError> {
    let mut kept = vec![0; 4];
    for element in elements(document)? {
        if element.name != name.as_bytes() {
            kept.extend_from_slice(element.bytes);
        }
    }
    kept.push(0);
    let length = (kept.len() as u32).to_le_bytes();
    kept[..4].copy_from_slice(&length);
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A document with the members `a` (32 bits, 7), `t` (text), `b` (64 bits) and an empty list.
    fn document() -> Vec<u8> {
        let mut bytes = vec![0; 4];
        bytes.extend(b"\x10a\0\x07\0\0\0");
        bytes.extend(b"\x02t\0\x03\0\0\0xy\0");
        bytes.extend(b"\x12b\0");
        bytes.extend((1_i64 << 40).to_le_bytes());
        bytes.extend(b"\x04l\0\x05\0\0\0\0");
        bytes.push(0);
        bytes[0] = bytes.len() as u8;
        bytes
    }

    #[test]
    fn members_are_found_and_left_out() {
        let document = document();
        assert_eq!(integer(&document, "a").unwrap(), 7);
        assert_eq!(integer(&document, "b").unwrap(), 1 << 40);
        assert!(integer(&document, "t").is_err());
        assert!(integer(&document, "absent").is_err());
        let kept = without(&document, "a").unwrap();
        assert_eq!(kept.len(), document.len() - 7);
        assert_eq!(integer(&kept, "b").unwrap(), 1 << 40);
        assert!(integer(&kept, "a").is_err());
        assert_eq!(without(&document, "absent").unwrap(), document);
        let text = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let expected = [text("a", "7"), text("t", "xy"), text("b", "1099511627776")];
        assert_eq!(members(&document).unwrap(), expected);
    }

    #[test]
    fn damage_is_an_error() {
        let document = document();
        for end in 0..document.len() {
            assert!(without(&document[..end], "a").is_err(), "{end}");
        }
        for at in 4..document.len() {
            let mut bytes = document.clone();
            bytes[at] = 0xEE;
            // Any result will do; a panic will not.
            let _ = without(&bytes, "a");
            let _ = members(&bytes);
        }
    }
}
