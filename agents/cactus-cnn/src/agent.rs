//! The whole run: load, teach one or several networks, and hand in better and better answers.

use std::time::{Duration, Instant};

use crate::augment::Symmetry;
use crate::batch::Normalisation;
use crate::budget::{Budget, Plan};
use crate::data::{Labelled, Unlabelled};
use crate::error::AgentError;
use crate::model::CactusNet;
use crate::predict;
use crate::random::Random;
use crate::record::{Curve, auc_text, say, write_note};
use crate::split::Split;
use crate::submission;
use crate::surroundings::Surroundings;
use crate::train::{Epoch, Lesson, Quality, Taught, teach};
use crate::validator;

/// Share of the labelled photos that only check.
const VALIDATION_SHARE: f64 = 0.08;
/// Largest share of the time left that is kept for predicting; with less time, fewer symmetries do.
const RESERVE_SHARE: f64 = 0.25;
/// Share of the time limit that passes at least between two submissions of one training.
const SUBMISSION_INTERVAL: f64 = 0.1;
/// Networks that may be added in a row without making the average better.
const PATIENCE: usize = 3;
/// A network must improve the validation loss by this share to count as progress.
const PROGRESS_SHARE: f64 = 0.005;
/// Streams of random numbers: the split, and the first network.
const STREAMS: (u64, u64) = (0, 1);

/// Runs the agent.
///
/// # Errors
///
/// Returns an error if the task's files are missing or damaged, or no submission can be written.
pub(crate) fn run(surroundings: &Surroundings) -> Result<(), AgentError> {
    let budget = Budget::start(surroundings.time_limit);
    let plan = plan(surroundings, &budget);
    say(format_args!(
        "cactus-cnn {}: seed {}, limit {:.0} s, up to {} epochs for each of up to {} networks",
        env!("CARGO_PKG_VERSION"),
        surroundings.seed,
        budget.limit().as_secs_f64(),
        plan.epochs,
        plan.max_members,
    ));

    let data = Labelled::load(&surroundings.data_dir)?;
    let test = Unlabelled::load(&surroundings.data_dir)?;
    let mut random = Random::new(surroundings.seed, STREAMS.0);
    let split = Split::stratified(&data.labels, VALIDATION_SHARE, &mut random);
    let normalisation = Normalisation::measure(&data.photos, &split.train);
    say(format_args!(
        "{} photos to learn from, {} to check with, {} to answer; {:.1} s so far",
        split.train.len(),
        split.validation.len(),
        test.photos.len(),
        budget.elapsed().as_secs_f64(),
    ));

    let lesson = Lesson {
        data: &data,
        split: &split,
        normalisation: &normalisation,
    };
    Agent {
        surroundings,
        budget,
        plan,
        lesson,
        test: &test,
    }
    .work()
}

/// Returns what the time limit suggests, changed by what was asked for.
fn plan(surroundings: &Surroundings, budget: &Budget) -> Plan {
    let plan = budget.plan();
    Plan {
        epochs: surroundings
            .epochs
            .map_or(plan.epochs, |epochs| epochs as usize),
        max_members: surroundings
            .members
            .map_or(plan.max_members, |members| members as usize),
    }
}

/// Everything that stays the same while networks are taught.
struct Agent<'a> {
    surroundings: &'a Surroundings,
    budget: Budget,
    plan: Plan,
    lesson: Lesson<'a>,
    test: &'a Unlabelled,
}

