#!/bin/sh
# sanitize.sh SWIFT BUILD TEST: runs the tests of Probes, and those of ServiceDiscovery including the ones in network namespaces, under
# AddressSanitizer and then under ThreadSanitizer. It fails if a sanitizer reports anything.
#
# The tests of Probes run in the same process as the code under test, so everything is rebuilt. They include kept connections,
# requests for certificates after the handshake, and proxies with logins. ServiceDiscovery is tested through the program
# ServiceDiscoveryProbe. Only this program is built with the sanitizers (and LeakSanitizer), so its reports are about the library.
# NETDIAG_STORM is the number of browsers, lookups, publications and record monitors that the storm opens and cancels.
# NETDIAG_SANITIZE=probes leaves out ServiceDiscovery.
#
# Nothing is suppressed. The sanitizer cannot observe Swift's Mutex, so CThreadSanitizer informs it of locks.
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

# Reports are written to files, since most tests ignore the standard error of programs.
options() { echo "log_path=$root/$1/report:halt_on_error=0"; }

# tell KIND SCRATCH: prints the reports of the sanitizer.
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
        # The tests' own servers and the test library do not free all memory before the process ends.
        ASAN_OPTIONS="$(options "$scratch"):detect_leaks=0"
        TSAN_OPTIONS="$(options "$scratch"):second_deadlock_stack=1"
        export ASAN_OPTIONS TSAN_OPTIONS
        # The command consists of several words.
        # shellcheck disable=SC2086
        "$swift" $3 --sanitize=$kind --scratch-path "$scratch" --filter 'ProbesTests' || failed=1
        tell "Probes: $kind" "$scratch"
    done
}

discovery() {
    # The command consists of several words.
    # shellcheck disable=SC2086
    $2
    for kind in address thread; do
        scratch=.build/sanitize-$kind
        "$swift" build --sanitize=$kind --scratch-path "$scratch" --product ServiceDiscoveryProbe
        rm -f "$scratch"/report.*
        export NETDIAG_PROBE="$root/$scratch/debug/ServiceDiscoveryProbe"
        ASAN_OPTIONS="$(options "$scratch"):detect_leaks=1"
        TSAN_OPTIONS="$(options "$scratch"):second_deadlock_stack=1"
        export ASAN_OPTIONS TSAN_OPTIONS
        # The command consists of several words.
        # shellcheck disable=SC2086
        "$swift" $3 --filter 'ServiceDiscoveryTests' || failed=1
        tell "ServiceDiscovery: $kind" "$scratch"
    done
}

probes "$@"
[ "${NETDIAG_SANITIZE:-all}" = probes ] || discovery "$@"
exit $failed
