//! Stacks of masks and the distances between them.

use crate::mask::Mask;

/// Slice, column and row of a voxel.
pub(crate) type Voxel = [u32; 3];

/// A stack of masks of one size whose pixels count down the columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Volume {
    slices: Vec<Mask>,
    height: u32,
    width: u32,
}

impl Volume {
    /// Creates a volume; pixels beyond `height * width` are dropped.
    pub fn new(slices: Vec<Mask>, height: u32, width: u32) -> Self {
        let pixels = u64::from(height) * u64::from(width);
        let slices = slices.into_iter().map(|slice| slice.cut(pixels)).collect();
        Self {
            slices,
            height,
            width,
        }
    }

    /// Number of voxels that are set.
    pub(crate) fn size(&self) -> u64 {
        self.slices.iter().map(Mask::area).sum()
    }

    /// Lengths of the axes: slices, columns, rows.
    pub(crate) fn lengths(&self) -> [usize; 3] {
        [self.slices.len(), self.width as usize, self.height as usize]
    }

    /// All voxels that are set, rising.
    pub(crate) fn voxels(&self) -> Vec<Voxel> {
        let mut voxels = Vec::new();
        for (slice, mask) in (0_u32..).zip(&self.slices) {
            for pixel in mask.runs().iter().cloned().flatten() {
                let height = u64::from(self.height);
                voxels.push([slice, (pixel / height) as u32, (pixel % height) as u32]);
            }
        }
        voxels
    }
}

/// Returns the largest distance from a voxel of `from` to its nearest voxel of `to`, none empty.
pub(crate) fn farthest(from: &[Voxel], to: &[Voxel], spacing: [f64; 3]) -> f64 {
    let grid = Grid::around(from, to);
    let squares = grid.squared_distances(to, spacing);
    let far = from
        .iter()
        .map(|voxel| squares[grid.index(voxel)])
        .fold(0.0, f64::max);
    far.sqrt()
}

/// The box around two sets of voxels.
struct Grid {
    low: Voxel,
    lengths: [usize; 3],
}

impl Grid {
    fn around(a: &[Voxel], b: &[Voxel]) -> Self {
        let (mut low, mut high) = ([u32::MAX; 3], [0; 3]);
        for voxel in a.iter().chain(b) {
            for axis in 0..3 {
                low[axis] = low[axis].min(voxel[axis]);
                high[axis] = high[axis].max(voxel[axis]);
            }
        }
        let lengths = std::array::from_fn(|axis| (high[axis] - low[axis]) as usize + 1);
        Self { low, lengths }
    }

    fn index(&self, voxel: &Voxel) -> usize {
        let [slice, column, row]: [usize; 3] =
            std::array::from_fn(|axis| (voxel[axis] - self.low[axis]) as usize);
        (slice * self.lengths[1] + column) * self.lengths[2] + row
    }

    /// Squared distance of every cell to the nearest of `voxels`.
    fn squared_distances(&self, voxels: &[Voxel], spacing: [f64; 3]) -> Vec<f64> {
        let [slices, columns, rows] = self.lengths;
        let mut cells = vec![f64::INFINITY; slices * columns * rows];
        for voxel in voxels {
            cells[self.index(voxel)] = 0.0;
        }
        for (axis, stride) in [(2, 1), (1, rows), (0, rows * columns)] {
            let mut sweep = Sweep::new(self.lengths[axis], spacing[axis]);
            let span = stride * self.lengths[axis];
            for block in (0..cells.len()).step_by(span) {
                for start in block..block + stride {
                    sweep.run(&mut cells, start, stride);
                }
            }
        }
        cells
    }
}

/// One-dimensional step of the distance transform: the lower envelope of parabolas.
struct Sweep {
    /// Squared distances of one line of cells before the step.
    line: Vec<f64>,
    spacing: f64,
    /// Parabolas on the envelope by the place of their lowest point, and where each begins to rule.
    envelope: Vec<(usize, f64)>,
}

impl Sweep {
    fn new(length: usize, spacing: f64) -> Self {
        Self {
            line: vec![0.0; length],
            spacing,
            envelope: Vec::with_capacity(length),
        }
    }

    fn run(&mut self, cells: &mut [f64], start: usize, stride: usize) {
        for (place, value) in self.line.iter_mut().enumerate() {
            *value = cells[start + place * stride];
        }
        self.build();
        let mut ruling = 0;
        for place in 0..self.line.len() {
            while self
                .envelope
                .get(ruling + 1)
                .is_some_and(|next| next.1 < place as f64)
            {
                ruling += 1;
            }
            let Some((lowest, _)) = self.envelope.get(ruling) else {
                return;
            };
            let way = (place as f64 - *lowest as f64) * self.spacing;
            cells[start + place * stride] = way * way + self.line[*lowest];
        }
    }

    fn build(&mut self) {
        self.envelope.clear();
        for place in 0..self.line.len() {
            if self.line[place].is_infinite() {
                continue;
            }
            let mut begin = f64::NEG_INFINITY;
            while let Some((last, last_begin)) = self.envelope.last() {
                begin = self.crossing(*last, place);
                if begin > *last_begin {
                    break;
                }
                self.envelope.pop();
                begin = f64::NEG_INFINITY;
            }
            self.envelope.push((place, begin));
        }
    }

    /// Place from which the parabola at `b` lies below the one at `a < b`.
    fn crossing(&self, a: usize, b: usize) -> f64 {
        let rise = (self.line[b] - self.line[a]) / (self.spacing * self.spacing);
        let (a, b) = (a as f64, b as f64);
        f64::midpoint(rise / (b - a), a + b)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn by_pairs(from: &[Voxel], to: &[Voxel], spacing: [f64; 3]) -> f64 {
        let square = |a: &Voxel, b: &Voxel| -> f64 {
            (0..3)
                .map(|axis| (f64::from(a[axis]) - f64::from(b[axis])) * spacing[axis])
                .map(|way| way * way)
                .sum()
        };
        let nearest = |a| {
            to.iter()
                .map(|b| square(a, b))
                .fold(f64::INFINITY, f64::min)
        };
        from.iter().map(nearest).fold(0.0, f64::max).sqrt()
    }

    fn voxels() -> impl Strategy<Value = Vec<Voxel>> {
        prop::collection::vec([0_u32..6, 0_u32..9, 0_u32..7], 1..12)
    }

    #[test]
    fn counts_pixels_down_the_columns() {
        let volume = Volume::new(vec![Mask::from_run(1..4)], 2, 2);
        assert_eq!(volume.voxels(), [[0, 0, 1], [0, 1, 0], [0, 1, 1]]);
        let beyond = Volume::new(vec![Mask::full(100)], 2, 2);
        assert_eq!((beyond.size(), beyond.voxels().len()), (4, 4));
        assert!(Volume::new(vec![Mask::full(100)], 0, 2).voxels().is_empty());
    }

    proptest! {
        #[test]
        fn equals_the_distance_over_all_pairs(from in voxels(), to in voxels()) {
            let spacing = [1.0 / 7.0, 1.0 / 9.0, 1.0 / 5.0];
            let fast = farthest(&from, &to, spacing);
            prop_assert!((fast - by_pairs(&from, &to, spacing)).abs() < 1e-12);
        }
    }
}
