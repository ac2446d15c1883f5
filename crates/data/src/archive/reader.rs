//! A buffered file whose short seeks keep the buffer.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// Bytes read at once.
const BUFFER: usize = 1 << 16;

/// A file under a zip reader, which seeks to every member's header.
///
/// Most of these seeks go a few bytes ahead; with an ordinary buffer each would read 64 KiB anew.
#[derive(Debug)]
pub(super) struct FileReader {
    inner: BufReader<File>,
    position: u64,
}

impl FileReader {
    /// Wraps a file that stands at its start.
    pub(super) fn new(file: File) -> Self {
        Self {
            inner: BufReader::with_capacity(BUFFER, file),
            position: 0,
        }
    }
}

impl Read for FileReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.position += count as u64;
        Ok(count)
    }
}

impl Seek for FileReader {
    fn seek(&mut self, target: SeekFrom) -> io::Result<u64> {
        let offset = match target {
            SeekFrom::Start(position) => {
                i64::try_from(i128::from(position) - i128::from(self.position)).ok()
            }
            SeekFrom::Current(offset) => Some(offset),
            SeekFrom::End(_) => None,
        };
        match offset.filter(|offset| self.position.checked_add_signed(*offset).is_some()) {
            Some(offset) => {
                self.inner.seek_relative(offset)?;
                self.position = self.position.saturating_add_signed(offset);
            }
            None => self.position = self.inner.seek(target)?,
        }
        Ok(self.position)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn reads_what_stands_where_it_was_sent() {
        let mut file = tempfile::tempfile().unwrap();
        let bytes: Vec<u8> = (0..200_000_u32).map(|n| (n % 251) as u8).collect();
        file.write_all(&bytes).unwrap();
        file.rewind().unwrap();
        let mut reader = FileReader::new(file);
        let mut byte = [0];
        for position in [0, 5, 3, 70_000, 69_999, 199_999, 0, 131_072, 10] {
            assert_eq!(reader.seek(SeekFrom::Start(position)).unwrap(), position);
            reader.read_exact(&mut byte).unwrap();
            assert_eq!(byte[0], bytes[position as usize]);
            assert_eq!(reader.stream_position().unwrap(), position + 1);
        }
        assert_eq!(reader.seek(SeekFrom::End(-1)).unwrap(), 199_999);
        assert!(reader.seek(SeekFrom::Current(-200_000)).is_err());
        assert_eq!(reader.seek(SeekFrom::Start(250_000)).unwrap(), 250_000);
        assert_eq!(reader.read(&mut byte).unwrap(), 0);
    }
}
