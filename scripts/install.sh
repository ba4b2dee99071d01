#!/bin/sh
# Installs the existing programs, the units, the example configuration and the man pages.
set -eu
prefix=${PREFIX:-/usr/local} root=${DESTDIR:-} built=${BUILT:-.build/release}

put() { # mode, source, target
    install -D -m "$1" "$2" "$root$3"
    echo "$root$3"
}

put 0755 "$built/netdiagd" "$prefix/sbin/netdiagd"
put 0755 "$built/netdiag" "$prefix/bin/netdiag"
put 0755 "$built/netdiag-arp" "$prefix/libexec/netdiag-arp"
put 0755 "$built/netdiag-serve" "$prefix/libexec/netdiag-serve"

unit=$(mktemp)
trap 'rm -f "$unit"' EXIT
for service in netdiagd netdiag-arp; do
    sed "s|@SBINDIR@|$prefix/sbin|g; s|@LIBEXECDIR@|$prefix/libexec|g" "systemd/$service.service.in" >"$unit"
    put 0644 "$unit" "$prefix/lib/systemd/system/$service.service"
done
sed "s|@BINDIR@|$prefix/bin|g" systemd/netdiag-notify.service.in >"$unit"
put 0644 "$unit" "$prefix/lib/systemd/user/netdiag-notify.service"
put 0644 systemd/netdiag-arp.socket "$prefix/lib/systemd/system/netdiag-arp.socket"
put 0644 systemd/sysctl.conf "$prefix/lib/sysctl.d/40-netdiag.conf"

put 0644 etc/netdiag.yaml "$prefix/share/doc/netdiag/examples/netdiag.yaml"
for file in prometheus/netdiag.rules.yml prometheus/netdiag.rules.test.yml prometheus/prometheus.yml grafana/netdiag.json; do
    put 0644 "etc/$file" "$prefix/share/doc/netdiag/examples/$file"
done
for file in LICENSE THIRD-PARTY-NOTICES.txt; do
    put 0644 "$file" "$prefix/share/doc/netdiag/$file"
done
# An existing configuration is kept. Without one, all settings have their defaults, and netdiag setup writes a first one.
if [ -e "$root/etc/netdiag/netdiag.yaml" ]; then
    echo "$root/etc/netdiag/netdiag.yaml is there already and was left as it is"
fi

for page in docs/man/*.[1-8]; do
    [ -e "$page" ] || continue
    put 0644 "$page" "$prefix/share/man/man${page##*.}/${page##*/}"
done

# Debian's zsh reads vendor-completions in /usr only, and site-functions in /usr/local.
case $prefix in
/usr) zsh=zsh/vendor-completions ;;
*) zsh=zsh/site-functions ;;
esac

# Programs of another architecture cannot run here, so they provide no completion scripts.
scripts=$(mktemp -d)
trap 'rm -rf "$unit" "$scripts"' EXIT
for program in netdiag netdiagd; do
    for shell in bash zsh fish; do
        "$built/$program" --generate-completion-script "$shell" >"$scripts/$program.$shell" 2>/dev/null || continue
        case $shell in
        # The script is sourced by a shell and not executed.
        bash)
            sed -i '1{/^#!/d}' "$scripts/$program.bash"
            put 0644 "$scripts/$program.$shell" "$prefix/share/bash-completion/completions/$program"
            ;;
        zsh) put 0644 "$scripts/$program.$shell" "$prefix/share/$zsh/_$program" ;;
        fish) put 0644 "$scripts/$program.$shell" "$prefix/share/fish/vendor_completions.d/$program.fish" ;;
        esac
    done
done

if [ -z "$root" ] && [ -d /run/systemd/system ] && [ "$(id -u)" = 0 ]; then
    systemctl daemon-reload
    # The number is below 50, so that a wider range in the system's own file takes precedence. Debian 12 has no such file.
    common=
    for folder in /etc /run /usr/local/lib /usr/lib /lib; do
        [ ! -e "$folder/sysctl.d/50-default.conf" ] || common=50-default.conf
    done
    # shellcheck disable=SC2086
    /lib/systemd/systemd-sysctl 40-netdiag.conf $common || :
    echo 'Make a configuration: netdiag setup'
    echo 'Or start it with its defaults: systemctl enable --now netdiagd'
fi
