//! Drawing 32x32 aerial-like photos with and without a column-shaped plant.

use std::f64::consts::TAU;

use mlebench_data::random::NumpyLegacy;

/// Width and height of a photo in pixels.
pub(crate) const SIDE: usize = 32;

/// Draws photos; the same seed draws the same photos.
pub(crate) struct Painter {
    random: NumpyLegacy,
}

/// A photo: `SIDE * SIDE` pixels of red, green and blue, row by row.
pub(crate) type Photo = Vec<u8>;

type Color = [f64; 3];

impl Painter {
    /// Creates a painter.
    pub(crate) fn new(seed: u32) -> Self {
        Self {
            random: NumpyLegacy::new(seed),
        }
    }

    /// Draws one photo.
    pub(crate) fn photo(&mut self, with_cactus: bool) -> Photo {
        let mut canvas = self.ground();
        for _ in 0..self.count(2, 5) {
            self.bush(&mut canvas);
        }
        if with_cactus {
            self.cactus(&mut canvas);
        }
        let light = self.between(0.85, 1.15);
        canvas
            .iter()
            .flat_map(|color| color.map(|channel| (channel * light).clamp(0.0, 255.0) as u8))
            .collect()
    }

    /// Draws a name of 32 hexadecimal digits.
    pub(crate) fn name(&mut self) -> String {
        (0..32)
            .map(|_| char::from(b"0123456789abcdef"[self.count(0, 16)]))
            .collect()
    }

    /// Decides with a probability.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.random.uniform() < probability
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.random.uniform()
    }

    /// A whole number from `low` up to, not including, `high`.
    fn count(&mut self, low: usize, high: usize) -> usize {
        low + ((high - low) as f64 * self.random.uniform()) as usize
    }

    /// Dry soil: two colours mixed by smooth noise, with grain on top.
    fn ground(&mut self) -> Vec<Color> {
        let shift = self.between(-18.0, 18.0);
        let (dark, bright) = ([112.0 + shift, 104.0, 92.0], [168.0 + shift, 152.0, 136.0]);
        let coarse: Vec<f64> = (0..36).map(|_| self.random.uniform()).collect();
        let mut canvas = Vec::with_capacity(SIDE * SIDE);
        for y in 0..SIDE {
            for x in 0..SIDE {
                let mix = smooth(&coarse, 6, x as f64 / 6.5, y as f64 / 6.5);
                let grain = self.between(-9.0, 9.0);
                canvas.push([0, 1, 2].map(|c| dark[c] + (bright[c] - dark[c]) * mix + grain));
            }
        }
        canvas
    }

    /// A round shrub, dark green or grey.
    fn bush(&mut self, canvas: &mut [Color]) {
        let (cx, cy) = (self.between(0.0, 32.0), self.between(0.0, 32.0));
        let radius = self.between(1.5, 4.5);
        let green = self.between(70.0, 110.0);
        self.paint(
            canvas,
            |x, y| (x - cx).hypot(y - cy) - radius,
            [green * 0.75, green, green * 0.7],
        );
    }

    /// A column with ribs, seen from above at a slant, and its shadow.
    fn cactus(&mut self, canvas: &mut [Color]) {
        let (cx, cy) = (self.between(9.0, 23.0), self.between(9.0, 23.0));
        let (length, width) = (self.between(6.0, 10.0), self.between(1.1, 1.9));
        let angle = self.between(0.0, TAU);
        let (dx, dy) = (angle.cos(), angle.sin());
        // Distance to a line segment through the centre.
        let bar = move |x: f64, y: f64| {
            let along = ((x - cx) * dx + (y - cy) * dy).clamp(-length / 2.0, length / 2.0);
            (x - cx - along * dx).hypot(y - cy - along * dy) - width
        };
        self.paint(canvas, |x, y| bar(x - 1.8, y - 1.2), [72.0, 66.0, 60.0]);
        self.paint(canvas, bar, [120.0, 138.0, 112.0]);
        let rib = width / 2.5;
        self.paint(
            canvas,
            |x, y| bar(x, y) + width - rib,
            [156.0, 172.0, 142.0],
        );
    }

    /// Covers what is inside a shape (negative distance) with a colour, soft at the edge.
    fn paint(&mut self, canvas: &mut [Color], shape: impl Fn(f64, f64) -> f64, color: Color) {
        for y in 0..SIDE {
            for x in 0..SIDE {
                let cover = (0.5 - shape(x as f64 + 0.5, y as f64 + 0.5)).clamp(0.0, 1.0);
                if cover > 0.0 {
                    let grain = self.between(-6.0, 6.0);
                    let pixel = &mut canvas[y * SIDE + x];
                    *pixel = [0, 1, 2].map(|c| pixel[c] + (color[c] + grain - pixel[c]) * cover);
                }
            }
        }
    }
}

/// Interpolates a `side` x `side` grid of values.
fn smooth(grid: &[f64], side: usize, x: f64, y: f64) -> f64 {
    let (left, top) = ((x as usize).min(side - 2), (y as usize).min(side - 2));
    let (fx, fy) = (x - left as f64, y - top as f64);
    let at = |dx: usize, dy: usize| grid[(top + dy) * side + left + dx];
    let upper = at(0, 0) + (at(1, 0) - at(0, 0)) * fx;
    let lower = at(0, 1) + (at(1, 1) - at(0, 1)) * fx;
    upper + (lower - upper) * fy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same_photo() {
        assert_eq!(Painter::new(3).photo(true), Painter::new(3).photo(true));
        assert_ne!(Painter::new(3).photo(true), Painter::new(4).photo(true));
        assert_eq!(Painter::new(3).photo(false).len(), SIDE * SIDE * 3);
    }
}
