#!/bin/bash
# examples.sh SWIFT: builds the packages of Examples/ against this checkout, and runs them against real servers, as root in a separate
# network and mount namespace with its own /run.
set -euo pipefail

# has FILE PATTERN: fails if the output of a program does not match, and prints the output.
has() {
    grep -Eq -- "$2" "$1" || { echo "expected $2, but:" >&2; cat "$1" >&2; exit 1; }
}

# start LOG PATTERN COMMAND...: starts a server, and waits until its log matches, for at most a minute.
pids=()
start() {
    local log=$1 pattern=$2 tries=600
    "${@:3}" >> "$log" 2>&1 &
    pids+=($!)
    until grep -Eq -- "$pattern" "$log" 2>/dev/null; do
        if ! kill -0 "$!" || ((tries-- == 0)); then echo "waited for $pattern, but:" >&2; cat "$log" >&2; exit 1; fi
        sleep 0.1
    done
}

# fails COMMAND...: the command must fail, like a check of a target that is down.
fails() {
    if "$@"; then echo "this was to fail: $*" >&2; exit 1; fi
}

custom_check() {
    local check=$bin/CustomCheck locked=redis://127.0.0.1:6380
    start "$work/redis" 'Ready to accept connections' redis-server --bind 127.0.0.1 --dir "$work" --save ''
    start "$work/locked" 'Ready to accept connections' \
        redis-server --bind 127.0.0.1 --port 6380 --dir "$work" --save '' --requirepass hush-hush
    "$check" redis://127.0.0.1 > "$work/up"
    has "$work/up" '"layer":"redis".*"status":"connectionUp"'
    fails "$check" rediss://127.0.0.1 > "$work/down"
    has "$work/down" '"id":"tls\.'
    echo 'Examples/CustomCheck: redis:// is up, and what is wrong with rediss:// is its TLS'

    "$check" --redis-role master redis://127.0.0.1 > "$work/up"
    has "$work/up" '"role":"master"'
    fails "$check" --redis-role replica redis://127.0.0.1 > "$work/down"
    has "$work/down" '"id":"redis.wrong-role"'
    fails "$check" redis://127.0.0.1:1 > "$work/down"
    has "$work/down" '"id":"tcp.refused"'
    start "$work/silent" 'Listening on' ncat --verbose --listen --keep-open --exec '/bin/sleep 60' 127.0.0.1 6390
    fails "$check" redis://127.0.0.1:6390 > "$work/down"
    has "$work/down" '"id":"redis.no-answer"'
    echo 'Examples/CustomCheck: a setting of the kind, and a server that is silent'

    start "$work/echo" 'Listening on' ncat --verbose --udp --listen --keep-open --exec /bin/cat 127.0.0.1 4007
    "$check" echo://127.0.0.1:4007 > "$work/up"
    has "$work/up" '"layer":"echo".*"status":"connectionUp"'
    "$check" --echo-size 1400 echo://127.0.0.1:4007 > "$work/up"
    fails "$check" echo://127.0.0.1:4008 > "$work/down"
    has "$work/down" '"id":"echo.refused"'
    echo 'Examples/CustomCheck: echo:// is up, and refused where nothing listens'

    REDIS=127.0.0.1:6379 ECHO=127.0.0.1:4007 \
        "$swift" test --package-path Examples/CustomCheck "${options[@]}" --disable-xctest --skip-build
    echo 'Examples/CustomCheck: its kinds withstand wrong servers, and are up with their own'

    (umask 077; echo hush-hush > "$work/login"; echo wrong-one > "$work/wrong")
    fails "$check" "$locked" > "$work/down"
    has "$work/down" '"id":"redis.login-required"'
    LANGUAGE='' LC_ALL=de_DE.UTF-8 fails "$check" "$locked" > "$work/down" 2> "$work/said"
    has "$work/said" '^redis.login-required: .* verlangt eine Anmeldung: es ist keine eingetragen$'
    fails "$check" --credentials "$work/wrong" "$locked" > "$work/down"
    has "$work/down" '"id":"redis.login-rejected"'
    "$check" --credentials "$work/login" "$locked" > "$work/up"
    if grep -q 'hush-hush' "$work/up"; then exit 1; fi
    echo 'Examples/CustomCheck: a password opens the other one, and stands nowhere in the report'

    cat > "$work/danted.conf" <<-END
	logoutput: stderr
	internal: 127.0.0.1 port = 1080
	external: lo
	clientmethod: none
	socksmethod: none
	user.privileged: root
	user.unprivileged: nobody
	client pass { from: 0/0 to: 0/0 }
	socks pass { from: 0/0 to: 0/0 }
	END
    cat > "$work/squid.conf" <<-END
	visible_hostname localhost
	pid_filename $work/squid.pid
	coredump_dir $work
	cache_log /dev/null
	access_log none
	cache deny all
	cache_mem 0
	pinger_enable off
	netdb_filename none
	max_filedescriptors 1024
	shutdown_lifetime 0 seconds
	debug_options ALL,1 93,5
	http_port 127.0.0.1:3128
	http_access allow all
	END
    chown proxy "$work"
    start "$work/danted.log" ' running' danted -N 1 -f "$work/danted.conf" -p "$work/danted.pid"
    start "$work/squid.log" 'TcpAcceptor status out' squid -N -d 5 -f "$work/squid.conf"
    local proxy
    for proxy in http://127.0.0.1:3128 socks5://127.0.0.1:1080 socks5h://127.0.0.1:1080; do
        "$check" --proxy "$proxy" --credentials "$work/login" "$locked" > "$work/up"
        has "$work/up" '"layer":"proxy","status":"connectionUp"'
        fails "$check" --proxy "$proxy" rediss://127.0.0.1 > "$work/down"
        has "$work/down" '"id":"tls\.'
        fails "$check" --proxy "$proxy" redis://127.0.0.1:6399 > "$work/down"
        has "$work/down" '"id":"proxy\.'
    done
    redis_proxy=http://127.0.0.1:3128 "$check" --credentials "$work/login" "$locked" > "$work/up"
    has "$work/up" '"layer":"proxy","status":"connectionUp"'
    echo 'Examples/CustomCheck: both go through squid and danted, with TLS or without'
}

