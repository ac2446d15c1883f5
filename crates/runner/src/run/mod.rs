//! One run, from an empty folder to a grade.

mod budget;
mod context;
mod environment;
mod lifecycle;
mod session;

pub(crate) use context::{RunContext, RunError};
pub(crate) use lifecycle::{complete, run};
