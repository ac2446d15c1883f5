#!/usr/bin/env bash
# Builds the program and runs the whole loop on built-in data: prepare, run an agent in the sandbox,
# grade, report. Arguments go to `mlebench demo`.
set -euo pipefail
source "$(dirname "$0")/setup.sh"
cargo build --release --locked
exec target/release/mlebench demo "$@"
