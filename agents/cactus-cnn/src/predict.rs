//! From a trained network to one number per photo.

use std::time::{Duration, Instant};

use burn::tensor::Device;

use crate::augment::Symmetry;
use crate::batch::Normalisation;
use crate::data::Photos;
use crate::model::CactusNet;

/// Photos that are evaluated at once.
const BATCH: usize = 128;

/// Returns the logit of each photo of the given indices, seen through `symmetry`.
///
/// `net` must be in its validation form.
pub(crate) fn logits(
    net: &CactusNet,
    normalisation: &Normalisation,
    photos: &Photos,
    indices: &[usize],
    symmetry: Symmetry,
) -> Vec<f64> {
    let device = Device::flex();
    let mut all = Vec::with_capacity(indices.len());
    for batch in indices.chunks(BATCH) {
        let photos = normalisation.batch(photos, batch, || symmetry.into(), &device);
        let logits = net.forward(photos).into_data();
        all.extend(
            logits
                .iter::<f64>()
                .map(|logit| if logit.is_finite() { logit } else { 0.0 }),
        );
    }
    all
}

/// Returns the mean logit of each photo over the symmetries of the square.
///
/// All eight are used if they fit into `time`; the first one always is.
pub(crate) fn mean_logits(
    net: &CactusNet,
    normalisation: &Normalisation,
    photos: &Photos,
    indices: &[usize],
    time: Duration,
) -> Vec<f64> {
    let start = Instant::now();
    let mut sum = vec![0.0; indices.len()];
    let mut used = 0;
    for symmetry in Symmetry::all() {
        for (sum, logit) in
            sum.iter_mut()
                .zip(logits(net, normalisation, photos, indices, symmetry))
        {
            *sum += logit;
        }
        used += 1;
        if start
            .elapsed()
            .mul_f64(f64::from(used + 1) / f64::from(used))
            > time
        {
            break;
        }
    }
    for sum in &mut sum {
        *sum /= f64::from(used);
    }
    sum
}

/// Returns the probability that belongs to a logit.
///
/// Different logits stay different up to about 30; beyond, they round to the same probability.
pub(crate) fn probability(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::PHOTO_LEN;
    use crate::random::Random;

    fn photos(count: usize) -> Photos {
        let mut random = Random::new(2, 0);
        Photos::from_bytes(
            (0..count * PHOTO_LEN)
                .map(|_| random.below(256) as u8)
                .collect(),
        )
    }

    #[test]
    fn averaging_over_symmetries_makes_the_answer_symmetric() {
        let net = CactusNet::new(&Device::flex());
        let photo = photos(1);
        let normalisation = Normalisation::measure(&photo, &[0]);
        let time = Duration::from_mins(1);
        let straight = mean_logits(&net, &normalisation, &photo, &[0], time);

        let mut turned = Vec::new();
        crate::augment::Augmentation::from(Symmetry::all()[5]).apply(photo.get(0), &mut turned);
        let turned = Photos::from_bytes(turned.iter().map(|v| (v * 255.0).round() as u8).collect());
        let turned = mean_logits(&net, &normalisation, &turned, &[0], time);
        assert!(
            (straight[0] - turned[0]).abs() < 1e-4,
            "{straight:?} {turned:?}"
        );
    }

    #[test]
    fn without_time_one_view_is_used() {
        let net = CactusNet::new(&Device::flex());
        let photos = photos(3);
        let indices = [2, 0];
        let normalisation = Normalisation::measure(&photos, &indices);
        let quick = mean_logits(&net, &normalisation, &photos, &indices, Duration::ZERO);
        let one = logits(&net, &normalisation, &photos, &indices, Symmetry::all()[0]);
        assert_eq!(quick, one);
    }

    #[test]
    fn probabilities_keep_the_order() {
        let logits = [-40.0, -1.0, 0.0, 3.0, 20.0, 20.001, 30.0];
        assert!(
            logits
                .windows(2)
                .all(|pair| probability(pair[0]) < probability(pair[1]))
        );
        assert_eq!(probability(0.0), 0.5);
    }
}
