# shellcheck shell=bash
# What the measurements share: sourced, from the project's folder.
set -euo pipefail
bin=${NETDIAG_BIN:-$PWD/.build/release}
work=$(mktemp -d)
pids=()
# Words before the daemon's command line.
pin=()
finish() {
    for pid in "${pids[@]:-}"; do [ -z "$pid" ] || kill "$pid" 2>/dev/null || true; done
    # They write there to their end: a daemon its state, nginx its log.
    wait "${pids[@]}" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
# ticks PID, seconds TICKS: what a process has used of the processor, in user and kernel mode.
ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }
seconds() { awk -v t="$1" -v hz="$(getconf CLK_TCK)" 'BEGIN { print t / hz }'; }

# need PROGRAM: builds what is measured beside netdiag where it is not there.
need() { [ -x "$bin/$1" ] || make -s bench-programs > /dev/null; }

# wait_for PORT: until something listens there on loopback.
wait_for() {
    for _ in $(seq 100); do
        if (: < "/dev/tcp/127.0.0.1/$1") 2>/dev/null; then return; fi
        sleep 0.1
    done
    echo "nothing listens on port $1" >&2
    return 1
}

# start_daemon EXTRA-CONFIGURATION: a daemon of our own, away from any that runs; sets $socket and $port.
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
    # curl waits for the socket to be there: --retry-all-errors with a bounded number of tries.
    curl -s --retry 50 --retry-delay 0 --retry-max-time 10 --retry-all-errors --unix-socket "$socket" http://localhost/readyz > /dev/null
    # shellcheck disable=SC2034 # for who sources this
    port=$(ss -Hltnp | awk -v pid="pid=$daemon," 'index($0, pid) { sub(/.*:/, "", $4); found = $4 } END { print found }')
}

stop_daemon() {
    kill "$daemon"
    wait "$daemon" 2>/dev/null || true
}

# start_nginx HTTP-SETTINGS [COMMAND…]: the command comes before nginx's own.
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

# prepare_network: the network that a measurement which opens many connections has for itself, so that its ports in
# TIME_WAIT are nobody else's. For scripts that run under `unshare --net`.
prepare_network() {
    ip link set lo up
    echo "1024 65535" > /proc/sys/net/ipv4/ip_local_port_range
    echo 65535 > /proc/sys/net/core/somaxconn
}
