#!/bin/sh
# packages.sh build|run|test|bench|check|deb|image: ensures that the Debian packages that a target needs are installed. As root, it installs
# missing packages; as any other user, it lists them and fails.
set -eu

case ${1:-} in
build)
    # The last line has the packages that Swift itself needs for linking.
    need='libavahi-client-dev libc-ares-dev libcurl4-openssl-dev libssl-dev libpcre2-dev libsqlite3-dev libssh-dev libyaml-dev
        pkg-config git ca-certificates
        binutils gcc g++ libc6-dev zlib1g-dev' ;;
run) need='avahi-daemon dbus libnss-mdns curl libssh-4 libsqlite3-0' ;;
test)
    need='avahi-daemon avahi-utils dbus iproute2 nftables dnsmasq-base nginx openssl curl
        bind9-dnsutils iputils-ping jq python3 procps mount hostname libnss-mdns
        apache2 libapache2-mod-auth-gssapi krb5-kdc krb5-admin-server krb5-user squid
        python3-jsonschema dante-server redis-server redis-tools ncat
        gnome-keyring libsecret-tools libglib2.0-bin unbound gcc libc6-dev prometheus
        prometheus-alertmanager prometheus-blackbox-exporter python3-dbus python3-gi chromium'
    # Servers for the kinds of targets: one file per kind, one package per line.
    need="$need $(cat "$(dirname "$0")"/../Tests/Support/Packages/*.txt)" ;;
bench)
    need='curl wrk hyperfine jq python3 iproute2 nftables unbound prometheus-blackbox-exporter nginx dnsmasq-base openssl gcc
        libc-ares-dev libcurl4-openssl-dev network-manager slowhttptest iperf3 iputils-ping
        libnginx-mod-stream chromium' ;;
check) need='shellcheck mandoc python3' ;;
deb) need='dpkg-dev lintian libidn2-0' ;;
image) need='buildah debootstrap' ;;
*) echo "usage: $0 build|run|test|bench|check|deb|image" >&2; exit 64 ;;
esac

if ! command -v dpkg-query >/dev/null; then
    echo "This is not Debian: make sure of what these packages contain: $(echo "$need" | tr -s ' \n' ' ')" >&2
    exit 0
fi

# Each Debian release has a different package of libstdc++; g++ depends on the right one.
is_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]
}

# If systemd-resolved were installed, it would become the resolver of this machine. For the lab's hosts, it is only unpacked.
unpack_resolved() {
    folder=.build/lab-packages
    if [ -x /lib/systemd/systemd-resolved ] || [ -x "$folder/lib/systemd/systemd-resolved" ]; then return; fi
    mkdir -p "$folder"
    (
        cd "$folder"
        { apt-get download -q systemd-resolved || { apt-get update -q && apt-get download -q systemd-resolved; }; } >&2
        dpkg-deb -x systemd-resolved_*.deb .
        rm -f systemd-resolved_*.deb
    )
}
if [ "$1" = test ] && [ "$(id -u)" = 0 ]; then unpack_resolved; fi

missing=
for package in $need; do
    is_installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ]; then
    echo "These Debian packages are missing:$missing" >&2
    echo "Install them: sudo apt-get install$missing" >&2
    exit 1
fi
echo "Installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # a list of words
install() { apt-get install -y -q --no-install-recommends $missing; }
# Tests start the servers themselves; the installation must not start them on this machine.
policy=/usr/sbin/policy-rc.d
if { [ "$1" = test ] || [ "$1" = bench ]; } && [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    trap 'exit 1' HUP INT TERM
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
fi
# The package lists may be missing or outdated. They are fetched only if needed, since this takes longer than everything else.
install >&2 || { apt-get update -q >&2 && install >&2; }
