//! Data elements: a tag of type and length, and content padded to eight bytes.

use crate::matlab::MatError;

/// Type of an element that holds names and other small texts.
pub(super) const INT8: u32 = 1;
/// Type of an element that holds an array.
pub(super) const MATRIX: u32 = 14;
/// Type of an element that holds another one, compressed.
pub(super) const COMPRESSED: u32 = 15;

/// Order of the bytes of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    pub(super) fn read(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Little => u32::from_le_bytes(bytes),
            Self::Big => u32::from_be_bytes(bytes),
        }
    }

    pub(super) fn write(self, number: u32) -> [u8; 4] {
        match self {
            Self::Little => number.to_le_bytes(),
            Self::Big => number.to_be_bytes(),
        }
    }
}

/// One element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Element<'a> {
    pub(super) kind: u32,
    pub(super) content: &'a [u8],
    /// All bytes of the element, tag and padding included.
    pub(super) bytes: &'a [u8],
}

/// Takes the next element off `rest`.
pub(super) fn next<'a>(rest: &mut &'a [u8], order: ByteOrder) -> Result<Element<'a>, MatError> {
    const CUT: MatError = MatError::Damaged("an element is cut short");
    let start = *rest;
    let (first, after) = start.split_first_chunk::<4>().ok_or(CUT)?;
    let first = order.read(*first);
    let (kind, length, content_at) = if first >> 16 == 0 {
        let (length, _) = after.split_first_chunk::<4>().ok_or(CUT)?;
        (first, order.read(*length) as usize, 8)
    } else {
        // The small form: length and type in one word, at most four bytes after it.
        let length = (first >> 16) as usize;
        if length > 4 {
            return Err(MatError::Damaged("a small element has more than 4 bytes"));
        }
        (first & 0xFFFF, length, 4)
    };
    let content = start[content_at..].get(..length).ok_or(CUT)?;
    let end = content_at + length;
    // Only compressed elements are not padded; some writers spare the padding at the very end.
    let padded = match (kind, content_at) {
        (COMPRESSED, _) => end,
        (_, 4) => 8,
        _ => end.next_multiple_of(8),
    };
    let (bytes, left) = start.split_at(padded.min(start.len()));
    *rest = left;
    Ok(Element {
        kind,
        content,
        bytes,
    })
}

/// Appends an element in its long form.
pub(super) fn push(
    out: &mut Vec<u8>,
    kind: u32,
    content: &[u8],
    order: ByteOrder,
) -> Result<(), MatError> {
    let length = u32::try_from(content.len());
    let length = length.map_err(|_| MatError::Damaged("an element has more than 4 GiB"))?;
    out.extend(order.write(kind));
    out.extend(order.write(length));
    out.extend_from_slice(content);
    if kind != COMPRESSED {
        out.resize(out.len().next_multiple_of(8), 0);
    }
    Ok(())
}
