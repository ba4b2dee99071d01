#!/bin/sh
# Checks the format of Swift sources and the shell scripts.
set -eu
swift=${SWIFT:-swift}
set -- Package.swift
for folder in Sources Tests Benchmarks Examples Fuzzing; do
    [ ! -d "$folder" ] || set -- "$@" "$folder"
done
"$swift" format lint --strict --recursive --parallel --configuration .swift-format "$@"
if command -v shellcheck >/dev/null; then shellcheck -x scripts/*.sh Benchmarks/*.sh .ci/run; fi
