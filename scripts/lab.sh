#!/bin/sh
# lab.sh SUITES: runs the tests in network namespaces, and fails where they cannot run, unless it is not root that asks.
set -eu
swift=${SWIFT:-swift}
if [ "$(id -u)" != 0 ]; then
    echo 'The tests in network namespaces need root and were not run: sudo make lab' >&2
    exit 0
fi
export NETDIAG_LAB=required NETDIAG_WARNINGS=errors
"$swift" build --build-tests
exec "$swift" test --skip-build --disable-xctest --parallel --filter "$1"
