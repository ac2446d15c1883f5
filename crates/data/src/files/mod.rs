//! Writing files and folders so that they are complete or absent.

mod atomic;
mod copy;
mod error;
mod space;
mod staged;

pub use atomic::write_atomic;
pub(crate) use atomic::{persist, temporary_beside};
pub use copy::{link_or_copy, link_or_copy_tree};
pub use error::FileError;
pub use space::free_space;
pub use staged::StagedDir;
