#!/usr/bin/env bash
# Measures checks per second of processor time, of netdiag's library, blackbox_exporter and bare loops in C, as a Markdown
# table. Each check has its own connection. All programs use the same servers and the same number of concurrent checks.
# Usage: Benchmarks/checks.sh   (root: it creates its own network)
#   CHECKS_COUNT, CHECKS_CONCURRENCY, CHECKS_ROUNDS: checks per round, concurrent checks, and rounds for the median
cd "$(dirname "$0")/.."
[ "${1:-}" = inside ] || exec unshare --net -- "$0" inside
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
prepare_network

count=${CHECKS_COUNT:-10000} concurrency=${CHECKS_CONCURRENCY:-32} rounds=${CHECKS_ROUNDS:-3}
web=8080 secure=8443 names=5300 prober=9115
authority=$work/ca.pem

make_certificates() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 400 -subj "/CN=Benchmark CA" \
        -keyout "$work/ca.key" -out "$authority"
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=127.0.0.1" \
        -keyout "$work/web.key" -out "$work/web.csr"
    openssl x509 -req -in "$work/web.csr" -CA "$authority" -CAkey "$work/ca.key" -CAcreateserial -days 300 \
        -extfile <(echo "subjectAltName=IP:127.0.0.1") -out "$work/web.pem"
} > "$work/openssl.log" 2>&1

start_servers() {
    make_certificates
    start_nginx "access_log off;
      server { listen 127.0.0.1:$web backlog=65535; location / { return 200 \"ok\\n\"; } }
      server { listen 127.0.0.1:$secure ssl backlog=65535; ssl_certificate $work/web.pem; ssl_certificate_key $work/web.key;
        ssl_session_cache off; ssl_session_tickets off; location / { return 200 \"ok\\n\"; } }"
    dnsmasq --keep-in-foreground --conf-file=/dev/null --user="$(id -un)" --pid-file= --no-resolv --no-hosts \
        --cache-size=0 --listen-address=127.0.0.1 --bind-interfaces --port="$names" \
        --host-record=www.lab.example,192.0.2.1 2> "$work/dnsmasq.log" &
    pids+=("$!")
    cat > "$work/blackbox.yml" <<YAML
modules:
  http: { prober: http, timeout: 5s, http: { preferred_ip_protocol: ip4, fail_if_ssl: true } }
  https:
    prober: http
    timeout: 5s
    http: { preferred_ip_protocol: ip4, fail_if_not_ssl: true, tls_config: { ca_file: $authority } }
  tcp: { prober: tcp, timeout: 5s, tcp: { preferred_ip_protocol: ip4 } }
  dns:
    prober: dns
    timeout: 5s
    dns: { preferred_ip_protocol: ip4, transport_protocol: udp, query_name: www.lab.example, query_type: A }
YAML
    prometheus-blackbox-exporter --config.file="$work/blackbox.yml" --web.listen-address="127.0.0.1:$prober" \
        --log.level=error 2> "$work/blackbox.log" &
    blackbox=$!
    pids+=("$blackbox")
    for port in "$web" "$secure" "$names" "$prober"; do wait_for "$port"; done
}

# said WHO JSON: prints an error if checks failed.
said() {
    local failed
    failed=$(jq .failed <<< "$2")
    [ "$failed" = 0 ] || echo "checks: $1: $failed of $(jq .checks <<< "$2") failed" >&2
}

# loop PROGRAM TARGET: prints checks per second of processor time, as reported by the program.
loop() {
    local result
    result=$(timeout -s KILL 300 "$1" "$2" --count "$count" --concurrency "$concurrency" --ca-file "$authority")
    said "${1##*/} $2" "$result"
    jq .checks_per_cpu_second <<< "$result"
}

# probes MODULE TARGET: the same for blackbox_exporter, over five seconds; the client's processor time is not counted.
probes() {
    local before result used
    before=$(ticks "$blackbox")
    result=$(timeout -s KILL 60 wrk -t1 -c"$concurrency" -d5s --timeout 10s -s Benchmarks/probe.lua \
        "http://127.0.0.1:$prober/probe?module=$1&target=$2" 2>&1 > /dev/null)
    used=$(seconds "$(($(ticks "$blackbox") - before))")
    said "blackbox_exporter $1" "$result"
    jq --argjson used "$used" '.checks / $used' <<< "$result"
}

# compare NAME TARGET MODULE MODULE-TARGET [GOAL-TO-BLACKBOX GOAL-TO-BARE]: prints one row. The programs run alternately, so that
# changes in the speed of the machine affect all of them. For HTTPS, what OpenSSL alone achieves is kept for the last line.
compare() {
    local who ours peer bare
    for who in ours peer bare; do : > "$work/$who"; done
    for _ in $(seq "$rounds"); do
        loop "$bin/check-rate" "$2" >> "$work/ours"
        probes "$3" "$4" >> "$work/peer"
        loop "$work/bare-multi" "$2" >> "$work/bare"
        [ "$1" != HTTPS ] || loop "$work/bare-multi" "openssl://127.0.0.1:$secure" >> "$work/openssl"
    done
    ours=$(median < "$work/ours") peer=$(median < "$work/peer") bare=$(median < "$work/bare")
    [ "$1" != HTTPS ] || secured=$peer
    printf '| %s | %.0f | %.0f | %.0f | %s%s | %s%s |\n' "$1" "$ours" "$peer" "$bare" \
        "$(ratio "$ours" "$peer")" "${5:+ (goal: at least $5)}" "$(ratio "$ours" "$bare")" "${6:+ (goal: at least $6)}"
}

cc -O2 -o "$work/bare-multi" Benchmarks/bare-multi.c -lcurl -lcares -lssl -lcrypto
start_servers
echo "| checks per second of processor time, $concurrency at a time | netdiag | blackbox_exporter | bare loop in C | netdiag / blackbox_exporter | netdiag / bare loop |"
echo "| --- | --- | --- | --- | --- | --- |"
compare HTTP "http://127.0.0.1:$web/" http "http://127.0.0.1:$web/" 6.0 0.6
compare HTTPS "https://127.0.0.1:$secure/" https "https://127.0.0.1:$secure/" 1.5
compare TCP "tcp://127.0.0.1:$web" tcp "127.0.0.1:$web" 6.0 0.6
compare DNS "dns://127.0.0.1:$names/www.lab.example?type=A" dns "127.0.0.1:$names" 8.0
alone=$(median < "$work/openssl")
echo
printf 'OpenSSL alone, one HTTPS request at a time with one context for all: %.0f, which is %s times blackbox_exporter.\n' \
    "$alone" "$(ratio "$alone" "$secured")"
