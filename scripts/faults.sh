#!/bin/sh
# faults.sh: produces every fault of the lab, diagnoses it with the release programs, and writes docs/compare-faults.md. It then compares
# NETDIAG_NETWORKS random networks (500; docs/random-networks.md), and runs NETDIAG_HEALTHY_CHECKS checks (10000) and
# NETDIAG_HEALTHY_STATUS runs of status (1000) of healthy targets. Needs root.
set -eu
swift=${SWIFT:-swift}
if [ "$(id -u)" != 0 ]; then
    echo 'The faults are brought about in network namespaces, which needs root: sudo make faults' >&2
    exit 1
fi
NETDIAG_PROGRAMS=$(pwd)/.build/release
export NETDIAG_PROGRAMS NETDIAG_FAULTS=1 NETDIAG_LAB=required NETDIAG_ROWS_ONCE=1
# The command of the Makefile, which consists of several words.
# shellcheck disable=SC2086
${BUILD_TESTS:-$swift build --build-tests}
# Random networks are compared even if a row is wrong.
status=0
"$swift" test --skip-build --disable-xctest --filter FaultTableTests || status=$?
NETDIAG_NETWORKS=${NETDIAG_NETWORKS:-500} "$swift" test --skip-build --disable-xctest --filter RandomNetworkTests || status=$?
# Checks of healthy targets must have no findings.
NETDIAG_HEALTHY_CHECKS=${NETDIAG_HEALTHY_CHECKS:-10000} NETDIAG_HEALTHY_STATUS=${NETDIAG_HEALTHY_STATUS:-1000} \
    "$swift" test --skip-build --disable-xctest --filter SilenceTests || status=$?
exit "$status"
