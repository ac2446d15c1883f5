//! Arrays: structures and cells, whose content is arrays again.

use crate::matlab::MatError;
use crate::matlab::element::{self, ByteOrder, INT8, MATRIX, next};

/// Class of an array whose items are arrays.
pub(super) const CELL: u8 = 1;
/// Class of an array whose items have named fields.
pub(super) const STRUCTURE: u8 = 2;
/// Class of a structure with methods.
pub(super) const OBJECT: u8 = 3;

/// How deep arrays may nest; real files stay far below.
pub(super) const MAX_DEPTH: usize = 64;

/// Returns the content of an array without a field, in it and in all arrays below it.
pub(super) fn without_field(
    content: &[u8],
    field: &str,
    order: ByteOrder,
    depth: usize,
) -> Result<Vec<u8>, MatError> {
    if depth > MAX_DEPTH {
        return Err(MatError::Damaged("its arrays nest too deeply"));
    }
    let mut rest = content;
    let mut kept = Vec::with_capacity(content.len());
    if content.is_empty() {
        return Ok(kept);
    }
    let flags = copy(&mut rest, &mut kept, order)?;
    let class = order.read(
        *flags
            .first_chunk()
            .ok_or(MatError::Damaged("an array has no class"))?,
    ) as u8;
    copy(&mut rest, &mut kept, order)?; // Dimensions.
    copy(&mut rest, &mut kept, order)?; // Name.
    match class {
        CELL => {
            while !rest.is_empty() {
                push_array(&mut rest, &mut kept, field, order, depth)?;
            }
        }
        STRUCTURE | OBJECT => {
            if class == OBJECT {
                copy(&mut rest, &mut kept, order)?; // Name of the class.
            }
            let dropped = copy_names(&mut rest, &mut kept, field, order)?;
            let mut drop_next = dropped.iter().cycle();
            while !rest.is_empty() {
                match drop_next.next() {
                    Some(false) => push_array(&mut rest, &mut kept, field, order, depth)?,
                    Some(true) => drop(next(&mut rest, order)?),
                    None => return Err(MatError::Damaged("a structure has no fields but values")),
                }
            }
        }
        _ => kept.extend_from_slice(rest),
    }
    Ok(kept)
}

/// Copies an element as it is and returns its content.
fn copy<'a>(
    rest: &mut &'a [u8],
    kept: &mut Vec<u8>,
    order: ByteOrder,
) -> Result<&'a [u8], MatError> {
    let element = next(rest, order)?;
    kept.extend_from_slice(element.bytes);
    Ok(element.content)
}

/// Copies the names of the fields but one; returns for each field whether it is that one.
fn copy_names(
    rest: &mut &[u8],
    kept: &mut Vec<u8>,
    field: &str,
    order: ByteOrder,
) -> Result<Vec<bool>, MatError> {
    let length = copy(rest, kept, order)?.first_chunk();
    let length = length.map_or(0, |length| order.read(*length) as usize);
    let names = next(rest, order)?;
    if length == 0 || !names.content.len().is_multiple_of(length) {
        return Err(MatError::Damaged("the names of fields have no length"));
    }
    let is_field = |name: &&[u8]| {
        let end = name.iter().position(|byte| *byte == 0);
        name[..end.unwrap_or(name.len())] == *field.as_bytes()
    };
    let dropped: Vec<bool> = names
        .content
        .chunks(length)
        .map(|name| is_field(&name))
        .collect();
    if dropped.contains(&true) {
        let chunks = names.content.chunks(length);
        let left: Vec<&[u8]> = chunks.filter(|name| !is_field(name)).collect();
        element::push(kept, INT8, &left.concat(), order)?;
    } else {
        kept.extend_from_slice(names.bytes);
    }
    Ok(dropped)
}

/// Copies an array without the field.
fn push_array(
    rest: &mut &[u8],
    kept: &mut Vec<u8>,
    field: &str,
    order: ByteOrder,
    depth: usize,
) -> Result<(), MatError> {
    let element = next(rest, order)?;
    if element.kind != MATRIX {
        return Err(MatError::Damaged("an array is expected inside another"));
    }
    let content = without_field(element.content, field, order, depth + 1)?;
    element::push(kept, MATRIX, &content, order)
}
