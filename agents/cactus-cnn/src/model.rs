//! The network: a small residual CNN.
//!
//! ```text
//! 3 x 32 x 32   photo, normalised
//! 12 x 16 x 16  every square of 2 x 2 pixels becomes one pixel of 12 channels
//! 48 x 16 x 16  stage 1, then halved by the maximum of 2 x 2
//! 96 x 8 x 8    stage 2, then halved
//! 128 x 4 x 4   stage 3
//! 128           mean over the plane
//! 1             logit of "there is a cactus"
//! ```
//!
//! A stage is a convolution to its number of channels and a residual one. Folding the pixels first
//! costs no information and saves the most expensive layers, those at the full 32 x 32.

use burn::module::Module;
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::pool::{MaxPool2d, MaxPool2dConfig};
use burn::nn::{BatchNorm, BatchNormConfig, Initializer, Linear, LinearConfig, PaddingConfig2d};
use burn::tensor::activation::relu;
use burn::tensor::{Device, Tensor};

use crate::data::{CHANNELS, SIDE};

/// Channels of the stages.
pub(crate) const WIDTHS: [usize; 3] = [48, 96, 128];
/// Side of the squares of pixels that are folded into channels.
const FOLD: usize = 2;

/// The network.
#[derive(Module, Debug)]
pub(crate) struct CactusNet {
    stages: Vec<Stage>,
    pool: MaxPool2d,
    head: Linear,
}

impl CactusNet {
    /// Makes a network with random weights on `device`, whose seed decides them.
    pub(crate) fn new(device: &Device) -> Self {
        let mut channels = CHANNELS * FOLD * FOLD;
        let stages = WIDTHS
            .iter()
            .map(|&width| Stage::new(std::mem::replace(&mut channels, width), width, device))
            .collect();
        let net = Self {
            stages,
            pool: MaxPool2dConfig::new([2, 2]).with_strides([2, 2]).init(),
            head: LinearConfig::new(channels, 1).init(device),
        };
        // Weights are drawn when they are first used; drawing them now makes their order certain.
        net.materialize()
    }

    /// Returns one logit per photo.
    ///
    /// `photos` is `[batch, 3, 32, 32]`, normalised; the result is `[batch]`.
    pub(crate) fn forward(&self, photos: Tensor<4>) -> Tensor<1> {
        let [batch, ..] = photos.dims();
        let mut x = fold(photos);
        for (index, stage) in self.stages.iter().enumerate() {
            if index > 0 {
                x = self.pool.forward(x);
            }
            x = stage.forward(x);
        }
        let [_, channels, height, width] = x.dims();
        let features = x.reshape([batch, channels, height * width]).mean_dim(2);
        self.head
            .forward(features.reshape([batch, channels]))
            .reshape([batch])
    }
}

/// Turns each square of `FOLD` x `FOLD` pixels into one pixel with as many times the channels.
fn fold(photos: Tensor<4>) -> Tensor<4> {
    let [batch, channels, ..] = photos.dims();
    let side = SIDE / FOLD;
    photos
        .reshape([batch, channels, side, FOLD, side, FOLD])
        .permute([0, 1, 3, 5, 2, 4])
        .reshape([batch, channels * FOLD * FOLD, side, side])
}

/// Two convolutions: one that changes the number of channels, and a residual one.
#[derive(Module, Debug)]
struct Stage {
    widen: ConvUnit,
    residual: ConvUnit,
}

impl Stage {
    fn new(from: usize, to: usize, device: &Device) -> Self {
        Self {
            widen: ConvUnit::new(from, to, device),
            residual: ConvUnit::new(to, to, device),
        }
    }

    fn forward(&self, x: Tensor<4>) -> Tensor<4> {
        let x = self.widen.forward(x);
        self.residual.forward(x.clone()) + x
    }
}

/// A convolution of 3 x 3 pixels, batch normalisation, and the rectifier.
#[derive(Module, Debug)]
struct ConvUnit {
    conv: Conv2d,
    norm: BatchNorm,
}

impl ConvUnit {
    fn new(from: usize, to: usize, device: &Device) -> Self {
        let conv = Conv2dConfig::new([from, to], [3, 3])
            .with_padding(PaddingConfig2d::Explicit(1, 1, 1, 1))
            // The normalisation has its own.
            .with_bias(false)
            .with_initializer(Initializer::KaimingNormal {
                gain: std::f64::consts::SQRT_2,
                fan_out_only: false,
            })
            .init(device);
        Self {
            conv,
            norm: BatchNormConfig::new(to).init(device),
        }
    }

    fn forward(&self, x: Tensor<4>) -> Tensor<4> {
        relu(self.norm.forward(self.conv.forward(x)))
    }
}

#[cfg(test)]
mod tests {
    use burn::tensor::TensorData;

    use super::*;

    #[test]
    fn gives_one_logit_per_photo() {
        let device = Device::flex();
        let net = CactusNet::new(&device);
        for batch in [1, 5] {
            let logits = net.forward(Tensor::zeros([batch, CHANNELS, SIDE, SIDE], &device));
            let logits: Vec<f32> = logits.into_data().try_into_vec().unwrap();
            assert_eq!(logits.len(), batch);
            assert!(logits.iter().all(|logit| logit.is_finite()));
        }
    }

    #[test]
    fn folding_keeps_squares_together() {
        let device = Device::flex();
        let values: Vec<f32> = (0..SIDE * SIDE).map(|value| value as f32).collect();
        let photo = Tensor::from_data(TensorData::new(values, [1, 1, SIDE, SIDE]), &device);
        let folded = fold(photo);
        assert_eq!(folded.dims(), [1, 4, 16, 16]);
        let folded: Vec<f32> = folded.into_data().try_into_vec().unwrap();
        let first_square: Vec<f32> = (0..4).map(|channel| folded[channel * 256]).collect();
        assert_eq!(first_square, [0.0, 1.0, 32.0, 33.0]);
    }
}
