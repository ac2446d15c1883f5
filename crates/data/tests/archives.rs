//! Archives that are damaged, hostile or merely odd, and archives that we write.

#![expect(
    clippy::unwrap_used,
    reason = "a test may stop where its stage cannot be set"
)]

use std::error::Error;
use std::path::{Path, PathBuf};

use mlebench_data::archive::{
    self, ArchiveError, ExtractLimits, Packing, ZipSource, ZipTarget, extract,
};
use tempfile::TempDir;

/// A member of a zip whose every lie is chosen.
#[derive(Clone)]
struct Raw {
    name: Vec<u8>,
    content: Vec<u8>,
    flags: u16,
    method: u16,
    mode: u32,
    crc: u32,
    size: u32,
}

impl Raw {
    fn new(name: &str, content: &str) -> Self {
        Self {
            name: name.into(),
            content: content.into(),
            flags: 0,
            method: 0,
            mode: 0o100_644,
            crc: crc32fast::hash(content.as_bytes()),
            size: content.len() as u32,
        }
    }

    fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// The fields that stand alike in the local and the central header.
    fn common(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for field in [20, self.flags, self.method, 0, 0x21] {
            bytes.extend(field.to_le_bytes());
        }
        for field in [self.crc, self.content.len() as u32, self.size] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend((self.name.len() as u16).to_le_bytes());
        bytes.extend([0, 0]);
        bytes
    }
}

