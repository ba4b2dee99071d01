#!/bin/sh
# lab.sh SWIFT TEST SUITES: runs the tests in network namespaces with the command TEST of SWIFT. As root, it fails if they
# cannot run; as any other user, it skips them.
set -eu
swift=$1
if [ "$(id -u)" != 0 ]; then
    echo 'The tests in network namespaces need root and were not run: sudo make lab' >&2
    exit 0
fi
export NETDIAG_LAB=required NETDIAG_WARNINGS=errors
scripts/ran.sh --begin lab
# The time for which each lab ran. The durations that tests report also include the wait for a free lab.
NETDIAG_LAB_TIMES=$PWD/.build/ran/lab-times
export NETDIAG_LAB_TIMES
mkdir -p .build/ran
: >"$NETDIAG_LAB_TIMES"
"$swift" build --build-tests
# The command consists of several words.
# shellcheck disable=SC2086
scripts/tests.sh "$swift" $2 --filter "$3"
echo 'The labs that took longest, in seconds:'
sort -rn "$NETDIAG_LAB_TIMES" | head -n 10
scripts/ran.sh lab
