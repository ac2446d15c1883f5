//! Turns each format into records of named fields.

mod binary;
mod json;
mod media;
mod rows;
mod text;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

pub(crate) use rows::{Form, Record, Rows};
pub(crate) use text::{facts as text_facts, lines};

use crate::paths::ending;

/// Most bytes of a text that are looked at; the rest of a longer one is left out.
pub(crate) const MAX_BYTES: u64 = 192 << 20;

/// Most bytes of one JSON value, which takes many times that in memory.
const MAX_JSON: u64 = 64 << 20;

/// Most records of a file that are looked at.
pub(crate) const MAX_ROWS: usize = 1 << 20;

/// Bytes at the beginning of a file that say what it is.
pub(crate) const HEAD: u64 = 1 << 16;

/// What a file is, by its name and its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Zip,
    Sevenz,
    Tar,
    Gzip,
    Csv,
    Tsv,
    Json,
    JsonLines,
    Xml,
    Text,
    Parquet,
    TfRecord,
    Bson,
    Matlab,
    Npy,
    /// Packed, or holds tables, in a way that is not read.
    Unsupported(&'static str),
    /// A picture, sound, or anything else.
    Media,
}

impl Format {
    /// Returns whether files of the format are text.
    pub(crate) fn is_text(self) -> bool {
        matches!(
            self,
            Self::Csv | Self::Tsv | Self::Json | Self::JsonLines | Self::Xml
        )
    }
}

/// Returns what a file is.
pub(crate) fn format(name: &str, head: &[u8]) -> Format {
    match ending(name).as_str() {
        "zip" | "npz" => Format::Zip,
        "7z" => Format::Sevenz,
        "tar" => Format::Tar,
        "gz" | "tgz" => Format::Gzip,
        "csv" => Format::Csv,
        "tsv" | "tab" => Format::Tsv,
        "json" | "geojson" | "ipynb" => Format::Json,
        "jsonl" | "ndjson" => Format::JsonLines,
        "xml" | "html" | "htm" | "svg" => Format::Xml,
        "txt" | "nmea" | "log" | "md" | "yaml" | "yml" | "dat" | "lst" | "list" | "ini"
        | "toml" | "py" | "cfg" | "data" | "names"
            if !head.contains(&0) =>
        {
            Format::Text
        }
        "parquet" | "pq" => Format::Parquet,
        "tfrec" | "tfrecord" | "tfrecords" => Format::TfRecord,
        "bson" => Format::Bson,
        "mat" => Format::Matlab,
        "npy" => Format::Npy,
        "h5" | "hdf5" => Format::Unsupported("HDF5"),
        "pkl" | "pickle" | "joblib" => Format::Unsupported("a pickle"),
        "feather" | "arrow" | "orc" | "avro" => Format::Unsupported("a table of another format"),
        "db" | "sqlite" | "sqlite3" => Format::Unsupported("a data base"),
        "xls" | "xlsx" => Format::Unsupported("a spreadsheet"),
        "bz2" | "xz" | "zst" | "rar" | "lz4" => Format::Unsupported("packed in another way"),
        _ => by_head(head),
    }
}

