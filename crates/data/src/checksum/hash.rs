//! MD5 and SHA-256 as hexadecimal text.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use md5::{Digest, Md5};
use sha2::Sha256;

/// Bytes read at once.
const CHUNK: usize = 1 << 17;

/// Returns the MD5 of a file in lower-case hexadecimal.
///
/// # Errors
///
/// Fails when the file cannot be read.
pub fn md5(path: &Path) -> io::Result<String> {
    hash_reader::<Md5>(&mut File::open(path)?)
}

/// Returns the SHA-256 of a file in lower-case hexadecimal.
///
/// # Errors
///
/// Fails when the file cannot be read.
pub fn sha256(path: &Path) -> io::Result<String> {
    hash_reader::<Sha256>(&mut File::open(path)?)
}

/// Returns the SHA-256 of bytes in lower-case hexadecimal.
pub fn sha256_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns the SHA-256 of all that a reader gives.
pub(crate) fn sha256_reader(reader: &mut dyn Read) -> io::Result<String> {
    hash_reader::<Sha256>(reader)
}

fn hash_reader<D: Digest>(reader: &mut dyn Read) -> io::Result<String> {
    let mut digest = D::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        match reader.read(&mut chunk) {
            Ok(0) => return Ok(hex(&digest.finalize())),
            Ok(length) => digest.update(&chunk[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Writes bytes as lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_known_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, "abc").unwrap();
        assert_eq!(md5(&path).unwrap(), "900150983cd24fb0d6963f7d28e17f72");
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(&path).unwrap(), expected);
        assert_eq!(sha256_bytes(b"abc"), expected);
        assert!(md5(&folder.path().join("absent")).is_err());
    }
}
