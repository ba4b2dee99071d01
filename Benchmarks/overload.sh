#!/usr/bin/env bash
# Measures how attacks with thousands of connections affect other clients of netdiagd, and the memory that they take, as a Markdown
# table: 200 connections that pipeline and never read, 10,000 idle connections, and slowhttptest in its four modes.
# Usage: Benchmarks/overload.sh   (root: it creates its own network; two cores)
#   OVERLOAD_SECONDS: how long each attack lasts
cd "$(dirname "$0")/.."
[ "${1:-}" = inside ] || exec unshare --net -- "$0" inside
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
prepare_network

window=${OVERLOAD_SECONDS:-20} web=8053 address=10.9.0.1
# All addresses of 10.9.0.0/16 are local, so that clients can use any number of them.
ip address add "$address/32" dev lo
ip route add local 10.9.0.0/16 dev lo
ulimit -n 20000

socket=$work/netdiag.sock
cat > "$work/netdiag.yaml" <<YAML
listen: {http: ["0.0.0.0:$web"], socket: $socket}
publish: off
access: {read: [10.9.0.0/16]}
YAML
STATE_DIRECTORY=$work "$bin/netdiagd" --config "$work/netdiag.yaml" 2> "$work/netdiagd.log" &
daemon=$!
pids+=("$daemon")
wait_for "$web"

# shellcheck disable=SC2016 # backquotes of Markdown
printf '| attack | connections | served over TCP, worst ms | served over the Unix socket, worst ms | `RssAnon`, most, MiB |\n'
printf '| --- | --- | --- | --- | --- |\n'
measure() {
    python3 Benchmarks/overload.py "$daemon" "$socket" "$address" "$web" "$window" "$@"
}
slow() {
    slowhttptest -u "http://$address:$web$2" -l "$((window + 5))" -c 4000 -r 1000 -p 3 "${@:3}" \
        > "$work/slow.log" 2>&1 &
    local attack=$!
    pids+=("$attack")
    measure "slowhttptest $1" 0
    kill "$attack" 2>/dev/null || true
    wait "$attack" 2>/dev/null || true
}
measure "nobody" 0
measure "pipelined requests, nothing read" 200
measure "idle" 10000
measure "idle, from 250 addresses" -10000
slow "-H" /v1/status -H -i 5
slow "-B" /v1/checks -B -i 5 -s 8192
slow "-X" /v1/status -X -w 10 -y 20 -n 5 -z 32 -k 3
slow "-R" /v1/status -R
