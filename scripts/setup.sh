#!/usr/bin/env bash
# Installs what the program and its tests need on a Debian machine, or says exactly what is missing.
# Sourced by demo.sh, test.sh and oracle.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Installs packages, or says which are missing.
install() {
    if ! command -v apt-get >/dev/null; then
        echo "missing: $* (install them with this machine's package manager)" >&2
        exit 1
    elif [ "$(id -u)" = 0 ]; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
    else
        echo "missing: run \`sudo apt-get install -y $*\`, then this command again" >&2
        exit 1
    fi
}

# Installs the packages that stand behind the commands named here, where those are missing.
need() {
    local missing=() command package
    for pair in "$@"; do
        command=${pair%%:*} package=${pair##*:}
        command -v "$command" >/dev/null || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] || install "${missing[@]}"
}

need cc:gcc bwrap:bubblewrap
command -v cargo >/dev/null || {
    echo "missing: Rust 1.95 or newer (see https://rustup.rs)" >&2
    exit 1
}
