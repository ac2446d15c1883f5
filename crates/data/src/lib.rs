//! Tables, archives, checksums and exact random numbers: the leaf everything exact stands on.
//!
//! This crate is the only place that touches the bytes of CSV files and archives and that draws
//! random numbers. It knows no competition. What it reads and writes agrees with pandas 2.3,
//! NumPy 2.2, scikit-learn 1.9 and Python 3.11 to the last bit, because published checksums
//! depend on it.

pub mod archive;
pub mod bson;
pub mod checksum;
pub mod csv;
pub mod files;
pub mod float_text;
pub mod image;
pub mod json;
pub mod lines;
pub mod matlab;
pub mod npy;
pub mod parquet;
pub mod random;
pub mod split;
pub mod table;
pub mod tfrecord;

pub use float_text::python_float_repr;
