#!/usr/bin/env bash
# Measures how soon an event reaches many open pages. Each page holds the same stream as a page in a browser. The server of a target
# is stopped and started again. Prints a Markdown table.
# Usage: Benchmarks/pages.sh   (root: it creates its own network)
#   PAGES_COUNT, PAGES_TARGETS, PAGES_ROUNDS: open pages, targets, and faults for the median
cd "$(dirname "$0")/.."
[ "${1:-}" = inside ] || exec unshare --net -- "$0" inside
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
prepare_network

pages=${PAGES_COUNT:-100} targets=${PAGES_TARGETS:-20} rounds=${PAGES_ROUNDS:-10} web=8080
start_nginx "access_log off;
  server { listen $web backlog=65535; location / { return 200 \"ok\\n\"; } }"
wait_for "$web"
start_daemon "$(
    echo "uplink: off"
    echo "interval: 30s"
    echo "targets:"
    echo "  - { target: 'tcp://127.0.0.1:8081', name: Shop, interval: 1s }"
    for ((i = 2; i <= targets; i++)); do echo "  - { target: 'http://127.0.0.1:$web/$i', name: 'Service $i' }"; done
)"
python3 Benchmarks/pages.py "$port" "$pages" "$rounds" "$work/netdiagd.log" "$daemon"
stop_daemon
