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
