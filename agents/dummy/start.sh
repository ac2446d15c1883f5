#!/usr/bin/env bash
# Checks its surroundings against the contract, leaves the sample submission, and fails if a check failed.
set -u
failed=0
ok() { printf 'ok    %s\n' "$1"; }
bad() { printf 'FAIL  %s\n' "$1"; failed=1; }
skip() { printf 'skip  %s\n' "$1"; }
check() { local what=$1; shift; if "$@" >/dev/null 2>&1; then ok "$what"; else bad "$what"; fi; }
refuse() { local what=$1; shift; if "$@" >/dev/null 2>&1; then bad "$what"; else ok "$what"; fi; }

for name in COMPETITION_ID DATA_DIR SUBMISSION_DIR LOGS_DIR CODE_DIR AGENT_DIR TIME_LIMIT_SECS VALIDATION_URL MLEBENCH_SEED; do
    check "\$$name is set" test -n "${!name:-}"
done
check "the description is there" test -s "$DATA_DIR/description.md"
for folder in "$SUBMISSION_DIR" "$LOGS_DIR" "$CODE_DIR"; do
    check "$folder can be written" touch "$folder/.probe"
    rm -f "$folder/.probe"
done

if [ "${MLEBENCH_SANDBOX:-}" = none ]; then
    skip "what only a sandbox gives: read-only data, no network, hidden answers"
else
    for path in /home/data /home/submission /home/logs /home/code /home/agent /home/instructions.txt \
        /home/instructions_obfuscated.txt /home/validate_submission.sh; do
        check "$path exists" test -e "$path"
    done
    refuse "the data is read-only" touch "$DATA_DIR/.probe"
    interfaces=$(sed 1,2d /proc/net/dev | cut -d: -f1 | tr -d ' ' | grep -v '^lo$' || true)
    check "there is no network but lo" test -z "$interfaces"
    answers=$(find / -xdev \( -name proc -o -name sys -o -path /usr \) -prune -o \( -path '*private*' -o -name 'answers*' \) -print 2>/dev/null | head -n 3)
    check "no answers are in sight" test -z "$answers"
fi

# Asks the validation server without curl, which may not be installed.
health() {
    local rest=${VALIDATION_URL#http://} host port
    host=${rest%%:*} port=${rest##*:} port=${port%%/*}
    exec 3<>"/dev/tcp/$host/$port" || return 1
    printf 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
    grep -q '"running"' <&3
}
check "the validation server answers" health

sample=$(find "$DATA_DIR" -maxdepth 2 -iname '*sample*submission*.csv' | sort | head -n 1)
if [ -z "$sample" ]; then
    bad "there is a sample submission"
    exit 1
fi
cp "$sample" "$SUBMISSION_DIR/submission.csv"
ok "left the sample submission"
if [ -e /home/validate_submission.sh ] && [ "${MLEBENCH_SANDBOX:-}" != none ]; then
    bash /home/validate_submission.sh "$SUBMISSION_DIR/submission.csv"
fi
exit "$failed"
