//! Single rows of an array that is too large for memory.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use crate::npy::{NpyError, NpyHeader};

/// An open array file whose rows are read one by one, in any order.
///
/// A row holds all values that share their first index.
#[derive(Debug)]
pub struct NpyRows {
    header: NpyHeader,
    row_size: usize,
    start: u64,
    file: BufReader<File>,
}

impl NpyRows {
    /// Opens an array file.
    ///
    /// # Errors
    ///
    /// Fails when it is no `.npy` file, lies in Fortran's order, or is shorter than its header
    /// says.
    pub fn open(path: &Path) -> Result<Self, NpyError> {
        let mut file = BufReader::new(File::open(path)?);
        let header = NpyHeader::read(&mut file)?;
        if header.fortran_order && header.shape.len() > 1 {
            return Err(NpyError::FortranOrder);
        }
        let start = file.stream_position()?;
        let size = header.size()? as u64;
        let there = file.get_ref().metadata()?.len().saturating_sub(start);
        if there < size {
            return Err(NpyError::Header(format!(
                "it stands for {size} bytes of values, but there are {there}"
            )));
        }
        Ok(Self {
            row_size: header.row_size()?,
            header,
            start,
            file,
        })
    }

    /// Returns the description.
    pub fn header(&self) -> &NpyHeader {
        &self.header
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.header.rows()
    }

    /// Reads the bytes of a row into `row`, which gets the length of a row.
    ///
    /// # Errors
    ///
    /// Fails when there is no such row or the file cannot be read.
    pub fn read(&mut self, index: usize, row: &mut Vec<u8>) -> Result<(), NpyError> {
        if index >= self.rows() {
            return Err(NpyError::NoRow {
                row: index,
                rows: self.rows(),
            });
        }
        let place = self.start + index as u64 * self.row_size as u64;
        self.file.seek(SeekFrom::Start(place))?;
        row.resize(self.row_size, 0);
        self.file.read_exact(row)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::npy::write_header;

    #[test]
    fn rows_come_in_any_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.npy");
        let mut bytes = Vec::new();
        write_header(&mut bytes, "|u1", &[3, 2]).unwrap();
        bytes.extend([1, 2, 3, 4, 5, 6]);
        File::create(&path).unwrap().write_all(&bytes).unwrap();
        let mut rows = NpyRows::open(&path).unwrap();
        let mut row = Vec::new();
        for (index, expected) in [(2, [5, 6]), (0, [1, 2]), (1, [3, 4])] {
            rows.read(index, &mut row).unwrap();
            assert_eq!(row, expected);
        }
        assert!(matches!(
            rows.read(3, &mut row),
            Err(NpyError::NoRow { row: 3, rows: 3 })
        ));
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(NpyRows::open(&path).is_err());
    }
}
