#!/bin/sh
# Checks the format of Swift sources, the shell scripts and the manual pages.
set -eu
swift=${SWIFT:-swift}
set -- Package.swift
for folder in Sources Tests Benchmarks Examples Fuzzing; do
    [ ! -d "$folder" ] || set -- "$@" "$folder"
done
"$swift" format lint --strict --recursive --parallel --configuration .swift-format "$@"
if command -v shellcheck >/dev/null; then shellcheck -x scripts/*.sh Benchmarks/*.sh .ci/run packaging/debian/p*[mt]; fi
# References to pages of programs that are not installed here do not matter.
if command -v mandoc >/dev/null; then
    warnings=$(mandoc -Tlint -W warning docs/man/* | grep -v 'referenced manual not found' || :)
    [ -z "$warnings" ] || { echo "$warnings" >&2; exit 1; }
fi