fn by_head(head: &[u8]) -> Format {
    const MAGIC: [(&[u8], Format); 7] = [
        (b"PK\x03\x04", Format::Zip),
        (b"7z\xbc\xaf\x27\x1c", Format::Sevenz),
        (b"\x1f\x8b", Format::Gzip),
        (b"PAR1", Format::Parquet),
        (b"\x93NUMPY", Format::Npy),
        (b"MATLAB 5.0", Format::Matlab),
        (b"\x89HDF", Format::Unsupported("HDF5")),
    ];
    if let Some((_, format)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return *format;
    }
    if head.get(257..262) == Some(b"ustar") {
        return Format::Tar;
    }
    let cut = match std::str::from_utf8(head) {
        Ok(_) => head.len(),
        // The last character may be cut.
        Err(error) if error.valid_up_to() + 4 > head.len() => error.valid_up_to(),
        Err(_) => return Format::Media,
    };
    let head = &head[..cut];
    if head.is_empty() || head.contains(&0) {
        return Format::Media;
    }
    match head.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{' | b'[') => Format::Json,
        Some(b'<') => Format::Xml,
        _ => Format::Text,
    }
}

/// What stands in a file.
#[derive(Debug)]
pub(crate) enum Content {
    /// Records; of several kinds, when their files hold such.
    Rows(Vec<Rows>),
    /// Text that need not hold records.
    Text(String),
    /// What a file says beside its content.
    Facts(Record),
}

/// Reads a file that is no archive; tells whether anything was left out. One that is not what it is
/// called is an error.
pub(crate) fn read(format: Format, path: &Path) -> io::Result<(Content, bool)> {
    let rows = |(rows, cut): (Rows, bool)| (Content::Rows(vec![rows]), cut);
    Ok(match format {
        Format::Csv | Format::Tsv => {
            let (bytes, cut) = begin(path)?;
            rows((text::table(&bytes, format == Format::Tsv)?, cut))
        }
        Format::Parquet => rows(guarded(|| binary::parquet(path))?),
        Format::TfRecord => rows(binary::tfrecord(File::open(path)?)?),
        Format::Bson => rows(binary::bson(File::open(path)?)?),
        Format::Npy => rows((binary::npy(path)?, false)),
        Format::Matlab if path.metadata()?.len() <= MAX_BYTES => {
            (Content::Rows(binary::matlab(path)?), false)
        }
        Format::Json if path.metadata()?.len() > MAX_JSON => {
            return Err(io::Error::other("it is too large for one JSON value"));
        }
        Format::Json => {
            let bytes = std::fs::read(path)?;
            let text = String::from_utf8_lossy(&bytes);
            let records = json::records(&text);
            // Lines of JSON are often called so too.
            let records = records.or_else(|error| json_lines(&text).map_err(|_| error));
            let records = records.map_err(io::Error::other)?;
            rows((Rows::from_records(records, Form::Records), false))
        }
        Format::JsonLines => {
            let (bytes, cut) = begin(path)?;
            let records = json_lines(&String::from_utf8_lossy(&bytes)).map_err(io::Error::other)?;
            rows((Rows::from_records(records, Form::Records), cut))
        }
        Format::Xml => {
            let (bytes, cut) = begin(path)?;
            let records = text::xml(&String::from_utf8_lossy(&bytes));
            rows((Rows::from_records(records, Form::Records), cut))
        }
        Format::Text => {
            let (bytes, cut) = begin(path)?;
            (
                Content::Text(String::from_utf8_lossy(&bytes).into_owned()),
                cut,
            )
        }
        _ => return Err(io::Error::other("it is too large")),
    })
}

/// Reads a table out of a text, when it is one.
pub(crate) fn table_of_text(text: &str) -> Option<Rows> {
    let rows = text::table(text.as_bytes(), false).ok()?;
    (rows.names.len() > 1).then_some(rows)
}

/// Returns what the head of a file says beside its content.
pub(crate) fn media(head: &[u8], whole: bool) -> Record {
    media::facts(head, whole)
}

fn json_lines(text: &str) -> Result<Vec<Record>, mlebench_data::json::JsonError> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let values = lines.map(mlebench_data::json::parse);
    values
        .map(|value| value.map(|value| json::flat(&value)))
        .collect()
}

/// Returns the beginning of a file up to its last whole line, and whether that is less than all.
fn begin(path: &Path) -> io::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    let cut = path.metadata()?.len() > bytes.len() as u64;
    if cut {
        let end = bytes.iter().rposition(|byte| *byte == b'\n');
        bytes.truncate(end.map_or(bytes.len(), |end| end + 1));
    }
    Ok((bytes, cut))
}

/// Turns a panic of a reader that is not ours, on a damaged file, into an error.
fn guarded<T>(read: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(io::Error::other("its reader gave up")))
}
