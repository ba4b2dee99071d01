#!/bin/sh
# build-tests.sh SWIFT [OPTION...]: builds the tests and the programs that they start, in SCRATCH (.build).
#
# After the build, SwiftPM looks into the index for tests of XCTest, also if it wrote none (--disable-index-store), and fails if
# there is no such folder. An empty one suffices: all tests here are of Swift Testing, which finds them when they run.
set -eu
cd "$(dirname "$0")/.."
swift=$1
shift
scratch=${SCRATCH:-.build}
mkdir -p "$scratch/$(uname -m)-unknown-linux-gnu/debug/index/store"
exec "$swift" build --build-tests --scratch-path "$scratch" "$@"
