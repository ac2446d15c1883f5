use std::error::Error;
use std::fs::File;

use mlebench_data::archive::{TarGzSource, ZipSource};

use super::support::{Prepared, both_from};
use crate::recordings::download;

const ID: &str = "multi-modal-gesture-recognition";

/// Unpacks the test recordings' members of a name.
fn members(prepared: &Prepared, member: &str) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let scratch = tempfile::tempdir()?;
    let file = scratch.path().join("recording.zip");
    let mut members = Vec::new();
    TarGzSource::new(&prepared.path("public/test.tar.gz")).for_each(|_, content| {
        std::io::copy(content, &mut File::create(&file)?)?;
        members.push(ZipSource::open(&file)?.read(member)?);
        Ok::<(), Box<dyn Error>>(())
    })?;
    Ok(members)
}

#[test]
fn test_recordings_do_not_tell_their_gestures() {
    let folder = tempfile::tempdir().unwrap();
    let [published, corrected] = both_from(ID, &download(folder.path()).unwrap());
    let holds = |file: &[u8], text: &[u8]| file.windows(text.len()).any(|part| part == text);
    let (old, new) = (
        members(&published, "data.mat").unwrap(),
        members(&corrected, "data.mat").unwrap(),
    );
    assert_eq!(old.len(), new.len());
    for (old, new) in old.iter().zip(&new) {
        for text in [&b"Labels"[..], b"vattene"] {
            assert!(holds(old, text) && !holds(new, text));
        }
        assert!(holds(new, b"NumFrames") && holds(new, b"1234"));
    }
    assert_eq!(
        members(&corrected, "color.mp4").unwrap(),
        vec![b"film"; new.len()]
    );
}
