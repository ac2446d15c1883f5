//! Pictures as grey values.

mod grey;

pub use grey::{GreyImage, ImageError};
