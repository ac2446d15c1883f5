//! Reading blocks of rows.

use std::fs::File;
use std::path::{Path, PathBuf};

use ::parquet::basic::{LogicalType, Type as Physical};
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::data_type::DataType;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::schema::types::{ColumnDescPtr, SchemaDescriptor};

use crate::parquet::ParquetError;
use crate::table::{Column, Table};

/// Rows that are read at once.
const BLOCK: usize = 1 << 20;

/// An open Parquet file.
pub struct ParquetSource {
    path: PathBuf,
    reader: SerializedFileReader<File>,
}

impl ParquetSource {
    /// Opens a file and reads its schema.
    ///
    /// # Errors
    ///
    /// Fails when the file is absent or no Parquet.
    pub fn open(path: &Path) -> Result<Self, ParquetError> {
        let file = File::open(path).map_err(|source| ParquetError::Open {
            path: path.to_owned(),
            source,
        })?;
        let reader = SerializedFileReader::new(file).map_err(|source| ParquetError::Read {
            path: path.to_owned(),
            source,
        })?;
        Ok(Self {
            path: path.to_owned(),
            reader,
        })
    }

    /// Returns the names of the columns in order.
    pub fn column_names(&self) -> Vec<&str> {
        let columns = self.schema().columns().iter();
        columns.map(|column| column.name()).collect()
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u64 {
        u64::try_from(self.reader.metadata().file_metadata().num_rows()).unwrap_or_default()
    }

    /// Hands the rows in their order to a function, as tables of the named columns with at most
    /// about a million rows.
    ///
    /// # Errors
    ///
    /// Fails when a column is absent, of an unsupported type or has gaps where it holds whole
    /// numbers; when the file is damaged or packed by an unsupported codec; when the function
    /// fails.
    pub fn for_each_block<E: From<ParquetError>>(
        &self,
        columns: &[&str],
        mut use_block: impl FnMut(Table) -> Result<(), E>,
    ) -> Result<(), E> {
        let places = columns.iter().map(|name| self.place(name));
        let places: Vec<usize> = places.collect::<Result<_, _>>()?;
        for group in 0..self.reader.num_row_groups() {
            let failed = |source| self.failed(source);
            let group = self.reader.get_row_group(group).map_err(failed)?;
            let rows = usize::try_from(group.metadata().num_rows()).unwrap_or_default();
            let readers = places.iter().map(|place| group.get_column_reader(*place));
            let mut readers: Vec<ColumnReader> =
                readers.collect::<Result<_, _>>().map_err(failed)?;
            let mut done = 0;
            while done < rows {
                let block_rows = BLOCK.min(rows - done);
                let mut block = Table::with_rows(block_rows);
                for (place, reader) in places.iter().zip(&mut readers) {
                    let column = &self.schema().columns()[*place];
                    block.set_column(column.name(), self.cells(column, reader, block_rows)?);
                }
                done += block_rows;
                use_block(block)?;
            }
        }
        Ok(())
    }

    /// Returns the file.
    pub(super) fn reader(&self) -> &SerializedFileReader<File> {
        &self.reader
    }

    /// Returns the schema.
    pub(super) fn schema(&self) -> &SchemaDescriptor {
        self.reader.metadata().file_metadata().schema_descr()
    }

    /// Returns the place of a flat column of numbers.
    pub(super) fn place(&self, name: &str) -> Result<usize, ParquetError> {
        let columns = self.schema().columns();
        let place = columns.iter().position(|column| column.name() == name);
        let place = place.ok_or_else(|| ParquetError::NoColumn {
            path: self.path.clone(),
            column: name.to_owned(),
            found: self.column_names().join(", "),
        })?;
        let column = &columns[place];
        let unsigned = matches!(
            column.logical_type_ref(),
            Some(LogicalType::Integer(integer)) if !integer.is_signed
        );
        match column.physical_type() {
            _ if column.path().parts().len() > 1 || column.max_rep_level() > 0 => {
                Err(self.unsupported(column, "is nested, expected a flat one".to_owned()))
            }
            Physical::INT32 | Physical::INT64 | Physical::DOUBLE if !unsigned => Ok(place),
            other => {
                let sign = if unsigned { "unsigned " } else { "" };
                let expected = "expected INT32, INT64 or DOUBLE";
                Err(self.unsupported(column, format!("is of type {sign}{other}, {expected}")))
            }
        }
    }

    fn cells(
        &self,
        column: &ColumnDescPtr,
        reader: &mut ColumnReader,
        rows: usize,
    ) -> Result<Column, ParquetError> {
        Ok(match reader {
            ColumnReader::Int32ColumnReader(reader) => {
                let (cells, _) = self.read(column, reader, rows, false)?;
                Column::Int(cells.into_iter().map(i64::from).collect())
            }
            ColumnReader::Int64ColumnReader(reader) => {
                Column::Int(self.read(column, reader, rows, false)?.0)
            }
            ColumnReader::DoubleColumnReader(reader) => {
                let (cells, levels) = self.read(column, reader, rows, true)?;
                Column::Float(if cells.len() == rows {
                    cells
                } else {
                    let mut cells = cells.into_iter();
                    let cell = |level| if level == 0 { None } else { cells.next() };
                    let spread = levels.into_iter().map(cell);
                    spread.map(|cell| cell.unwrap_or(f64::NAN)).collect()
                })
            }
            _ => return Err(self.unsupported(column, "is of an unsupported type".to_owned())),
        })
    }

    /// Reads the next cells that are there, and for each row whether one is.
    fn read<T: DataType>(
        &self,
        column: &ColumnDescPtr,
        reader: &mut ColumnReaderImpl<T>,
        rows: usize,
        gaps: bool,
    ) -> Result<(Vec<T::T>, Vec<i16>), ParquetError> {
        let (mut cells, mut levels) = (Vec::with_capacity(rows), Vec::new());
        let (read, present, _) = reader
            .read_records(rows, Some(&mut levels), None, &mut cells)
            .map_err(|source| self.failed(source))?;
        if read < rows {
            return Err(self.unsupported(column, "has fewer cells than the file has rows".into()));
        }
        if present < rows && !gaps {
            return Err(self.unsupported(column, "has gaps, expected none".to_owned()));
        }
        Ok((cells, levels))
    }

    pub(super) fn failed(&self, source: ::parquet::errors::ParquetError) -> ParquetError {
        ParquetError::Read {
            path: self.path.clone(),
            source,
        }
    }

    fn unsupported(&self, column: &ColumnDescPtr, problem: String) -> ParquetError {
        ParquetError::Column {
            path: self.path.clone(),
            column: column.name().to_owned(),
            problem,
        }
    }
}

impl std::fmt::Debug for ParquetSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetSource")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}
