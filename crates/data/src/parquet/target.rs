//! Writing blocks of rows.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::parquet::basic::{Compression, Repetition, Type as Physical};
use ::parquet::data_type::{DataType, DoubleType, Int32Type, Int64Type};
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use ::parquet::schema::types::{Type, TypePtr};
use tempfile::NamedTempFile;

use crate::files::{persist, temporary_beside};
use crate::parquet::{ParquetError, ParquetSource};
use crate::table::{Column, Table};

/// What the file says about its writer; without a version, so that bytes stay the same.
const CREATED_BY: &str = "mlebench";

/// A Parquet file under construction; it gets its name when it is finished, and leaves nothing
/// when it is dropped before.
pub struct ParquetTarget {
    path: PathBuf,
    writer: SerializedFileWriter<BufWriter<NamedTempFile>>,
    fields: Vec<TypePtr>,
}

impl ParquetTarget {
    /// Begins a file that will stand at `path`, with the named columns of `like` and their types.
    ///
    /// # Errors
    ///
    /// Fails when a column is absent or of an unsupported type, or the folder is not writable.
    pub fn create(
        path: &Path,
        like: &ParquetSource,
        columns: &[&str],
    ) -> Result<Self, ParquetError> {
        let mut fields = Vec::with_capacity(columns.len());
        for name in columns {
            fields.push(like.schema().columns()[like.place(name)?].self_type_ptr());
        }
        let unwritable = |source| ParquetError::Write {
            path: path.to_owned(),
            source,
        };
        let file = temporary_beside(path).map_err(unwritable)?;
        let properties = WriterProperties::builder()
            .set_created_by(CREATED_BY.to_owned())
            .set_compression(Compression::SNAPPY)
            .build();
        let schema = Type::group_type_builder("schema").with_fields(fields.clone());
        let writer = schema.build().and_then(|schema| {
            let out = BufWriter::with_capacity(1 << 18, file);
            SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))
        });
        Ok(Self {
            path: path.to_owned(),
            writer: writer.map_err(|error| unwritable(io::Error::other(error)))?,
            fields,
        })
    }

    /// Writes the rows of a table as one group; nothing for a table without rows.
    ///
    /// # Errors
    ///
    /// Fails when the table lacks a column, or has one of another type or with gaps that the file
    /// cannot hold, or the file cannot be written.
    pub fn write(&mut self, table: &Table) -> Result<(), ParquetError> {
        if table.rows() == 0 {
            return Ok(());
        }
        self.write_group(table)
            .map_err(|error| self.failed(io::Error::other(error)))
    }

    fn write_group(&mut self, table: &Table) -> Result<(), ::parquet::errors::ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for field in &self.fields {
            let Some(mut writer) = group.next_column()? else {
                break;
            };
            write_column(&mut writer, field, table)?;
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    ///
    /// Fails when the disk is full.
    pub fn finish(self) -> Result<(), ParquetError> {
        let path = self.path;
        let failed = |source| ParquetError::Write {
            path: path.clone(),
            source,
        };
        let out = self.writer.into_inner();
        let out = out.map_err(|error| failed(io::Error::other(error)))?;
        let file = out
            .into_inner()
            .map_err(|error| failed(error.into_error()))?;
        persist(file, &path).map_err(failed)
    }

    fn failed(&self, source: io::Error) -> ParquetError {
        ParquetError::Write {
            path: self.path.clone(),
            source,
        }
    }
}

fn write_column(
    writer: &mut SerializedColumnWriter<'_>,
    field: &TypePtr,
    table: &Table,
) -> Result<(), ::parquet::errors::ParquetError> {
    let name = field.name();
    let wrong = |problem: &str| {
        ::parquet::errors::ParquetError::General(format!("column `{name}` {problem}"))
    };
    let optional = field.get_basic_info().repetition() == Repetition::OPTIONAL;
    let column = table.column(name).ok_or_else(|| wrong("is missing"))?;
    match (column, field.get_physical_type()) {
        (Column::Int(cells), Physical::INT64) => {
            write_cells::<Int64Type>(writer, cells, optional.then(|| vec![1; cells.len()]))
        }
        (Column::Int(cells), Physical::INT32) => {
            let cells: Result<Vec<i32>, _> =
                cells.iter().map(|cell| i32::try_from(*cell)).collect();
            let cells = cells.map_err(|_| wrong("has a number beyond 32 bits"))?;
            let levels = optional.then(|| vec![1; cells.len()]);
            write_cells::<Int32Type>(writer, &cells, levels)
        }
        (Column::Float(cells), Physical::DOUBLE) if optional => {
            let levels = cells.iter().map(|cell| i16::from(!cell.is_nan())).collect();
            let present: Vec<f64> = cells
                .iter()
                .copied()
                .filter(|cell| !cell.is_nan())
                .collect();
            write_cells::<DoubleType>(writer, &present, Some(levels))
        }
        (Column::Float(cells), Physical::DOUBLE) => write_cells::<DoubleType>(writer, cells, None),
        _ => Err(wrong("is of another type than the file's")),
    }
}

fn write_cells<T: DataType>(
    writer: &mut SerializedColumnWriter<'_>,
    cells: &[T::T],
    levels: Option<Vec<i16>>,
) -> Result<(), ::parquet::errors::ParquetError> {
    let typed = writer.typed::<T>();
    typed.write_batch(cells, levels.as_deref(), None).map(drop)
}

impl std::fmt::Debug for ParquetTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetTarget")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}
