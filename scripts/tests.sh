#!/bin/bash
# tests.sh COMMAND...: runs tests, and prints the failed tests with the reasons at the end, since they are hard to find in a long output.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
mkdir -p .build/ran
log=$(mktemp .build/ran/tests.XXXXXX)
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
# Rows of the fault table that were wrong, also those that were right when they were repeated, with what they observed: a
# rare failure cannot be understood without it.
grep -aE -A 1 '^Wrong when run ' "$log" | grep -av '^--$' | cut -c1-8000 >&2
[ "$status" = 0 ] && exit 0
{
    echo
    echo 'What has failed:'
    grep -aE -A 3 '✘ Test .*recorded an issue|error: |Fatal error' "$log" |
        grep -avE '^--$|^[^[:alnum:]✘]*[◇✔]|^✘ Test .*(passed|failed) after' | cut -c1-300 | head -n 24
    # If the process crashed: the tests that had started when it ended.
    grep -aq '✘ Test run\|✔ Test run' "$log" || grep -aE '^◇ Test ' "$log" | tail -n 12 | cut -c1-200
} >&2
exit "$status"
