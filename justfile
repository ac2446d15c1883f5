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
    rustfmt --edition 2024 --check $(git ls-files 'competitions/*/prepare.rs' 'competitions/*/grade.rs')
    cargo clippy --workspace --all-targets --locked -- -D warnings
    cargo xtask generate --check
    cargo test --workspace --exclude cactus-cnn --locked

# Format everything
fmt:
    cargo fmt --all
    rustfmt --edition 2024 $(git ls-files 'competitions/*/prepare.rs' 'competitions/*/grade.rs')

# Write the list of competitions and the reference pages
generate:
    cargo xtask generate

# The golden cases, or those whose name contains a word
golden name="":
    cargo test -p mlebench-competitions --test golden -- {{name}}

# Start the folder of a new competition
new-competition slug:
    cargo xtask new-competition {{slug}}

# Compare speed and memory with pandas and scikit-learn
bench:
    cargo build --release --locked
    python3 benches/run.py
