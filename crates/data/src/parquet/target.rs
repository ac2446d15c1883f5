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
    let all = optional.then(|| vec![1; column.len()]);
    match (column, field.get_physical_type()) {
        (Column::Int(cells), Physical::INT64) => {
            write_cells::<Int64Type>(writer, cells, all.as_deref())
        }
        (Column::Int(cells), Physical::INT32) => {
            let cells: Result<Vec<i32>, _> =
                cells.iter().map(|cell| i32::try_from(*cell)).collect();
            let cells = cells.map_err(|_| wrong("has a number beyond 32 bits"))?;
            write_cells::<Int32Type>(writer, &cells, all.as_deref())
        }
        (Column::Float(cells), Physical::DOUBLE) if optional => {
            let levels: Vec<i16> = cells.iter().map(|cell| i16::from(!cell.is_nan())).collect();
            let present = cells.iter().copied().filter(|cell| !cell.is_nan());
            let present: Vec<f64> = present.collect();
            write_cells::<DoubleType>(writer, &present, Some(&levels))
        }
        (Column::Float(cells), Physical::DOUBLE) => write_cells::<DoubleType>(writer, cells, None),
        _ => Err(wrong("is of another type than the file's")),
    }
}

fn write_cells<T: DataType>(
    writer: &mut SerializedColumnWriter<'_>,
    cells: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ::parquet::errors::ParquetError> {
    let typed = writer.typed::<T>();
    typed.write_batch(cells, levels, None).map(drop)
}

impl std::fmt::Debug for ParquetTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetTarget")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use ::parquet::schema::parser::parse_message_type;

    use super::*;

    const SCHEMA: &str = "message schema {
        required int64 event; optional int32 sensor; optional double x; required double y;
        optional binary name (UTF8); }";

    const NAMES: [&str; 4] = ["event", "sensor", "x", "y"];

    /// A file without rows whose schema others can have.
    fn model(folder: &Path) -> ParquetSource {
        let path = folder.join("model.parquet");
        let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
        let writer =
            SerializedFileWriter::new(File::create(&path).unwrap(), schema, Arc::default());
        writer.unwrap().close().unwrap();
        ParquetSource::open(&path).unwrap()
    }

    fn table() -> Table {
        Table::new()
            .with_column("event", Column::Int(vec![i64::MAX, -1, 7]))
            .with_column("sensor", Column::Int(vec![3, 2, 1]))
            .with_column("x", Column::Float(vec![0.1, f64::NAN, -2.5]))
            .with_column("y", Column::Float(vec![1e300, 0.0, 3.0]))
    }

    fn write(
        folder: &Path,
        name: &str,
        columns: &[&str],
        table: &Table,
    ) -> Result<(), ParquetError> {
        let mut target = ParquetTarget::create(&folder.join(name), &model(folder), columns)?;
        target.write(&table.take(&[0, 1]))?;
        target.write(&table.take(&[]))?;
        target.write(&table.take(&[2]))?;
        target.finish()
    }

    #[test]
    fn what_is_written_is_read_back_and_reproducible() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "a", &NAMES, &table()).unwrap();
        write(folder.path(), "b", &NAMES, &table()).unwrap();
        let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
        assert_eq!(read("a"), read("b"));
        let source = ParquetSource::open(&folder.path().join("a")).unwrap();
        assert_eq!((source.rows(), source.column_names()), (3, NAMES.to_vec()));
        let mut blocks = Vec::new();
        source
            .for_each_block(&["x", "event"], |block| {
                blocks.push(block);
                Ok::<(), ParquetError>(())
            })
            .unwrap();
        let joined = Table::concat(&blocks).unwrap();
        assert_eq!(joined.column("event"), table().column("event"));
        let Some(Column::Float(cells)) = joined.column("x") else {
            panic!("numbers are expected")
        };
        assert!(cells[1].is_nan());
        assert_eq!((cells[0], cells[2], joined.width()), (0.1, -2.5, 2));
    }

    #[test]
    fn what_does_not_fit_is_an_error_that_names_the_column() {
        let folder = tempfile::tempdir().unwrap();
        let failed = |columns: &[&str], table: &Table| {
            let error = write(folder.path(), "c", columns, table).unwrap_err();
            let source = std::error::Error::source(&error).map(ToString::to_string);
            format!("{error} {}", source.unwrap_or_default())
        };
        assert!(failed(&["absent"], &table()).contains("`absent`"));
        assert!(failed(&["name"], &table()).contains("`name`"));
        assert!(failed(&["y"], &table().drop(&["y"])).contains("`y` is missing"));
        let large = table().with_column("sensor", Column::Int(vec![0, 1 << 40, 0]));
        assert!(failed(&["sensor"], &large).contains("`sensor` has a number beyond"));
        let other = table().with_column("event", Column::Float(vec![0.5; 3]));
        assert!(failed(&["event"], &other).contains("`event` is of another type"));
        assert!(!folder.path().join("c").exists());
    }

    #[test]
    fn gaps_in_whole_numbers_and_damage_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("d");
        let schema = "message schema { optional int64 n; }";
        let schema = Arc::new(parse_message_type(schema).unwrap());
        let file = File::create(&path).unwrap();
        let mut writer = SerializedFileWriter::new(file, schema, Arc::default()).unwrap();
        let mut group = writer.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        write_cells::<Int64Type>(&mut column, &[5], Some(&[1, 0])).unwrap();
        column.close().unwrap();
        group.close().unwrap();
        writer.close().unwrap();
        let read = || {
            let source = ParquetSource::open(&path)?;
            source.for_each_block(&["n"], |_| Ok::<(), ParquetError>(()))
        };
        let error = read().unwrap_err().to_string();
        assert!(error.contains("`n`") && error.contains("gaps"), "{error}");
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(read().is_err());
        std::fs::write(&path, b"no parquet").unwrap();
        assert!(read().is_err());
    }
}
