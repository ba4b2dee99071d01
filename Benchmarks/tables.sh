#!/usr/bin/env bash
# Measures the cost of large kernel tables for netdiagd, as a Markdown table: many routes, links, neighbours and rules that are added and
# removed at once, and a million routes that exist when it starts.
# Usage: Benchmarks/tables.sh [routes|million|links|neighbours|rules]…   (root: it creates its own network)
#   TABLES_LINKS: number of links; 5,000 by default, for which the kernel takes minutes
cd "$(dirname "$0")/.."
[ "${1:-}" = inside ] || exec unshare --net -- "$0" inside "$@"
shift
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
prepare_network
links=${TABLES_LINKS:-5000}

configuration=$(
    echo "interval: 10s"
    echo "targets:"
    for ((i = 1; i <= 100; i++)); do echo "  - tcp://127.0.1.$i:9"; done
)
ask() { curl -s -o /dev/null -m 60 -w '%{time_total}\n' --unix-socket "$socket" "http://localhost$1"; }
rss() { awk '$1 == "RssAnon:" { printf "%.1f", $2 / 1024 }' "/proc/$daemon/status"; }

# worst: prints the longest response time in $work/waits, in ms.
worst() { sort -n "$work/waits" | awk 'END { printf "%.0f", 1000 * $1 }'; }

# watch_status: requests the status continuously, and records the response times.
watch_status() {
    : > "$work/waits"
    while :; do ask /v1/status >> "$work/waits"; sleep 0.1; done &
    watcher=$!
    pids+=("$watcher")
}

# settle: waits until the daemon uses less than a twentieth of a core.
settle() {
    local before after
    for _ in $(seq 60); do
        before=$(ticks "$daemon")
        sleep 1
        after=$(ticks "$daemon")
        [ "$((after - before))" -ge 5 ] || return 0
    done
}

# measure WHAT COUNT: measures the commands on standard input, which are run by ip -batch.
measure() {
    cat > "$work/batch"
    local before lines began ended
    settle
    before=$(ticks "$daemon") lines=$(wc -l < "$work/netdiagd.log")
    watch_status
    began=$(date +%s.%N)
    ip -force -batch "$work/batch"
    ended=$(date +%s.%N)
    settle
    kill "$watcher"
    printf '| %s | %d | %.1f | %.2f | %d | %s | %s |\n' "$1" "$2" "$(awk -v a="$began" -v b="$ended" 'BEGIN { print b - a }')" \
        "$(seconds "$(($(ticks "$daemon") - before))")" "$(($(wc -l < "$work/netdiagd.log") - lines))" "$(rss)" "$(worst)"
}

numbers() { awk -v n="$1" -v format="$2\n" 'BEGIN { for (i = 0; i < n; i++) printf format, int(i / 256), i % 256 }'; }

# A link with a carrier, for the other tables.
add_base() {
    ip link add base type veth peer name other
    ip address add 10.98.0.1/16 dev base
    ip link set base up
    ip link set other up
}

bench_links() {
    add_base
    start_daemon "$configuration"
    for ((i = 0; i < links; i++)); do echo "link add link base name t$i up type macvlan"; done | measure "links come" "$links"
    for ((i = 0; i < links; i++)); do echo "link delete t$i"; done | measure "links go" "$links"
    stop_daemon
    ip link delete base
}

bench_routes() {
    start_daemon "$configuration"
    numbers 10000 "route add blackhole 10.99.%d.%d/32" | measure "routes come" 10000
    numbers 10000 "route delete blackhole 10.99.%d.%d/32" | measure "routes go" 10000
    stop_daemon
}

bench_neighbours() {
    add_base
    start_daemon "$configuration"
    numbers 10000 "neighbour add 10.98.1%02d.%d dev base lladdr 02:00:00:00:00:01 nud permanent" | measure "neighbours come" 10000
    numbers 10000 "neighbour delete 10.98.1%02d.%d dev base" | measure "neighbours go" 10000
    stop_daemon
    ip link delete base
}

bench_rules() {
    start_daemon "$configuration"
    numbers 10000 "rule add from 10.97.%d.%d lookup 100 priority 1000" | measure "rules come" 10000
    numbers 10000 "rule delete from 10.97.%d.%d lookup 100 priority 1000" | measure "rules go" 10000
    stop_daemon
}

bench_million() {
    awk 'BEGIN { for (i = 0; i < 1000000; i++)
        printf "route add blackhole %d.%d.%d.0/24\n", 20 + int(i / 65536), int(i / 256) % 256, i % 256 }' > "$work/batch"
    ip -batch "$work/batch"
    local began ended
    began=$(date +%s.%N)
    start_daemon "$configuration"
    ended=$(date +%s.%N)
    watch_status
    settle
    kill "$watcher"
    printf '| routes there at the start | 1000000 | %.1f | %.2f | %d | %s | %s |\n' \
        "$(awk -v a="$began" -v b="$ended" 'BEGIN { print b - a }')" "$(seconds "$(ticks "$daemon")")" \
        "$(wc -l < "$work/netdiagd.log")" "$(rss)" "$(worst)"
    stop_daemon
    ip route flush root 0.0.0.0/0 > /dev/null
}

echo "| what | how many | until ip, or the start, was done, s | processor time of the daemon, s | lines of its log | \`RssAnon\` then, MiB | \`/v1/status\`, worst, ms |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
for what in "${@:-all}"; do
    case $what in
        routes | million | links | neighbours | rules) "bench_$what" ;;
        all) for one in routes neighbours rules links million; do "bench_$one"; done ;;
        *) echo "tables: there is no measurement $what" >&2; exit 64 ;;
    esac
done
