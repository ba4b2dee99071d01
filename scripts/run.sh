#!/bin/sh
# run.sh start|stop: starts or stops the daemon in the background, without an init system. CONFIG names a configuration file.
set -eu
built=${BUILT:-.build/release}
parent=/tmp/netdiag-$(id -u)
if [ "$(id -u)" = 0 ]; then folder=/run/netdiag; else folder=${XDG_RUNTIME_DIR:-$parent}/netdiag; fi
socket=$folder/netdiag.sock pidfile=$folder/netdiagd.pid log=$folder/netdiagd.log

say() { echo "$*" >&2; }

# In /tmp, another user may have created the directory, with links to files of this user.
case $folder in
"$parent"/*)
    mkdir -m 700 "$parent" 2>/dev/null || :
    if [ -L "$parent" ] || [ "$(stat -c '%u %a %F' "$parent")" != "$(id -u) 700 directory" ]; then
        say "$parent is not a directory of this user alone; set XDG_RUNTIME_DIR"
        exit 1
    fi
    ;;
esac

# Prints the PID of the daemon that this script started, or nothing if it is not running.
running() {
    pid=$(cat "$pidfile" 2>/dev/null) || return 0
    case $(readlink "/proc/$pid/exe" 2>/dev/null) in
    */netdiagd | */netdiagd' (deleted)') echo "$pid" ;;
    esac
}

stop() {
    pid=$(running)
    if [ -n "$pid" ]; then
        kill "$pid"
        timeout 10 tail -s 0.05 --pid="$pid" -f /dev/null || kill -KILL "$pid"
        say "stopped netdiagd ($pid)"
    fi
    rm -f "$pidfile"
}

bus_answers() {
    dbus-send --system --dest=org.freedesktop.DBus --print-reply / org.freedesktop.DBus.GetId >/dev/null 2>&1
}

# Publication and browsing need a system bus and avahi-daemon. Running ones are not changed.
start_discovery() {
    if bus_answers && avahi-daemon --check 2>/dev/null; then return 0; fi
    if [ "$(id -u)" != 0 ]; then
        say 'avahi-daemon does not run: netdiagd will not be published (start it: sudo systemctl start avahi-daemon)'
        return 0
    fi
    if [ -d /run/systemd/system ]; then
        systemctl start dbus.socket avahi-daemon || say 'avahi-daemon could not be started: systemctl status avahi-daemon'
        return 0
    fi
    if ! bus_answers; then
        mkdir -p /run/dbus
        # A bus that was killed leaves its PID file, which prevents the next one from starting.
        if [ -e /run/dbus/pid ] && ! kill -0 "$(cat /run/dbus/pid)" 2>/dev/null; then rm -f /run/dbus/pid; fi
        dbus-uuidgen --ensure
        dbus-daemon --system --fork || say 'the system bus could not be started'
    fi
    if ! avahi-daemon --check 2>/dev/null; then
        avahi-daemon --daemonize --syslog || say 'avahi-daemon could not be started'
    fi
}

await_ready() {
    tries=150
    until curl --silent --fail --max-time 2 --output /dev/null --unix-socket "$socket" http://netdiag/readyz; do
        tries=$((tries - 1))
        if ! kill -0 "$1" 2>/dev/null; then
            say "netdiagd ended at once; its log, $log:"
            tail -n 20 "$log" >&2
            rm -f "$pidfile"
            exit 1
        fi
        if [ "$tries" = 0 ]; then
            say "netdiagd ($1) runs but is not ready yet; its log: $log"
            return 0
        fi
        sleep 0.1
    done
}

# Avahi probes the name before it announces it, which takes about a second.
await_publication() {
    tries=30
    while curl --silent --max-time 2 --unix-socket "$socket" http://netdiag/v1/status |
        grep -q '"reason":null,"state":"waiting"' && [ "$tries" -gt 0 ]
    do
        tries=$((tries - 1))
        sleep 0.1
    done
}

start() {
    if curl --silent --max-time 2 --output /dev/null --unix-socket "$socket" http://netdiag/healthz && [ -z "$(running)" ]
    then
        say "a netdiagd that make run did not start answers on $socket: stop that one first"
        exit 1
    fi
    start_discovery
    stop
    mkdir -p "$folder"
    set -- --socket "$socket"
    [ -z "${CONFIG:-}" ] || set -- --config "$CONFIG" "$@"
    NETDIAG_STATE=$folder setsid "$built/netdiagd" "$@" >"$log" 2>&1 </dev/null &
    pid=$!
    echo "$pid" >"$pidfile"
    await_ready "$pid"
    await_publication
    say "netdiagd runs (PID $pid, log $log, socket $socket)"
    # The exit code of status is about the network, not about the success of this script.
    NETDIAG_SOCKET=$socket "$built/netdiag" status || true
    port=$(curl --silent --max-time 2 --unix-socket "$socket" http://netdiag/v1/status |
        sed -n 's/.*"publication":{[^}]*"port":\([1-9][0-9]*\).*/\1/p')
    [ -z "$port" ] || say "Page: http://localhost:$port/"
    ask="$built/netdiag status"
    [ "$folder" = /run/netdiag ] || ask="NETDIAG_SOCKET=$socket $ask"
    say "Ask it: $ask   End it: make stop"
}

case ${1:-} in
start) start ;;
stop) stop ;;
*) say "usage: $0 start|stop"; exit 64 ;;
esac
