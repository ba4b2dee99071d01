#!/usr/bin/env bash
# Compares netdiag with other programs, each pair in one run, and prints the figures as Markdown tables.
# Usage: Benchmarks/run.sh [status|check|size|rate|flap|idle|checks|scale|discovery|overload|with|serve|probe|page|pages]...   (all of them without
# arguments; flap, checks, scale, discovery, overload and page need root; the last six take some minutes and print tables of their own)
cd "$(dirname "$0")/.."
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh

# Consecutive rows share a table head.
is_in_table=
row() {
    [ -n "$is_in_table" ] || printf '| %s | %s | %s | %s |\n' what netdiag peer ratio --- --- --- ---
    is_in_table=1
    printf '| %s | %s | %s | %s |\n' "$@"
}
median_ms() { jq -r ".results[$2].median * 1000 * 100 | round / 100" "$1"; }

start_web_server() {
    start_nginx "access_log off; server { listen 127.0.0.1:$1; location / { return 200 \"ok\\n\"; } }"
    wait_for "$1"
}

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

bench_status() {
    start_daemon ""
    hyperfine -N --warmup 20 --runs 300 --export-json "$work/status.json" \
        "$bin/netdiag status --socket $socket" "$bin/netdiag status --json --socket $socket" \
        "curl -s --unix-socket $socket http://localhost/v1/status" --ignore-failure > /dev/null 2>&1
    local text json peer
    text=$(median_ms "$work/status.json" 0) json=$(median_ms "$work/status.json" 1) peer=$(median_ms "$work/status.json" 2)
    row "\`netdiag status\` / \`curl --unix-socket\`, wall, ms" "$text" "$peer" "$(ratio "$text" "$peer") (goal: at most 1.0)"
    row "\`netdiag status --json\` / \`curl --unix-socket\`, wall, ms" "$json" "$peer" "$(ratio "$json" "$peer") (goal: at most 1.0)"
    stop_daemon
}

bench_check() {
    local web ours peer
    web=$(free_port)
    start_web_server "$web"
    hyperfine -N --warmup 20 --runs 200 --export-json "$work/check.json" \
        "$bin/netdiag check --no-daemon --json http://127.0.0.1:$web/" "curl -s http://127.0.0.1:$web/" > /dev/null 2>&1
    ours=$(median_ms "$work/check.json" 0) peer=$(median_ms "$work/check.json" 1)
    row "\`netdiag check --no-daemon\` / \`curl\` of a loopback page, wall, ms" "$ours" "$peer" "$(ratio "$ours" "$peer") (goal: at most 1.8)"
}

bench_idle() {
    local web targets="" seconds=${IDLE_SECONDS:-90}
    web=$(free_port)
    start_web_server "$web"
    for i in 1 2 3 4 5 6 7 8 9 10; do targets+="  - http://127.0.0.1:$web/$i"$'\n'; done
    start_daemon "interval: 30s"$'\n'"targets:"$'\n'"$targets"
    local before after
    before=$(ticks "$daemon")
    sleep "$seconds"
    after=$(ticks "$daemon")
    row "idle, 10 targets at 30 s: RssAnon, MiB" "$(awk '/RssAnon/ { printf "%.1f", $2 / 1024 }' "/proc/$daemon/status")" "" "goal: under 8"
    row "idle: VmRSS, MiB" "$(awk '/VmRSS/ { printf "%.1f", $2 / 1024 }' "/proc/$daemon/status")" "" "goal: under 32"
    row "idle: share of a core over $seconds s, %" \
        "$(awk -v used="$(seconds "$((after - before))")" -v s="$seconds" 'BEGIN { printf "%.3f", 100 * used / s }')" "" "goal: under 0.2"
    stop_daemon
}

bench_size() {
    row "netdiagd, stripped, MiB" "$(stat -c %s "$bin/netdiagd" | awk '{ printf "%.1f", $1 / 1048576 }')" "" "goal: under 40"
    row "netdiag, stripped, MiB" "$(stat -c %s "$bin/netdiag" | awk '{ printf "%.1f", $1 / 1048576 }')" "" "goal: under 25"
}

bench_rate() {
    need bare-server
    start_daemon ""
    local bare ours peer
    bare=$(free_port)
    curl -s --unix-socket "$socket" http://localhost/v1/status > "$work/status.body"
    "$bin/bare-server" "$work/status.body" "$bare" > /dev/null 2>&1 &
    pids+=("$!")
    curl -s --retry 50 --retry-max-time 10 --retry-connrefused "http://127.0.0.1:$bare/v1/status" > /dev/null
    : > "$work/ours" ; : > "$work/peer"
    # The programs run alternately, so that changes in the speed of the machine affect both.
    for _ in 1 2 3 4 5; do
        wrk -t1 -c16 -d3s "http://127.0.0.1:$port/v1/status" | awk '/Requests\/sec/ { print $2 }' >> "$work/ours"
        wrk -t1 -c16 -d3s "http://127.0.0.1:$bare/v1/status" | awk '/Requests\/sec/ { print $2 }' >> "$work/peer"
    done
    ours=$(median < "$work/ours") peer=$(median < "$work/peer")
    row "\`GET /v1/status\` / smallest Hummingbird handler, requests a second" "$ours" "$peer" "$(ratio "$ours" "$peer") (goal: at least 0.9)"
    stop_daemon
}

bench_flap() {
    if [ "$(id -u)" != 0 ]; then echo "flap: needs root for network namespaces" >&2; return; fi
    row "link-down message to changed \`/v1/status\`, ms, median of 50" "$(python3 Benchmarks/flap.py "$bin/netdiagd" 50)" "" "goal: under 50"
}

# own_table NAME: runs Benchmarks/NAME.sh, which prints a table with other columns.
own_table() {
    if [ "$(id -u)" != 0 ]; then echo "$1: needs root for network namespaces" >&2; return; fi
    [ -z "$is_in_table" ] || echo
    is_in_table=
    "Benchmarks/$1.sh"
    echo
}

bench_checks() {
    need check-rate
    own_table checks
}

bench_scale() { own_table scale; }

bench_discovery() { own_table discovery; }

bench_overload() { own_table overload; }

bench_with() { own_table with; }

bench_serve() { own_table serve; }

bench_probe() { own_table probe; }
bench_page() { own_table page; }
bench_pages() { own_table pages; }

for name in "${@:-status check size rate flap idle checks scale discovery overload with serve probe page pages}"; do
    for one in $name; do "bench_$one"; done
done
