#!/usr/bin/env bash
# Asks the validation server whether FILE is an acceptable submission; it never tells a score.
# Usage: validate_submission.sh FILE
# Exit code: 0 acceptable, 1 not acceptable, 2 no answer.
set -u
url=${VALIDATION_URL:-http://localhost:5000}

if [ $# -ne 1 ]; then
    echo "usage: $0 FILE" >&2
    exit 2
fi
if [ ! -f "$1" ]; then
    echo "Submission invalid! The file $1 does not exist."
    exit 1
fi

if command -v curl >/dev/null; then
    answer=$(curl --silent --show-error --form "file=@\"$1\";filename=submission.csv" "$url/validate") || exit 2
else
    # Without curl, bash speaks HTTP itself.
    address=${url#http://}
    mark=mlebench-$$-$RANDOM$RANDOM
    head=$(printf -- '--%s\r\nContent-Disposition: form-data; name="file"; filename="submission.csv"\r\n\r\n_' "$mark")
    head=${head%_}
    tail=$(printf '\r\n--%s--\r\n_' "$mark")
    tail=${tail%_}
    length=$((${#head} + $(wc -c <"$1") + ${#tail}))
    exec 3<>"/dev/tcp/${address%%:*}/${address##*:}" || exit 2
    {
        printf 'POST /validate HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n' "$address"
        printf 'Content-Type: multipart/form-data; boundary=%s\r\nContent-Length: %d\r\n\r\n' "$mark" "$length"
        printf '%s' "$head"
        cat -- "$1"
        printf '%s' "$tail"
    } >&3 || exit 2
    answer=
    while IFS= read -r line || [ -n "$line" ]; do answer=$line; done <&3
fi

echo "$answer"
case $answer in
*'"Submission is valid'*) exit 0 ;;
*'"Submission invalid!'*) exit 1 ;;
*) exit 2 ;;
esac
