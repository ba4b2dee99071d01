#!/bin/sh
# loaded-libraries.sh [--packages]: lists the shared libraries that the programs load at first use (docs/decisions/0005), which the
# linker does not know: all names in calls of dlopen(3) in the sources. With --packages, lists the installed Debian packages that
# contain them. No versions are required: a library with this ABI is sufficient, since each function is looked up by name.
set -eu
cd "$(dirname "$0")/.."
# netdiag doctor only tests the libraries that other parts need, and services of nsswitch.conf(5) are whatever it names.
names=$(grep -rhoE --exclude-dir=Doctor 'dlopen\("[^"]+"' Sources | cut -d '"' -f 2 | sort -u)
others=$(grep -rnE --exclude-dir=Doctor --exclude=NameServiceLibrary.swift 'dlopen\([^")]' Sources || true)
if [ -n "$others" ]; then
    echo "a name that dlopen is given has to stand there, so that packages can depend on it:" >&2
    echo "$others" >&2
    exit 1
fi
if [ "${1:-}" != --packages ]; then
    echo "$names"
    exit
fi
packages=$(for name in $names; do
    # If /usr is merged, dpkg may know the library by either path.
    package=$(dpkg-query -S "*/$name" 2>/dev/null | grep -E "(^|/)lib/[^/]+/$name\$" | head -n 1 | cut -d : -f 1)
    if [ -z "$package" ]; then
        echo "no package installed here has $name: install the one that has it, and build again" >&2
        exit 1
    fi
    echo "$package"
done)
echo "$packages" | sort -u
