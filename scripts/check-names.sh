#!/bin/sh
# Checks that type names are unique across all modules, and that no Swift file has 400 lines or more.
set -eu
types='^(public |package |final |indirect |@frozen )*(struct|class|enum|actor|protocol) [A-Z]'
same=$(grep -rhE "$types" Sources | sed -E 's/.*(struct|class|enum|actor|protocol) ([A-Za-z0-9]+).*/\2/' | sort | uniq -d)
if [ -n "$same" ]; then
    echo "Several types are called the same: $(echo "$same" | tr '\n' ' ')" >&2
    exit 1
fi
long=$(find Sources Tests -name '*.swift' -exec awk 'END { if (NR >= 400) print FILENAME ": " NR " lines; fewer than 400 are meant to be" }' {} \;)
if [ -n "$long" ]; then
    echo "$long" >&2
    exit 1
fi
# Several C modules include sys/socket.h, and the one to which its enumerators belong depends on the order of the build: a debug build may find
# those that a release build does not (Sources/CSockets/shim.h).
for module in Sources/*/; do
    grep -rqE '^import (CAres|CCurl|CSockets)$' --include='*.swift' "$module" || continue
    unsafe=$(grep -rlE '\b(SOCK|SHUT)_[A-Z]+\b' --include='*.swift' "$module" | xargs -r grep -LE '^import CAres$' || true)
    if [ -n "$unsafe" ]; then
        echo "$unsafe: constants of sys/socket.h; CSockets has names for them that every build finds" >&2
        exit 1
    fi
done
