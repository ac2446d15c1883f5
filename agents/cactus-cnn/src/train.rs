//! Teaches one network.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use burn::module::Module as _;
use burn::nn::loss::{BinaryCrossEntropyLoss, BinaryCrossEntropyLossConfig};
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use burn::tensor::{Device, Int, Tensor, TensorData};

use crate::augment::{Augmentation, Symmetry};
use crate::batch::Normalisation;
use crate::budget::Progress;
use crate::data::Labelled;
use crate::error::AgentError;
use crate::metric::{log_loss, roc_auc};
use crate::model::CactusNet;
use crate::predict;
use crate::random::Random;
use crate::split::Split;

/// Photos per step.
pub(crate) const BATCH: usize = 64;
/// Highest learning rate.
pub(crate) const PEAK_LEARNING_RATE: f64 = 3e-3;
/// Share of a training in which the learning rate rises to its peak.
const WARM_UP: f64 = 0.1;
/// Strength of the weight decay.
pub(crate) const WEIGHT_DECAY: f32 = 0.02;
/// Epochs without improvement, in the second half, after which a training ends.
const PATIENCE: usize = 8;

/// What a training is given.
#[derive(Debug)]
pub(crate) struct Lesson<'a> {
    /// Photos and answers.
    pub(crate) data: &'a Labelled,
    /// Which of them teach.
    pub(crate) split: &'a Split,
    /// How values become network inputs.
    pub(crate) normalisation: &'a Normalisation,
}

/// How good a network is on the validation photos.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Quality {
    /// Area under the ROC curve; none without photos of both classes.
    pub(crate) auc: Option<f64>,
    /// Mean logarithmic loss.
    pub(crate) log_loss: f64,
}

impl Quality {
    /// Judges logits.
    pub(crate) fn of(labels: &[bool], logits: &[f64]) -> Self {
        Self {
            auc: roc_auc(labels, logits),
            log_loss: log_loss(labels, logits),
        }
    }

    /// Whether this is better than `other`.
    ///
    /// The AUC decides in steps of 1e-4; less is noise on a thousand photos, and then the loss
    /// decides. Without an AUC the later of two is taken to be better.
    pub(crate) fn beats(&self, other: &Self) -> bool {
        let (Some(a), Some(b)) = (self.auc, other.auc) else {
            return true;
        };
        match (a * 1e4).round().total_cmp(&(b * 1e4).round()) {
            Ordering::Greater => true,
            Ordering::Less => false,
            Ordering::Equal => self.log_loss < other.log_loss,
        }
    }
}

/// What happened in one epoch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Epoch {
    /// Its number, counted from 1.
    pub(crate) number: usize,
    /// Mean training loss.
    pub(crate) loss: f64,
    /// Learning rate at its end.
    pub(crate) learning_rate: f64,
    /// How good the network is now.
    pub(crate) quality: Quality,
    /// Whether it was never better.
    pub(crate) improved: bool,
    /// Wall-clock time, validation included.
    pub(crate) duration: Duration,
}

/// A taught network.
#[derive(Debug)]
pub(crate) struct Taught {
    /// The network of the best epoch, in its validation form.
    pub(crate) net: CactusNet,
    /// How good it is.
    pub(crate) quality: Quality,
    /// The epoch it stems from, counted from 1; 0 for an untaught network.
    pub(crate) epoch: usize,
}

