#!/usr/bin/env bash
# What netdiagd costs while everything fails, as a Markdown table: targets that refuse, serve nothing, have names that nobody
# knows, or stay silent, behind a router of their own.
# Usage: Benchmarks/scale-failing.sh [KIND…]   (root: it makes itself two networks)
#   KIND: mixed (a quarter each of the others), tcp, http, name, silent; mixed without arguments
#   SCALE_TARGETS, SCALE_SECONDS, SCALE_INTERVAL: 5,000 targets, for 90 s, at an interval of 30 s
cd "$(dirname "$0")/.."
[ "${1:-}" = inside ] || exec unshare --net --mount -- "$0" inside "$@"
shift
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
prepare_network

targets=${SCALE_TARGETS:-5000} window=${SCALE_SECONDS:-90} interval=${SCALE_INTERVAL:-30s}

# The far network: 10.0.0.0/8 refuses, 198.18.0.0/15 (RFC 2544) is silent, and port 53 of the router is closed.
unshare --net sleep 100000 &
far=$!
pids+=("$far")
until [ "$(readlink "/proc/$far/ns/net")" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.05; done
over_there() { nsenter -t "$far" -n "$@"; }
ip link add uplink type veth peer name downlink netns "$far"
ip address add 192.0.2.2/24 dev uplink
ip link set uplink up
over_there ip link set lo up
over_there ip address add 192.0.2.1/24 dev downlink
over_there ip link set downlink up
over_there ip route add local 10.0.0.0/8 dev lo
over_there ip route add blackhole 198.18.0.0/15
over_there sysctl -qw net.ipv4.ip_forward=1 net.ipv4.icmp_ratelimit=0
ip route add default via 192.0.2.1
echo "nameserver 192.0.2.1" > "$work/resolv.conf"
mount --bind "$work/resolv.conf" /etc/resolv.conf

# target KIND NUMBER
target() {
    local high=$(($2 / 256)) low=$(($2 % 256)) kinds=(tcp http name silent)
    case $1 in
        mixed) target "${kinds[$2 % 4]}" "$2" ;;
        tcp) echo "  - tcp://10.0.$high.$low:9" ;;
        http) echo "  - http://10.0.$high.$low/" ;;
        name) echo "  - http://host-$2.example.test/" ;;
        silent) echo "  - tcp://198.18.$high.$low:80" ;;
        *) echo "scale-failing: there is no kind $1" >&2; exit 64 ;;
    esac
}

configuration() {
    echo "interval: $interval"
    echo "timeout: 5s"
    echo "targets:"
    for ((i = 0; i < targets; i++)); do target "$1" "$i"; done
}

# most FILE FIELD: the largest value of a field of /proc/PID/status among the samples, in MiB.
most() { awk -v field="$2:" '$1 == field && $2 > most { most = $2 } END { printf "%.1f", most / 1024 }' "$1"; }

echo "| what fails | targets | \`RssAnon\` at most, MiB | \`VmRSS\` at most, MiB | share of a core, % |"
echo "| --- | --- | --- | --- | --- |"
for kind in "${@:-mixed}"; do
    settings=$(configuration "$kind")
    start_daemon "$settings"
    before=$(ticks "$daemon")
    : > "$work/samples"
    for ((second = 0; second < window; second++)); do
        sleep 1
        cat "/proc/$daemon/status" >> "$work/samples"
    done
    after=$(ticks "$daemon")
    awk -v kind="$kind" -v n="$targets" -v own="$(most "$work/samples" RssAnon)" -v all="$(most "$work/samples" VmRSS)" \
        -v used="$(seconds "$((after - before))")" -v window="$window" \
        'BEGIN { printf "| %s | %d | %s | %s | %.0f |\n", kind, n, own, all, 100 * used / window }'
    stop_daemon
done
