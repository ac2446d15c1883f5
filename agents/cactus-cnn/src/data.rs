//! The task's files as numbers: photos and labels.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use zip::ZipArchive;
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::error::AgentError;

/// Width and height of a photo.
pub(crate) const SIDE: usize = 32;
/// Pixels of one plane.
pub(crate) const PIXELS: usize = SIDE * SIDE;
/// Red, green, blue.
pub(crate) const CHANNELS: usize = 3;
/// Values of one photo.
pub(crate) const PHOTO_LEN: usize = CHANNELS * PIXELS;

/// Largest size of an archive member; a real photo has about one kilobyte.
const MAX_IMAGE_BYTES: u64 = 4 << 20;

/// Photos in the order of the table that names them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Photos {
    /// `PHOTO_LEN` bytes per photo: three planes of 32 rows.
    bytes: Vec<u8>,
}

impl Photos {
    /// Returns the number of photos.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len() / PHOTO_LEN
    }

    /// Returns the planes of one photo.
    pub(crate) fn get(&self, index: usize) -> &[u8] {
        &self.bytes[index * PHOTO_LEN..(index + 1) * PHOTO_LEN]
    }

    /// Reads the photos called `names` from the zip archive at `path`.
    ///
    /// Folders inside the archive do not matter: members go by the last part of their name. Other
    /// members are ignored. A photo of another size is scaled to 32 by 32 pixels.
    ///
    /// # Errors
    ///
    /// Returns an error if the archive is damaged, lacks a photo, or if one cannot be decoded.
    pub(crate) fn load(path: &Path, names: &[String]) -> Result<Self, AgentError> {
        let files = read_members(path, names)?;
        let planes = files
            .par_iter()
            .zip(names)
            .map(|(file, name)| {
                decode(file).map_err(|source| AgentError::Image {
                    path: path.to_owned(),
                    name: name.clone(),
                    source,
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            bytes: planes.concat(),
        })
    }

    /// Makes photos from raw planes, `PHOTO_LEN` bytes each.
    #[cfg(test)]
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Self {
        assert_eq!(bytes.len() % PHOTO_LEN, 0);
        Self { bytes }
    }
}

/// Reads the archive members called `names`, in that order.
fn read_members(path: &Path, names: &[String]) -> Result<Vec<Vec<u8>>, AgentError> {
    let zip_error = |source| AgentError::Zip {
        path: path.to_owned(),
        source,
    };
    let file = File::open(path).map_err(AgentError::io("open", path))?;
    let mut archive = ZipArchive::new(std::io::BufReader::new(file)).map_err(zip_error)?;

    let wanted: HashMap<&str, usize> = names
        .iter()
        .enumerate()
        .map(|(index, name)| (name.as_str(), index))
        .collect();
    let mut files = vec![None; names.len()];
    for member in 0..archive.len() {
        let member = archive.by_index(member).map_err(zip_error)?;
        let name = member.name().map_err(zip_error)?.into_owned();
        let base = name.rsplit('/').next().unwrap_or_default();
        let Some(&index) = wanted.get(base) else {
            continue;
        };

        let mut bytes = Vec::new();
        // The limit holds for what is unpacked, not for what the archive claims.
        member
            .take(MAX_IMAGE_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(AgentError::io("unpack", path.join(&name)))?;
        if bytes.len() as u64 > MAX_IMAGE_BYTES {
            let path = path.to_owned();
            return Err(AgentError::ImageTooLarge {
                path,
                name,
                limit: MAX_IMAGE_BYTES,
            });
        }
        files[index] = Some(bytes);
    }

    let missing: Vec<&String> = names
        .iter()
        .zip(&files)
        .filter(|(_, file)| file.is_none())
        .map(|(name, _)| name)
        .collect();
    if let Some(&first) = missing.first() {
        return Err(AgentError::MissingImages {
            path: path.to_owned(),
            missing: missing.len(),
            wanted: names.len(),
            first: first.clone(),
        });
    }
    Ok(files.into_iter().flatten().collect())
}

/// Turns a JPEG file into three planes of 32 rows; another size is sampled down or up to it.
fn decode(file: &[u8]) -> Result<Vec<u8>, DecodeErrors> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    let pixels = decoder.decode()?;
    let (width, height) = decoder.dimensions().unwrap_or((SIDE, SIDE));
    let mut planes = Vec::with_capacity(PHOTO_LEN);
    for channel in 0..CHANNELS {
        for y in 0..SIDE {
            let row = y * height / SIDE * width;
            planes.extend((0..SIDE).map(|x| pixels[(row + x * width / SIDE) * CHANNELS + channel]));
        }
    }
    Ok(planes)
}

/// The photos with known answers.
#[derive(Debug)]
pub(crate) struct Labelled {
    /// The photos.
    pub(crate) photos: Photos,
    /// Whether there is a cactus on the photo of the same index.
    pub(crate) labels: Vec<bool>,
}

impl Labelled {
    /// Reads `train.csv` and `train.zip`.
    ///
    /// # Errors
    ///
    /// Returns an error if one of them is missing, empty or damaged.
    pub(crate) fn load(data_dir: &Path) -> Result<Self, AgentError> {
        let path = data_dir.join("train.csv");
        let rows = read_table(&path, ["id", "has_cactus"])?;
        let labels = rows
            .iter()
            .enumerate()
            .map(|(index, [_, label])| match label.trim() {
                "0" => Ok(false),
                "1" => Ok(true),
                value => Err(AgentError::Label {
                    path: path.clone(),
                    row: index + 1,
                    value: value.to_owned(),
                }),
            })
            .collect::<Result<_, _>>()?;
        let names: Vec<String> = rows.into_iter().map(|[id, _]| id).collect();
        Ok(Self {
            photos: Photos::load(&data_dir.join("train.zip"), &names)?,
            labels,
        })
    }
}

/// The photos whose answers are asked for.
#[derive(Debug)]
pub(crate) struct Unlabelled {
    /// Their ids, in the order of the sample submission.
    pub(crate) ids: Vec<String>,
    /// The photos, in the same order.
    pub(crate) photos: Photos,
}

impl Unlabelled {
    /// Reads `sample_submission.csv` and `test.zip`.
    ///
    /// # Errors
    ///
    /// Returns an error if one of them is missing, empty or damaged.
    pub(crate) fn load(data_dir: &Path) -> Result<Self, AgentError> {
        let rows = read_table(&data_dir.join("sample_submission.csv"), ["id"])?;
        let ids: Vec<String> = rows.into_iter().map(|[id]| id).collect();
        let photos = Photos::load(&data_dir.join("test.zip"), &ids)?;
        Ok(Self { ids, photos })
    }
}

/// Reads the columns called `columns` of the CSV file at `path`.
fn read_table<const N: usize>(
    path: &Path,
    columns: [&'static str; N],
) -> Result<Vec<[String; N]>, AgentError> {
    let csv_error = |source| AgentError::Csv {
        path: path.to_owned(),
        source,
    };
    let file = File::open(path).map_err(AgentError::io("open", path))?;
    let mut reader = csv::Reader::from_reader(file);

    let headers = reader.headers().map_err(csv_error)?.clone();
    let mut positions = [0; N];
    for (position, column) in positions.iter_mut().zip(columns) {
        *position = headers
            .iter()
            .position(|header| header == column)
            .ok_or_else(|| AgentError::MissingColumn {
                path: PathBuf::from(path),
                column,
            })?;
    }

    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(csv_error)?;
        rows.push(positions.map(|position| record.get(position).unwrap_or_default().to_owned()));
    }
    if rows.is_empty() {
        return Err(AgentError::Empty {
            path: path.to_owned(),
        });
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::write::SimpleFileOptions;

    use super::*;

    fn jpeg(side: u16, value: u8) -> Vec<u8> {
        let pixels = [value, 100, 20].repeat(usize::from(side) * usize::from(side));
        let mut file = Vec::new();
        jpeg_encoder::Encoder::new(&mut file, 90)
            .encode(&pixels, side, side, jpeg_encoder::ColorType::Rgb)
            .unwrap();
        file
    }

    /// A folder with `test.zip` of the given members.
    fn archive(members: &[(&str, Vec<u8>)]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("test.zip");
        let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
        for (name, bytes) in members {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap();
        (dir, path)
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn reads_photos_in_the_order_asked_for() {
        let (_dir, path) = archive(&[
            ("a.jpg", jpeg(32, 10)),
            ("folder/b.jpg", jpeg(32, 200)),
            ("notes.txt", b"not a photo".to_vec()),
        ]);
        let photos = Photos::load(&path, &names(&["b.jpg", "a.jpg"])).unwrap();
        assert_eq!(photos.len(), 2);
        assert!(photos.get(0)[0].abs_diff(200) < 5);
        assert!(photos.get(1)[PIXELS - 1].abs_diff(10) < 5);
        assert!(
            photos.get(1)[PIXELS].abs_diff(100) < 5,
            "the second plane is green"
        );
    }

    #[test]
    fn scales_photos_of_another_size() {
        let (_dir, path) = archive(&[("a.jpg", jpeg(48, 90))]);
        assert_eq!(Photos::load(&path, &names(&["a.jpg"])).unwrap().len(), 1);
    }

    #[test]
    fn reads_grey_photos() {
        let mut file = Vec::new();
        jpeg_encoder::Encoder::new(&mut file, 90)
            .encode(&[90; PIXELS], 32, 32, jpeg_encoder::ColorType::Luma)
            .unwrap();
        let (_dir, path) = archive(&[("a.jpg", file)]);
        let photos = Photos::load(&path, &names(&["a.jpg"])).unwrap();
        assert!(photos.get(0).iter().all(|value| value.abs_diff(90) < 5));
    }

    #[test]
    fn says_which_photo_is_missing() {
        let (_dir, path) = archive(&[("a.jpg", jpeg(32, 10))]);
        let error = Photos::load(&path, &names(&["a.jpg", "b.jpg"]))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("lacks 1 of 2 images, the first is `b.jpg`"),
            "{error}"
        );
    }

    #[test]
    fn says_which_photo_is_damaged() {
        let (_dir, path) = archive(&[("a.jpg", b"\xff\xd8 but then nothing".to_vec())]);
        let error = Photos::load(&path, &names(&["a.jpg"]))
            .unwrap_err()
            .to_string();
        assert!(error.contains("a.jpg"), "{error}");
    }

    #[test]
    fn refuses_a_photo_that_unpacks_to_megabytes() {
        let (_dir, path) = archive(&[("a.jpg", vec![0; MAX_IMAGE_BYTES as usize + 10])]);
        let error = Photos::load(&path, &names(&["a.jpg"])).unwrap_err();
        assert!(matches!(error, AgentError::ImageTooLarge { .. }), "{error}");
    }

    #[test]
    fn refuses_what_is_no_archive() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("test.zip");
        for content in [&b""[..], b"PK\x03\x04 truncated"] {
            std::fs::write(&path, content).unwrap();
            let error = Photos::load(&path, &names(&["a.jpg"])).unwrap_err();
            assert!(matches!(error, AgentError::Zip { .. }), "{error}");
        }
    }

    #[test]
    fn explains_bad_tables() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("train.csv");
        for (content, expected) in [
            ("id,cactus\na.jpg,1\n", "no column `has_cactus`"),
            ("id,has_cactus\n", "has no rows"),
            (
                "id,has_cactus\na.jpg,1\nb.jpg,maybe\n",
                "row 2: label `maybe`",
            ),
            ("id,has_cactus\na.jpg\n", "not a table"),
        ] {
            std::fs::write(&path, content).unwrap();
            let error = Labelled::load(dir.path()).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
