//! Photos on their way into the network: chosen, changed, normalised.

use burn::tensor::{Device, Tensor, TensorData};

use crate::augment::Augmentation;
use crate::data::{CHANNELS, PHOTO_LEN, PIXELS, Photos, SIDE};

/// Makes the values of each channel have mean 0 and standard deviation 1 over the training photos.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Normalisation {
    mean: [f32; CHANNELS],
    deviation: [f32; CHANNELS],
}

impl Normalisation {
    /// Measures the photos of the given indices.
    pub(crate) fn measure(photos: &Photos, indices: &[usize]) -> Self {
        let count = (indices.len() * PIXELS).max(1) as f64;
        let mut sum = [0.0_f64; CHANNELS];
        let mut sum_of_squares = [0.0_f64; CHANNELS];
        for &index in indices {
            for (channel, plane) in photos.get(index).chunks_exact(PIXELS).enumerate() {
                for &byte in plane {
                    let value = f64::from(byte) / 255.0;
                    sum[channel] += value;
                    sum_of_squares[channel] += value * value;
                }
            }
        }
        let mean = sum.map(|sum| sum / count);
        let deviation: [f64; CHANNELS] = std::array::from_fn(|channel| {
            (sum_of_squares[channel] / count - mean[channel].powi(2))
                .max(0.0)
                .sqrt()
        });
        Self {
            mean: mean.map(|mean| mean as f32),
            // Photos of one colour have no deviation to divide by.
            deviation: deviation.map(|deviation| deviation.max(1e-3) as f32),
        }
    }

    /// Makes the tensor `[indices.len(), 3, 32, 32]` of the photos of the given indices, each
    /// changed by what `augment` returns for it.
    pub(crate) fn batch(
        &self,
        photos: &Photos,
        indices: &[usize],
        mut augment: impl FnMut() -> Augmentation,
        device: &Device,
    ) -> Tensor<4> {
        let mut values = Vec::with_capacity(indices.len() * PHOTO_LEN);
        for &index in indices {
            augment().apply(photos.get(index), &mut values);
        }
        for (plane, values) in values.chunks_exact_mut(PIXELS).enumerate() {
            let channel = plane % CHANNELS;
            for value in values {
                *value = (*value - self.mean[channel]) / self.deviation[channel];
            }
        }
        Tensor::from_data(
            TensorData::new(values, [indices.len(), CHANNELS, SIDE, SIDE]),
            device,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::augment::Symmetry;
    use crate::random::Random;

    #[test]
    fn training_photos_get_mean_zero_and_deviation_one() {
        let mut random = Random::new(0, 0);
        let photos = Photos::from_bytes(
            (0..4 * PHOTO_LEN)
                .map(|index| random.below(50 + index / PIXELS) as u8)
                .collect(),
        );
        let indices = [0, 1, 2, 3];
        let normalisation = Normalisation::measure(&photos, &indices);
        let identity = || Symmetry::all()[0].into();
        let batch = normalisation.batch(&photos, &indices, identity, &Device::flex());
        assert_eq!(batch.dims(), [4, CHANNELS, SIDE, SIDE]);

        let values: Vec<f32> = batch.into_data().try_into_vec().unwrap();
        for channel in 0..CHANNELS {
            let plane: Vec<f32> = values
                .chunks_exact(PIXELS)
                .enumerate()
                .filter(|(plane, _)| plane % CHANNELS == channel)
                .flat_map(|(_, values)| values.iter().copied())
                .collect();
            let mean = plane.iter().sum::<f32>() / plane.len() as f32;
            let variance = plane.iter().map(|v| (v - mean).powi(2)).sum::<f32>();
            assert!(mean.abs() < 1e-3);
            assert!((variance / plane.len() as f32 - 1.0).abs() < 1e-2);
        }
    }

    #[test]
    fn photos_of_one_colour_stay_finite() {
        let photos = Photos::from_bytes(vec![77; PHOTO_LEN]);
        let normalisation = Normalisation::measure(&photos, &[0]);
        let identity = || Symmetry::all()[0].into();
        let batch = normalisation.batch(&photos, &[0], identity, &Device::flex());
        let values: Vec<f32> = batch.into_data().try_into_vec().unwrap();
        assert!(values.iter().all(|value| value.abs() < 1e-2));
    }
}
