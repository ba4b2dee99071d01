#!/bin/sh
# examples.sh SWIFT: builds the packages of Examples/ against this checkout, and runs them against real servers, as root in a
# network of their own.
set -eu
if [ "${1:-}" = inside ]; then
    check=$2 work=$3
    ip link set lo up
    redis-server --bind 127.0.0.1 --dir "$work" --save '' --logfile "$work/log" &
    trap 'kill "$!"' EXIT
    # It says so once it listens.
    until grep -q 'Ready to accept connections' "$work/log" 2>/dev/null; do
        kill -0 "$!" || exit 1
        sleep 0.1
    done
    "$check" redis://127.0.0.1 > "$work/up"
    grep -q '"layer":"redis".*"status":"connectionUp"' "$work/up"
    if "$check" rediss://127.0.0.1 > "$work/down"; then exit 1; fi
    grep -q '"id":"tls\.' "$work/down"
    echo 'Examples/CustomCheck: redis:// is up, and what is wrong with rediss:// is its TLS'
    exit
fi

swift=$1
cd "$(dirname "$0")/.."
build() { "$swift" build --package-path Examples/CustomCheck --scratch-path "$PWD/.build/examples" "$@"; }
build
[ "$(id -u)" = 0 ] || {
    echo 'The examples are run as root, in a network of their own; they were built alone.' >&2
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unshare --net "$0" inside "$(build --show-bin-path)/CustomCheck" "$work"
