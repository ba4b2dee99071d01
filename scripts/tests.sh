#!/bin/bash
# tests.sh COMMAND...: runs tests, and prints the failed tests with the reasons at the end, since they are hard to find in a long output.
# Tests that do not end are stopped, and those that were running are listed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
mkdir -p .build/ran
log=$(mktemp .build/ran/tests.XXXXXX)
trap 'rm -f "$log"' EXIT
# Several times as long as all tests take on a busy machine.
timeout --kill-after=30 40m "$@" 2>&1 | tee "$log"
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
    # If the process crashed or was stopped: the tests that were running.
    if ! grep -aq '✘ Test run\|✔ Test run' "$log"; then
        [ "$status" = 124 ] && echo 'The tests have not ended within 40 minutes. These were running:'
        sed -nE 's/^◇ Test (.*) started\.$/\1/p; s/^[✔✘] Test (.*) (passed|failed) after .*/\1/p' "$log" |
            sed -E 's/ with [0-9]+ test cases?$//' | grep -av '^case passing ' | sort | uniq -u | cut -c1-200 | head -n 40
    fi
} >&2
exit "$status"
