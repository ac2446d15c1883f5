//! Mutants made of bytes, without regard to columns.

use super::random::Rng;

/// Pieces of text that make trouble more often than others.
const PIECES: [&[u8]; 24] = [
    b",",
    b"\n",
    b"\r",
    b"\r\n",
    b"\"",
    b"\"\"",
    b"\0",
    b" ",
    b"\t",
    b"nan",
    b"inf",
    b"-inf",
    b"1e999",
    b"-0",
    b"NA",
    b"True",
    b"99999999999999999999",
    b"-9223372036854775809",
    b"5e-324",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xc3",
    "é\u{301}".as_bytes(),
    "日本\u{2028}\u{85}".as_bytes(),
];

/// Bytes of any kind, or a heap of pieces.
pub(crate) fn arbitrary(rng: &mut Rng) -> Vec<u8> {
    let length = rng.below(400);
    if rng.once_in(2) {
        return (0..length).map(|_| rng.next() as u8).collect();
    }
    (0..length / 4)
        .flat_map(|_| rng.pick(&PIECES).to_vec())
        .collect()
}

/// Changes a text in a few places; `other` lends pieces of its own.
pub(crate) fn mutate(seed: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=rng.below(4) {
        change(&mut bytes, other, rng);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let place = rng.below(bytes.len() + 1);
    let end = (place + rng.below(12)).min(bytes.len());
    match rng.below(10) {
        0 => {
            if let Some(byte) = bytes.get_mut(place) {
                *byte ^= 1 << rng.below(8);
            }
        }
        1 => bytes.insert(place, rng.next() as u8),
        2 => drop(bytes.drain(place..end)),
        3 => {
            let piece = bytes[place..end].to_vec();
            bytes.splice(place..place, piece);
        }
        4 | 5 => drop(bytes.splice(place..place, rng.pick(&PIECES).iter().copied())),
        6 => drop(bytes.splice(place..end, rng.pick(&PIECES).iter().copied())),
        7 => bytes.truncate(place),
        8 => {
            let from = rng.below(other.len() + 1);
            let to = (from + rng.below(200)).min(other.len());
            bytes.splice(place..end, other[from..to].iter().copied());
        }
        _ => lines(bytes, rng),
    }
}

/// Repeats, drops or swaps whole lines, or makes one very long.
fn lines(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let mut lines: Vec<Vec<u8>> = bytes
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    let (one, other) = (rng.below(lines.len()), rng.below(lines.len()));
    match rng.below(5) {
        0 => {
            let copy = lines[one].clone();
            let times = if rng.once_in(20) { 1000 } else { 1 };
            lines.splice(other..other, std::iter::repeat_n(copy, times));
        }
        1 => drop(lines.remove(one)),
        2 => lines.swap(one, other),
        3 => rng.shuffle(&mut lines),
        _ => {
            let piece = rng.pick(&PIECES);
            let times = if rng.once_in(10) { 20_000 } else { 30 };
            lines[one].extend(piece.repeat(times));
        }
    }
    *bytes = lines.join(&b'\n');
}
