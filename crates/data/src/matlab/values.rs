//! Decoding arrays.

use crate::matlab::MatError;
use crate::matlab::element::{ByteOrder, Element, MATRIX, next};
use crate::matlab::matrix::{CELL, MAX_DEPTH, OBJECT, STRUCTURE};

/// Class of an array of characters.
const CHARACTERS: u8 = 4;

/// The content of an array.
#[derive(Debug, Clone, PartialEq)]
pub enum MatValue {
    /// Numbers, column by column; of complex ones the real parts.
    Numbers(Vec<f64>),
    /// Characters, column by column.
    Text(String),
    /// The items of a cell array.
    Cells(Vec<Self>),
    /// The items of a structure array, each with its fields.
    Structures(Vec<Vec<(String, Self)>>),
    /// Of a class that is not decoded: objects, sparse arrays, functions.
    Other,
}

/// Decodes the content of an array; returns its name too.
pub(super) fn array(
    content: &[u8],
    order: ByteOrder,
    depth: usize,
) -> Result<(String, MatValue), MatError> {
    if depth > MAX_DEPTH {
        return Err(MatError::Damaged("its arrays nest too deeply"));
    }
    if content.is_empty() {
        return Ok((String::new(), MatValue::Numbers(Vec::new())));
    }
    let mut rest = content;
    let flags = next(&mut rest, order)?.content.first_chunk();
    let class = order.read(*flags.ok_or(MatError::Damaged("an array has no class"))?) as u8;
    let dimensions = next(&mut rest, order)?.content.len();
    let name = String::from_utf8_lossy(next(&mut rest, order)?.content).into_owned();
    if dimensions == 0 {
        return Err(MatError::Damaged("an array has no dimensions"));
    }
    let value = match class {
        CELL => MatValue::Cells(inner(&mut rest, order, depth)?),
        STRUCTURE => structures(&mut rest, order, depth)?,
        OBJECT => MatValue::Other,
        CHARACTERS => MatValue::Text(text(next(&mut rest, order)?, order)),
        6..=15 if !rest.is_empty() => MatValue::Numbers(numbers(next(&mut rest, order)?, order)),
        _ => MatValue::Other,
    };
    Ok((name, value))
}

fn inner(rest: &mut &[u8], order: ByteOrder, depth: usize) -> Result<Vec<MatValue>, MatError> {
    let mut values = Vec::new();
    while !rest.is_empty() {
        let element = next(rest, order)?;
        if element.kind != MATRIX {
            return Err(MatError::Damaged("an array is expected inside another"));
        }
        values.push(array(element.content, order, depth + 1)?.1);
    }
    Ok(values)
}

fn structures(rest: &mut &[u8], order: ByteOrder, depth: usize) -> Result<MatValue, MatError> {
    let length = next(rest, order)?.content.first_chunk();
    let length = length.map_or(0, |length| order.read(*length) as usize);
    let names = next(rest, order)?.content;
    if length == 0 || !names.len().is_multiple_of(length) {
        return Err(MatError::Damaged("the names of fields have no length"));
    }
    let name = |bytes: &[u8]| {
        let end = bytes.iter().position(|byte| *byte == 0);
        String::from_utf8_lossy(&bytes[..end.unwrap_or(bytes.len())]).into_owned()
    };
    let names: Vec<String> = names.chunks(length).map(name).collect();
    let values = inner(rest, order, depth)?;
    if names.is_empty() {
        return Ok(MatValue::Structures(Vec::new()));
    }
    let mut values = values.into_iter();
    let mut items = Vec::new();
    loop {
        let item: Vec<_> = names
            .iter()
            .cloned()
            .zip(values.by_ref().take(names.len()))
            .collect();
        if item.is_empty() {
            return Ok(MatValue::Structures(items));
        }
        items.push(item);
    }
}

fn numbers(element: Element<'_>, order: ByteOrder) -> Vec<f64> {
    let little = order == ByteOrder::Little;
    macro_rules! values {
        ($number:ty) => {{
            let (chunks, _) = element.content.as_chunks();
            let number = |bytes: &[u8; size_of::<$number>()]| {
                if little {
                    <$number>::from_le_bytes(*bytes) as f64
                } else {
                    <$number>::from_be_bytes(*bytes) as f64
                }
            };
            chunks.iter().map(number).collect()
        }};
    }
    match element.kind {
        1 => values!(i8),
        2 | 16 => values!(u8),
        3 => values!(i16),
        4 | 17 => values!(u16),
        5 => values!(i32),
        6 | 18 => values!(u32),
        7 => values!(f32),
        9 => values!(f64),
        12 => values!(i64),
        13 => values!(u64),
        _ => Vec::new(),
    }
}

/// Characters are UTF-8, or numbers of characters.
fn text(element: Element<'_>, order: ByteOrder) -> String {
    if matches!(element.kind, 1 | 2 | 16) {
        return String::from_utf8_lossy(element.content).into_owned();
    }
    let characters = numbers(element, order).into_iter();
    characters
        .map(|code| char::from_u32(code as u32).unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}
