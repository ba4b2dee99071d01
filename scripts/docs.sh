#!/bin/sh
# docs.sh [OPTION]...: builds the documentation of the library's API in .build/docs, with options of the build. With those of the tests,
# nothing is built twice. The man pages in docs/man are written by hand.
set -eu
swift=${SWIFT:-swift}
docc=$(command -v docc || echo "$(dirname "$(readlink -f "$(command -v "$swift")")")/docc")
[ -x "$docc" ] || { echo "docc is missing: it comes with the Swift toolchain" >&2; exit 1; }

# Symbol graphs are generated for all modules; those of the library products are shown. If swift-symbolgraph-extract of Swift 6.3 is run
# by hand, it prints "error: circular reference" for Probes, because of the isolated deinit of CurlEngine. It succeeds nevertheless, and
# its output is complete.
"$swift" package "$@" dump-symbol-graph --minimum-access-level public
graphs=$(dirname "$("$swift" build --show-bin-path)")/symbolgraph
rm -rf .build/docs .build/symbolgraphs
# All modules of the library products. NetdiagParts is only for the fuzzing package.
for module in ${MODULES:-NetworkDiagnostics NetworkModel TargetKinds Diagnosis Probes EventLoopKit HostResolution ServiceDiscovery NetworkFaults KindTesting Translations}; do
    mkdir -p ".build/symbolgraphs/$module" .build/docs
    cp "$graphs/$module".symbols.json "$graphs/$module"@*.symbols.json ".build/symbolgraphs/$module/" 2>/dev/null || true
    catalog=Sources/$module/$module.docc
    set -- --additional-symbol-graph-dir ".build/symbolgraphs/$module" --fallback-display-name "$module" \
        --fallback-bundle-identifier "netdiag.$module" --output-path ".build/docs/$module"
    if [ -d "$catalog" ]; then set -- "$catalog" "$@"; fi
    "$docc" convert "$@"
done
echo "API: .build/docs/*/index.html (serve them: python3 -m http.server -d .build/docs/NetworkDiagnostics)"
