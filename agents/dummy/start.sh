#!/usr/bin/env bash
# Hands in the sample submission and checks the surroundings an agent is promised.
#
# Prints one line per check: `ok`, `FAIL`, or `skip` where a check does not apply. The submission is
# left in any case; the exit code is 1 if a check failed. Needs bash and the core utilities only.
set -u
shopt -s nullglob nocaseglob

failed=0
sandboxed=yes
[ "${MLEBENCH_SANDBOX:-}" = none ] && sandboxed=no

report() { printf '%-5s %s\n' "$1" "$2"; }

# check TEXT COMMAND...: the command must succeed.
check() {
    local text=$1
    shift
    if "$@" >/dev/null 2>&1; then report ok "$text"; else
        report FAIL "$text"
        failed=1
    fi
}

# check_sandbox TEXT COMMAND...: the same, but only a sandbox can promise it.
check_sandbox() {
    if [ $sandboxed = yes ]; then check "$@"; else report skip "$1 (no sandbox)"; fi
}

not() { ! "$@"; }

writable() {
    local probe="$1/.probe-$$"
    : 2>/dev/null >"$probe" && rm -f -- "$probe"
}

# The parts of http://HOST:PORT/...
address=${VALIDATION_URL:-http://localhost:5000}
address=${address#http://}
address=${address%%/*}
host=${address%%:*}
port=${address##*:}
[ "$port" = "$host" ] && port=80

healthy() {
    local answer
    if command -v curl; then
        answer=$(curl --silent --max-time 10 "http://$host:$port/health")
    else
        answer=$(timeout 10 bash -c '
            exec 3<>"/dev/tcp/$1/$2" || exit 1
            printf "GET /health HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" "$1" >&3
            cat <&3' health "$host" "$port")
    fi
    [[ $answer == *'"status"'*running* ]]
}

# Names of all network interfaces but the loopback.
other_interfaces() {
    local name
    while read -r name _; do
        case $name in
        Inter-* | face* | lo:*) ;;
        *) printf '%s ' "${name%%:*}" ;;
        esac
    done </proc/net/dev
}

# Readable files that look like answers, in places where a careless harness would leave them.
answers_in_sight() {
    local place file
    for place in "$DATA_DIR" "$AGENT_DIR" "$SUBMISSION_DIR" "$LOGS_DIR" "$CODE_DIR" \
        / /private /home /home/*/ /root /mnt /mnt/*/ /media /opt /srv /data /tmp /var/tmp /run /dev/shm; do
        for file in "${place%/}"/{answers*,*_answers.*,gold_submission*,private,private/*}; do
            [ -r "$file" ] && printf '%s ' "$file"
        done
    done
}

for name in COMPETITION_ID DATA_DIR SUBMISSION_DIR LOGS_DIR CODE_DIR AGENT_DIR TIME_LIMIT_SECS \
    VALIDATION_URL MLEBENCH_SEED; do
    check "\$$name is set" test -n "${!name:-}"
done
check "\$TIME_LIMIT_SECS is a number" test "${TIME_LIMIT_SECS:-}" -gt 0
check "\$MLEBENCH_SEED is a number" test "${MLEBENCH_SEED:-}" -ge 0

# Where the environment says nothing, the paths of the original machine hold.
DATA_DIR=${DATA_DIR:-/home/data}
SUBMISSION_DIR=${SUBMISSION_DIR:-/home/submission}
LOGS_DIR=${LOGS_DIR:-/home/logs}
CODE_DIR=${CODE_DIR:-/home/code}
AGENT_DIR=${AGENT_DIR:-/home/agent}
home=$(dirname -- "$AGENT_DIR")

# The submission comes before most checks: one that hangs or fails must not cost it.
sample=
for file in "$DATA_DIR"/*ample*ubmission*.csv "$DATA_DIR"/*/*ample*ubmission*.csv; do
    sample=$file
    break
done
submission=$SUBMISSION_DIR/submission.csv
check "there is a sample submission in $DATA_DIR" test -n "$sample"
if [ -n "$sample" ]; then
    check "it is handed in as $submission" cp -- "$sample" "$submission"
fi

for folder in "$DATA_DIR" "$SUBMISSION_DIR" "$LOGS_DIR" "$CODE_DIR" "$AGENT_DIR"; do
    check "$folder is a folder" test -d "$folder"
done
for file in "$DATA_DIR/description.md" "$home"/{instructions,instructions_obfuscated}.txt \
    "$home/validate_submission.sh" "$AGENT_DIR/start.sh"; do
    check "$file is there" test -s "$file"
done
for folder in data submission logs code agent; do
    check_sandbox "/home/$folder is where the contract puts it" test -d "/home/$folder"
done

for folder in "$SUBMISSION_DIR" "$LOGS_DIR" "$CODE_DIR"; do
    check "$folder can be written to" writable "$folder"
done
check_sandbox "$DATA_DIR cannot be written to" not writable "$DATA_DIR"
check_sandbox "$AGENT_DIR cannot be written to" not writable "$AGENT_DIR"
check_sandbox "the agent is not root" test "$(id -u)" -ne 0

interfaces=$(other_interfaces)
check_sandbox "there is no network interface but lo${interfaces:+, found: $interfaces}" \
    test -z "$interfaces"
answers=
[ $sandboxed = yes ] && answers=$(answers_in_sight)
check_sandbox "no answers are in sight${answers:+, found: $answers}" test -z "$answers"

check "the validation server is running" healthy
if [ -f "$home/validate_submission.sh" ] && [ -f "$submission" ]; then
    # Its answer belongs to the log: that is what an agent would see.
    bash "$home/validate_submission.sh" "$submission" || {
        report FAIL "the sample submission is acceptable"
        failed=1
    }
fi

exit $failed