/// Teaches a new network for at most `epochs` epochs and `time`.
///
/// `seed` decides the weights, the order of the photos and what is done to them. `on_epoch` is told
/// after each epoch what happened and gets the network in its validation form. The network of the
/// best epoch is kept; in the second half of the training, several epochs without improvement end
/// it early.
///
/// # Errors
///
/// Returns what `on_epoch` returns.
pub(crate) fn teach(
    lesson: &Lesson<'_>,
    seed: u64,
    epochs: usize,
    time: Duration,
    mut on_epoch: impl FnMut(&Epoch, &CactusNet) -> Result<(), AgentError>,
) -> Result<Taught, AgentError> {
    let mut course = Course::start(lesson, seed, epochs, time);
    let mut best: Option<Taught> = None;
    let mut best_epoch = 0;

    for number in 1..=epochs {
        let start = Instant::now();
        let loss = course.epoch();
        let net = course.net.valid();
        let quality = lesson.examine(&net);
        let improved = best
            .as_ref()
            .is_none_or(|best| quality.beats(&best.quality));
        let epoch = Epoch {
            number,
            loss,
            learning_rate: learning_rate(course.progress()),
            quality,
            improved,
            duration: start.elapsed(),
        };
        on_epoch(&epoch, &net)?;
        if improved {
            best = Some(Taught {
                net,
                quality,
                epoch: number,
            });
            best_epoch = number;
        }

        let progress = course.progress();
        if progress >= 1.0 || (progress > 0.5 && number >= best_epoch + PATIENCE) {
            break;
        }
    }
    Ok(best.unwrap_or_else(|| {
        let net = course.net.valid();
        Taught {
            quality: lesson.examine(&net),
            net,
            epoch: 0,
        }
    }))
}

impl Lesson<'_> {
    /// Judges a network on the validation photos.
    fn examine(&self, net: &CactusNet) -> Quality {
        let validation = &self.split.validation;
        let logits = predict::logits(
            net,
            self.normalisation,
            &self.data.photos,
            validation,
            Symmetry::all()[0],
        );
        let labels: Vec<bool> = validation
            .iter()
            .map(|&index| self.data.labels[index])
            .collect();
        Quality::of(&labels, &logits)
    }
}

/// A training under way.
struct Course<'a> {
    lesson: &'a Lesson<'a>,
    net: CactusNet,
    optimizer: ModuleOptimizer,
    criterion: BinaryCrossEntropyLoss,
    device: Device,
    random: Random,
    batch: usize,
    step: usize,
    clock: Progress,
}

impl<'a> Course<'a> {
    fn start(lesson: &'a Lesson<'a>, seed: u64, epochs: usize, time: Duration) -> Self {
        let device = Device::flex().autodiff();
        let mut random = Random::new(seed, 0);
        device.seed(random.next_u64());
        let batch = BATCH.min(lesson.split.train.len()).max(1);
        Self {
            lesson,
            net: CactusNet::new(&device),
            optimizer: AdamWConfig::new().with_weight_decay(WEIGHT_DECAY).init(),
            criterion: BinaryCrossEntropyLossConfig::new()
                .with_logits(true)
                .init(&device),
            device,
            random,
            batch,
            step: 0,
            clock: Progress::start(epochs * (lesson.split.train.len() / batch), time),
        }
    }

    fn progress(&self) -> f64 {
        self.clock.at(self.step)
    }

    /// Shows each training photo once, as far as time allows, and returns the mean loss.
    ///
    /// What does not fill a batch is left out; the next epoch leaves out others.
    fn epoch(&mut self) -> f64 {
        let mut order = self.lesson.split.train.clone();
        self.random.shuffle(&mut order);
        let (mut sum, mut steps) = (0.0, 0);
        for batch in order.chunks_exact(self.batch) {
            let progress = self.progress();
            if progress >= 1.0 {
                break;
            }
            sum += self.step(batch, learning_rate(progress));
            steps += 1;
        }
        sum / f64::from(steps.max(1))
    }

