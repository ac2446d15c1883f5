//! The miniature of multi-modal-gesture-recognition with recordings that tell their gestures; those
//! of the golden data hold no MATLAB file.

use std::error::Error;
use std::path::{Path, PathBuf};

use mlebench_data::archive::{self, ExtractLimits, TarGzSource, TarGzTarget, ZipTarget};

use crate::miniature;

const ID: &str = "multi-modal-gesture-recognition";

/// Appends an element of a MATLAB file: type, length, content, padding.
fn element(out: &mut Vec<u8>, kind: u32, content: &[u8]) {
    out.extend(kind.to_le_bytes());
    out.extend((content.len() as u32).to_le_bytes());
    out.extend(content);
    out.resize(out.len().next_multiple_of(8), 0);
}

fn array(class: u32, name: &str, rest: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    element(&mut content, 6, &[class.to_le_bytes(), [0; 4]].concat());
    element(&mut content, 5, &[1, 0, 0, 0, 1, 0, 0, 0]);
    element(&mut content, 1, name.as_bytes());
    content.extend(rest);
    let mut array = Vec::new();
    element(&mut array, 14, &content);
    array
}

/// A recording's MATLAB file: a structure `Video` with the fields `NumFrames` and `Labels`.
fn recording() -> Vec<u8> {
    let mut fields = Vec::new();
    element(&mut fields, 5, &10_u32.to_le_bytes());
    element(&mut fields, 1, b"NumFrames\0Labels\0\0\0\0");
    for text in ["1234", "vattene"] {
        let mut content = Vec::new();
        element(&mut content, 2, text.as_bytes());
        fields.extend(array(9, "", &content));
    }
    let mut file = vec![b' '; 124];
    file.extend(b"\0\x01IM");
    file.extend(array(2, "Video", &fields));
    file
}

/// Writes the miniature's download with a test archive whose recordings hold real MATLAB files.
pub(crate) fn download(folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let (raw, download) = (folder.join("raw"), folder.join("download.zip"));
    let golden = miniature::golden(ID).join("raw.zip");
    archive::extract(&golden, &raw, &ExtractLimits::default(), &mut |_| ())?;
    let test = raw.join("training4.tar.gz");
    let names = TarGzSource::new(&test).names()?;
    let recording_zip = folder.join("recording.zip");
    let mut target = ZipTarget::create(&recording_zip)?;
    target.add_bytes("data.mat", &recording())?;
    target.add_bytes("color.mp4", b"film")?;
    target.finish()?;
    let mut target = TarGzTarget::create(&test)?;
    for name in names {
        target.add_file(&name, &recording_zip)?;
    }
    target.finish()?;
    let mut target = ZipTarget::create(&download)?;
    for file in std::fs::read_dir(&raw)? {
        let file = file?;
        let name = file.file_name();
        target.add_file(&name.to_string_lossy(), &file.path())?;
    }
    target.finish()?;
    Ok(download)
}
