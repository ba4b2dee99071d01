#!/bin/sh
# Says what has changed in the public API of the libraries since the last release, so that nothing breaks unnoticed.
# Changes that are meant are listed in scripts/api-breakage-allowed.txt, a line each as this prints them.
set -eu
swift=${SWIFT:-swift}
base=${BASE:-$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || true)}
if [ -z "$base" ]; then
    echo "check-api: there is no release yet to compare with; BASE=COMMIT names another"
    exit 0
fi
set --
for product in NetworkDiagnostics HostResolution ServiceDiscovery; do set -- "$@" --products "$product"; done
exec "$swift" package diagnose-api-breaking-changes "$base" "$@" \
    --breakage-allowlist-path scripts/api-breakage-allowed.txt
