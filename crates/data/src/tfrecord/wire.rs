//! The little of protocol buffers that an `Example` needs: the fields of a message as slices.

use crate::tfrecord::RecordError;

/// One field of an encoded message.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'a> {
    /// The field's number.
    pub(super) number: u64,
    /// The content of a field that has a length; empty for numbers.
    pub(super) content: &'a [u8],
    /// All bytes of the field, tag and length included.
    pub(super) bytes: &'a [u8],
}

/// Splits an encoded message into its fields, in their order.
pub(super) fn fields(message: &[u8]) -> impl Iterator<Item = Result<Field<'_>, RecordError>> {
    let mut rest = message;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let field = next(&mut rest);
        if field.is_none() {
            rest = &[];
        }
        Some(field.ok_or(RecordError::Example(
            "a field is cut short or of unknown kind",
        )))
    })
}

fn next<'a>(rest: &mut &'a [u8]) -> Option<Field<'a>> {
    let start = *rest;
    let tag = varint(rest)?;
    let mut content: &[u8] = &[];
    match tag & 7 {
        0 => drop(varint(rest)?),
        1 => drop(take(rest, 8)?),
        2 => {
            let length = usize::try_from(varint(rest)?).ok()?;
            content = take(rest, length)?;
        }
        5 => drop(take(rest, 4)?),
        _ => return None,
    }
    Some(Field {
        number: tag >> 3,
        content,
        bytes: &start[..start.len() - rest.len()],
    })
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}

fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (byte, left) = rest.split_first()?;
        *rest = left;
        value |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// Appends a field that has a length.
pub(super) fn push_field(out: &mut Vec<u8>, number: u64, content: &[u8]) {
    push_varint(out, number << 3 | 2);
    push_varint(out, content.len() as u64);
    out.extend_from_slice(content);
}

fn push_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
