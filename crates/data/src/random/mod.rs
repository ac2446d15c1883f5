//! Random numbers that agree bit by bit with NumPy and Python.
//!
//! [`NumpyLegacy`] is `numpy.random.RandomState`, [`PythonRandom`] is `random.Random`, and
//! [`Pcg64`] is `numpy.random.default_rng`.

mod mt19937;
mod numpy;
mod pcg64;
mod python;

pub use mt19937::Mt19937;
pub use numpy::NumpyLegacy;
pub use pcg64::Pcg64;
pub use python::PythonRandom;
