#!/bin/sh
# sanitize.sh SWIFT TEST: runs the tests of Probes, and those of ServiceDiscovery with theirs in network namespaces, under
# AddressSanitizer and then under ThreadSanitizer. It fails where one of them reports anything.
#
# The tests of Probes are in the same process as what they test, so that all of it is built anew. They are those with kept
# connections, requests for certificates behind the handshake, and proxies with logins. ServiceDiscovery is used through the
# program ServiceDiscoveryProbe, which alone is built that way (with LeakSanitizer): reports of it are about the library.
# NETDIAG_STORM says how many browsers, lookups, publications and record monitors the storm opens and cancels;
# NETDIAG_SANITIZE=probes leaves ServiceDiscovery out.
#
# Nothing is suppressed. What Swift's Mutex does beyond the sanitizer's sight, CThreadSanitizer tells it.
set -eu
swift=$1
[ "$(id -u)" = 0 ] || {
    echo 'The tests in network namespaces need root: sudo make sanitize' >&2
    exit 1
}
cd "$(dirname "$0")/.."
root=$PWD
export NETDIAG_LAB=required SWIFT_BACKTRACE=enable=no NETDIAG_STORM="${NETDIAG_STORM:-4000}"
failed=0

# Where reports are to go: files, since most tests do not look at what a program says on its standard error.
options() { echo "log_path=$root/$1/report:halt_on_error=0"; }

# tell KIND SCRATCH: what the sanitizer has reported.
tell() {
    reports=0
    for report in "$2"/report.*; do
        [ -e "$report" ] || continue
        echo "$1 sanitizer:" >&2
        cat "$report" >&2
        failed=1 reports=1
    done
    [ $reports = 1 ] || echo "$1 sanitizer: no report"
}

probes() {
    for kind in address thread; do
        scratch=.build/sanitize-$kind
        "$swift" build --build-tests --sanitize=$kind --scratch-path "$scratch"
        rm -f "$scratch"/report.*
        # The tests' own servers and the test library leave some memory to the end of the process.
        ASAN_OPTIONS="$(options "$scratch"):detect_leaks=0"
        TSAN_OPTIONS="$(options "$scratch"):second_deadlock_stack=1"
        export ASAN_OPTIONS TSAN_OPTIONS
        # The command's words are apart.
        # shellcheck disable=SC2086
        "$swift" $2 --sanitize=$kind --scratch-path "$scratch" --filter 'ProbesTests' || failed=1
        tell "Probes: $kind" "$scratch"
    done
}

discovery() {
    "$swift" build --build-tests
    for kind in address thread; do
        scratch=.build/sanitize-$kind
        "$swift" build --sanitize=$kind --scratch-path "$scratch" --product ServiceDiscoveryProbe
        rm -f "$scratch"/report.*
        export NETDIAG_PROBE="$root/$scratch/debug/ServiceDiscoveryProbe"
        ASAN_OPTIONS="$(options "$scratch"):detect_leaks=1"
        TSAN_OPTIONS="$(options "$scratch"):second_deadlock_stack=1"
        export ASAN_OPTIONS TSAN_OPTIONS
        # The command's words are apart.
        # shellcheck disable=SC2086
        "$swift" $2 --filter 'ServiceDiscoveryTests' || failed=1
        tell "ServiceDiscovery: $kind" "$scratch"
    done
}

probes "$@"
[ "${NETDIAG_SANITIZE:-all}" = probes ] || discovery "$@"
exit $failed
