//! Reading a record file record by record.

use std::io::{self, Read};

use crate::tfrecord::RecordError;
use crate::tfrecord::crc32c::masked_crc32c;

/// Bytes before a record's content: its length and the length's checksum.
const HEADER: usize = 12;

/// Reads records: the length (64 bits, little endian) with its checksum, then the content with its
/// own. Both checksums are compared.
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    index: u64,
}

impl<R: Read> RecordReader<R> {
    /// Reads from `input`, which should be buffered.
    pub fn new(input: R) -> Self {
        Self { input, index: 0 }
    }

    fn next_record(&mut self) -> Result<Option<Vec<u8>>, RecordError> {
        let index = self.index;
        let header = self.take(HEADER as u64)?;
        let Some((length, checksum)) = header.split_first_chunk::<8>() else {
            return if header.is_empty() {
                Ok(None)
            } else {
                Err(RecordError::CutShort { index })
            };
        };
        let checksum: Result<[u8; 4], _> = checksum.try_into();
        let checksum = checksum.map_err(|_| RecordError::CutShort { index })?;
        if masked_crc32c(length) != u32::from_le_bytes(checksum) {
            let part = "length";
            return Err(RecordError::Checksum { index, part });
        }
        let length = u64::from_le_bytes(*length);
        let mut content = self.take(length)?;
        let footer = self.take(4)?;
        let checksum: Result<[u8; 4], _> = footer.as_slice().try_into();
        match checksum {
            Ok(checksum) if content.len() as u64 == length => {
                if masked_crc32c(&content) != u32::from_le_bytes(checksum) {
                    let part = "content";
                    return Err(RecordError::Checksum { index, part });
                }
            }
            _ => return Err(RecordError::CutShort { index }),
        }
        content.shrink_to_fit();
        self.index += 1;
        Ok(Some(content))
    }

    /// Reads `length` bytes, or what is left; memory grows with what is there, not with what a
    /// length says.
    fn take(&mut self, length: u64) -> Result<Vec<u8>, RecordError> {
        let mut bytes = Vec::new();
        let index = self.index;
        io::Read::take(&mut self.input, length)
            .read_to_end(&mut bytes)
            .map_err(|source| RecordError::Read { index, source })?;
        Ok(bytes)
    }
}

/// Iterates over the contents of the records; ends after the first error.
impl<R: Read> Iterator for RecordReader<R> {
    type Item = Result<Vec<u8>, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_record().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tfrecord::write_record;

    fn file() -> Vec<u8> {
        let mut file = Vec::new();
        for record in [&b"first"[..], b"", &vec![7; 100_000]] {
            write_record(&mut file, record).unwrap();
        }
        file
    }

    #[test]
    fn reads_what_was_written() {
        let records: Result<Vec<_>, _> = RecordReader::new(file().as_slice()).collect();
        assert_eq!(
            records.unwrap(),
            [b"first".to_vec(), Vec::new(), vec![7; 100_000]]
        );
    }

    #[test]
    fn damage_is_an_error_that_names_the_record() {
        let whole = file();
        for end in [1, 11, 12, 15, 20, 30, whole.len() - 1] {
            let result: Result<Vec<_>, _> = RecordReader::new(&whole[..end]).collect();
            assert!(result.is_err(), "{end}");
        }
        for (at, text) in [(0, "length of record 0"), (13, "content of record 0")] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            let result: Result<Vec<_>, _> = RecordReader::new(bytes.as_slice()).collect();
            assert!(result.unwrap_err().to_string().contains(text));
        }
    }
}
