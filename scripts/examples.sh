#!/bin/sh
# examples.sh SWIFT: builds the packages of Examples/ against this checkout, and runs them against real servers, as root in a
# network of their own.
set -eu
if [ "${1:-}" = inside ]; then
    check=$2 work=$3
    ip link set lo up
    started=
    trap 'kill $started || :' EXIT
    # A server that says so once it listens: its log, the words, the command.
    start() {
        log=$1 words=$2
        shift 2
        "$@" >>"$log" 2>&1 &
        started="$started $!"
        until grep -q "$words" "$log" 2>/dev/null; do
            kill -0 "$!" || exit 1
            sleep 0.1
        done
    }
    start "$work/log" 'Ready to accept connections' redis-server --bind 127.0.0.1 --dir "$work" --save ''
    start "$work/locked.log" 'Ready to accept connections' \
        redis-server --bind 127.0.0.1 --port 6380 --dir "$work" --save '' --requirepass hush-hush
    "$check" redis://127.0.0.1 > "$work/up"
    grep -q '"layer":"redis".*"status":"connectionUp"' "$work/up"
    if "$check" rediss://127.0.0.1 > "$work/down"; then exit 1; fi
    grep -q '"id":"tls\.' "$work/down"
    echo 'Examples/CustomCheck: redis:// is up, and what is wrong with rediss:// is its TLS'

    locked=redis://127.0.0.1:6380
    (umask 077; echo hush-hush > "$work/login"; echo wrong-one > "$work/wrong")
    if "$check" "$locked" > "$work/down"; then exit 1; fi
    grep -q '"id":"redis.login-required"' "$work/down"
    if "$check" --credentials "$work/wrong" "$locked" > "$work/down"; then exit 1; fi
    grep -q '"id":"redis.login-rejected"' "$work/down"
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
    for proxy in http://127.0.0.1:3128 socks5://127.0.0.1:1080 socks5h://127.0.0.1:1080; do
        "$check" --proxy "$proxy" --credentials "$work/login" "$locked" > "$work/up"
        grep -q '"layer":"proxy","status":"connectionUp"' "$work/up"
        if "$check" --proxy "$proxy" rediss://127.0.0.1 > "$work/down"; then exit 1; fi
        grep -q '"id":"tls\.' "$work/down"
        if "$check" --proxy "$proxy" redis://127.0.0.1:6399 > "$work/down"; then exit 1; fi
        grep -q '"id":"proxy\.' "$work/down"
    done
    echo 'Examples/CustomCheck: both go through squid and danted, with TLS or without'
    exit
fi

swift=$1
cd "$(dirname "$0")/.."
build() { "$swift" build --package-path Examples/CustomCheck --scratch-path "$PWD/.build/examples" "$@"; }
build
[ "$(id -u)" = 0 ] || {
    echo 'The examples are run as root, in a network of their own; they were built alone.' >&2
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unshare --net "$0" inside "$(build --show-bin-path)/CustomCheck" "$work"
