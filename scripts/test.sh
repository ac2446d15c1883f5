#!/usr/bin/env bash
# Passes all tests, those with the real sandbox included.
set -euo pipefail
source "$(dirname "$0")/setup.sh"
bash scripts/oracle.sh
cargo build --release --locked
# The agent trains a network: without optimisation its tests would take minutes. It is tested together
# with the program, as they are built, so that nothing is compiled twice.
cargo test --release --locked -p cactus-cnn -p mlebench
cargo test --locked --workspace --exclude cactus-cnn --exclude mlebench
