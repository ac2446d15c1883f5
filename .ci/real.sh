#!/usr/bin/env bash
# Prepares the real archives, verifies their published checksums and runs agents on the result.
# Without the archives it says so and succeeds.
set -euo pipefail
cd "$(dirname "$0")/.."
real=../shared/real
if [ ! -d "$real" ]; then
    echo "no real downloads in $real: skipped"
    exit 0
fi
mlebench=$PWD/target/release/mlebench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export MLEBENCH_DATA_DIR=$work/data MLEBENCH_RUNS_DIR=$work/runs

for id in aerial-cactus-identification spaceship-titanic spooky-author-identification; do
    "$mlebench" prepare -c "$id" --from-zip "$real/$id.zip"
    sample=$(find "$MLEBENCH_DATA_DIR/$id/prepared/public" -name '*ample*ubmission*.csv')
    "$mlebench" grade-sample "$sample" "$id" | grep -E '"(score|valid_submission|data_verified)"'
done
"$mlebench" run --agent dummy -c spaceship-titanic spooky-author-identification --seeds 2 --time-limit 1m
# A short training shows that the loop holds; the full budget is for measurements.
"$mlebench" run --agent cactus-cnn -c aerial-cactus-identification --seeds 1 --time-limit 3m
"$mlebench" report latest
