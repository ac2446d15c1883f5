#!/usr/bin/env bash
# Sets up what the metrics are compared with: Python with scikit-learn, SciPy and friends of pinned
# versions, in `target/oracle`. Does nothing when it is there already.
set -euo pipefail
source "$(dirname "$0")/setup.sh"

oracle=target/oracle
wanted=crates/metrics/tests/oracle/requirements.txt
if cmp -s "$wanted" "$oracle/requirements.txt"; then
    exit 0
fi
need python3:python3
# Debian parts the module that makes environments from Python itself.
python3 -c 'import ensurepip, venv' 2>/dev/null || install python3-venv
python3 -m venv --clear "$oracle"
"$oracle/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: --requirement "$wanted"
cp "$wanted" "$oracle/requirements.txt"
