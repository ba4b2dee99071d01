#!/usr/bin/env bash
# Measures the requests of Prometheus: probes per second of processor time, compared with blackbox_exporter and with the same module
# file, and the duration of /metrics with 1,000 targets. Prints Markdown tables.
# Usage: Benchmarks/probe.sh   (root: it creates its own network)
#   PROBE_CONCURRENCY, PROBE_ROUNDS, PROBE_TARGETS: concurrent probes, rounds for the median, targets of /metrics
cd "$(dirname "$0")/.."
[ "${1:-}" = inside ] || exec unshare --net -- "$0" inside
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
prepare_network

concurrency=${PROBE_CONCURRENCY:-32} rounds=${PROBE_ROUNDS:-3} targets=${PROBE_TARGETS:-1000}
web=8080 prober=9115 token=0123456789abcdef0123456789abcdef

start_nginx "access_log off;
  server { listen 127.0.0.1:$web backlog=65535; location / { return 200 \"ok\\n\"; } }"
cat > "$work/blackbox.yml" <<YAML
modules:
  http: { prober: http, timeout: 5s, http: { preferred_ip_protocol: ip4, fail_if_ssl: true } }
  tcp: { prober: tcp, timeout: 5s, tcp: { preferred_ip_protocol: ip4 } }
YAML
prometheus-blackbox-exporter --config.file="$work/blackbox.yml" --web.listen-address="127.0.0.1:$prober" \
    --log.level=error 2> "$work/blackbox.log" &
blackbox=$!
pids+=("$blackbox")
wait_for "$web"
wait_for "$prober"

# probes PID PORT MODULE TARGET: prints probes per second of the program's processor time, over five seconds.
probes() {
    local before result used failed
    before=$(ticks "$1")
    result=$(timeout -s KILL 60 wrk -t1 -c"$concurrency" -d5s --timeout 10s -s Benchmarks/probe.lua \
        -H "Authorization: Bearer $token" "http://127.0.0.1:$2/probe?module=$3&target=$4" 2>&1 > /dev/null)
    used=$(seconds "$(($(ticks "$1") - before))")
    failed=$(jq .failed <<< "$result")
    [ "$failed" = 0 ] || echo "probe: $3 on port $2: $failed of $(jq .checks <<< "$result") failed" >&2
    jq --argjson used "$used" '.checks / $used' <<< "$result"
}

# compare NAME MODULE TARGET GOAL: prints one row. The programs run alternately, so that changes in the speed of the machine affect both.
compare() {
    local ours peer
    : > "$work/ours"
    : > "$work/peer"
    for _ in $(seq "$rounds"); do
        probes "$daemon" "$port" "$2" "$3" >> "$work/ours"
        probes "$blackbox" "$prober" "$2" "$3" >> "$work/peer"
    done
    ours=$(median < "$work/ours") peer=$(median < "$work/peer")
    printf '| %s | %.0f | %.0f | %s%s |\n' "$1" "$ours" "$peer" "$(ratio "$ours" "$peer")" "${4:+ (goal: at least $4)}"
}

start_daemon "uplink: off
access: { token: $token }
blackbox: $work/blackbox.yml"
echo "| \`/probe\` per second of processor time, $concurrency at a time | netdiag | blackbox_exporter | ratio |"
echo "| --- | --- | --- | --- |"
compare HTTP http "http://127.0.0.1:$web/" 3.0
compare TCP tcp "127.0.0.1:$web"
stop_daemon
echo

list=$(for i in $(seq "$targets"); do echo "  - http://127.0.0.1:$web/$i"; done)
start_daemon "uplink: off
interval: 10s
targets:
$list"
# Wait until each target has been checked once.
checked() { curl -s --unix-socket "$socket" http://localhost/metrics | grep -c '^netdiag_last_check_timestamp_seconds' || true; }
for _ in $(seq 120); do
    [ "$(checked)" -lt "$targets" ] || break
    sleep 0.5
done
# ask FILE: prints the duration of a request, in seconds.
ask() { curl -s -o "$1" -w '%{time_total}\n' --unix-socket "$socket" http://localhost/metrics; }
for _ in $(seq 5); do ask "$work/metrics" > "$work/first"; done
for _ in $(seq 50); do ask /dev/null; done > "$work/times"
echo "| \`/metrics\` with $(checked) targets | |"
echo "| --- | --- |"
echo "| median of 50, ms | $(median < "$work/times" | awk '{ printf "%.2f", $1 * 1000 }') (goal: under 10) |"
echo "| longest of 50, ms | $(sort -n "$work/times" | tail -1 | awk '{ printf "%.2f", $1 * 1000 }') |"
echo "| series | $(grep -vc '^#' "$work/metrics") |"
echo "| size, MiB | $(stat -c %s "$work/metrics" | awk '{ printf "%.1f", $1 / 1048576 }') |"
stop_daemon
