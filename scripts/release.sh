#!/bin/sh
# release.sh VERSION: does the parts of a release that can be done locally, and lists the remaining manual steps. Publishes nothing.
set -eu
cd "$(dirname "$0")/.."
version=${1:-}
if ! echo "$version" | grep -Eq '^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?$'; then
    echo "usage: make release VERSION=1.2.3 (or 1.2.3-rc.1), not \"$version\"" >&2
    exit 64
fi
failed=0
wrong() {
    echo "release.sh: $*" >&2
    failed=1
}

[ -z "$(git status --porcelain)" ] || wrong "there are changes that are not committed (git status)"
if tagged=$(git rev-parse -q --verify "v$version^{commit}"); then
    [ "$tagged" = "$(git rev-parse HEAD)" ] || wrong "v$version is another commit already: the next one has another version"
fi
# The changelog must have the heading, with entries below it.
entries=$(awk -v heading="## [$version] - " '
    index($0, "## [") == 1 { inside = index($0, heading) == 1; next }
    inside && /^- / { count++ }
    END { print count + 0 }' CHANGELOG.md)
[ "$entries" != 0 ] || wrong "CHANGELOG.md has no section \"## [$version] - $(date -u +%F)\" with entries:" \
    "what stands under Unreleased goes there"
if grep -rl 'github.com/OWNER' README.md Examples .github >/dev/null; then
    wrong "the address of the repository still reads OWNER in:" \
        "$(grep -rl 'github.com/OWNER' README.md Examples .github | tr '\n' ' ')"
fi
scripts/ran.sh --check check unit lab bench soak || failed=1
[ $failed = 0 ] || { echo "release.sh: nothing was built" >&2; exit 1; }

output=.build/packages/$version
rm -rf "$output"
mkdir -p "$output"
NETDIAG_VERSION=$version
export NETDIAG_VERSION
make build
for program in netdiag netdiagd; do
    said=$(".build/release/$program" --version)
    [ "$said" = "$program $version" ] || { echo "release.sh: $program says it is \"$said\"" >&2; exit 1; }
done
package=$(scripts/deb.sh "$output")
lintian --fail-on error,warning "$package"
archive=$(scripts/dist.sh "$output")
(cd "$output" && sha256sum "${package##*/}" "${archive##*/}" >SHA256SUMS)
# The entries of the changelog, for the page of the release.
awk -v heading="## [$version] - " 'index($0, "## [") == 1 { inside = index($0, heading) == 1; next } inside' CHANGELOG.md \
    >"$output/NOTES.md"
cat "$output/SHA256SUMS"
cat <<END

$output has the packages. What is left to do by hand:
  1. Install one on a machine that you use:  sudo apt install ./$package && netdiag status
  2. Tag it:                                 git tag --sign v$version -m 'netdiag $version' && git push origin main v$version
  3. Sign the checksums:                     gpg --armor --detach-sign $output/SHA256SUMS
  4. Publish it:                             gh release create v$version --notes-file $output/NOTES.md $output/*
  5. Begin the next one:                     an empty "## [Unreleased]" in CHANGELOG.md
END
