#!/bin/sh
# version.sh [--debian]: prints the version of this tree, or NETDIAG_VERSION if that is set (`make release`). A source archive has it in
# the file VERSION. In a repository, it is derived from the newest tag v1.2.3 and the commits since: 1.2.3+5.g1a2b3c4 is the fifth commit
# after the tag. Before the first tag, all commits count from 0.1.0.
#
# --debian: the version for a Debian package, which sorts correctly: 1.0.0~rc.1 for 1.0.0-rc.1.
set -eu
cd "$(dirname "$0")/.."
if [ -n "${NETDIAG_VERSION:-}" ]; then
    version=$NETDIAG_VERSION
elif [ -e VERSION ]; then
    version=$(cat VERSION)
elif described=$(git describe --tags --long --match 'v[0-9]*' 2>/dev/null); then
    commit=${described##*-}
    described=${described%-*}
    version=${described%-*}
    count=${described##*-}
    version=${version#v}
    [ "$count" = 0 ] || version=$version+$count.$commit
elif commit=$(git rev-parse --short HEAD 2>/dev/null); then
    version=0.1.0+$(git rev-list --count HEAD).g$commit
else
    version=0.0.0-dev
fi
case $version in
[0-9]*.[0-9]*.[0-9]*) ;;
*) echo "version.sh: \"$version\" is not a version; in the file VERSION or a tag v1.2.3, three numbers are expected" >&2; exit 1 ;;
esac
# In Debian versions, ~ sorts before the end of the version: 1.0.0~rc.1 precedes 1.0.0.
[ "${1:-}" != --debian ] || version=$(echo "$version" | sed 's/-/~/g')
echo "$version"
