#!/bin/sh
# faults.sh: brings about every fault of the lab with the release programs, and writes docs/compare-faults.md; then compares
# NETDIAG_NETWORKS random networks (500; docs/random-networks.md), and asks for what is well NETDIAG_HEALTHY_CHECKS (10000) and
# NETDIAG_HEALTHY_STATUS (1000) times. Needs root.
set -eu
swift=${SWIFT:-swift}
if [ "$(id -u)" != 0 ]; then
    echo 'The faults are brought about in network namespaces, which needs root: sudo make faults' >&2
    exit 1
fi
NETDIAG_PROGRAMS=$(pwd)/.build/release
export NETDIAG_PROGRAMS NETDIAG_FAULTS=1 NETDIAG_LAB=required NETDIAG_WARNINGS=errors
"$swift" build --build-tests
# The networks are compared also where a row is wrong.
status=0
"$swift" test --skip-build --disable-xctest --filter FaultTableTests || status=$?
NETDIAG_NETWORKS=${NETDIAG_NETWORKS:-500} "$swift" test --skip-build --disable-xctest --filter RandomNetworkTests || status=$?
# What is well is asked as often, and nothing is to be found.
NETDIAG_HEALTHY_CHECKS=${NETDIAG_HEALTHY_CHECKS:-10000} NETDIAG_HEALTHY_STATUS=${NETDIAG_HEALTHY_STATUS:-1000} \
    "$swift" test --skip-build --disable-xctest --filter SilenceTests || status=$?
exit "$status"
