#!/bin/sh
# lab.sh SWIFT TEST SUITES: runs the tests in network namespaces with the command TEST of SWIFT, and fails where they cannot
# run, unless it is not root that asks.
set -eu
swift=$1
if [ "$(id -u)" != 0 ]; then
    echo 'The tests in network namespaces need root and were not run: sudo make lab' >&2
    exit 0
fi
export NETDIAG_LAB=required NETDIAG_WARNINGS=errors
scripts/ran.sh --begin lab
"$swift" build --build-tests
# The command's words are apart.
# shellcheck disable=SC2086
scripts/tests.sh "$swift" $2 --filter "$3"
scripts/ran.sh lab
