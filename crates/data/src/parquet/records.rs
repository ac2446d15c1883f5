//! Reading rows of any types as text.

use ::parquet::file::reader::FileReader;
use ::parquet::record::Field;

use crate::parquet::{ParquetError, ParquetSource};

impl ParquetSource {
    /// Hands rows to a function until it returns `false`, each as names and texts of its columns:
    /// numbers as decimals, a gap as an empty text, lists and groups in their printed form.
    ///
    /// # Errors
    ///
    /// Fails when the file is damaged or packed by an unsupported codec.
    pub fn for_each_record(
        &self,
        mut use_record: impl FnMut(Vec<(String, String)>) -> bool,
    ) -> Result<(), ParquetError> {
        let rows = self.reader().get_row_iter(None);
        let rows = rows.map_err(|source| self.failed(source))?;
        for row in rows {
            let row = row.map_err(|source| self.failed(source))?;
            let columns = row.get_column_iter();
            if !use_record(columns.map(|(n, f)| (n.clone(), text(f))).collect()) {
                break;
            }
        }
        Ok(())
    }
}

fn text(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.data()).into_owned(),
        Field::Float(value) => value.to_string(),
        Field::Double(value) => value.to_string(),
        other => other.to_string(),
    }
}
