#!/bin/sh
# Checks that type names are unique across all modules, that limits have one word, and that no Swift file has 400 lines or more.
set -eu
types='^(public |package |private |fileprivate |final |indirect |@frozen )*(struct|class|enum|actor|protocol) [A-Z]'
same=$(grep -rhE "$types" Sources | sed -E 's/.*(struct|class|enum|actor|protocol) ([A-Za-z0-9]+).*/\2/' | sort | uniq -d)
if [ -n "$same" ]; then
    echo "Several types are called the same: $(echo "$same" | tr '\n' ' ')" >&2
    exit 1
fi
# "max" is the only word for an upper limit. The exceptions are names of SwiftNIO and of ServiceLifecycle.
limits=$(grep -rnE '\b(let|var|func|case) (most|maximum)[A-Z]|\bstatic (let|var) (most\b|longest)' --include='*.swift' Sources Tests Fuzzing Benchmarks | grep -v 'case mostWithin' || true)
# The labels and names of parameters, too.
limits=$limits$(grep -rnE '\b(func|init|case) .*[(, ](most|maximum): [A-Z]|^ +(_ )?(most|maximum): [A-Z]' --include='*.swift' Sources || true)
if [ -n "$limits" ]; then
    echo "$limits: expected max…" >&2
    exit 1
fi
# A function is called what it does: publish, record, query, inspect, reply. lookUp is a term, and so is to take what is left to nobody else.
verbs=$(grep -rnE '\bfunc ((tell|take|ask|look|note|answer)\(|(tell|take|ask|look|note|answer)[A-Z])' --include='*.swift' Sources |
    grep -vE '\bfunc (lookUp|take(Error|Errors|PendingError|Due|Descriptor))\(' || true)
if [ -n "$verbs" ]; then
    echo "$verbs: expected a verb that says what the function does" >&2
    exit 1
fi
# A nested type may have a common name (Outcome, Kind), but not one of these, which once had several meanings each.
for name in Verdict Question Publisher DomainName RecordType SystemError Seconds StatusPage FamilyOptions Fault; do
    twice=$(grep -rnE "^ *([a-z]+ )*(struct|class|enum|actor|protocol) $name\\b" --include='*.swift' Sources || true)
    if [ "$(printf '%s\n' "$twice" | wc -l)" -gt 1 ]; then
        printf '%s\n' "Several types are called $name:" "$twice" >&2
        exit 1
    fi
done
# The types of NetworkModel are the words of all other modules, which a nested type must not hide.
model=$(grep -rhE '^public (final |indirect )*(struct|class|enum|actor|protocol) ' Sources/NetworkModel |
    sed -E 's/.*(struct|class|enum|actor|protocol) ([A-Za-z0-9]+).*/\2/' | paste -sd '|')
hidden=$(grep -rnE "^ +([a-z]+ )*(struct|class|enum|actor|protocol) ($model)\\b" --include='*.swift' Sources || true)
if [ -n "$hidden" ]; then
    printf '%s\n' "$hidden: NetworkModel has a type with this name" >&2
    exit 1
fi
# Sockets of probes have one owner, ProbeSocket. Other files with a call of socket(2) have a reason in decision 110.
reasons=docs/decisions/0110-sockets-outside-probesocket.md
called=$(grep -rnE '(^|[^A-Za-z0-9_."`]|Glibc\.)socket\(' --include='*.swift' Sources | grep -vE '(case|func) socket\(|:[0-9]+: *//' |
    sed -E 's|^Sources/([^:]*)\.swift:.*|\1|' | sort -u)
explained=$(sed -n '/^| `/p' "$reasons" | cut -d'|' -f2 | grep -oE '[A-Za-z-]+(/[A-Za-z0-9+-]+)+' | sort -u)
for file in $called; do
    printf '%s\n' "$explained" | grep -qxF "$file" || {
        echo "Sources/$file.swift: calls socket(2); use ProbeSocket, or give a reason in $reasons" >&2
        exit 1
    }
done
for file in $explained; do
    printf '%s\n' "$called" | grep -qxF "$file" || {
        echo "$reasons: Sources/$file.swift does not call socket(2)" >&2
        exit 1
    }
done
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
