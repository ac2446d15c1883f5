//! A whole file: header, then elements that may be compressed.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::matlab::MatError;
use crate::matlab::element::{self, ByteOrder, COMPRESSED, MATRIX, next};
use crate::matlab::matrix;
use crate::matlab::values::{self, MatValue};

/// Bytes of the header: a text, an offset, the version and the order of bytes.
const HEADER: usize = 128;

/// Most bytes that a compressed element may unpack to: what its length can say.
const MAX_UNPACKED: u64 = 4 << 30;

/// Returns a file in which no structure has the field, at any depth; all else keeps its values,
/// and elements without the field their bytes.
///
/// # Errors
///
/// Fails when `file` is no MATLAB file of version 5 or is damaged.
pub fn without_field(file: &[u8], field: &str) -> Result<Vec<u8>, MatError> {
    let (header, order) = header(file)?;
    let mut rest = &file[HEADER..];
    let mut kept = header.to_vec();
    while !rest.is_empty() {
        let element = next(&mut rest, order)?;
        match element.kind {
            MATRIX => {
                let content = matrix::without_field(element.content, field, order, 0)?;
                element::push(&mut kept, MATRIX, &content, order)?;
            }
            COMPRESSED => {
                let unpacked = unpack(element.content, MAX_UNPACKED)?;
                let inner = next(&mut unpacked.as_slice(), order)?;
                if inner.kind != MATRIX {
                    kept.extend_from_slice(element.bytes);
                    continue;
                }
                let content = matrix::without_field(inner.content, field, order, 0)?;
                if content == inner.content {
                    kept.extend_from_slice(element.bytes);
                } else {
                    let mut changed = Vec::with_capacity(content.len() + 8);
                    element::push(&mut changed, MATRIX, &content, order)?;
                    element::push(&mut kept, COMPRESSED, &pack(&changed)?, order)?;
                }
            }
            _ => kept.extend_from_slice(element.bytes),
        }
    }
    Ok(kept)
}

/// Returns the names and the content of all arrays of a file, of which compressed ones may unpack to
/// `limit` bytes together.
///
/// # Errors
///
/// Fails when `file` is no MATLAB file of version 5, is damaged, or unpacks to more.
pub fn values(file: &[u8], limit: u64) -> Result<Vec<(String, MatValue)>, MatError> {
    let (header, order) = header(file)?;
    let mut rest = &file[header.len()..];
    let (mut arrays, mut left) = (Vec::new(), limit);
    while !rest.is_empty() {
        let element = next(&mut rest, order)?;
        if element.kind == MATRIX {
            arrays.push(values::array(element.content, order, 0)?);
        } else if element.kind == COMPRESSED {
            let unpacked = unpack(element.content, left)?;
            left -= unpacked.len() as u64;
            if left == 0 {
                return Err(MatError::Damaged("it unpacks to more than is read"));
            }
            let inner = next(&mut unpacked.as_slice(), order)?;
            if inner.kind == MATRIX {
                arrays.push(values::array(inner.content, order, 0)?);
            }
        }
    }
    Ok(arrays)
}

fn header(file: &[u8]) -> Result<(&[u8], ByteOrder), MatError> {
    let header = file.get(..HEADER).ok_or(MatError::NotMatlab)?;
    match &header[124..] {
        [0, 1, b'I', b'M'] => Ok((header, ByteOrder::Little)),
        [1, 0, b'M', b'I'] => Ok((header, ByteOrder::Big)),
        [0, 2, b'I', b'M'] | [2, 0, b'M', b'I'] => Err(MatError::Hdf5),
        _ => Err(MatError::NotMatlab),
    }
}

fn unpack(packed: &[u8], limit: u64) -> Result<Vec<u8>, MatError> {
    let mut unpacked = Vec::new();
    ZlibDecoder::new(packed)
        .take(limit)
        .read_to_end(&mut unpacked)
        .map_err(MatError::Compressed)?;
    Ok(unpacked)
}

