#!/bin/bash
# tests.sh COMMAND...: runs tests, and says at the end, where some have failed, which and why: in a long output nobody finds them.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
mkdir -p .build/ran
log=$(mktemp .build/ran/tests.XXXXXX)
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
[ "$status" = 0 ] && exit 0
{
    echo
    echo 'What has failed:'
    grep -aE -A 3 '✘ Test .*recorded an issue|error: |Fatal error' "$log" |
        grep -avE '^--$|^[^[:alnum:]✘]*[◇✔]|^✘ Test .*(passed|failed) after' | cut -c1-300 | head -n 24
    # Tests that had begun when the process ended, as of one that has crashed.
    grep -aq '✘ Test run\|✔ Test run' "$log" || grep -aE '^◇ Test ' "$log" | tail -n 12 | cut -c1-200
} >&2
exit "$status"
