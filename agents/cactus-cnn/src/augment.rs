//! Changes to a photo that leave the answer as it is.
//!
//! A photo from the air has no up and no left: all eight symmetries of the square are equally good
//! photos. Training draws one at random, together with a small shift and a change of light;
//! prediction averages over all eight.

use crate::data::{CHANNELS, PIXELS, SIDE};
use crate::random::Random;

/// Largest shift in training, in pixels, each way.
const MAX_SHIFT: usize = 2;
/// Largest change of brightness, in units where the full range of a channel is 1.
const MAX_BRIGHTNESS: f32 = 0.1;
/// Largest relative change of contrast.
const MAX_CONTRAST: f32 = 0.15;

/// One of the eight symmetries of a square: an optional transposition followed by optional flips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Symmetry {
    transposed: bool,
    flipped_rows: bool,
    flipped_columns: bool,
}

impl Symmetry {
    /// How many there are.
    pub(crate) const COUNT: usize = 8;

    /// Returns all eight, the identity first.
    pub(crate) fn all() -> [Self; Self::COUNT] {
        std::array::from_fn(Self::from_bits)
    }

    /// Draws one at random.
    pub(crate) fn random(random: &mut Random) -> Self {
        Self::from_bits(random.below(Self::COUNT))
    }

    fn from_bits(bits: usize) -> Self {
        Self {
            transposed: bits & 4 != 0,
            flipped_rows: bits & 1 != 0,
            flipped_columns: bits & 2 != 0,
        }
    }

    /// Returns where the pixel that is shown at (`row`, `column`) comes from.
    fn source(self, row: usize, column: usize) -> (usize, usize) {
        let row = if self.flipped_rows {
            SIDE - 1 - row
        } else {
            row
        };
        let column = if self.flipped_columns {
            SIDE - 1 - column
        } else {
            column
        };
        if self.transposed {
            (column, row)
        } else {
            (row, column)
        }
    }
}

/// What is done to one photo.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Augmentation {
    symmetry: Symmetry,
    /// Rows and columns that the photo moves; the edge is repeated into the gap.
    shift: (isize, isize),
    /// Added to every value, in units where the full range of a channel is 1.
    brightness: f32,
    /// Multiplies every value's distance from mid-grey.
    contrast: f32,
}

impl From<Symmetry> for Augmentation {
    fn from(symmetry: Symmetry) -> Self {
        Self {
            symmetry,
            shift: (0, 0),
            brightness: 0.0,
            contrast: 1.0,
        }
    }
}

impl Augmentation {
    /// Draws what is done to a photo in training.
    pub(crate) fn random(random: &mut Random) -> Self {
        let mut shift = || random.below(2 * MAX_SHIFT + 1) as isize - MAX_SHIFT as isize;
        Self {
            shift: (shift(), shift()),
            symmetry: Symmetry::random(random),
            brightness: random.between(-MAX_BRIGHTNESS, MAX_BRIGHTNESS),
            contrast: 1.0 + random.between(-MAX_CONTRAST, MAX_CONTRAST),
        }
    }

    /// Appends the changed photo to `out`, as values from about 0 to 1.
    ///
    /// `photo` and the result are `CHANNELS` planes of `SIDE` rows.
    pub(crate) fn apply(self, photo: &[u8], out: &mut Vec<f32>) {
        for plane in photo.chunks_exact(PIXELS).take(CHANNELS) {
            for row in 0..SIDE {
                for column in 0..SIDE {
                    let row = shifted(row, self.shift.0);
                    let column = shifted(column, self.shift.1);
                    let (row, column) = self.symmetry.source(row, column);
                    let value = f32::from(plane[row * SIDE + column]) / 255.0;
                    out.push((value - 0.5) * self.contrast + 0.5 + self.brightness);
                }
            }
        }
    }
}

/// Returns the index that is seen at `index` after a shift, the nearest edge if it lies outside.
fn shifted(index: usize, shift: isize) -> usize {
    index.saturating_add_signed(-shift).min(SIDE - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A photo in which every pixel of the first plane is different from its neighbours.
    fn photo() -> Vec<u8> {
        (0..CHANNELS * PIXELS)
            .map(|i| (i * 7 % 251) as u8)
            .collect()
    }

    fn applied(augmentation: impl Into<Augmentation>, photo: &[u8]) -> Vec<f32> {
        let mut out = Vec::new();
        augmentation.into().apply(photo, &mut out);
        out
    }

    fn as_bytes(values: &[f32]) -> Vec<u8> {
        values
            .iter()
            .map(|value| (value * 255.0).round() as u8)
            .collect()
    }

    #[test]
    fn the_first_symmetry_changes_nothing() {
        assert_eq!(as_bytes(&applied(Symmetry::all()[0], &photo())), photo());
    }

    #[test]
    fn the_eight_symmetries_differ() {
        let results: Vec<Vec<u8>> = Symmetry::all()
            .iter()
            .map(|&s| as_bytes(&applied(s, &photo())))
            .collect();
        for (i, a) in results.iter().enumerate() {
            assert!(
                results[..i].iter().all(|b| a != b),
                "symmetry {i} repeats another"
            );
        }
    }

    #[test]
    fn symmetries_keep_every_value_in_its_plane() {
        let sorted = |bytes: &[u8]| {
            let mut plane = bytes[..PIXELS].to_vec();
            plane.sort_unstable();
            plane
        };
        for symmetry in Symmetry::all() {
            assert_eq!(
                sorted(&as_bytes(&applied(symmetry, &photo()))),
                sorted(&photo())
            );
        }
    }

    #[test]
    fn one_symmetry_after_another_is_a_symmetry() {
        let all: Vec<Vec<u8>> = Symmetry::all()
            .iter()
            .map(|&s| as_bytes(&applied(s, &photo())))
            .collect();
        for first in &all {
            for second in Symmetry::all() {
                assert!(all.contains(&as_bytes(&applied(second, first))));
            }
        }
    }

    #[test]
    fn a_shift_moves_the_photo_and_repeats_its_edge() {
        let moved = Augmentation {
            shift: (1, 0),
            ..Symmetry::all()[0].into()
        };
        let result = as_bytes(&applied(moved, &photo()));
        assert_eq!(result[..SIDE], photo()[..SIDE], "the first row is repeated");
        assert_eq!(
            result[SIDE..PIXELS],
            photo()[..PIXELS - SIDE],
            "the others move down"
        );
    }

    #[test]
    fn light_is_limited() {
        let mut random = Random::new(1, 0);
        for _ in 0..100 {
            let values = applied(Augmentation::random(&mut random), &photo());
            assert_eq!(values.len(), CHANNELS * PIXELS);
            assert!(values.iter().all(|value| (-0.2..=1.2).contains(value)));
        }
    }
}
