#!/bin/sh
# dist.sh [FOLDER]: builds the source archive of the commit, netdiag-VERSION.tar.gz, in FOLDER (.build/packages). The archive is
# reproducible: `git archive` uses the time of the commit, and gzip(1) stores no time. In the archive, VERSION contains the version. If the
# packages were resolved, Package.resolved contains their versions.
set -eu
cd "$(dirname "$0")/.."
output=${1:-.build/packages}
git rev-parse HEAD >/dev/null || { echo "dist.sh: the archive is made of a commit, and this is not a git repository" >&2; exit 1; }
version=$(scripts/version.sh)
name=netdiag-$version
mkdir -p "$output"
# Uncommitted changes are not included.
git diff --quiet HEAD || echo "dist.sh: there are changes that are not committed; they are not in the archive" >&2
set -- --add-virtual-file="$name/VERSION:$version
"
[ ! -e Package.resolved ] || set -- "$@" --add-virtual-file="$name/Package.resolved:$(cat Package.resolved)
"
git -c tar.umask=0022 archive --format=tar --prefix="$name/" "$@" HEAD | gzip -9n >"$output/$name.tar.gz"
echo "$output/$name.tar.gz"
