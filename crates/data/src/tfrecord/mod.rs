//! TensorFlow's record files: records one after the other, each an `Example` of named features.
//!
//! A file is read and written record by record, so its size does not matter. Examples are never
//! decoded as a whole: a feature is found, or left out, by slicing the encoded message, so that
//! everything else keeps its bytes.

mod crc32c;
mod error;
mod example;
mod reader;
mod wire;
mod writer;

pub use error::RecordError;
pub use example::{bytes_feature, feature_names, retain_features, scalar_features};
pub use reader::RecordReader;
pub use writer::write_record;
