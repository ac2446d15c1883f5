//! An array in memory.

use std::io::Read;

use crate::npy::{NpyError, NpyHeader};

/// A whole array in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NpyArray {
    header: NpyHeader,
    bytes: Vec<u8>,
}

impl NpyArray {
    /// Reads an array.
    ///
    /// # Errors
    ///
    /// Fails when the file is no `.npy` file or is shorter than its header says.
    pub fn read(mut reader: impl Read) -> Result<Self, NpyError> {
        let header = NpyHeader::read(&mut reader)?;
        let size = header.size()?;
        let mut bytes = Vec::new();
        reader.take(size as u64).read_to_end(&mut bytes)?;
        if bytes.len() < size {
            return Err(NpyError::Header(format!(
                "it stands for {size} bytes of values, but there are {}",
                bytes.len()
            )));
        }
        Ok(Self { header, bytes })
    }

    /// Returns the description.
    pub fn header(&self) -> &NpyHeader {
        &self.header
    }

    /// Returns the values as doubles, in the order of the file; truth values are 0 and 1, whole
    /// numbers of 64 bits are rounded to the nearest double.
    ///
    /// # Errors
    ///
    /// Fails when the values are no real numbers.
    pub fn to_f64(&self) -> Result<Vec<f64>, NpyError> {
        let big = self.header.descr.starts_with('>');
        macro_rules! values {
            ($number:ty) => {
                self.chunks(|bytes| {
                    if big {
                        <$number>::from_be_bytes(bytes) as f64
                    } else {
                        <$number>::from_le_bytes(bytes) as f64
                    }
                })
            };
        }
        Ok(match self.header.descr.get(1..) {
            Some("b1") => self
                .bytes
                .iter()
                .map(|byte| f64::from(*byte != 0))
                .collect(),
            Some("i1") => values!(i8),
            Some("i2") => values!(i16),
            Some("i4") => values!(i32),
            Some("i8") => values!(i64),
            Some("u1") => values!(u8),
            Some("u2") => values!(u16),
            Some("u4") => values!(u32),
            Some("u8") => values!(u64),
            Some("f4") => values!(f32),
            Some("f8") => values!(f64),
            _ => return Err(self.header.unsupported("numbers or truth values")),
        })
    }

    /// Returns the values as texts, in the order of the file, without the zeros that fill them up.
    ///
    /// # Errors
    ///
    /// Fails when the values are no text.
    pub fn to_texts(&self) -> Result<Vec<String>, NpyError> {
        let size = self.header.value_size()?;
        let big = self.header.descr.starts_with('>');
        if self.header.descr.get(1..2) != Some("U") {
            return Err(self.header.unsupported("text"));
        }
        if size == 0 {
            let count = self.header.shape.iter().product();
            return Ok(vec![String::new(); count]);
        }
        let character = |bytes: &[u8]| {
            let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
            let code = if big {
                u32::from_be_bytes(bytes)
            } else {
                u32::from_le_bytes(bytes)
            };
            char::from_u32(code)
                .ok_or_else(|| NpyError::Header(format!("{code} is no character's number")))
        };
        self.bytes
            .chunks_exact(size)
            .map(|value| {
                let text: String = value
                    .chunks_exact(4)
                    .map(character)
                    .collect::<Result<_, _>>()?;
                Ok(text.trim_end_matches('\0').to_owned())
            })
            .collect()
    }

    fn chunks<const N: usize>(&self, number: impl Fn([u8; N]) -> f64) -> Vec<f64> {
        let (chunks, _) = self.bytes.as_chunks::<N>();
        chunks.iter().map(|bytes| number(*bytes)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::npy::write_header;

    fn array(descr: &str, shape: &[usize], values: &[u8]) -> Result<NpyArray, NpyError> {
        let mut bytes = Vec::new();
        write_header(&mut bytes, descr, shape).unwrap();
        bytes.extend(values);
        NpyArray::read(bytes.as_slice())
    }

    #[test]
    fn numbers_of_all_kinds_become_doubles() {
        let of = |descr: &str, shape: &[usize], values: &[u8]| {
            array(descr, shape, values).unwrap().to_f64()
        };
        assert_eq!(of("<i2", &[2], &[1, 0, 0xff, 0xff]).unwrap(), [1.0, -1.0]);
        assert_eq!(of(">u2", &[1, 1], &[1, 0]).unwrap(), [256.0]);
        assert_eq!(of("|b1", &[2], &[0, 1]).unwrap(), [0.0, 1.0]);
        assert_eq!(of("<f4", &[], &0.5_f32.to_le_bytes()).unwrap(), [0.5]);
        assert!(of("<U1", &[1], &[65, 0, 0, 0]).is_err());
    }

    #[test]
    fn texts_lose_their_filling() {
        let values: Vec<u8> = [49_u32, 0, 49, 50]
            .iter()
            .flat_map(|code| code.to_le_bytes())
            .collect();
        let texts = array("<U2", &[2], &values).unwrap();
        assert_eq!(texts.to_texts().unwrap(), ["1", "12"]);
        let wrong = array("<U1", &[1], &0xd800_u32.to_le_bytes()).unwrap();
        assert!(wrong.to_texts().is_err());
    }

    #[test]
    fn a_file_that_is_cut_is_an_error() {
        assert!(array("<i4", &[2], &[0; 7]).is_err());
    }
}
