#!/usr/bin/env bash
# Measures the cost of netdiagd while everything fails, as a Markdown table. The targets behind a router refuse connections, refuse pages,
# have names that no server knows, or do not answer.
# Usage: Benchmarks/scale-failing.sh [KIND…]   (root: it creates two networks)
#   KIND: mixed (a quarter each of the others), tcp, http, name, silent; mixed by default
#   SCALE_TARGETS, SCALE_SECONDS, SCALE_INTERVAL: by default 5,000 targets, for 120 s, at an interval of 30 s
#   SCALE_MEMORY: the memory limit of the daemon's control group, like MemoryMax= of the unit; 384M by default
cd "$(dirname "$0")/.."
[ "${1:-}" = inside ] || exec unshare --net --mount -- "$0" inside "$@"
shift
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
prepare_network

targets=${SCALE_TARGETS:-5000} window=${SCALE_SECONDS:-120} interval=${SCALE_INTERVAL:-30s} memory=${SCALE_MEMORY:-384M}

# Creates a control group for the daemon, of version 2, or of version 1 if that has the memory controller.
if grep -qw memory /sys/fs/cgroup/cgroup.controllers 2>/dev/null; then
    group=/sys/fs/cgroup/netdiag-scale-$$ limit=memory.max peak=memory.peak events=memory.events
    echo +memory > /sys/fs/cgroup/cgroup.subtree_control
else
    group=/sys/fs/cgroup/memory/netdiag-scale-$$ limit=memory.limit_in_bytes peak=memory.max_usage_in_bytes
    events=memory.oom_control
fi
mkdir "$group"
echo "$memory" > "$group/$limit"
trap 'finish; sleep 1; rmdir "$group"' EXIT
# shellcheck disable=SC2016 # expanded by the inner shell
pin=(env "GROUP=$group" sh -c 'echo $$ > "$GROUP/cgroup.procs"; exec "$@"' sh)

# The network behind the router: 10.0.0.0/8 refuses, 198.18.0.0/15 (RFC 2544) is silent, and port 53 of the router is closed.
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

# target KIND NUMBER: prints a target of this kind.
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

# most FROM: prints the largest RssAnon of the samples since the given second, in MiB.
most() { awk -v from="$1" '$1 >= from && $2 > most { most = $2 } END { printf "%.0f", most / 1024 }' "$work/samples"; }
# share FROM: prints the share of a core since the given second, in %.
share() {
    awk -v from="$1" -v hz="$(getconf CLK_TCK)" '$1 >= from { if (!n++) { first = $3; begun = $1 } last = $3; ended = $1 }
        END { if (ended > begun) printf "%.0f", 100 * (last - first) / hz / (ended - begun) }' "$work/samples"
}

echo "| what fails | targets | \`RssAnon\` at most, MiB | after the first minute, MiB | share of a core, % | after the first minute, % | peak of the group, MiB | killed |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
for kind in "${@:-mixed}"; do
    settings=$(configuration "$kind")
    start_daemon "$settings"
    : > "$work/samples"
    began=$(date +%s)
    for ((second = 0; second < window; second = $(date +%s) - began)); do
        own=$(awk '$1 == "RssAnon:" { print $2 }' "/proc/$daemon/status")
        echo "$second $own $(ticks "$daemon")" >> "$work/samples"
        sleep 1
    done
    killed=$(awk '$1 == "oom_kill" { print $2 }' "$group/$events")
    printf '| %s | %d | %s | %s | %s | %s | %d | %s |\n' "$kind" "$targets" "$(most 0)" "$(most 60)" "$(share 0)" "$(share 60)" \
        "$(($(cat "$group/$peak") >> 20))" "$killed"
    stop_daemon
done
