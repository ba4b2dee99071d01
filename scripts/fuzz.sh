#!/bin/sh
# fuzz.sh SWIFT SECONDS [ENTRY...]: builds the package Fuzzing/ with libFuzzer and AddressSanitizer, and runs each entry for
# so many seconds on its seeds, on what was found before, and on what it finds by itself (.build/fuzz/corpus/ENTRY, which a
# later run goes on from). Prints executions, coverage (edges, and features of them) and findings for each.
#
# What ends an entry is written to Fuzzing/Crashes/ENTRY/; put right what it shows, and leave the file there: `make test`
# replays it.
set -eu
swift=$1
seconds=$2
shift 2
cd "$(dirname "$0")/.."
scratch=.build/fuzz
# Swift's own report of a crash would keep libFuzzer from writing down the input.
export SWIFT_BACKTRACE=enable=no
# NIO's and the programs' parts are instrumented too: what is not would be told of as overflows in containers.
"$swift" build --package-path Fuzzing --scratch-path "$scratch" --product Fuzz --sanitize=address \
    -Xswiftc -sanitize=fuzzer -Xcc -fsanitize=fuzzer-no-link
program=$scratch/debug/Fuzz
if [ $# = 0 ]; then
    set -- Fuzzing/Seeds/*
fi
failed=0
printf '%-16s %12s %8s %8s %8s  %s\n' entry executions cov ft corpus findings
for entry in "$@"; do
    entry=${entry##*/}
    corpus=$scratch/corpus/$entry
    crashes=Fuzzing/Crashes/$entry
    mkdir -p "$corpus" "$crashes"
    log=$scratch/$entry.log
    before=$(find "$crashes" -type f | wc -l)
    # A leak is looked for once, at the end; an input may take a second and 1 GiB.
    NETDIAG_FUZZ=$entry "$program" "$corpus" "Fuzzing/Seeds/$entry" "$crashes" -max_total_time="$seconds" -max_len=8192 \
        -timeout=10 -rss_limit_mb=1024 -detect_leaks=0 -use_value_profile=1 -print_final_stats=1 \
        -artifact_prefix="$crashes/" >"$log" 2>&1 || failed=1
    found=$(($(find "$crashes" -type f | wc -l) - before))
    rmdir "$crashes" 2>/dev/null || :
    awk -v entry="$entry" -v found="$found" -v log_file="$log" '
        /cov: / {
            for (i = 1; i < NF; i++) {
                if ($i == "cov:") cov = $(i + 1)
                if ($i == "ft:") ft = $(i + 1)
                if ($i == "corp:") { corp = $(i + 1); sub("/.*", "", corp) }
            }
        }
        /stat::number_of_executed_units:/ { count = $2 }
        /^#[0-9]+/ { last = substr($1, 2) }
        END {
            printf "%-16s %12s %8s %8s %8s  %s\n", entry, count ? count : last, cov, ft, corp,
                found ? found " (see " log_file ")" : "none"
        }' "$log"
done
exit $failed
