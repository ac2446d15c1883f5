//! Writers of the formats, as small as they can be.

use std::io::Write as _;
use std::sync::Arc;

use mlebench_data::archive::{SevenzPacking, SevenzTarget, TarGzTarget, TarTarget, ZipTarget};
use mlebench_data::npy;
use mlebench_data::tfrecord::write_record;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::world::packed;

type Members<'a> = &'a [(String, Vec<u8>)];

pub(crate) fn member(name: &str, content: impl AsRef<[u8]>) -> Vec<(String, Vec<u8>)> {
    vec![(name.to_owned(), content.as_ref().to_vec())]
}

pub(crate) fn zip(members: Members<'_>) -> Vec<u8> {
    packed("a.zip", |path| {
        let mut target = ZipTarget::create(path).expect("it can be written");
        for (name, content) in members {
            target.add_bytes(name, content).expect("it can be written");
        }
        target.finish().expect("it can be written");
    })
}

pub(crate) fn sevenz(members: Members<'_>) -> Vec<u8> {
    packed("a.7z", |path| {
        let target = SevenzTarget::create(path, SevenzPacking::Lzma2);
        let mut target = target.expect("it can be written");
        for (name, content) in members {
            target.add_bytes(name, content).expect("it can be written");
        }
        target.finish().expect("it can be written");
    })
}

pub(crate) fn tar(members: Members<'_>) -> Vec<u8> {
    packed("a.tar", |path| {
        let mut target = TarTarget::create(path).expect("it can be written");
        for (name, content) in members {
            target.add_bytes(name, content).expect("it can be written");
        }
        target.finish().expect("it can be written");
    })
}

pub(crate) fn tar_gz(members: Members<'_>) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("there is room");
    packed("a.tar.gz", |path| {
        let mut target = TarGzTarget::create(path).expect("it can be written");
        for (name, content) in members {
            let file = folder.path().join("member");
            std::fs::write(&file, content).expect("there is room");
            target.add_file(name, &file).expect("it can be written");
        }
        target.finish().expect("it can be written");
    })
}

pub(crate) fn gz(content: impl AsRef<[u8]>) -> Vec<u8> {
    let mut target = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    target.write_all(content.as_ref()).expect("it is memory");
    target.finish().expect("it is memory")
}

/// A Parquet file of texts.
pub(crate) fn parquet(columns: &[(&str, Vec<String>)]) -> Vec<u8> {
    let fields: String = columns
        .iter()
        .map(|(name, _)| format!("required binary {name} (UTF8);"))
        .collect();
    let schema = parse_message_type(&format!("message t {{ {fields} }}"));
    let schema = Arc::new(schema.expect("it is a schema"));
    let mut bytes = Vec::new();
    let writer = SerializedFileWriter::new(&mut bytes, schema, Arc::default());
    let mut writer = writer.expect("it is memory");
    let mut group = writer.next_row_group().expect("it is memory");
    for (_, cells) in columns {
        let column = group.next_column().expect("it is memory");
        let mut column = column.expect("there are as many");
        let cells: Vec<ByteArray> = cells.iter().map(|cell| cell.as_str().into()).collect();
        let typed = column.typed::<ByteArrayType>();
        typed.write_batch(&cells, None, None).expect("it is memory");
        column.close().expect("it is memory");
    }
    group.close().expect("it is memory");
    writer.close().expect("it is memory");
    bytes
}

/// A field of a protocol buffer: bytes with a number.
fn field(number: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![number << 3 | 2];
    let mut length = content.len();
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend(content);
    bytes
}

/// A record file whose examples hold texts and small numbers.
pub(crate) fn tfrecord(examples: &[Vec<(&str, Result<u8, String>)>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for example in examples {
        let mut features = Vec::new();
        for (name, value) in example {
            let value = match value {
                Ok(number) => field(3, &field(1, &[*number])),
                Err(text) => field(1, &field(1, text.as_bytes())),
            };
            let entry = [field(1, name.as_bytes()), field(2, &value)].concat();
            features.extend(field(1, &entry));
        }
        write_record(&mut bytes, &field(1, &features)).expect("it is memory");
    }
    bytes
}

/// A dump of documents with texts and numbers.
pub(crate) fn bson(documents: &[Vec<(&str, Result<i32, String>)>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for document in documents {
        let mut content = Vec::new();
        for (name, value) in document {
            content.push(if value.is_ok() { 0x10 } else { 0x02 });
            content.extend(name.as_bytes());
            content.push(0);
            match value {
                Ok(number) => content.extend(number.to_le_bytes()),
                Err(text) => {
                    content.extend((text.len() as i32 + 1).to_le_bytes());
                    content.extend(text.as_bytes());
                    content.push(0);
                }
            }
        }
        content.push(0);
        bytes.extend((content.len() as i32 + 4).to_le_bytes());
        bytes.extend(content);
    }
    bytes
}

/// An array of doubles.
pub(crate) fn npy(shape: &[usize], values: &[f64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    npy::write_header(&mut bytes, "<f8", shape).expect("it is memory");
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    bytes
}

fn element(kind: u32, content: &[u8]) -> Vec<u8> {
    let mut bytes = [kind.to_le_bytes(), (content.len() as u32).to_le_bytes()].concat();
    bytes.extend(content);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

fn array(class: u32, name: &str, items: usize, rest: &[u8]) -> Vec<u8> {
    let content = [
        element(6, &[class.to_le_bytes(), [0; 4]].concat()),
        element(
            5,
            &[1_u32.to_le_bytes(), (items as u32).to_le_bytes()].concat(),
        ),
        element(1, name.as_bytes()),
        rest.to_vec(),
    ];
    element(14, &content.concat())
}

fn mat(arrays: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"MATLAB 5.0 MAT-file".to_vec();
    file.resize(124, b' ');
    file.extend(b"\0\x01IM");
    file.extend(arrays.concat());
    file
}

/// A MATLAB file with a list of texts and a list of numbers.
pub(crate) fn mat_lists(names: (&str, &str), texts: &[String], numbers: &[f64]) -> Vec<u8> {
    let text = |text: &String| array(4, "", text.len(), &element(16, text.as_bytes()));
    let cells: Vec<u8> = texts.iter().flat_map(text).collect();
    let numbers: Vec<u8> = numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let cells = array(1, names.0, texts.len(), &cells);
    mat(&[cells, array(6, names.1, texts.len(), &element(9, &numbers))])
}

/// A MATLAB file with a structure of texts.
pub(crate) fn mat_structure(name: &str, fields: &[(&str, String)]) -> Vec<u8> {
    let mut names = Vec::new();
    for (at, (field, _)) in fields.iter().enumerate() {
        names.extend(field.as_bytes());
        names.resize(16 * (at + 1), 0);
    }
    let mut parts = [element(5, &16_u32.to_le_bytes()), element(1, &names)].concat();
    for (_, value) in fields {
        parts.extend(array(4, "", value.len(), &element(16, value.as_bytes())));
    }
    mat(&[array(2, name, 1, &parts)])
}

/// A grey picture with a text.
pub(crate) fn png(pixels: &[u8], width: u32, text: Option<(&str, &str)>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, pixels.len() as u32 / width);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    if let Some((key, text)) = text {
        let added = encoder.add_text_chunk(key.to_owned(), text.to_owned());
        added.expect("it is plain text");
    }
    let mut writer = encoder.write_header().expect("it is memory");
    writer.write_image_data(pixels).expect("it is memory");
    writer.finish().expect("it is memory");
    bytes
}
