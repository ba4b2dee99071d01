#!/bin/bash
# examples.sh SWIFT: builds the packages of Examples/ against this checkout, and runs them against real servers, as root in a
# network, mounts and a /run of their own.
set -euo pipefail

# shown FILE PATTERN: fails with what the program printed where it is not what it should be.
shown() {
    grep -Eq -- "$2" "$1" || { echo "expected $2, but:" >&2; cat "$1" >&2; exit 1; }
}

# until_said FILE PATTERN PID: waits for a line of a server, for its end, or for a minute.
until_said() {
    local tries=600
    until grep -Eq -- "$2" "$1" 2>/dev/null; do
        if ! kill -0 "$3" || ((tries-- == 0)); then echo "waited for $2, but:" >&2; cat "$1" >&2; exit 1; fi
        sleep 0.1
    done
}

inside() {
    local bin=$1 work=$2
    # Not local: it is read when the function has ended.
    pids=()
    trap 'kill "${pids[@]}"' EXIT
    ip link set lo up
    mount -t tmpfs tmpfs /run
    mkdir -p /run/dbus

    redis-server --bind 127.0.0.1 --dir "$work" --save '' --logfile "$work/redis" & pids+=($!)
    until_said "$work/redis" 'Ready to accept connections' $!
    "$bin/CustomCheck" redis://127.0.0.1 > "$work/up"
    shown "$work/up" '"layer":"redis".*"status":"connectionUp"'
    if "$bin/CustomCheck" rediss://127.0.0.1 > "$work/down"; then exit 1; fi
    shown "$work/down" '"id":"tls\.'
    echo 'Examples/CustomCheck: redis:// is up, and what is wrong with rediss:// is its TLS'

    "$bin/FirstCheck" tcp://127.0.0.1:6379 > "$work/first"
    shown "$work/first" 'connectionUp'
    if "$bin/FirstCheck" tcp://127.0.0.1:6380 > "$work/refused"; then exit 1; fi
    shown "$work/refused" '^error: tcp\.refused: '
    if "$bin/CustomCheck" tcp://127.0.0.1:6380 > "$work/saved"; then exit 1; fi
    "$bin/JudgeAgain" "$work/saved" > "$work/again"
    shown "$work/again" '^is:  .*refuse'
    dnsmasq --keep-in-foreground --conf-file=/dev/null --user="$(id -un)" --pid-file= --no-resolv --no-hosts \
        --listen-address=127.0.0.1 --bind-interfaces --log-facility=- --host-record=www.lab.example,192.0.2.7 \
        2> "$work/dnsmasq" & pids+=($!)
    until_said "$work/dnsmasq" 'started' $!
    "$bin/ResolveHost" www.lab.example 127.0.0.1 > "$work/resolved"
    shown "$work/resolved" '^192\.0\.2\.7 \(dns\)'

    # Loopback has no multicast: avahi-daemon is given a link.
    ip link add lan0 type veth peer name lan1
    ip link set lan0 up
    ip link set lan1 up
    ip address add 10.9.9.1/24 dev lan0
    dbus-daemon --system --nofork --nopidfile --print-address > "$work/bus" 2> "$work/bus-errors" & pids+=($!)
    until_said "$work/bus" '^unix:' $!
    avahi-daemon --no-rlimits --no-chroot 2> "$work/avahi" & pids+=($!)
    until_said "$work/avahi" 'startup complete' $!
    # Into a file, the C library writes by the block.
    stdbuf -oL "$bin/PublishService" Shop _http._tcp 8080 > "$work/published" & pids+=($!)
    until_said "$work/published" '^published Shop' $!
    timeout 60 "$bin/BrowseServices" _http._tcp --once > "$work/browsed"
    shown "$work/browsed" '^(added|resolved|updated) Shop .*:8080'
    echo 'Examples/LibraryTour: a check, a report judged again, a name, and a service published and found'
}

if [ "${1:-}" = inside ]; then
    inside "$2" "$3"
    exit
fi

swift=$1
cd "$(dirname "$0")/.."
# One folder for all, so that netdiag itself is built once.
build() { "$swift" build --package-path "$1" --scratch-path "$PWD/.build/examples" "${@:2}"; }
for package in Examples/*/; do build "$package"; done
[ "$(id -u)" = 0 ] || {
    echo 'The examples are run as root, in a network of their own; they were built alone.' >&2
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unshare --net --mount "$0" inside "$(build Examples/CustomCheck --show-bin-path)" "$work"
