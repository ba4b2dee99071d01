#!/bin/sh
# lab.sh SWIFT BUILD TEST SUITES: builds with BUILD, and runs the tests in network namespaces with the command TEST of SWIFT. As root, it fails if they
# cannot run; as any other user, it skips them.
set -eu
swift=$1
if [ "$(id -u)" != 0 ]; then
    echo 'The tests in network namespaces need root and were not run: sudo make lab' >&2
    exit 0
fi
export NETDIAG_LAB=required
scripts/ran.sh --begin lab
# The time for which each lab ran. The durations that tests report also include the wait for a free lab.
NETDIAG_LAB_TIMES=$PWD/.build/ran/lab-times
export NETDIAG_LAB_TIMES
mkdir -p .build/ran
: >"$NETDIAG_LAB_TIMES"
# The commands consist of several words.
# shellcheck disable=SC2086
$2
# shellcheck disable=SC2086
scripts/tests.sh "$swift" $3 --filter "$4"
echo 'The labs that took longest, in seconds:'
sort -rn "$NETDIAG_LAB_TIMES" | head -n 10
scripts/ran.sh lab
