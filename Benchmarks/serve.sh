#!/usr/bin/env bash
# serve.sh: measures `netdiag serve` on one core, with wrk on another: a route with a fixed body compared with the smallest Hummingbird
# handler that returns the same bytes, then reads and writes of a resource, in memory and in a file. BIN is the directory of
# netdiag-serve and bare-server (.build/release), SERVE_SECONDS the duration of each measurement (3). Figures are medians of three
# alternating rounds.
cd "$(dirname "$0")/.."
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
bin=${BIN:-$bin}
length=${SERVE_SECONDS:-3}
need bare-server

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

python3 - "$work" <<'PY'
import json, sys
body = json.dumps({"status": "noErr", "items": [{"id": n, "name": f"item {n}"} for n in range(25)]})
open(f"{sys.argv[1]}/body.json", "w").write(body)
with open(f"{sys.argv[1]}/orders.csv", "w") as file:
    file.write("customer,email,status,total\n")
    for n in range(1000):
        file.write(f"Customer {n},c{n}@example.org,{'open' if n % 3 else 'paid'},{n / 4}\n")
PY

# serve_yaml DATABASE: prints a file of routes.
serve_yaml() {
    cat << YAML
routes:
  - route: GET /fixed
    json: '$(cat "$work/body.json")'
  - resource: /orders
    database: "$1"
    seed: orders.csv
    max_rows: 9999999
    fields:
      customer: {required: true, length: 1..80}
      email: {format: email, required: true}
      status: {enum: [open, paid, shipped], default: open}
      total: {type: number, min: 0, max: 100000}
YAML
}

# start NAME COMMAND…: starts the command on the first core; sets $pid.
start() {
    taskset -c 0 "${@:2}" > "$work/$1.log" 2>&1 &
    pid=$!
    pids+=("$pid")
}

for place in memory file; do
    serve_yaml "$([ "$place" = memory ] && echo :memory: || echo orders.db)" > "$work/$place.yaml"
done
bare_port=$(free_port)
start memory "$bin/netdiag-serve" "$work/memory.yaml" --json --name "bench-memory-$$"
memory_pid=$pid
start file "$bin/netdiag-serve" "$work/file.yaml" --json --name "bench-file-$$"
file_pid=$pid
start bare "$bin/bare-server" "$work/body.json" "$bare_port"
wait_for "$bare_port"
for place in memory file; do
    for _ in $(seq 100); do grep -q '"url"' "$work/$place.log" && break; sleep 0.1; done
done
memory_url=$(jq -r .url "$work/memory.log") file_url=$(jq -r .url "$work/file.log")

cat > "$work/row.lua" <<'LUA'
request = function() return wrk.format("GET", "/orders/" .. math.random(1000)) end
LUA
cat > "$work/create.lua" <<'LUA'
wrk.headers["Content-Type"] = "application/json"
local body = '{"customer": "Ann Baker", "email": "ann@example.org", "total": 12.5}'
request = function() return wrk.format("POST", "/orders", nil, body) end
LUA
cat > "$work/patch.lua" <<'LUA'
wrk.headers["Content-Type"] = "application/merge-patch+json"
request = function() return wrk.format("PATCH", "/orders/" .. math.random(1000), nil, '{"total": ' .. math.random(9999) .. '}') end
LUA
cat > "$work/mixed.lua" <<'LUA'
wrk.headers["Content-Type"] = "application/json"
local body = '{"customer": "Ann Baker", "email": "ann@example.org", "total": 12.5}'
local count = 0
request = function()
    count = count + 1
    if count % 2 == 0 then return wrk.format("GET", "/orders/" .. math.random(1000)) end
    return wrk.format("PUT", "/orders/" .. math.random(1000), nil, body)
end
LUA

# rate PID URL [SCRIPT]: prints requests per second, and requests per second of the server's processor time.
rate() {
    local before after count
    before=$(ticks "$1")
    count=$(taskset -c 1 wrk -t1 -c16 -d"${length}s" ${3:+-s "$3"} "$2" |
        awk '/Non-2xx/ { print "refused" > "/dev/stderr" } /requests in/ { print $1 }')
    after=$(ticks "$1")
    awk -v n="$count" -v s="$length" -v cpu="$(seconds "$((after - before))")" 'BEGIN { printf "%d %d\n", n / s, n / cpu }'
}
# median_rate PID URL [SCRIPT]
median_rate() {
    for _ in 1 2 3; do rate "$@"; done > "$work/rates"
    printf '%s %s' "$(cut -d' ' -f1 "$work/rates" | median)" "$(cut -d' ' -f2 "$work/rates" | median)"
}

# shellcheck disable=SC2016 # backquotes of Markdown
echo '| what | requests/s | for each second of CPU | goal |'
echo '| --- | --- | --- | --- |'
: > "$work/ours"; : > "$work/theirs"
for _ in 1 2 3; do
    rate "$memory_pid" "${memory_url}fixed" >> "$work/ours"
    rate "$pid" "http://127.0.0.1:$bare_port/v1/status" >> "$work/theirs"
done
column() { cut -d' ' -f"$2" "$1" | median; }
ours=$(column "$work/ours" 2) theirs=$(column "$work/theirs" 2)
echo "| fixed body of $(stat -c %s "$work/body.json") bytes | $(column "$work/ours" 1) | $ours | at least 0.9 of the next: $(ratio "$ours" "$theirs") |"
echo "| the same by the smallest Hummingbird handler | $(column "$work/theirs" 1) | $theirs | |"
for place in memory file; do
    if [ "$place" = memory ]; then url=$memory_url server=$memory_pid; else url=$file_url server=$file_pid; fi
    for row in "one row|row.lua|orders" "20 rows, filtered and sorted||orders?status=open&sort=-total&limit=20" \
        "reads and PUTs in turn|mixed.lua|orders" "PATCH|patch.lua|orders" "POST|create.lua|orders"; do
        IFS='|' read -r name script path <<< "$row"
        read -r all each <<< "$(median_rate "$server" "$url$path" ${script:+"$work/$script"})"
        echo "| resource in $place: $name | $all | $each | 10,000 |"
    done
done
