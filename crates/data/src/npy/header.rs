//! The header: the array's type, order and shape.

use std::fmt::Write as _;
use std::io::{self, Read, Write};

use crate::npy::NpyError;
use crate::npy::literal::{Literal, parse_dictionary};

/// First bytes of every file.
const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// The values begin at a multiple of this many bytes.
const ALIGNMENT: usize = 64;
/// Digits of the first length that the header leaves room for.
const GROWTH_DIGITS: usize = 21;
/// Longest header that is read; NumPy's own limit is 10,000.
const LONGEST: usize = 1 << 16;

/// The description of an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NpyHeader {
    /// Type of a value as NumPy writes it: `<f4`, `|b1`, `<U2`.
    pub descr: String,
    /// Whether the values lie column by column.
    pub fortran_order: bool,
    /// Length of each axis; empty for a single value.
    pub shape: Vec<usize>,
}

impl NpyHeader {
    /// Reads a header; the values follow in the reader.
    ///
    /// # Errors
    ///
    /// Fails when the file is no `.npy` file, or of a record type.
    pub fn read(reader: &mut impl Read) -> Result<Self, NpyError> {
        let mut start = [0; 8];
        reader
            .read_exact(&mut start)
            .map_err(|_| NpyError::NotNpy)?;
        if start[..6] != MAGIC[..] {
            return Err(NpyError::NotNpy);
        }
        let length = match start[6] {
            1 => {
                let mut length = [0; 2];
                reader.read_exact(&mut length)?;
                usize::from(u16::from_le_bytes(length))
            }
            2 | 3 => {
                let mut length = [0; 4];
                reader.read_exact(&mut length)?;
                u32::from_le_bytes(length) as usize
            }
            version => return Err(NpyError::Version(version)),
        };
        if length > LONGEST {
            return Err(NpyError::Header(format!("it is {length} bytes long")));
        }
        let mut text = vec![0; length];
        reader.read_exact(&mut text)?;
        // Versions 1 and 2 are Latin-1, version 3 is UTF-8; only record types need either.
        Self::from_entries(parse_dictionary(&String::from_utf8_lossy(&text))?)
    }

    fn from_entries(entries: Vec<(String, Literal)>) -> Result<Self, NpyError> {
        let (mut descr, mut fortran_order, mut shape) = (None, None, None);
        for (name, value) in entries {
            match (name.as_str(), value) {
                ("descr", Literal::Text(text)) => descr = Some(text),
                ("fortran_order", Literal::Bool(value)) => fortran_order = Some(value),
                ("shape", Literal::Tuple(lengths)) => shape = Some(lengths),
                (name, _) => return Err(NpyError::Header(format!("`{name}` is not expected"))),
            }
        }
        let absent = |name: &str| NpyError::Header(format!("it has no `{name}`"));
        let header = Self {
            descr: descr.ok_or_else(|| absent("descr"))?,
            fortran_order: fortran_order.ok_or_else(|| absent("fortran_order"))?,
            shape: shape.ok_or_else(|| absent("shape"))?,
        };
        header.size()?;
        Ok(header)
    }

    /// Returns the bytes of one value.
    ///
    /// # Errors
    ///
    /// Fails for types without a fixed size, such as Python objects.
    pub fn value_size(&self) -> Result<usize, NpyError> {
        let unsupported = || self.unsupported("numbers, truth values or text");
        let mut characters = self.descr.chars();
        let (_, kind) = (characters.next(), characters.next());
        let size: usize = characters.as_str().parse().map_err(|_| unsupported())?;
        match kind {
            Some('b' | 'i' | 'u' | 'f' | 'c' | 'S' | 'V') => Ok(size),
            // Text is stored as four bytes for each character.
            Some('U') => size.checked_mul(4).ok_or_else(unsupported),
            _ => Err(unsupported()),
        }
    }

    /// Returns the length of the first axis; 1 for a single value.
    pub fn rows(&self) -> usize {
        self.shape.first().copied().unwrap_or(1)
    }

