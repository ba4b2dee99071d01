#!/bin/sh
# sanitize.sh SWIFT TEST: runs the tests of ServiceDiscovery, those in network namespaces included, with the library built
# under AddressSanitizer (with LeakSanitizer) and then under ThreadSanitizer, and fails where one of them reports anything.
#
# The tests use the library through the program ServiceDiscoveryProbe, which alone is built that way: reports of it are
# about the library, and nothing else of the project has to be built again. NETDIAG_STORM says how many browsers, lookups,
# publications and record monitors the storm opens and cancels.
set -eu
swift=$1
[ "$(id -u)" = 0 ] || {
    echo 'The tests in network namespaces need root: sudo make sanitize' >&2
    exit 1
}
cd "$(dirname "$0")/.."
root=$PWD
export NETDIAG_LAB=required SWIFT_BACKTRACE=enable=no NETDIAG_STORM="${NETDIAG_STORM:-4000}"
"$swift" build --build-tests
failed=0
for kind in address thread; do
    scratch=.build/sanitize-$kind
    "$swift" build --sanitize=$kind --scratch-path "$scratch" --product ServiceDiscoveryProbe
    rm -f "$scratch"/report.*
    # Reports are files, since most tests do not look at what the probe says on its standard error.
    common="log_path=$root/$scratch/report:halt_on_error=0"
    export NETDIAG_PROBE="$root/$scratch/debug/ServiceDiscoveryProbe"
    export ASAN_OPTIONS="$common:detect_leaks=1" TSAN_OPTIONS="$common:second_deadlock_stack=1"
    # The command's words are apart.
    # shellcheck disable=SC2086
    "$swift" $2 --filter 'ServiceDiscoveryTests' || failed=1
    for report in "$scratch"/report.*; do
        [ -e "$report" ] || continue
        echo "$kind sanitizer:" >&2
        cat "$report" >&2
        failed=1
    done
    [ $failed = 1 ] || echo "$kind sanitizer: no report"
done
exit $failed
