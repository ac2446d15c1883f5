//! Writing files and folders so that they are complete or absent.

mod atomic;
mod copy;
mod error;
mod lock;
mod space;
mod staged;
mod sync;

pub(crate) use atomic::{persist, temporary_beside};
pub use atomic::{write_atomic, write_durable};
pub use copy::{link_or_copy, link_or_copy_tree};
pub use error::FileError;
pub use lock::FileLock;
pub use space::{block_size, file_bytes, free_space};
pub use staged::{StagedDir, remove_stale, remove_whole};
