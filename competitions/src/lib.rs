//! The competitions: one folder each, listed here and nowhere else.
//!
//! A folder states facts (`competition.toml`, `leaderboard.csv`, `description.md`); where facts do
//! not suffice it holds `prepare.rs` or `grade.rs`. The list is generated from the folders by
//! `cargo xtask generate`.

#[rustfmt::skip]
mod generated;
mod herbarium;
mod photo_collection;
mod registry;
mod text_normalization;

pub use registry::{Entry, Registry, RegistryError};
