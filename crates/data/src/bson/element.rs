//! The elements of a document as slices.

use crate::bson::BsonError;

/// One member of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Element<'a> {
    /// Type byte of the specification.
    pub(super) kind: u8,
    /// The name's bytes without the final zero.
    pub(super) name: &'a [u8],
    /// The value's bytes.
    pub(super) value: &'a [u8],
    /// All bytes of the element.
    pub(super) bytes: &'a [u8],
}

/// Splits a document into its elements, in their order.
pub(super) fn elements(document: &[u8]) -> Result<Vec<Element<'_>>, BsonError> {
    let inner = document
        .split_first_chunk::<4>()
        .filter(|(length, _)| i32::from_le_bytes(**length) as usize == document.len())
        .and_then(|(_, rest)| rest.strip_suffix(&[0]));
    let mut rest = inner.ok_or(BsonError::Damaged("its length or end does not fit"))?;
    let mut elements = Vec::new();
    while !rest.is_empty() {
        let element = next(&mut rest);
        elements.push(element.ok_or(BsonError::Damaged("a member is cut short or unknown"))?);
    }
    Ok(elements)
}

fn next<'a>(rest: &mut &'a [u8]) -> Option<Element<'a>> {
    let start = *rest;
    let (kind, after) = start.split_first()?;
    let name_length = memchr::memchr(0, after)?;
    let value = &after[name_length + 1..];
    let (value, left) = value.split_at_checked(length(*kind, value)?)?;
    *rest = left;
    Some(Element {
        kind: *kind,
        name: &after[..name_length],
        value,
        bytes: &start[..start.len() - left.len()],
    })
}

/// Length of a value of some type, from <https://bsonspec.org/spec.html>.
fn length(kind: u8, value: &[u8]) -> Option<usize> {
    let prefix = || {
        let (length, _) = value.split_first_chunk::<4>()?;
        usize::try_from(i32::from_le_bytes(*length)).ok()
    };
    Some(match kind {
        // Undefined, null, minimal and maximal key.
        0x06 | 0x0A | 0x7F | 0xFF => 0,
        // Truth value.
        0x08 => 1,
        // Whole number of 32 bits.
        0x10 => 4,
        // Double, date, time stamp, whole number of 64 bits.
        0x01 | 0x09 | 0x11 | 0x12 => 8,
        // Object id.
        0x07 => 12,
        // Decimal of 128 bits.
        0x13 => 16,
        // Text, code, symbol: the length counts the text and its final zero.
        0x02 | 0x0D | 0x0E => prefix()?.checked_add(4)?,
        // Document, array, code with scope: the length counts all.
        0x03 | 0x04 | 0x0F => prefix()?,
        // Bytes: length, subtype, content.
        0x05 => prefix()?.checked_add(5)?,
        // Pointer into a collection: a text and an object id.
        0x0C => prefix()?.checked_add(16)?,
        // Regular expression: two texts that end with zero.
        0x0B => {
            let pattern = memchr::memchr(0, value)? + 1;
            pattern + memchr::memchr(0, &value[pattern..])? + 1
        }
        _ => return None,
    })
}
