//! Packing the drawn photos like Kaggle's download of the real competition.

use std::fmt::Write as _;
use std::path::Path;

use jpeg_encoder::{ColorType, Encoder};
use mlebench_data::archive::{ArchiveError, ZipTarget};

use crate::demo::photos::{Painter, SIDE};

/// Number of photos.
const PHOTOS: usize = 1_500;
/// Share of photos with a cactus, as in the real data.
const POSITIVES: f64 = 0.75;
/// Seed of the drawing.
const SEED: u32 = 32;

/// Writes the archive: `train.csv` and `train.zip` with `train/<id>`.
///
/// # Errors
///
/// Fails when the archive cannot be written.
pub(crate) fn write_raw_archive(path: &Path) -> Result<(), ArchiveError> {
    let inner = path.with_extension("inner.zip");
    let mut painter = Painter::new(SEED);
    let mut labels = String::from("id,has_cactus\n");
    let mut photos = ZipTarget::create(&inner)?;
    for _ in 0..PHOTOS {
        let with_cactus = painter.chance(POSITIVES);
        let name = format!("{}.jpg", painter.name());
        photos.add_bytes(&format!("train/{name}"), &jpeg(&painter.photo(with_cactus)))?;
        let _ = writeln!(labels, "{name},{}", u8::from(with_cactus));
    }
    photos.finish()?;
    let mut archive = ZipTarget::create(path)?;
    archive.add_bytes("train.csv", labels.as_bytes())?;
    archive.add_file("train.zip", &inner)?;
    archive.finish()?;
    let _ = std::fs::remove_file(inner);
    Ok(())
}

fn jpeg(pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let side = SIDE as u16;
    Encoder::new(&mut bytes, 90)
        .encode(pixels, side, side, ColorType::Rgb)
        .expect("a buffer of the declared size is encoded into memory");
    bytes
}
