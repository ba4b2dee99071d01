#!/bin/sh
# Installs the programs built before, the unit, the example configuration and the man pages.
set -eu
prefix=${PREFIX:-/usr/local} root=${DESTDIR:-} built=${BUILT:-.build/release}

put() { # mode, source, target
    install -D -m "$1" "$2" "$root$3"
    echo "$root$3"
}

put 0755 "$built/netdiagd" "$prefix/sbin/netdiagd"
put 0755 "$built/netdiag" "$prefix/bin/netdiag"

unit=$(mktemp)
trap 'rm -f "$unit"' EXIT
sed "s|@SBINDIR@|$prefix/sbin|g" systemd/netdiagd.service.in >"$unit"
put 0644 "$unit" "$prefix/lib/systemd/system/netdiagd.service"

put 0644 etc/netdiag.yaml "$prefix/share/doc/netdiag/netdiag.yaml"
# What an administrator wrote stays.
if [ -e "$root/etc/netdiag/netdiag.yaml" ]; then
    echo "$root/etc/netdiag/netdiag.yaml is there already and was left as it is"
else
    put 0644 etc/netdiag.yaml "/etc/netdiag/netdiag.yaml"
fi

for page in docs/man/*.[1-8]; do
    [ -e "$page" ] || continue
    put 0644 "$page" "$prefix/share/man/man${page##*.}/${page##*/}"
done

if [ -z "$root" ] && [ -d /run/systemd/system ] && [ "$(id -u)" = 0 ]; then
    systemctl daemon-reload
    echo 'Start it: systemctl enable --now netdiagd'
fi
