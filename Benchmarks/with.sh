#!/bin/bash
# with.sh: compares `netdiag with` with a bare veth pair in one run: throughput of iperf3 in both directions, and round trips of ping. It
# then compares the requested latency and loss with the results of ping. NETDIAG is the program (.build/release/netdiag), WITH_SECONDS the
# duration of each measurement of throughput (5). Needs root, iperf3 and ping.
set -euo pipefail
cd "$(dirname "$0")/.."
netdiag=${NETDIAG:-$PWD/.build/release/netdiag}
seconds=${WITH_SECONDS:-5}
port=18765

# Everything runs in separate network namespaces: one for the server, and one for a client behind a veth pair.
if [ -z "${WITH_INSIDE:-}" ]; then
    exec env WITH_INSIDE=1 NETDIAG="$netdiag" WITH_SECONDS="$seconds" unshare --net --mount --pid --fork --kill-child "$0"
fi
mount -t proc proc /proc
mount -t tmpfs tmpfs /run
mkdir /run/netns
ip link set lo up
ip netns add client
ip link add server0 type veth peer name client0 netns client
ip addr add 10.76.0.1/24 dev server0
ip link set server0 up
ip netns exec client ip addr add 10.76.0.2/24 dev client0
ip netns exec client ip link set client0 up
echo '0 2147483647' >/proc/sys/net/ipv4/ping_group_range
iperf3 --server --daemon --bind 10.76.0.1 --port "$port" >/dev/null

bare() { ip netns exec client "$@"; }
behind() { "$netdiag" with "$@" 2>/dev/null; }
megabits() { jq '.end.sum_received.bits_per_second / 1e6 | floor'; }
rate() { "$@" iperf3 --client 10.76.0.1 --port "$port" --time "$seconds" --json | megabits; }
reverse() { "$@" iperf3 --client 10.76.0.1 --port "$port" --time "$seconds" --reverse --json | megabits; }
# Prints minimum, average and loss of pings.
pings() { "$@" | awk -F '[ /%]' '/packet loss/ { for (i = 1; i < NF; i++) if ($(i + 1) == "" && $(i + 2) == "packet") lost = $i }
    /^rtt/ { print $7, $8, lost }'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
difference() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", a - b }'; }

# shellcheck disable=SC2016 # backquotes of Markdown
echo '| what | `netdiag with` | bare veth pair | ratio, or difference | goal |'
echo '| --- | --- | --- | --- | --- |'
ours=$(rate behind --) theirs=$(rate bare)
echo "| TCP that the command sends, Mbit/s | $ours | $theirs | $(ratio "$ours" "$theirs") | at least 500 |"
ours=$(reverse behind --) theirs=$(reverse bare)
echo "| TCP that the command receives, Mbit/s | $ours | $theirs | $(ratio "$ours" "$theirs") | at least 500 |"
read -r _ ours _ < <(pings behind -- ping -q -i 0.01 -c 300 10.76.0.1)
read -r _ theirs _ < <(pings bare ping -q -i 0.01 -c 300 10.76.0.1)
echo "| round trip of ping, average, ms | $ours | $theirs | $(difference "$ours" "$theirs") | at most 0.2 more |"
read -r _ ours _ < <(pings behind --latency 80ms -- ping -q -i 0.02 -c 100 10.76.0.1)
echo "| the same with \`--latency 80ms\`, ms | $ours | | | 80, and at most 5 % more |"
read -r _ ours _ < <(pings behind --latency 80ms±20ms -- ping -q -i 0.05 -c 200 10.76.0.1)
echo "| the same with \`--latency 80ms±20ms\`, ms | $ours | | | within 5 % of 80 |"
summary=$("$netdiag" with --loss 3% --seed 1 --json -- ping -q -f -l 64 -c 10000 10.76.0.1 2>&1 >/dev/null | tail -n 1)
echo "| lost of 10,000 packets with \`--loss 3%\`, sent | $(jq .up.lost <<<"$summary") | | | 300 ± 51 (three standard deviations) |"
