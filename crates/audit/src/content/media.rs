//! What pictures, sound and unknown files say beside their content: texts and sizes in their heads.

use std::io::Read;

use flate2::read::ZlibDecoder;
use mlebench_data::image::GreyImage;

use super::rows::Record;

/// Most bytes of text that are taken from a file.
const MAX_TEXT: usize = 4096;

/// Largest picture that is unpacked.
const MAX_PIXELS: u64 = 1 << 26;

/// Fewest characters of a text inside other bytes.
const MIN_RUN: usize = 4;

/// Returns what the head of a file says. `whole` says that it is the whole file.
pub(crate) fn facts(head: &[u8], whole: bool) -> Record {
    let mut record = Record::new();
    if let Some(rest) = head.strip_prefix(b"\x89PNG\r\n\x1a\n") {
        png(rest, &mut record);
        let pixels = |at: usize| -> u64 {
            number(rest.get(at..at + 4).unwrap_or_default(), true)
                .parse()
                .unwrap_or(0)
        };
        let pixels = pixels(8) * pixels(12);
        if whole
            && pixels <= MAX_PIXELS
            && let Ok(image) = GreyImage::read_png(head)
        {
            let bright = image.pixels.iter().filter(|pixel| **pixel > 0).count();
            record.push(("pixels above 0".to_owned(), bright.to_string()));
        }
    } else if head.starts_with(b"\xff\xd8") {
        jpeg(&head[2..], &mut record);
    } else if head.starts_with(b"II*\0") || head.starts_with(b"MM\0*") {
        tiff(head, &mut record);
    } else if head.starts_with(b"RIFF") && head.len() > 12 {
        riff(&head[12..], &mut record);
    }
    let strings = strings(head);
    if !strings.is_empty() {
        record.push(("(texts inside)".to_owned(), strings));
    }
    record
}

fn push(record: &mut Record, name: &str, value: &[u8]) {
    let value = &value[..value.len().min(MAX_TEXT)];
    let value = String::from_utf8_lossy(value);
    let value = value.trim_matches(['\0', ' ', '\n']);
    if !value.is_empty() {
        record.push((name.to_owned(), value.to_owned()));
    }
}

fn split_zero(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| *byte == 0);
    let end = end.unwrap_or(bytes.len());
    (&bytes[..end], bytes.get(end + 1..).unwrap_or_default())
}

/// Texts (`tEXt`, `zTXt`, `iTXt`) and the size of a PNG picture.
fn png(mut rest: &[u8], record: &mut Record) {
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_be_bytes(*length) as usize;
        let Some((kind, after)) = after.split_first_chunk::<4>() else {
            return;
        };
        let content = &after[..length.min(after.len())];
        let (name, text) = split_zero(content);
        let name = format!("png {}", String::from_utf8_lossy(name));
        match kind {
            b"IHDR" if content.len() >= 8 => {
                push(record, "width", number(&content[..4], true).as_bytes());
                push(record, "height", number(&content[4..8], true).as_bytes());
            }
            b"tEXt" => push(record, &name, text),
            b"zTXt" => push(record, &name, &inflate(text.get(1..).unwrap_or_default())),
            b"iTXt" => {
                let packed = text.first() == Some(&1);
                let (_, text) = split_zero(text.get(2..).unwrap_or_default());
                let (_, text) = split_zero(text);
                if packed {
                    push(record, &name, &inflate(text));
                } else {
                    push(record, &name, text);
                }
            }
            _ => {}
        }
        rest = after.get(length.saturating_add(4)..).unwrap_or_default();
    }
}

fn inflate(packed: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    // What cannot be unpacked says nothing.
    let _ = ZlibDecoder::new(packed)
        .take(MAX_TEXT as u64)
        .read_to_end(&mut text);
    text
}

/// Comments, EXIF texts and the size of a JPEG picture.
fn jpeg(mut rest: &[u8], record: &mut Record) {
    while let [0xff, kind, high, low, after @ ..] = rest {
        let length = usize::from(u16::from_be_bytes([*high, *low])).saturating_sub(2);
        let content = &after[..length.min(after.len())];
        match kind {
            0xfe => push(record, "jpeg comment", content),
            0xe1 => {
                if let Some(exif) = content.strip_prefix(b"Exif\0\0") {
                    tiff(exif, record);
                }
            }
            0xc0..=0xc2 if content.len() >= 5 => {
                push(record, "height", number(&content[1..3], true).as_bytes());
                push(record, "width", number(&content[3..5], true).as_bytes());
            }
            0xda => return,
            _ => {}
        }
        rest = after.get(length..).unwrap_or_default();
    }
}

fn number(bytes: &[u8], big: bool) -> String {
    let fold = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
    if big {
        bytes.iter().fold(0, fold).to_string()
    } else {
        bytes.iter().rev().fold(0, fold).to_string()
    }
}