fn pack(bytes: &[u8]) -> Result<Vec<u8>, MatError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).map_err(MatError::Compressed)?;
    encoder.finish().map_err(MatError::Compressed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matlab::element::INT8;

    /// Type of an element that holds whole numbers.
    const INT32: u32 = 5;

    const ORDERS: [ByteOrder; 2] = [ByteOrder::Little, ByteOrder::Big];

    fn array(class: u32, name: &str, dimensions: [u32; 2], parts: &[u8], o: ByteOrder) -> Vec<u8> {
        let mut content = Vec::new();
        element::push(&mut content, 6, &[o.write(class), [0; 4]].concat(), o).unwrap();
        element::push(
            &mut content,
            INT32,
            &dimensions.map(|n| o.write(n)).concat(),
            o,
        )
        .unwrap();
        element::push(&mut content, INT8, name.as_bytes(), o).unwrap();
        content.extend_from_slice(parts);
        let mut array = Vec::new();
        element::push(&mut array, MATRIX, &content, o).unwrap();
        array
    }

    fn number(value: u32, o: ByteOrder) -> Vec<u8> {
        let mut data = Vec::new();
        element::push(&mut data, INT32, &o.write(value), o).unwrap();
        array(12, "", [1, 1], &data, o)
    }

    fn structure(name: &str, items: u32, fields: &[(&str, Vec<u8>)], o: ByteOrder) -> Vec<u8> {
        let mut parts = Vec::new();
        // The small form, as MATLAB writes it.
        parts.extend(o.write(4 << 16 | INT32));
        parts.extend(o.write(8));
        let mut names = Vec::new();
        for (name, _) in fields {
            let at = names.len();
            names.extend(name.as_bytes());
            names.resize(at + 8, 0);
        }
        element::push(&mut parts, INT8, &names, o).unwrap();
        for _ in 0..items {
            parts.extend(fields.iter().flat_map(|(_, value)| value));
        }
        array(2, name, [1, items], &parts, o)
    }

    fn file(elements: &[Vec<u8>], o: ByteOrder) -> Vec<u8> {
        let mut file = vec![b' '; 124];
        file.extend(match o {
            ByteOrder::Little => *b"\0\x01IM",
            ByteOrder::Big => *b"\x01\0MI",
        });
        file.extend(elements.iter().flatten());
        file
    }

    fn compressed(array: &[u8], o: ByteOrder) -> Vec<u8> {
        let mut element = Vec::new();
        element::push(&mut element, COMPRESSED, &pack(array).unwrap(), o).unwrap();
        element
    }

    /// A recording as the gesture contest has it; with its labels or without.
    fn video(labels: bool, o: ByteOrder) -> Vec<u8> {
        let label = structure("", 2, &[("Name", number(1, o)), ("Begin", number(2, o))], o);
        let mut fields = vec![("Frames", number(20, o))];
        if labels {
            fields.push(("Labels", label));
        }
        fields.push(("Rate", number(30, o)));
        structure("Video", 1, &fields, o)
    }

    #[test]
    fn a_field_is_left_out_and_all_else_stays() {
        for o in ORDERS {
            let other = array(12, "other", [0, 0], &[], o);
            let with = file(&[other.clone(), video(true, o)], o);
            let without = file(&[other, video(false, o)], o);
            assert_eq!(without_field(&with, "Labels").unwrap(), without);
            assert_eq!(without_field(&without, "Labels").unwrap(), without);
        }
    }

    #[test]
    fn fields_of_inner_structures_and_cells_go_too() {
        for o in ORDERS {
            let nest = |video: Vec<u8>| array(1, "c", [1, 2], &[number(1, o), video].concat(), o);
            let outer = |inner: Vec<u8>| structure("s", 3, &[("cell", inner)], o);
            let with = file(&[outer(nest(video(true, o)))], o);
            let without = file(&[outer(nest(video(false, o)))], o);
            assert_eq!(without_field(&with, "Labels").unwrap(), without);
        }
    }

    #[test]
    fn values_are_decoded() {
        for o in ORDERS {
            let text = {
                let mut characters = Vec::new();
                let codes = [u16::from(b'h'), u16::from(b'i')].map(|code| match o {
                    ByteOrder::Little => code.to_le_bytes(),
                    ByteOrder::Big => code.to_be_bytes(),
                });
                element::push(&mut characters, 4, &codes.concat(), o).unwrap();
                array(4, "t", [1, 2], &characters, o)
            };
            let cells = array(1, "c", [1, 2], &[number(1, o), text.clone()].concat(), o);
            let found =
                values(&file(&[video(true, o), compressed(&cells, o)], o), 1 << 20).unwrap();
            let numbers = |value| MatValue::Numbers(vec![value]);
            let label = vec![
                ("Name".to_owned(), numbers(1.0)),
                ("Begin".to_owned(), numbers(2.0)),
            ];
            let video = vec![
                ("Frames".to_owned(), numbers(20.0)),
                (
                    "Labels".to_owned(),
                    MatValue::Structures(vec![label.clone(), label]),
                ),
                ("Rate".to_owned(), numbers(30.0)),
            ];
            let cells = MatValue::Cells(vec![numbers(1.0), MatValue::Text("hi".to_owned())]);
            assert_eq!(found[0].1, MatValue::Structures(vec![video]));
            assert_eq!(found[1], ("c".to_owned(), cells));
            assert!(values(&file(&[compressed(&number(7, o), o)], o), 16).is_err());
        }
    }

    #[test]
    fn compressed_elements_are_packed_anew_only_when_they_change() {
        let o = ByteOrder::Little;
        let with = file(
            &[compressed(&number(7, o), o), compressed(&video(true, o), o)],
            o,
        );
        let without = file(
            &[
                compressed(&number(7, o), o),
                compressed(&video(false, o), o),
            ],
            o,
        );
        assert_eq!(without_field(&with, "Labels").unwrap(), without);
        assert_eq!(without_field(&without, "Labels").unwrap(), without);
    }

    #[test]
    fn damage_and_other_formats_are_errors() {
        let o = ByteOrder::Little;
        let whole = file(&[video(true, o)], o);
        for end in 0..whole.len() {
            let _ = without_field(&whole[..end], "Labels");
        }
        assert!(without_field(&whole[..200], "Labels").is_err());
        for at in 128..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            let _ = without_field(&bytes, "Labels");
            let _ = values(&bytes, 1 << 20);
        }
        assert!(matches!(
            without_field(b"fake", "x"),
            Err(MatError::NotMatlab)
        ));
        assert!(matches!(
            without_field(&[0; 500], "x"),
            Err(MatError::NotMatlab)
        ));
        let mut newer = whole.clone();
        newer[125] = 2;
        assert!(matches!(without_field(&newer, "x"), Err(MatError::Hdf5)));
    }
}
