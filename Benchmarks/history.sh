#!/usr/bin/env bash
# Fills the history with one year of results of 100 targets, and measures the file, writing, and the queries of all views. Prints
# Markdown tables.
# Usage: Benchmarks/history.sh
#   HISTORY_DAYS: the days to fill (365)
#   HISTORY_YEAR: where the year is written (/dev/shm, so that it takes minutes); one day is written to the disk of TMPDIR
#   RUN: words that precede the programs, as in chrt -r 1
cd "$(dirname "$0")/.."
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
days=${HISTORY_DAYS:-365} run=${RUN:-}
need history-load
year=$(mktemp -d "${HISTORY_YEAR:-/dev/shm}/netdiag-history-XXXXXX")
trap 'rm -rf "$year"; finish' EXIT

# Transactions with the results of 300 s. The day is written as by the daemon, with one transaction every 10 s.
filled=$($run "$bin/history-load" fill "$year/history.db" --days "$days" --batch 30)
size=$(stat -c %s "$year/history.db")
written=$($run "$bin/history-load" fill "$work/day.db" --days 1)
word() { awk -v name="$2" '{ for (i = 1; i < NF; i++) if ($i == name) print $(i + 1) }' <<< "$1"; }
results=$(word "$filled" results)
share=$(sed -n 's/share of one processor: \(.*\) %/\1/p' <<< "$written")

echo "| $days days of 100 targets every 30 s, $results results | measured | goal |"
echo "| --- | --- | --- |"
awk -v bytes="$size" 'BEGIN { printf "| file, MiB | %.0f | under 200 |\n", bytes / 1048576 }'
echo "| writing, share of a processor, % | $share | under 0.5 |"
printf '| writing all of it, processor time, s | %.0f |  |\n' "$(word "$filled" processor)"
echo
echo "| view, 20 times each | columns | median, ms | longest, ms (goal: under 50) | response, bytes |"
echo "| --- | --- | --- | --- | --- |"
$run "$bin/history-load" ask "$year/history.db" | awk -F '\t' '{
    gsub(/ *$/, "", $2); sub(/ columns/, "", $3); sub(/median /, "", $4); sub(/longest /, "", $5)
    gsub(/ ms/, "", $4); gsub(/ ms/, "", $5); sub(/ bytes/, "", $6)
    printf "| %s, %s | %s | %s | %s | %s |\n", $2, $1, $3, $4, $5, $6 }'
