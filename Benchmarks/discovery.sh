#!/usr/bin/env bash
# Compares service discovery with avahi-browse: how fast services are found, whether both find the same ones, and the memory of the
# daemon with many services. Hosts are network namespaces on one link, each with its own system bus and avahi-daemon. Prints Markdown tables.
# Usage: Benchmarks/discovery.sh [latency|many|memory]...   (root; all of them without arguments)
#   DISCOVERY_RUNS: how often a service is published to measure the latency; 30 by default
#   DISCOVERY_ROUNDS: how often 500 services are listed by each program; 10 by default
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${DISCOVERY_INSIDE:-}" != 1 ]; then
    # The network of this process is the link. Its own /run keeps the names of its network namespaces off the machine.
    DISCOVERY_INSIDE=1 exec unshare --net --mount -- "$0" "$@"
fi
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
mount -t tmpfs tmpfs /run
mkdir -p /run/netns
ip link set lo up
ip link add link0 type bridge mcast_snooping 0
ip link set link0 up

hosts=()
declare -A anchor avahi address
# Ends all processes of the hosts. The mounts of a host disappear with its last process.
finish_hosts() {
    local name pid
    for name in "${hosts[@]}"; do
        for pid in $(ip netns pids "$name" 2>/dev/null); do kill "$pid" 2>/dev/null || true; done
    done
    finish
}
trap finish_hosts EXIT

# on HOST COMMAND…: runs the command on the host.
on() { nsenter --target "${anchor[$1]}" --net --mount -- "${@:2}"; }

# spawn HOST LOG COMMAND…: runs the command on the host in the background, with its diagnostics in a file; sets $spawned to its PID.
spawn() {
    nsenter --target "${anchor[$1]}" --net --mount -- "${@:3}" > /dev/null 2> "$2" &
    spawned=$!
}

# host NAME NUMBER [both|ipv4]: creates a host on the link with a system bus.
host() {
    local name=$1
    ip netns add "$name"
    ip link add "v$name" type veth peer name eth0 netns "$name"
    ip link set "v$name" master link0 up
    ip netns exec "$name" unshare --mount -- sleep infinity &
    anchor[$name]=$!
    pids+=("$!")
    hosts+=("$name")
    address[$name]=10.78.0.$2
    until [ "$(readlink "/proc/${anchor[$name]}/exe")" = "$(readlink -f "$(command -v sleep)")" ]; do sleep 0.02; done
    [ "${3:-both}" = both ] || on "$name" sysctl -qw net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1 net.ipv6.conf.eth0.disable_ipv6=1
    on "$name" sh -euc "
        mount --make-rprivate /; mount -t tmpfs tmpfs /run; mount -t tmpfs tmpfs /etc/avahi; mkdir -p /run/dbus /etc/avahi/services /run/empty
        dbus-uuidgen > /run/machine-id; mount --bind /run/machine-id /etc/machine-id 2>/dev/null || true
        ip link set lo up; ip link set eth0 up; ip addr add 10.78.0.$2/24 dev eth0
        [ '${3:-both}' = ipv4 ] || { ip addr add fd78::$2/64 dev eth0 nodad; }"
    spawn "$name" "$work/dbus-$name.log" dbus-daemon --system --nofork --nopidfile
    until [ -S "/proc/${anchor[$name]}/root/run/dbus/system_bus_socket" ]; do sleep 0.02; done
}

# start_avahi HOST [both|ipv4]: starts avahi-daemon with a cache of more than its usual 4,096 records, which 2,000 services exceed.
start_avahi() {
    local name=$1 ipv6=yes log=$work/avahi-$1.log
    [ "${2:-both}" = both ] || ipv6=no
    cat > "/proc/${anchor[$name]}/root/etc/avahi/avahi-daemon.conf" <<CONF
[server]
host-name=$name
use-ipv4=yes
use-ipv6=$ipv6
allow-interfaces=eth0
cache-entries-max=32768
[wide-area]
enable-wide-area=no
[publish]
publish-hinfo=no
publish-workstation=no
CONF
    : > "$log"
    spawn "$name" "$log" avahi-daemon --no-rlimits --no-chroot
    avahi[$name]=$spawned
    until grep -q "startup complete" "$log"; do sleep 0.02; done
}

stop_avahi() {
    kill "${avahi[$1]}"
    wait "${avahi[$1]}" 2>/dev/null || true
}

# start_daemon_on HOST [CONFIGURATION]: starts a netdiagd on the host that publishes nothing.
start_daemon_on() {
    socket=/run/netdiag/netdiag.sock
    printf 'listen:\n  http: []\n  socket: %s\npublish:\n  enabled: false\n%s\n' "$socket" "${2:-}" > "$work/netdiag.yaml"
    on "$1" mkdir -p /run/netdiag
    spawn "$1" "$work/netdiagd.log" env STATE_DIRECTORY="$work" "$bin/netdiagd" --config "$work/netdiag.yaml"
    daemon=$spawned
    on "$1" curl -s --retry 50 --retry-delay 0 --retry-max-time 10 --retry-all-errors --unix-socket "$socket" http://localhost/readyz > /dev/null
}

clock() { python3 Benchmarks/discovery.py "$@"; }