library_tour() {
    "$bin/FirstCheck" tcp://127.0.0.1:6379 > "$work/first"
    has "$work/first" 'connectionUp'
    fails "$bin/FirstCheck" tcp://127.0.0.1:6399 > "$work/refused"
    has "$work/refused" '^error: tcp\.refused: '
    fails "$bin/CustomCheck" tcp://127.0.0.1:6399 > "$work/saved"
    "$bin/JudgeAgain" "$work/saved" > "$work/again"
    has "$work/again" '^is:  .*refuse'
    start "$work/dnsmasq" 'started' dnsmasq --keep-in-foreground --conf-file=/dev/null --user="$(id -un)" --pid-file= \
        --no-resolv --no-hosts --listen-address=127.0.0.1 --bind-interfaces --log-facility=- \
        --host-record=www.lab.example,192.0.2.7
    "$bin/ResolveHost" www.lab.example 127.0.0.1 > "$work/resolved"
    has "$work/resolved" '^192\.0\.2\.7 \(dns\)'

    # Loopback has no multicast, so avahi-daemon needs a link.
    ip link add lan0 type veth peer name lan1
    ip link set lan0 up
    ip link set lan1 up
    ip address add 10.9.9.1/24 dev lan0
    start "$work/bus" '^unix:' dbus-daemon --system --nofork --nopidfile --print-address
    start "$work/avahi" 'startup complete' avahi-daemon --no-rlimits --no-chroot
    # When writing to a file, the C library buffers whole blocks.
    start "$work/published" '^published Shop' stdbuf -oL "$bin/PublishService" Shop _http._tcp 8080
    timeout 60 "$bin/BrowseServices" _http._tcp --once > "$work/browsed"
    has "$work/browsed" '^(added|resolved|updated) Shop .*:8080'
    echo 'Examples/LibraryTour: a check, a report judged again, a name, and a service published and found'
}

if [ "${1:-}" = inside ]; then
    bin=$2 work=$3 swift=$4 options=("${@:5}")
    trap 'kill "${pids[@]}"' EXIT
    ip link set lo up
    mount -t tmpfs tmpfs /run
    # Squid leaves files there when it is killed, which would prevent the next one from starting.
    mount -t tmpfs tmpfs /dev/shm
    mkdir -p /run/dbus
    custom_check
    library_tour
    exit
fi

swift=$1
cd "$(dirname "$0")/.."
# All packages share one folder, so that netdiag itself is built only once.
options=(--scratch-path "$PWD/.build/examples" -debug-info-format none)
build() { "$swift" build --package-path "$1" "${options[@]}" "${@:2}"; }
for package in Examples/*/; do build "$package"; done
build Examples/CustomCheck --build-tests
"$swift" test --package-path Examples/FaultyServerTests "${options[@]}" --disable-xctest
echo 'Examples/FaultyServerTests: a client meets servers that fail'
[ "$(id -u)" = 0 ] || {
    echo 'The examples are run as root, in a network of their own; they were built alone.' >&2
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unshare --net --mount "$0" inside "$(build Examples/CustomCheck --show-bin-path)" "$work" "$swift" \
    "${options[@]}"
