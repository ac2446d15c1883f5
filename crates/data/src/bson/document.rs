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
        }
    }
}
