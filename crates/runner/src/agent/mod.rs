//! An agent: a folder with `agent.toml` and whatever it needs.

mod definition;
mod hash;
mod secrets;

pub use definition::{Agent, AgentError};
pub use secrets::Secrets;