    /// Returns the bytes of one row, that is of all values that share their first index.
    ///
    /// # Errors
    ///
    /// Fails as [`NpyHeader::value_size`] does.
    pub fn row_size(&self) -> Result<usize, NpyError> {
        product(self.shape.iter().skip(1), self.value_size()?)
    }

    /// Returns the bytes of all values.
    ///
    /// # Errors
    ///
    /// Fails as [`NpyHeader::value_size`] does.
    pub fn size(&self) -> Result<usize, NpyError> {
        product(self.shape.iter(), self.value_size()?)
    }

    /// Creates the error of an array of another type than expected.
    pub(super) fn unsupported(&self, expected: &'static str) -> NpyError {
        NpyError::Type {
            found: self.descr.clone(),
            expected,
        }
    }
}

fn product<'l>(lengths: impl Iterator<Item = &'l usize>, unit: usize) -> Result<usize, NpyError> {
    lengths
        .copied()
        .try_fold(unit, usize::checked_mul)
        .ok_or_else(|| NpyError::Header("its shape is too large".into()))
}

/// Begins a file of format 1.0 in C's order, byte for byte as `numpy.save` does; the values follow.
///
/// # Errors
///
/// Fails when the writer does, or the shape has thousands of axes.
pub fn write_header(out: &mut dyn Write, descr: &str, shape: &[usize]) -> io::Result<()> {
    let lengths: Vec<String> = shape.iter().map(usize::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    let mut text = String::new();
    let _ = write!(
        text,
        "{{'descr': '{descr}', 'fortran_order': False, 'shape': ({}{comma}), }}",
        lengths.join(", "),
    );
    // Room for the first length to grow in place.
    let room = lengths
        .first()
        .map_or(0, |length| GROWTH_DIGITS.saturating_sub(length.len()));
    let start = MAGIC.len() + 4;
    let end = start + text.len() + room + 1;
    let padding = room + ALIGNMENT - end % ALIGNMENT;
    text.extend(std::iter::repeat_n(' ', padding));
    text.push('\n');
    let length = u16::try_from(text.len())
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "the shape is too long"))?;
    out.write_all(MAGIC)?;
    out.write_all(&[1, 0])?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(descr: &str, shape: &[usize]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_header(&mut bytes, descr, shape).unwrap();
        bytes
    }

    #[test]
    fn a_header_reads_back() {
        for shape in [vec![], vec![70], vec![26, 33], vec![2, 3, 4]] {
            let bytes = written("<f4", &shape);
            assert_eq!(bytes.len() % ALIGNMENT, 0);
            let header = NpyHeader::read(&mut bytes.as_slice()).unwrap();
            assert_eq!(header.shape, shape);
            assert_eq!(header.descr, "<f4");
            assert_eq!(header.size().unwrap(), 4 * shape.iter().product::<usize>());
        }
    }

    #[test]
    fn a_header_is_written_as_numpy_writes_it() {
        let bytes = written("<U2", &[70]);
        let text = "{'descr': '<U2', 'fortran_order': False, 'shape': (70,), }";
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
        assert_eq!(bytes.len(), 128);
        assert!(bytes[10..].starts_with(text.as_bytes()));
        assert!(bytes[10 + text.len()..127].iter().all(|byte| *byte == b' '));
        assert_eq!(bytes[127], b'\n');
    }

    #[test]
    fn damaged_headers_are_errors() {
        let cut = written("<f4", &[3]);
        assert!(NpyHeader::read(&mut &cut[..20]).is_err());
        assert!(matches!(
            NpyHeader::read(&mut &b"PK\x03\x04....."[..]),
            Err(NpyError::NotNpy)
        ));
        for text in [
            "{'descr': '<f4', 'fortran_order': False}",
            "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999, 99999999999999)}",
            "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
        ] {
            let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text.as_bytes());
            assert!(NpyHeader::read(&mut bytes.as_slice()).is_err(), "{text}");
        }
    }
}
