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
# shellcheck source=packaging/publisher
. packaging/publisher
case $REPOSITORY in
https://*/OWNER/*) wrong "packaging/publisher does not say yet where netdiag is published (REPOSITORY)" ;;
https://?*/?*) ;;
*) wrong "packaging/publisher: REPOSITORY is not an address of the form https://…: \"$REPOSITORY\"" ;;
esac
case $MAINTAINER in
*@users.noreply.github.com*) wrong "packaging/publisher does not say yet who answers mail about the package (MAINTAINER)" ;;
?*' <'?*@?*'>') ;;
*) wrong "packaging/publisher: MAINTAINER is not of the form NAME <MAIL>: \"$MAINTAINER\"" ;;
esac
scripts/ran.sh --check check unit lab examples bench soak || failed=1
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
# In the names of files of a release, GitHub replaces "~" by ".", and the checksums would name another file.
case $package in
*~*)
    named=$(echo "$package" | tr '~' .)
    mv "$package" "$named"
    package=$named
    ;;
esac
archive=$(scripts/dist.sh "$output")
(cd "$output" && sha256sum "${package##*/}" "${archive##*/}" >SHA256SUMS)
# The entries of the changelog, for the page of the release.
awk -v heading="## [$version] - " 'index($0, "## [") == 1 { inside = index($0, heading) == 1; next } inside' CHANGELOG.md \
    >"$output/NOTES.md"
cat "$output/SHA256SUMS"
early=
case $version in *-*) early=' --prerelease' ;; esac
cat <<END

$output has the packages. What is left to do by hand:
  1. Install one on a machine that you use:  sudo apt install ./$package && netdiag status
  2. Tag it:                                 git tag --sign v$version -m 'netdiag $version' && git push origin main v$version
  3. Sign the checksums:                     gpg --armor --detach-sign $output/SHA256SUMS
  4. Publish it:                             gh release create v$version --repo ${REPOSITORY#https://} --verify-tag$early --notes-file $output/NOTES.md \\
                                                 $package $archive $output/SHA256SUMS $output/SHA256SUMS.asc
  5. Begin the next one:                     an empty "## [Unreleased]" in CHANGELOG.md
END
