#!/bin/sh
# dist.sh [FOLDER]: the source archive of the commit, netdiag-VERSION.tar.gz, in FOLDER (.build/packages). Of one commit, it is the
# same byte by byte: `git archive` takes the time from the commit, and gzip(1) is told none. VERSION says in the archive which it
# is, and Package.resolved, where the packages were resolved, which versions of them this was built with.
set -eu
cd "$(dirname "$0")/.."
output=${1:-.build/packages}
git rev-parse HEAD >/dev/null || { echo "dist.sh: the archive is made of a commit, and this is no git repository" >&2; exit 1; }
version=$(scripts/version.sh)
name=netdiag-$version
mkdir -p "$output"
# What is not committed is not in it.
git diff --quiet HEAD || echo "dist.sh: there are changes that are not committed; they are not in the archive" >&2
set -- --add-virtual-file="$name/VERSION:$version
"
[ ! -e Package.resolved ] || set -- "$@" --add-virtual-file="$name/Package.resolved:$(cat Package.resolved)
"
git -c tar.umask=0022 archive --format=tar --prefix="$name/" "$@" HEAD | gzip -9n >"$output/$name.tar.gz"
echo "$output/$name.tar.gz"