    /// Learns from one batch and returns its loss.
    fn step(&mut self, batch: &[usize], learning_rate: f64) -> f64 {
        let Lesson {
            data,
            normalisation,
            ..
        } = self.lesson;
        let random = &mut self.random;
        let photos = normalisation.batch(
            &data.photos,
            batch,
            || Augmentation::random(random),
            &self.device,
        );
        let answers: Vec<i32> = batch
            .iter()
            .map(|&index| data.labels[index].into())
            .collect();
        let answers =
            Tensor::<1, Int>::from_data(TensorData::new(answers, [batch.len()]), &self.device);

        let loss = self.criterion.forward(self.net.forward(photos), answers);
        let gradients = GradientsParams::from_grads(loss.backward(), &self.net);
        self.net = self
            .optimizer
            .step(learning_rate, self.net.clone(), gradients);
        self.step += 1;
        loss.into_scalar::<f64>()
    }
}

/// Returns the learning rate at `progress` from 0 to 1: a quick rise, then a cosine to zero.
fn learning_rate(progress: f64) -> f64 {
    let share = if progress < WARM_UP {
        0.05 + 0.95 * progress / WARM_UP
    } else {
        let falling = (progress - WARM_UP) / (1.0 - WARM_UP);
        f64::midpoint(1.0, (std::f64::consts::PI * falling).cos())
    };
    PEAK_LEARNING_RATE * share
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{PHOTO_LEN, Photos};

    /// Bright and dark photos with noise: what any network can tell apart.
    fn easy(count: usize) -> Labelled {
        let mut random = Random::new(9, 0);
        let labels: Vec<bool> = (0..count).map(|index| index % 3 != 0).collect();
        let bytes = (0..count * PHOTO_LEN)
            .map(|index| {
                let base = if labels[index / PHOTO_LEN] { 140 } else { 60 };
                base + random.below(40) as u8
            })
            .collect();
        Labelled {
            photos: Photos::from_bytes(bytes),
            labels,
        }
    }

    fn taught(data: &Labelled, seed: u64, epochs: usize, time: Duration) -> (Taught, Vec<Epoch>) {
        let split = Split::stratified(&data.labels, 0.25, &mut Random::new(0, 0));
        let normalisation = Normalisation::measure(&data.photos, &split.train);
        let lesson = Lesson {
            data,
            split: &split,
            normalisation: &normalisation,
        };
        let mut curve = Vec::new();
        let taught = teach(&lesson, seed, epochs, time, |epoch, _| {
            curve.push(*epoch);
            Ok(())
        });
        (taught.unwrap(), curve)
    }

    #[test]
    fn learns_what_is_easy() {
        let (taught, curve) = taught(&easy(48), 1, 6, Duration::from_mins(10));
        assert_eq!(taught.quality.auc, Some(1.0));
        assert!(curve.last().unwrap().loss < curve[0].loss);
    }

    #[test]
    fn without_time_it_still_returns_a_network() {
        let (taught, curve) = taught(&easy(12), 1, 5, Duration::ZERO);
        assert_eq!(curve.len(), 1);
        assert!(taught.quality.log_loss.is_finite());
    }

    #[test]
    fn a_single_photo_is_no_reason_to_fail() {
        let (taught, _) = taught(&easy(1), 1, 2, Duration::from_mins(10));
        assert_eq!(taught.quality.auc, None);
    }

    #[test]
    fn the_learning_rate_rises_and_falls() {
        assert!(learning_rate(0.0) < PEAK_LEARNING_RATE / 10.0);
        assert!((learning_rate(WARM_UP) - PEAK_LEARNING_RATE).abs() < 1e-9);
        assert!(learning_rate(0.5) < learning_rate(0.3));
        assert!(learning_rate(1.0).abs() < 1e-12);
    }

    #[test]
    fn quality_ignores_tiny_changes_of_auc() {
        let quality = |auc, log_loss| Quality { auc, log_loss };
        assert!(quality(Some(0.99), 0.5).beats(&quality(Some(0.98), 0.1)));
        assert!(quality(Some(0.999_98), 0.1).beats(&quality(Some(0.999_99), 0.2)));
        assert!(!quality(Some(0.9), f64::NAN).beats(&quality(Some(0.9), 0.2)));
        assert!(quality(None, 0.3).beats(&quality(None, 0.2)));
    }
}
