# Recipes of this repository; `just` lists them.

default:
    @just --list

# Build and run the whole loop on built-in data
demo *args:
    bash scripts/demo.sh {{args}}

# All tests, those with the real sandbox included
test:
    bash scripts/test.sh

# What must pass before a commit
check:
    cargo fmt --all --check
    rustfmt --edition 2024 --check $(git ls-files 'competitions/*/*.rs' ':!competitions/src')
    cargo clippy --workspace --all-targets --locked -- -D warnings
    cargo xtask generate --check
    cargo test --workspace --exclude cactus-cnn --locked

# Format everything
fmt:
    cargo fmt --all
    rustfmt --edition 2024 $(git ls-files 'competitions/*/*.rs' ':!competitions/src')

# Write the list of competitions and the reference pages
generate:
    cargo xtask generate

# The golden cases, or those whose name contains a word
golden name="":
    cargo test -p mlebench-competitions --test golden -- {{name}}

# Fuzz the graders and the CSV reader with that many mutants each
fuzz executions="20000":
    MLEBENCH_FUZZ_EXECUTIONS={{executions}} cargo test --release -p mlebench-competitions --test fuzz
    MLEBENCH_FUZZ_EXECUTIONS={{executions}} cargo test --release -p mlebench-data --test csv_fuzz

# Compare every metric with other programs on that many random inputs
oracle cases="300":
    bash scripts/oracle.sh
    MLEBENCH_RANDOM_CASES={{cases}} cargo test -p mlebench-metrics --test random

# Start the folder of a new competition
new-competition slug:
    cargo xtask new-competition {{slug}}

# Compare speed and memory with pandas and scikit-learn
bench:
    cargo build --release --locked
    python3 benches/run.py
