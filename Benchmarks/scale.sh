#!/usr/bin/env bash
# Measures the cost of netdiagd on one core with up to 5,000 targets that are checked every 10 s, and the delay of its checks, as a
# Markdown table.
# Usage: Benchmarks/scale.sh   (root: it creates its own network; two cores)
#   SCALE_SECONDS: how long the largest number of targets is measured
cd "$(dirname "$0")/.."
[ "${1:-}" = inside ] || exec unshare --net -- "$0" inside
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
prepare_network

window=${SCALE_SECONDS:-60} web=8080
pin=(taskset -c 0)

start_nginx "log_format moments '\$msec \$uri'; access_log $work/starts.log moments;
  server { listen $web backlog=65535; location / { return 200 \"ok\\n\"; } }" taskset -c 1
wait_for "$web"

targets() {
    echo "interval: 10s"
    echo "timeout: 5s"
    echo "targets:"
    for ((i = 1; i <= $1; i++)); do echo "  - http://127.0.0.$((1 + i % 50)):$web/$i"; done
}

# is_taken TARGETS: succeeds if the daemon accepts a configuration with so many targets; otherwise prints the error.
is_taken() {
    targets "$1" > "$work/targets.yaml"
    "$bin/netdiagd" --config "$work/targets.yaml" --check-config > "$work/refused" 2>&1 && return
    echo "scale: $1 targets are refused: $(head -1 "$work/refused")" >&2
    return 1
}

# measure TARGETS SECONDS: measures after a first round of all targets, and adds a line to $work/points: targets, VmRSS and RssAnon in
# KiB, and the share of a core in percent.
measure() {
    local before after
    : > "$work/starts.log"
    start_daemon "$(targets "$1")"
    sleep 12
    before=$(ticks "$daemon")
    sleep "$2"
    after=$(ticks "$daemon")
    ended=$(date +%s.%N)
    awk -v n="$1" -v used="$(seconds "$((after - before))")" -v window="$2" '
        /^VmRSS/ { all = $2 } /^RssAnon/ { own = $2 } END { print n, all, own, 100 * used / window }
    ' "/proc/$daemon/status" >> "$work/points"
    stop_daemon
}

# A check of a target begins 10 s after the previous one, plus or minus a tenth. A gap that exceeds this by more than a second is
# late. This includes the time since the last check of a target when the measurement ends.
lateness() {
    sort -n "$work/starts.log" | awk -v most="$most" -v ended="$ended" '
        function gap(seconds) {
            if (seconds > 12) late++
            if (seconds > worst) worst = seconds
        }
        $1 <= ended && $2 ~ /^\/[0-9]+$/ {
            begun++
            if ($2 in last) { gap($1 - last[$2]); gaps++; sum += $1 - last[$2] } else seen++
            last[$2] = $1
        }
        END {
            for (path in last) if (ended - last[path] > 12) gap(ended - last[path])
            printf "%d %d %.2f %d %.2f %d", begun, gaps, gaps ? sum / gaps : 0, late, worst, most - seen
        }'
}

most=10 sizes=()
for n in 10 1000 2500 5000; do
    if is_taken "$n"; then most=$n sizes+=("$n"); fi
done
for n in "${sizes[@]}"; do
    measure "$n" "$([ "$n" = "$most" ] && echo "$window" || echo 15)"
done
read -r begun gaps mean late worst missing <<< "$(lateness)"

echo "| netdiagd on one core, HTTP targets at 10 s | VmRSS, MiB | RssAnon, MiB | share of the core, % |"
echo "| --- | --- | --- | --- |"
awk '{ printf "| %d targets | %.1f | %.1f | %.1f |\n", $1, $2 / 1024, $3 / 1024, $4 }' "$work/points"
awk '{ n++; x += $1; y += $2; z += $3; xx += $1 * $1; xy += $1 * $2; xz += $1 * $3 }
    END { d = n * xx - x * x
          printf "| bytes a target, from the slope | %.0f | %.0f | |\n",
              1024 * (n * xy - x * y) / d, 1024 * (n * xz - x * z) / d }' "$work/points"
echo
echo "With $most targets, $begun checks were begun, $gaps of them after another of the same target ($mean s on average)." \
    "$late gaps were late, above 12 s; the worst was $worst s. $missing targets were never checked."