/// Texts and short numbers of the first directory of a TIFF picture or an EXIF block, and of the one
/// it points to.
fn tiff(bytes: &[u8], record: &mut Record) {
    let big = bytes.starts_with(b"MM");
    let read = |at: usize, length: usize| -> Option<usize> {
        number(bytes.get(at..at.checked_add(length)?)?, big)
            .parse()
            .ok()
    };
    let mut waiting: Vec<usize> = read(4, 4).into_iter().collect();
    let mut looked = 0;
    while let Some(directory) = waiting.pop() {
        looked += 1;
        let entries = read(directory, 2).unwrap_or(0);
        if looked > 3 {
            return;
        }
        for entry in 0..entries.min(200) {
            let at = directory + 2 + 12 * entry;
            let (Some(tag), Some(kind), Some(count)) =
                (read(at, 2), read(at + 2, 2), read(at + 4, 4))
            else {
                return;
            };
            let name = format!("tag {tag}");
            match kind {
                // Texts, and bytes that are texts.
                2 | 7 => {
                    let start = if count > 4 {
                        read(at + 8, 4)
                    } else {
                        Some(at + 8)
                    };
                    let text = start.and_then(|start| bytes.get(start..start.checked_add(count)?));
                    let text = text.unwrap_or_default();
                    push(
                        record,
                        &name,
                        text.strip_prefix(b"ASCII\0\0\0").unwrap_or(text),
                    );
                }
                4 if tag == 34_665 => waiting.extend(read(at + 8, 4)),
                3 | 4 if count == 1 => {
                    let value = read(at + 8, if kind == 3 { 2 } else { 4 });
                    record.extend(value.map(|value| (name, value.to_string())));
                }
                _ => {}
            }
        }
    }
}

/// Texts of the list `INFO`, and the size of the sound.
fn riff(mut rest: &[u8], record: &mut Record) {
    while let Some((kind, after)) = rest.split_first_chunk::<4>() {
        let Some((length, after)) = after.split_first_chunk::<4>() else {
            return;
        };
        let length = u32::from_le_bytes(*length) as usize;
        let content = &after[..length.min(after.len())];
        if let Some(list) = content.strip_prefix(b"INFO").filter(|_| kind == b"LIST") {
            riff(list, record);
        } else if kind.starts_with(b"I") || kind == b"cmnt" {
            push(
                record,
                &format!("riff {}", String::from_utf8_lossy(kind)),
                content,
            );
        }
        rest = after
            .get(length.saturating_add(length % 2)..)
            .unwrap_or_default();
    }
}

/// Returns the runs of readable characters, joined by blanks.
fn strings(bytes: &[u8]) -> String {
    let mut found = String::new();
    let runs = bytes.split(|byte| !(0x20..0x7f).contains(byte));
    for run in runs.filter(|run| run.len() >= MIN_RUN) {
        if found.len() > MAX_TEXT {
            break;
        }
        found.push_str(&String::from_utf8_lossy(&run[..run.len().min(MAX_TEXT)]));
        found.push(' ');
    }
    found
}

#[cfg(test)]
mod tests {
    use super::facts;

    fn chunk(kind: &[u8], content: &[u8]) -> Vec<u8> {
        [
            &(content.len() as u32).to_be_bytes(),
            kind,
            content,
            &[0; 4],
        ]
        .concat()
    }

    #[test]
    fn texts_beside_pictures_and_sound_are_found() {
        let png = [
            b"\x89PNG\r\n\x1a\n".to_vec(),
            chunk(b"IHDR", &[0, 0, 0, 7, 0, 0, 0, 9, 8, 0, 0, 0, 0]),
            chunk(b"tEXt", b"Comment\0class 3"),
        ];
        let jpeg = b"\xff\xd8\xff\xfe\x00\x09class 3\xff\xda".to_vec();
        let exif = [
            &b"\xff\xd8\xff\xe1\x00\x2aExif\0\0II*\0\x08\0\0\0\x01\0"[..],
            &[0x0e, 1, 2, 0, 8, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0],
            b"class 3\0\xff\xda",
        ];
        let wav = b"RIFF\x1c\0\0\0WAVELIST\x14\0\0\0INFOICMT\x08\0\0\0class 3\0".to_vec();
        for file in [png.concat(), jpeg, exif.concat(), wav] {
            let found = facts(&file, false);
            assert!(
                found.iter().any(|(_, value)| value == "class 3"),
                "{found:?}"
            );
            for end in 0..file.len() {
                facts(&file[..end], false);
            }
            for at in 0..file.len() {
                let mut broken = file.clone();
                broken[at] ^= 0xff;
                facts(&broken, true);
            }
        }
    }
}
