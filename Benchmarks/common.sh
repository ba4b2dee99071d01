# shellcheck shell=bash
# Functions that the benchmarks share. The file is sourced from the project's folder.
set -euo pipefail
bin=${NETDIAG_BIN:-$PWD/.build/release}
work=$(mktemp -d)
pids=()
# Words that precede the daemon's command line.
pin=()
finish() {
    for pid in "${pids[@]:-}"; do [ -z "$pid" ] || kill "$pid" 2>/dev/null || true; done
    # The programs write there until they exit: the daemon its state, nginx its log.
    wait "${pids[@]}" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
# ticks PID, seconds TICKS: the processor time of a process, in user and kernel mode.
ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }
seconds() { awk -v t="$1" -v hz="$(getconf CLK_TCK)" 'BEGIN { print t / hz }'; }

# need PROGRAM: builds a program for comparison if it does not exist.
need() { [ -x "$bin/$1" ] || make -s bench-programs > /dev/null; }

# wait_for PORT: waits until a server listens on this port of loopback.
wait_for() {
    for _ in $(seq 100); do
        if (: < "/dev/tcp/127.0.0.1/$1") 2>/dev/null; then return; fi
        sleep 0.1
    done
    echo "nothing listens on port $1" >&2
    return 1
}

# start_daemon EXTRA-CONFIGURATION: starts a daemon that is independent of any other one; sets $socket and $port.
start_daemon() {
    socket=$work/netdiag.sock
    cat > "$work/netdiag.yaml" <<YAML
listen:
  http: ["127.0.0.1:0"]
  socket: $socket
publish:
  enabled: false
$1
YAML
    STATE_DIRECTORY=$work "${pin[@]}" "$bin/netdiagd" --config "$work/netdiag.yaml" 2> "$work/netdiagd.log" &
    daemon=$!
    pids+=("$daemon")
    # curl waits for the socket: --retry-all-errors with a limited number of attempts.
    curl -s --retry 50 --retry-delay 0 --retry-max-time 10 --retry-all-errors --unix-socket "$socket" http://localhost/readyz > /dev/null
    # shellcheck disable=SC2034 # used by scripts that source this file
    port=$(ss -Hltnp | awk -v pid="pid=$daemon," 'index($0, pid) { sub(/.*:/, "", $4); found = $4 } END { print found }')
}

stop_daemon() {
    kill "$daemon"
    wait "$daemon" 2>/dev/null || true
}

# start_nginx HTTP-SETTINGS [COMMAND…]: starts nginx; the command precedes nginx's own command line.
start_nginx() {
    cat > "$work/nginx.conf" <<NGINX
user $(id -un); pid $work/nginx.pid; error_log $work/nginx.log; worker_processes 1; worker_rlimit_nofile 16384;
events { worker_connections 8192; }
http { client_body_temp_path $work/t; proxy_temp_path $work/t; fastcgi_temp_path $work/t; uwsgi_temp_path $work/t;
  scgi_temp_path $work/t;
  $1 }
NGINX
    "${@:2}" nginx -e "$work/nginx.log" -c "$work/nginx.conf" -g 'daemon off;' &
    pids+=("$!")
}

# prepare_network: sets up a separate network for benchmarks that open many connections, so that their ports in TIME_WAIT
# affect nothing else. For scripts that run under `unshare --net`.
prepare_network() {
    ip link set lo up
    echo "1024 65535" > /proc/sys/net/ipv4/ip_local_port_range
    echo 65535 > /proc/sys/net/core/somaxconn
}