fn zip_bytes(members: &[Raw]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for member in members {
        let offset = bytes.len() as u32;
        bytes.extend(b"PK\x03\x04");
        bytes.extend(member.common());
        bytes.extend(&member.name);
        bytes.extend(&member.content);
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(member.common());
        directory.extend([0; 6]);
        directory.extend((member.mode << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(&member.name);
    }
    let start = bytes.len() as u32;
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend((members.len() as u16).to_le_bytes());
    bytes.extend((members.len() as u16).to_le_bytes());
    bytes.extend((directory.len() as u32).to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

struct Stage {
    folder: TempDir,
    zip: PathBuf,
}

impl Stage {
    fn new(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let zip = folder.path().join("raw.zip");
        std::fs::write(&zip, bytes).unwrap();
        Self { folder, zip }
    }

    fn of(members: &[Raw]) -> Self {
        Self::new(&zip_bytes(members))
    }

    fn target(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    fn extract(&self) -> Result<(), ArchiveError> {
        extract(
            &self.zip,
            &self.target(),
            &ExtractLimits::default(),
            &mut |_| {},
        )
    }

    /// Extracts in vain, and makes sure that nothing is left.
    fn refusal(&self) -> String {
        let error = self.extract().unwrap_err();
        let left = std::fs::read_dir(self.folder.path()).unwrap().count();
        assert_eq!(left, 1, "something is left beside the archive");
        let mut text = error.to_string();
        assert!(text.contains("raw.zip"), "{text}");
        let mut source = error.source();
        while let Some(inner) = source {
            text = format!("{text}: {inner}");
            source = inner.source();
        }
        text
    }
}

fn assert_refused(members: &[Raw], expected: &str) {
    let text = Stage::of(members).refusal();
    assert!(text.contains(expected), "{text}");
}

#[test]
fn honest_members_come_out_whole() {
    let folder = Raw::new("d/", "").with(|raw| raw.mode = 0o040_755);
    let stage = Stage::of(&[
        Raw::new("a.txt", "alpha"),
        folder,
        Raw::new("d/e/b.txt", ""),
        Raw::new("./ü.txt", "ü"),
    ]);
    let mut done = 0;
    extract(
        &stage.zip,
        &stage.target(),
        &ExtractLimits::default(),
        &mut |n| done += n,
    )
    .unwrap();
    assert_eq!(done, 4);
    assert_eq!(
        std::fs::read(stage.target().join("a.txt")).unwrap(),
        b"alpha"
    );
    assert_eq!(
        std::fs::read(stage.target().join("ü.txt")).unwrap(),
        "ü".as_bytes()
    );
    assert!(stage.target().join("d/e/b.txt").is_file());
    let source = ZipSource::open(&stage.zip).unwrap();
    assert_eq!(source.names(), ["a.txt", "d/e/b.txt", "./ü.txt"]);
}

#[test]
fn refuses_names_that_lead_out() {
    for name in [
        "../x",
        "a/../../x",
        "/etc/passwd",
        "..",
        "a\\..\\b",
        "C:\\x",
        "a\0b",
        "",
    ] {
        assert_refused(
            &[Raw::new("ok", ""), Raw::new(name, "x")],
            "leads out of its folder",
        );
    }
}

#[test]
fn refuses_links_and_devices() {
    let link = Raw::new("link", "/etc/passwd").with(|raw| raw.mode = 0o120_777);
    assert_refused(
        std::slice::from_ref(&link),
        "`link`, which is a symbolic link",
    );
    let stage = Stage::of(&[link]);
    assert!(archive::read_member(&stage.zip, "link").is_err());
    let pipe = Raw::new("pipe", "").with(|raw| raw.mode = 0o010_644);
    assert_refused(&[pipe], "is no regular file");
}

#[test]
fn refuses_encrypted_members() {
    let member = Raw::new("secret", "0123456789abcdef").with(|raw| raw.flags = 1);
    assert_refused(std::slice::from_ref(&member), "is encrypted");
    let stage = Stage::of(&[member]);
    let error = archive::read_member(&stage.zip, "secret").unwrap_err();
    assert!(error.to_string().contains("is encrypted"), "{error}");
    let mut target = ZipTarget::create(&stage.folder.path().join("copy.zip")).unwrap();
    let mut source = ZipSource::open(&stage.zip).unwrap();
    assert!(target.copy_member(&mut source, "secret", "s").is_err());
}

#[test]
fn refuses_repeated_names() {
    assert_refused(
        &[Raw::new("a", "1"), Raw::new("a", "2")],
        "two members of the same name",
    );
    assert_refused(
        &[Raw::new("a", "1"), Raw::new("./a", "2")],
        "stands there twice",
    );
    assert_refused(
        &[Raw::new("b/a", "1"), Raw::new("b//a", "2")],
        "stands there twice",
    );
    let folder = Raw::new("a/", "").with(|raw| raw.mode = 0o040_755);
    assert_refused(&[Raw::new("a", "1"), folder], "stands there twice");
    assert_refused(
        &[Raw::new("a/b", "1"), Raw::new("a", "2")],
        "below a member that is a file",
    );
}

#[test]
fn refuses_names_that_are_not_utf8() {
    let member = Raw::new("x", "x").with(|raw| raw.name = b"caf\xe9.txt".to_vec());
    assert_refused(&[member], "has a name that is not UTF-8");
}

#[test]
fn refuses_packing_it_does_not_know() {
    let member = Raw::new("a", "x").with(|raw| raw.method = 14);
    assert_refused(&[member], "`a`");
}

#[test]
fn notices_damaged_content() {
    let flipped = Raw::new("a", "hello").with(|raw| raw.content[0] ^= 1);
    assert_refused(std::slice::from_ref(&flipped), "member `a`");
    let stage = Stage::of(&[flipped]);
    let mut source = ZipSource::open(&stage.zip).unwrap();
    assert!(matches!(
        source.read("a"),
        Err(ArchiveError::Damaged { .. })
    ));
    assert!(matches!(
        source.with_member("a", |_| Ok(())),
        Err(ArchiveError::Damaged { .. })
    ));
    let file = stage.folder.path().join("a");
    assert!(source.extract_member("a", &file).is_err());
    assert!(!file.exists());
    let copy = stage.folder.path().join("copy.zip");
    let mut target = ZipTarget::create(&copy).unwrap();
    assert!(matches!(
        target.copy_member(&mut source, "a", "a"),
        Err(ArchiveError::Damaged { .. })
    ));
    drop(target);
    assert!(!copy.exists());
}

#[test]
fn folders_are_entries_and_no_files() {
    let stage = Stage::new(b"");
    let zip = stage.folder.path().join("folders.zip");
    let mut target = ZipTarget::create(&zip).unwrap();
    target.add_folder("empty").unwrap();
    target.add_bytes("full/a", b"x").unwrap();
    target.finish().unwrap();
    assert_eq!(ZipSource::open(&zip).unwrap().names(), ["full/a"]);
    let out = stage.folder.path().join("unpacked");
    extract(&zip, &out, &ExtractLimits::default(), &mut |_| {}).unwrap();
    assert!(out.join("empty").is_dir());
}

#[test]
fn notices_lengths_that_are_not_as_declared() {
    let short = Raw::new("a", "hello").with(|raw| raw.size = 9);
    assert_refused(&[short], "ends after 5 bytes, expected 9");
    let long = Raw::new("a", "hello").with(|raw| raw.size = 2);
    assert_refused(&[long], "member `a` of");
}

#[test]
fn notices_archives_that_are_no_zip_or_cut_short() {
    for bytes in [&b""[..], b"PK", b"no zip at all", &[0; 5000]] {
        assert!(
            Stage::new(bytes)
                .refusal()
                .contains("no complete zip archive")
        );
    }
    let whole = zip_bytes(&[Raw::new("a", &"x".repeat(1000)), Raw::new("b", "y")]);
    for length in [10, 500, 1100, whole.len() - 30, whole.len() - 1] {
        let text = Stage::new(&whole[..length]).refusal();
        assert!(text.contains("no complete zip archive"), "{length}: {text}");
    }
    let stage = Stage::new(b"");
    let absent = stage.folder.path().join("absent.zip");
    assert!(matches!(
        ZipSource::open(&absent),
        Err(ArchiveError::Open { .. })
    ));
    assert!(matches!(
        ZipSource::open(stage.folder.path()),
        Err(ArchiveError::Open { .. })
    ));
}

#[test]
fn refuses_bombs_by_their_ratio_before_writing() {
    let folder = tempfile::tempdir().unwrap();
    let zip = folder.path().join("raw.zip");
    let mut target = ZipTarget::create(&zip).unwrap();
    target.add_bytes("zeros", &vec![0; 4 << 20]).unwrap();
    target.finish().unwrap();
    let limits = ExtractLimits {
        ratio: 500,
        ratio_from_bytes: 1 << 20,
        ..Default::default()
    };
    let error = extract(&zip, &folder.path().join("out"), &limits, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("as a bomb does"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    extract(
        &zip,
        &folder.path().join("out"),
        &ExtractLimits::default(),
        &mut |_| {},
    )
    .unwrap();
}

#[test]
fn keeps_the_limits_of_size_and_number() {
    let stage = Stage::of(&[Raw::new("a", "hello"), Raw::new("b", "world")]);
    let with = |limits: ExtractLimits| {
        extract(&stage.zip, &stage.target(), &limits, &mut |_| {})
            .unwrap_err()
            .to_string()
    };
    let text = with(ExtractLimits {
        total_bytes: 9,
        ..Default::default()
    });
    assert!(
        text.contains("unpacks to 10 bytes, 9 are allowed"),
        "{text}"
    );
    let text = with(ExtractLimits {
        members: 1,
        ..Default::default()
    });
    assert!(
        text.contains("has 2 members, at most 1 are allowed"),
        "{text}"
    );
}

#[test]
fn refuses_members_that_share_their_bytes() {
    let mut bytes = zip_bytes(&[Raw::new("a", &"x".repeat(2000)), Raw::new("b", "")]);
    // The second entry of the directory takes the first one's place, sizes and checksum.
    let find = |bytes: &[u8], from: usize| {
        from + bytes[from..]
            .windows(4)
            .position(|window| window == b"PK\x01\x02")
            .unwrap()
    };
    let first = find(&bytes, 0);
    let second = find(&bytes, first + 4);
    for range in [16..28, 42..46] {
        let copied = bytes[first + range.start..first + range.end].to_vec();
        bytes[second + range.start..second + range.end].copy_from_slice(&copied);
    }
    let text = Stage::new(&bytes).refusal();
    assert!(text.contains("overlap"), "{text}");
}

#[test]
fn refuses_more_than_the_disk_holds() {
    let huge = Raw::new("a", "x").with(|raw| raw.size = u32::MAX);
    let many: Vec<Raw> = (0..60_000)
        .map(|n| {
            huge.clone()
                .with(|raw| raw.name = format!("{n}").into_bytes())
        })
        .collect();
    let stage = Stage::of(&many);
    let limits = ExtractLimits {
        total_bytes: u64::MAX,
        ratio_from_bytes: u64::MAX,
        ..ExtractLimits::default()
    };
    let error = extract(&stage.zip, &stage.target(), &limits, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("free on the disk"), "{error}");
}

#[test]
fn a_filled_folder_is_not_touched() {
    let stage = Stage::of(&[Raw::new("a", "new")]);
    std::fs::create_dir(stage.target()).unwrap();
    std::fs::write(stage.target().join("a"), "old").unwrap();
    assert!(stage.extract().is_err());
    assert_eq!(std::fs::read(stage.target().join("a")).unwrap(), b"old");
}

fn write_sample(path: &Path, packing: Packing) {
    let mut target = ZipTarget::with_packing(path, packing).unwrap();
    target
        .add_bytes("b.csv", "id,x\n".repeat(100).as_bytes())
        .unwrap();
    target.add_bytes("a/ü.txt", b"").unwrap();
    target.finish().unwrap();
}

#[test]
fn written_archives_depend_on_their_content_only() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("1.zip"), folder.path().join("2.zip"));
    for packing in [Packing::Deflated, Packing::Stored] {
        write_sample(&one, packing);
        std::thread::sleep(std::time::Duration::from_millis(20));
        write_sample(&two, packing);
        assert_eq!(std::fs::read(&one).unwrap(), std::fs::read(&two).unwrap());
    }
    let mut source = ZipSource::open(&one).unwrap();
    assert_eq!(source.names(), ["b.csv", "a/ü.txt"]);
    assert_eq!(source.read("a/ü.txt").unwrap(), b"");
    assert!(matches!(
        source.read("c"),
        Err(ArchiveError::NoMember { .. })
    ));
}

#[test]
fn members_are_copied_without_packing_them_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("1.zip"), folder.path().join("2.zip"));
    write_sample(&one, Packing::Deflated);
    std::fs::write(folder.path().join("file"), "from disk").unwrap();
    let mut source = ZipSource::open(&one).unwrap();
    let mut target = ZipTarget::create(&two).unwrap();
    target
        .copy_member(&mut source, "b.csv", "renamed.csv")
        .unwrap();
    target
        .add_file("file", &folder.path().join("file"))
        .unwrap();
    assert!(target.copy_member(&mut source, "c", "c").is_err());
    assert!(target.add_file("x", &folder.path().join("absent")).is_err());
    target.finish().unwrap();
    let mut copy = ZipSource::open(&two).unwrap();
    assert_eq!(copy.names(), ["renamed.csv", "file"]);
    assert_eq!(
        copy.read("renamed.csv").unwrap(),
        source.read("b.csv").unwrap()
    );
    assert_eq!(copy.read("file").unwrap(), b"from disk");
}

#[test]
fn an_unfinished_archive_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut target = ZipTarget::create(&folder.path().join("a.zip")).unwrap();
    target.add_bytes("a", b"x").unwrap();
    assert!(target.add_bytes("a", b"again").is_err());
    drop(target);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert!(ZipTarget::create(&folder.path().join("absent/a.zip")).is_err());
}
