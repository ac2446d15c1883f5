//! What holds of every metric on random inputs: bounds, the best score, the order of rows, threads,
//! no panics, and agreement with scikit-learn, SciPy and friends.
//!
//! `MLEBENCH_RANDOM_CASES` draws more inputs, `MLEBENCH_RANDOM_SEED` others. The inputs of a metric
//! without an entry in `draw` do not compile.

#![expect(clippy::unwrap_used, reason = "a broken input has to stop the test")]

#[path = "../golden/input.rs"]
mod input;
#[path = "../golden/score.rs"]
mod score;

mod agree;
mod case;
mod draw;
mod lists;
mod properties;
mod rng;
mod rows;
mod shapes;
