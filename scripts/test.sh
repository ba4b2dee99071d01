#!/bin/bash
# test.sh SWIFT BUILD TEST LAB-TEST SUITES: builds with BUILD, and runs all tests with SWIFT: those in network namespaces (SUITES) with
# LAB-TEST, and at the same time all others with TEST. The former mostly wait, and test time limits. The latter need the
# processor, and get what the former leave.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
swift=$1
mkdir -p .build/ran
scripts/ran.sh --begin unit
# The commands consist of several words.
# shellcheck disable=SC2086
$2 || exit
output=$(mktemp .build/ran/unit.XXXXXX)
trap 'rm -f "$output"' EXIT
# The shell lets a command in the background ignore Ctrl-C.
trap 'trap - INT TERM; kill 0' INT TERM
# Everything is built: neither run has to wait for the other one's lock of the build folder.
# shellcheck disable=SC2086
nice -n 19 scripts/tests.sh "$swift" $3 --ignore-lock --skip "$5" >"$output" 2>&1 &
unit=$!
failed=0
scripts/lab.sh "$swift" : "$4 --ignore-lock" "$5" || failed=$?
if wait "$unit"; then
    tail -n 1 "$output"
    scripts/ran.sh unit
else
    failed=$?
    cat "$output"
fi
exit "$failed"