bench_latency() {
    echo "| from \`avahi-publish\` to the line of its service on another host, ms, median of ${DISCOVERY_RUNS:-30} | \`netdiag browse --resolve\` | the same without a daemon | \`avahi-browse -r\` | ratio | ratio without a daemon |"
    echo "| --- | --- | --- | --- | --- | --- |"
    local name
    for name in four both; do
        clock latency "${anchor[$name]}" "${anchor[here]}" "$bin" "${DISCOVERY_RUNS:-30}" > "$work/latency"
        awk -v what="$([ $name = four ] && echo "a host with IPv4 alone" || echo "a host with both families")" \
            '{ printf "| %s | %s | %s | %s | %.3f | %.3f |\n", what, $1, $2, $3, $1 / $3, $2 / $3 }' "$work/latency"
    done
    echo
}

bench_many() {
    local name i rounds=${DISCOVERY_ROUNDS:-10}
    for name in many1 many2 many3 many4 many5; do
        for i in $(seq 100); do
            cat > "/proc/${anchor[$name]}/root/etc/avahi/services/$i.service" <<XML
<service-group><name>Dienst $name.$i, "Ü" \\ &lt;b&gt;</name><service><type>_bench$((i % 10))._tcp</type><port>$((2000 + i))</port>
<txt-record>path=/$i</txt-record><txt-record>flag</txt-record><txt-record>empty=</txt-record><txt-record>ü="\\$i"</txt-record></service></service-group>
XML
        done
        start_avahi "$name"
    done
    # Wait until all are announced: probing and announcing take a few seconds.
    clock settle "${anchor[here]}" 500
    echo "| 500 services on 5 hosts, until the end, ms, median of $rounds | \`netdiag browse --once --resolve --json\` | \`avahi-browse -artpk\` | ratio (goal: at most 1.0) | same set |"
    echo "| --- | --- | --- | --- | --- |"
    local way cache
    for way in daemon alone; do
        for cache in warm cold; do
            : > "$work/many"
            for _ in $(seq "$rounds"); do
                for what in netdiag avahi; do
                    if [ $cache = cold ]; then
                        stop_avahi here
                        start_avahi here
                        # Wait until avahi-daemon is back on the bus.
                        sleep 0.3
                    fi
                    echo "$what $(clock list "${anchor[here]}" "$bin" $what $way "$work/$what.set")" >> "$work/many"
                done
                echo "same $(clock compare "$work/netdiag.set" "$work/avahi.set")" >> "$work/many"
            done
            local ours peer same
            ours=$(awk '/^netdiag/ { print $2 }' "$work/many" | median) peer=$(awk '/^avahi/ { print $2 }' "$work/many" | median)
            same=$(awk '/^same/ { all[$2 " " $3]++ } END { for (one in all) printf "%s× %s ", all[one], one }' "$work/many")
            echo "| $([ $way = daemon ] && echo "through the daemon" || echo "without a daemon"), $cache cache | $ours | $peer | $(ratio "$ours" "$peer") | $same |"
        done
    done
    echo
    for name in many1 many2 many3 many4 many5; do stop_avahi "$name"; done
}

# memory_of WHAT CONFIGURATION FILE: measures a separate daemon with 2,000 services. FILE gets the output of its client; if FILE is
# empty, there is no client, and the daemon's directory is queried.
memory_of() {
    local i
    stop_daemon
    # Neither avahi-daemon has records of an earlier run.
    stop_avahi here
    start_avahi here
    start_daemon_on here "$2"
    if [ -n "$3" ]; then
        on here curl -sN --unix-socket "$socket" "http://localhost/v1/services?follow=true&resolve=true" > "$3" &
        pids+=("$!")
        until [ -e "$3" ]; do sleep 0.02; done
    fi
    local lines=0
    # row WHAT: prints a row, with the number of lines that the client has received since the last row.
    row() {
        local before=$lines
        [ -z "$3" ] || lines=$(wc -l < "$3")
        awk -v what="$1: $2" -v told="$([ -z "$3" ] || echo $((lines - before)))" '/VmRSS/ { a = $2 } /RssAnon/ { b = $2 }
            END { printf "| %s | %.1f | %.1f | %s |\n", what, a / 1024, b / 1024, told }' "/proc/$daemon/status"
    }
    row "$1" "before" "$3"
    on both python3 "$PWD/Benchmarks/discovery.py" announce "${address[both]}" "${anchor[here]}" 2000 "$3"
    row "$1" "2,000 known and resolved (goal: under 40)" "$3"
    for i in 1 2; do
        on both python3 "$PWD/Benchmarks/discovery.py" storm "${address[both]}" "${anchor[here]}" 2000 10000 "$3"
        row "$1" "after storm $i of 10,000 changes" "$3"
    done
}

bench_memory() {
    echo "| netdiagd with 2,000 known services | VmRSS, MiB | RssAnon, MiB | lines reported |"
    echo "| --- | --- | --- | --- |"
    local types
    types=$(printf ', _memory%d._tcp' 0 1 2 3 4 5 6 7 8 9)
    memory_of "a client follows them" "" "$work/follow"
    memory_of "its own directory" "discovery:
  types: [${types#, }]" ""
    echo
}

host here 1
host four 2 ipv4
host both 3
for i in 1 2 3 4 5; do host "many$i" $((10 + i)); done
start_avahi here
start_avahi four ipv4
start_avahi both
start_daemon_on here
wanted=("$@")
for name in "${wanted[@]:-latency many memory}"; do
    for one in $name; do "bench_$one"; done
done
