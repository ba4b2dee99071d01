#!/bin/sh
# Reports breaking changes in the public API of the libraries since the last release.
# scripts/api-breakage-allowed.txt lists intended changes, one per line, in the form in which this script prints them.
set -eu
swift=${SWIFT:-swift}
# The libraries of the manifest, except the one that exists for Fuzzing/. Their names may be on the line after `.library(`.
products=$(tr -d '\n' <Package.swift | grep -o '\.library( *name: "[A-Za-z]*"' | sed 's/.*"\(.*\)"/\1/' | grep -vx NetdiagParts)
base=${BASE:-$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || true)}
if [ -z "$base" ]; then
    echo "check-api: the API was compared with nothing, since there is no release tag (v1.2.3); BASE=COMMIT names a commit to compare with"
    exit 0
fi
set --
for product in $products; do set -- "$@" --products "$product"; done
exec "$swift" package diagnose-api-breaking-changes "$base" "$@" \
    --breakage-allowlist-path scripts/api-breakage-allowed.txt
