#!/bin/sh
# fuzz.sh SWIFT SECONDS [ENTRY...]: builds the package Fuzzing/ with libFuzzer and AddressSanitizer, and runs each entry for
# SECONDS with its seeds, earlier crashes, and inputs that the fuzzer generates (.build/fuzz/corpus/ENTRY, which later runs
# reuse). Prints executions, coverage (edges and features) and findings for each entry.
#
# An input that ends an entry is written to Fuzzing/Crashes/ENTRY/. Fix the error, and keep the file: `make test` replays it.
set -eu
swift=$1
seconds=$2
shift 2
cd "$(dirname "$0")/.."
scratch=.build/fuzz
# Swift's own crash reports would prevent libFuzzer from saving the input.
export SWIFT_BACKTRACE=enable=no
# NIO and the parts of the programs are instrumented too; otherwise, they would cause false reports of container overflows.
"$swift" build --package-path Fuzzing --scratch-path "$scratch" --product Fuzz --sanitize=address --disable-index-store \
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
    # Leaks are checked only once, at the end. An input may take 10 s and 1 GiB.
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
