#!/bin/sh
# ran.sh --begin NAME: records that `make NAME` begins now.
# ran.sh NAME: records in .build/ran/NAME that `make NAME` has succeeded, with the commit and the time.
# ran.sh --check NAME...: fails with the reason if there is no record for HEAD.
#
# A run counts for one commit, which must be the same at the beginning and at the end of the run. Nothing is recorded if
# there are uncommitted changes. For `bench` and `soak`, documents (*.md) may differ, since after the run measurements
# write their tables, and a release writes its heading. For tests they must not differ, since tests read them.
set -eu
cd "$(dirname "$0")/.."
folder=.build/ran

if [ "${1:-}" = --begin ]; then
    mkdir -p "$folder"
    { git rev-parse HEAD && git status --porcelain -- . ':!*.md'; } >"$folder/$2.begun" 2>/dev/null || :
    exit 0
fi
if [ "${1:-}" != --check ]; then
    commit=$(git rev-parse HEAD 2>/dev/null) || exit 0
    if [ "$(cat "$folder/$1.begun" 2>/dev/null)" != "$commit" ]; then
        echo "make $1 has succeeded, and did not begin on this commit: that counts for no release" >&2
        exit 0
    fi
    case $1 in
    bench | soak) changed=$(git status --porcelain -- . ':!*.md') ;;
    *) changed=$(git status --porcelain) ;;
    esac
    if [ -n "$changed" ]; then
        echo "make $1 has succeeded, on a tree with changes: that counts for no release (git status)" >&2
        exit 0
    fi
    mkdir -p "$folder"
    echo "$commit $(date -u +%FT%TZ)" >"$folder/$1"
    exit 0
fi
shift
failed=0
for name; do
    if ! [ -e "$folder/$name" ]; then
        echo "make $name has not succeeded here yet, on a commit without changes" >&2
        failed=1
        continue
    fi
    read -r commit when <"$folder/$name"
    case $name in
    bench | soak) set -- . ':!*.md' ;;
    *) set -- . ;;
    esac
    if git diff --quiet "$commit" HEAD -- "$@"; then
        echo "make $name: $when, on $(git rev-parse --short "$commit")"
    else
        echo "make $name was last run on $(git rev-parse --short "$commit") ($when), and HEAD has something else: run it again" >&2
        failed=1
    fi
done
exit $failed
