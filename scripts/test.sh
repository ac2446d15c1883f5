#!/usr/bin/env bash
# Passes all tests, those with the real sandbox included.
set -euo pipefail
source "$(dirname "$0")/setup.sh"
# The agent trains a network: its tests would take minutes without optimisation.
cargo build --release --locked
cargo test --release --locked -p cactus-cnn
cargo test --workspace --exclude cactus-cnn --locked