impl Agent<'_> {
    /// Teaches networks as long as they help and time allows, and hands in their average.
    fn work(&self) -> Result<(), AgentError> {
        let most = self.budget.left().mul_f64(RESERVE_SHARE);
        let reserve = self.prediction_time().min(most);
        let mut curve = Curve::start(&self.surroundings.logs_dir);
        let mut ensemble = Ensemble::default();
        for member in 1..=self.plan.max_members {
            let start = Instant::now();
            let taught = self.teach_member(member, reserve, &ensemble, &mut curve)?;
            let quality = self.admit(&taught, &mut ensemble);
            submission::write(
                &self.surroundings.submission_dir,
                &self.test.ids,
                &ensemble.test.mean(),
            )?;
            say(format_args!(
                "network {member} of epoch {}; average of {}: validation AUC {}, loss {:.6}, \
                 {:.0} s so far",
                taught.epoch,
                ensemble.test.count,
                auc_text(&quality),
                quality.log_loss,
                self.budget.elapsed().as_secs_f64(),
            ));
            // A network that would have to hurry is not worth starting.
            let enough_time = self.budget.left() > start.elapsed().mul_f64(1.1) + reserve;
            if ensemble.without_progress >= PATIENCE || !enough_time {
                break;
            }
        }
        self.finish(&ensemble);
        Ok(())
    }

    /// Measures how long predicting all test photos through all symmetries takes, with a margin.
    fn prediction_time(&self) -> Duration {
        let net = CactusNet::new(&burn::tensor::Device::flex());
        let sample: Vec<usize> = (0..self.test.photos.len().min(256)).collect();
        let start = Instant::now();
        predict::logits(
            &net,
            self.lesson.normalisation,
            &self.test.photos,
            &sample,
            Symmetry::all()[0],
        );
        let photos = self.test.photos.len() + self.lesson.split.validation.len();
        let views = (photos * Symmetry::COUNT) as f64 / sample.len().max(1) as f64;
        start.elapsed().mul_f64(1.3 * views)
    }

    /// Teaches one network; the first one hands in answers on the way.
    fn teach_member(
        &self,
        member: usize,
        reserve: Duration,
        ensemble: &Ensemble,
        curve: &mut Curve,
    ) -> Result<Taught, AgentError> {
        let time = self.budget.left().saturating_sub(reserve);
        let seed = Random::new(self.surroundings.seed, STREAMS.1 + member as u64).next_u64();
        let mut last_submission: Option<Instant> = None;
        teach(&self.lesson, seed, self.plan.epochs, time, |epoch, net| {
            curve.add(member, epoch);
            say_epoch(member, epoch);
            let interval = self.budget.limit().mul_f64(SUBMISSION_INTERVAL);
            let due = last_submission.is_none_or(|last| last.elapsed() > interval);
            if ensemble.is_empty() && epoch.improved && due {
                self.submit_early(net)?;
                last_submission = Some(Instant::now());
            }
            Ok(())
        })
    }

    /// Hands in the answers of an unfinished network, one view per photo.
    fn submit_early(&self, net: &CactusNet) -> Result<(), AgentError> {
        let indices: Vec<usize> = (0..self.test.photos.len()).collect();
        let logits = predict::logits(
            net,
            self.lesson.normalisation,
            &self.test.photos,
            &indices,
            Symmetry::all()[0],
        );
        submission::write(&self.surroundings.submission_dir, &self.test.ids, &logits)?;
        say("  submission written");
        Ok(())
    }

    /// Adds a network's answers to the average and returns the quality of the average.
    ///
    /// Both sets of photos are seen through as many symmetries as fit into the time left.
    fn admit(&self, taught: &Taught, ensemble: &mut Ensemble) -> Quality {
        let Lesson {
            data,
            split,
            normalisation,
        } = self.lesson;
        let answer = |photos, indices: &[usize], time| {
            predict::mean_logits(&taught.net, normalisation, photos, indices, time)
        };
        let all: Vec<usize> = (0..self.test.photos.len()).collect();
        let share = all.len() as f64 / (all.len() + split.validation.len()).max(1) as f64;
        let time = self.budget.left().mul_f64(share);
        ensemble.test.add(answer(&self.test.photos, &all, time));
        let time = self.budget.left();
        let validation = answer(&data.photos, &split.validation, time);
        ensemble.validation.add(validation);

        let labels: Vec<bool> = split
            .validation
            .iter()
            .map(|&index| data.labels[index])
            .collect();
        let quality = Quality::of(&labels, &ensemble.validation.mean());
        ensemble.judge(quality);
        quality
    }

    /// Asks the validator and writes down what was done.
    fn finish(&self, ensemble: &Ensemble) {
        let path = self.surroundings.submission_dir.join("submission.csv");
        if let Some(url) = &self.surroundings.validation_url {
            match validator::ask(url, &path) {
                Ok(answer) => say(format_args!("validator: {answer}")),
                Err(error) => say(format_args!(
                    "warning: the validator does not answer: {error}"
                )),
            }
        }
        if let Some(quality) = &ensemble.latest {
            let noted = write_note(
                self.surroundings,
                self.plan.epochs,
                ensemble.test.count,
                quality,
            );
            if let Err(error) = noted {
                say(format_args!("warning: {error}"));
            }
        }
        say(format_args!(
            "`{}` is ready after {:.0} s",
            path.display(),
            self.budget.elapsed().as_secs_f64()
        ));
    }
}

/// Prints the line of an epoch.
fn say_epoch(member: usize, epoch: &Epoch) {
    say(format_args!(
        "network {member} epoch {:>2}: loss {:.5}, validation AUC {}, validation loss {:.5}{}, \
         {:.1} s",
        epoch.number,
        epoch.loss,
        auc_text(&epoch.quality),
        epoch.quality.log_loss,
        if epoch.improved { " (best)" } else { "" },
        epoch.duration.as_secs_f64(),
    ));
}

/// The average of several networks' answers.
#[derive(Debug, Default)]
struct Ensemble {
    test: Average,
    validation: Average,
    /// Lowest validation loss of the average so far.
    lowest_loss: Option<f64>,
    /// Quality of the average now.
    latest: Option<Quality>,
    /// Networks added since the average last became better.
    without_progress: usize,
}

impl Ensemble {
    fn is_empty(&self) -> bool {
        self.test.count == 0
    }

    /// Takes note of the average's new quality.
    fn judge(&mut self, quality: Quality) {
        let better = self
            .lowest_loss
            .is_none_or(|lowest| quality.log_loss < lowest * (1.0 - PROGRESS_SHARE));
        self.without_progress = if better { 0 } else { self.without_progress + 1 };
        if better {
            self.lowest_loss = Some(quality.log_loss);
        }
        self.latest = Some(quality);
    }
}

/// A mean of vectors that grows by one vector at a time.
#[derive(Debug, Default)]
struct Average {
    sum: Vec<f64>,
    count: usize,
}

impl Average {
    fn add(&mut self, values: Vec<f64>) {
        self.count += 1;
        if self.sum.is_empty() {
            self.sum = values;
        } else {
            for (sum, value) in self.sum.iter_mut().zip(values) {
                *sum += value;
            }
        }
    }

    fn mean(&self) -> Vec<f64> {
        self.sum
            .iter()
            .map(|sum| sum / self.count.max(1) as f64)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_answers() {
        let mut average = Average::default();
        assert!(average.mean().is_empty());
        average.add(vec![1.0, 4.0]);
        average.add(vec![3.0, 0.0]);
        assert_eq!(average.mean(), [2.0, 2.0]);
    }

    #[test]
    fn counts_networks_that_do_not_help() {
        let quality = |log_loss| Quality {
            auc: Some(1.0),
            log_loss,
        };
        let mut ensemble = Ensemble::default();
        for (loss, expected) in [(0.02, 0), (0.01, 0), (0.00999, 1), (0.011, 2), (0.005, 0)] {
            ensemble.judge(quality(loss));
            assert_eq!(
                ensemble.without_progress, expected,
                "after a loss of {loss}"
            );
        }
    }
}
