#!/usr/bin/env bash
# serve-memory.sh: measures the memory of `netdiag serve` over many requests to a route that inserts values of the request, with a log,
# and a fault in every thousandth response. BIN is the directory of netdiag-serve (.build/release), REQUESTS their number (10,000,000).
cd "$(dirname "$0")/.."
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
bin=${BIN:-$bin}
requests=${REQUESTS:-10000000}
cat > "$work/serve.yaml" <<YAML
seed: 1
routes:
  - route: GET /items/{id}
    json: '{"id": "{path.id}", "asked": {count}, "by": "{header.user-agent}"}'
    faults: [{fault: http.gateway-error=503, when: {every: 1000}}]
YAML
"$bin/netdiag-serve" "$work/serve.yaml" --json --name "bench-memory-$$" > "$work/serve.log" 2>&1 &
serve=$!
pids+=("$serve")
for _ in $(seq 100); do grep -q '"url"' "$work/serve.log" && break; sleep 0.1; done
url=$(jq -r .url "$work/serve.log")
memory() { awk '/RssAnon/ { printf "%.1f\n", $2 / 1024 }' "/proc/$serve/status"; }
cat > "$work/items.lua" <<'LUA'
request = function() return wrk.format("GET", "/items/" .. math.random(100000)) end
LUA
ask() { wrk -t1 -c64 -d5s -s "$work/items.lua" "${url}" | awk '/requests in/ { print $1 }'; }
sent=0 next=0
# shellcheck disable=SC2016 # Backticks of Markdown.
echo '| after requests | `RssAnon`, MiB |'
echo '| --- | --- |'
while [ "$sent" -lt "$requests" ]; do
    sent=$((sent + $(ask)))
    if [ "$sent" -ge "$next" ]; then
        echo "| $sent | $(memory) |"
        next=$((sent + requests / 10))
    fi
done
echo "| $sent | $(memory) |"
