#!/bin/sh
# version.sh [--debian]: the version of this tree, or NETDIAG_VERSION where that is set (`make release`). A source archive says it in the file VERSION; in a repository, it is that of
# the newest tag v1.2.3, with what came after it: 1.2.3+5.g1a2b3c4 is the fifth commit after it. Before the first tag, all
# commits count from 0.1.0.
#
# --debian: as a Debian package says it, which sorts as it should: 1.0.0~rc.1 for 1.0.0-rc.1.
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
*) echo "version.sh: \"$version\" is no version; in the file VERSION or a tag v1.2.3, three numbers are expected" >&2; exit 1 ;;
esac
# A version before another has a ~ there, as 1.0.0~rc.1 for 1.0.0-rc.1.
[ "${1:-}" != --debian ] || version=$(echo "$version" | sed 's/-/~/g')
echo "$version"
