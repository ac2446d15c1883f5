//! Reading documents one after the other.

use std::io::{self, Read};

use crate::bson::BsonError;

/// Shortest document: its length and the final zero.
const SHORTEST: i32 = 5;

/// Reads the documents of a dump, each with its length in front, as it stands in the file.
#[derive(Debug)]
pub struct DocumentReader<R> {
    input: R,
    index: u64,
}

impl<R: Read> DocumentReader<R> {
    /// Reads from `input`, which should be buffered.
    pub fn new(input: R) -> Self {
        Self { input, index: 0 }
    }

    /// Reads the next document into `document`, whose memory is used again; `false` at the end.
    ///
    /// # Errors
    ///
    /// Fails when the file cannot be read, ends within a document or a length cannot be.
    pub fn read_into(&mut self, document: &mut Vec<u8>) -> Result<bool, BsonError> {
        document.clear();
        let index = self.index;
        self.append(document, 4)?;
        if document.is_empty() {
            return Ok(false);
        }
        let length: Result<[u8; 4], _> = document.as_slice().try_into();
        let length = i32::from_le_bytes(length.map_err(|_| BsonError::CutShort { index })?);
        if length < SHORTEST {
            return Err(BsonError::Length { index, length });
        }
        self.append(document, length as u64 - 4)?;
        if document.len() < length as usize {
            return Err(BsonError::CutShort { index });
        }
        self.index += 1;
        Ok(true)
    }

    fn append(&mut self, document: &mut Vec<u8>, length: u64) -> Result<(), BsonError> {
        let index = self.index;
        io::Read::take(&mut self.input, length)
            .read_to_end(document)
            .map(drop)
            .map_err(|source| BsonError::Read { index, source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_read_one_by_one() {
        let bytes = [5, 0, 0, 0, 0, 7, 0, 0, 0, 8, 9, 0];
        let mut reader = DocumentReader::new(bytes.as_slice());
        let mut document = Vec::new();
        assert!(reader.read_into(&mut document).unwrap());
        assert_eq!(document, bytes[..5]);
        assert!(reader.read_into(&mut document).unwrap());
        assert_eq!(document, bytes[5..]);
        assert!(!reader.read_into(&mut document).unwrap());
    }

    #[test]
    fn a_dump_that_is_cut_short_is_an_error() {
        let bytes = [7, 0, 0, 0, 8, 9, 0];
        for end in 1..bytes.len() {
            let mut reader = DocumentReader::new(&bytes[..end]);
            assert!(reader.read_into(&mut Vec::new()).is_err(), "{end}");
        }
        let mut reader = DocumentReader::new([4, 0, 0, 0].as_slice());
        let error = reader.read_into(&mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("4 bytes"));
        let mut reader = DocumentReader::new([255; 8].as_slice());
        assert!(reader.read_into(&mut Vec::new()).is_err());
    }
}
