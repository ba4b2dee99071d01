#!/bin/sh
# The documentation of the library's API in .build/docs. The man pages in docs/man are written by hand.
set -eu
swift=${SWIFT:-swift}
docc=$(command -v docc || echo "$(dirname "$(readlink -f "$(command -v "$swift")")")/docc")
[ -x "$docc" ] || { echo "docc is missing: it comes with the Swift toolchain" >&2; exit 1; }

# The symbol graphs of everything, of which the library products are shown.
"$swift" package dump-symbol-graph --minimum-access-level public
graphs=$(dirname "$("$swift" build --show-bin-path)")/symbolgraph
rm -rf .build/docs .build/symbolgraphs
for module in ${MODULES:-NetworkDiagnostics NetworkModel HostResolution ServiceDiscovery}; do
    mkdir -p ".build/symbolgraphs/$module" .build/docs
    cp "$graphs/$module".symbols.json ".build/symbolgraphs/$module/"
    "$docc" convert --additional-symbol-graph-dir ".build/symbolgraphs/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "netdiag.$module" \
        --output-path ".build/docs/$module"
done
echo "API: .build/docs/*/index.html (serve them: python3 -m http.server -d .build/docs/NetworkDiagnostics)"
