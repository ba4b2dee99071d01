#!/usr/bin/env bash
# serve-forward.sh: measures what `netdiag serve` adds between a client and nginx, compared with nginx's own stream module in the same
# place: the median time of a request on one connection, and the throughput of a long response, over HTTP and over TCP byte for byte. It
# then measures the memory of a listener before and after many requests, and with 10,000 open idle connections. BIN is the directory of
# netdiag-serve (.build/release), SERVE_SECONDS the duration of each measurement (3), REQUESTS the number of requests for the memory
# (1,000,000). Proxies run on the first core, nginx and the client on the second. Figures are medians of five alternating rounds. On a busy
# machine, RUN is a command that runs the programs while delays are measured, such as 'chrt -f 1'.
cd "$(dirname "$0")/.."
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
bin=${BIN:-$bin}
length=${SERVE_SECONDS:-3}
requests=${REQUESTS:-1000000}
read -ra run <<< "${RUN:-}"
mib=512
if [ -z "${NETDIAG_FORWARD_NETWORK:-}" ]; then
    exec env NETDIAG_FORWARD_NETWORK=1 unshare --net "$0" "$@"
fi
prepare_network
ulimit -n "$(ulimit -Hn)"

head -c 512 /dev/zero | tr '\0' x > "$work/small.txt"
truncate -s "${mib}M" "$work/large.bin"
chmod 755 "$work"
start_nginx "access_log off; keepalive_requests 100000000; sendfile on; server { listen 127.0.0.1:9000; root $work; }" "${run[@]}" taskset -c 1
cat > "$work/stream.conf" <<NGINX
load_module /usr/lib/nginx/modules/ngx_stream_module.so;
user $(id -un); pid $work/stream.pid; error_log $work/stream.log; worker_processes 1; worker_rlimit_nofile 16384;
events { worker_connections 8192; }
stream { server { listen 127.0.0.1:9001; proxy_pass 127.0.0.1:9000; } }
NGINX
"${run[@]}" taskset -c 0 nginx -e "$work/stream.log" -c "$work/stream.conf" -g 'daemon off;' & pids+=("$!")
cat > "$work/forward.yaml" <<YAML
listeners:
  - {name: bytes, port: 9002, to: "tcp://127.0.0.1:9000"}
  - {name: http, port: 9003, to: "http://127.0.0.1:9000"}
YAML
"${run[@]}" taskset -c 0 "$bin/netdiag-serve" "$work/forward.yaml" --json --name "bench-forward-$$" > "$work/serve.log" 2>&1 &
serve=$!
pids+=("$serve")
for port in 9000 9001 9002 9003; do wait_for "$port"; done

places='direct:9000 nginx:9001 bytes:9002 http:9003'
# delay PORT: prints the median time of a request on one connection, in µs.
delay() {
    "${run[@]}" taskset -c 1 wrk -t1 -c1 -d"${length}s" --latency "http://127.0.0.1:$1/small.txt" |
        awk '$1 == "50%" { t = $2; if (t ~ /us$/) f = 1; else if (t ~ /ms$/) f = 1000; else f = 1000000; sub(/[a-z]+$/, "", t); print t * f }'
}
# speed PORT: prints the throughput of a long response, in MiB per second.
speed() {
    "${run[@]}" taskset -c 1 curl -sS -o /dev/null -w '%{speed_download}\n' "http://127.0.0.1:$1/large.bin" | awk '{ printf "%d\n", $1 / 1048576 }'
}
for _ in 1 2 3 4 5; do
    for place in $places; do
        delay "${place#*:}" >> "$work/delay.${place%:*}"
        speed "${place#*:}" >> "$work/speed.${place%:*}"
    done
done
of() { median < "$work/$1.$2"; }
echo '| between client and nginx | request, median, µs | added, µs (goal: at most 100) | MiB/s of a long answer | of nginx stream (goal: at least 1.5) |'
echo '| --- | --- | --- | --- | --- |'
direct=$(of delay direct) stream=$(of speed nginx)
row() {
    awk -v name="$1" -v d="$(of delay "$2")" -v direct="$direct" -v s="$(of speed "$2")" -v stream="$stream" \
        'BEGIN { printf "| %s | %d | %d | %d | %.2f |\n", name, d, d - direct, s, s / stream }'
}
row 'nothing' direct
row 'nginx, stream' nginx
row 'netdiag serve, TCP byte for byte' bytes
row 'netdiag serve, HTTP' http

memory() { awk '/RssAnon/ { printf "%.1f\n", $2 / 1024 }' "/proc/$serve/status"; }
# Two rounds to warm up, since memory that is kept for reuse does not count as growth.
taskset -c 1 wrk -t1 -c64 -d5s http://127.0.0.1:9003/small.txt > "$work/wrk"
before=$(memory) sent=0
while [ "$sent" -lt "$requests" ]; do
    sent=$((sent + $(taskset -c 1 wrk -t1 -c64 -d10s http://127.0.0.1:9003/small.txt | awk '/requests in/ { print $1 }')))
done
after=$(memory)
open=$(SERVE_PID=$serve python3 - <<'PY'
import resource, socket
resource.setrlimit(resource.RLIMIT_NOFILE, (20000, 20000))
held = []
for n in range(10000):
    s = socket.create_connection(("127.0.0.1", 9003))
    s.send(b"GET / HTTP/1.1\r\nHost: slow\r\n")
    held.append(s)
import os, subprocess
status = subprocess.run(["curl", "-s", "-m", "5", "-o", "/dev/null", "-w", "%{http_code} %{time_total}", "http://127.0.0.1:9003/small.txt"],
                        capture_output=True, text=True).stdout
alive = 0
for s in held:
    s.setblocking(False)
    try:
        alive += 0 if s.recv(1) == b"" else 1
    except BlockingIOError:
        alive += 1
    except OSError:
        pass
pid = os.environ["SERVE_PID"]
rss = [l.split()[1] for l in open(f"/proc/{pid}/status") if l.startswith("RssAnon")][0]
print(f"{alive} {status} {int(rss) / 1024:.1f}")
PY
)
read -r alive code time rss <<< "$open"
echo
# shellcheck disable=SC2016 # Backticks of Markdown.
echo '| of netdiag serve, HTTP | `RssAnon`, MiB |'
echo '| --- | --- |'
echo "| after warming up | $before |"
echo "| after $sent more requests | $after |"
echo "| with $alive of 10,000 connections open that do not end their head; another one is answered $code in $time s | $rss |"
