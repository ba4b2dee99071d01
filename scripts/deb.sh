#!/bin/bash
# deb.sh [FOLDER]: builds the Debian package from the programs in BUILT (.build/release), in FOLDER (.build/packages). The package is
# reproducible: times are those of the commit (SOURCE_DATE_EPOCH), and the order and the owners of files are fixed.
#
# DEB_VERSION replaces the version of the tree, and COMPRESSION replaces xz (none, for tests). DEBUG=1 packs the programs of a debug build,
# which need the toolchain's libraries, without debugging symbols. packaging/publisher identifies the publisher.
set -euo pipefail
cd "$(dirname "$0")/.."
built=${BUILT:-.build/release} output=${1:-.build/packages}
version=${DEB_VERSION:-$(scripts/version.sh --debian)}
architecture=$(dpkg --print-architecture)
# shellcheck source=packaging/publisher
. packaging/publisher
# Nobody can open the address of the file that nobody has edited.
case $REPOSITORY in */OWNER/*) REPOSITORY= ;; esac
umask 022
export LC_ALL=C TZ=UTC
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    # A source archive has no commit; its file VERSION has the time of the commit.
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y VERSION)
fi
export SOURCE_DATE_EPOCH
dpkg --validate-version "$version"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
mkdir -p "$root/DEBIAN" "$output"
DESTDIR=$root PREFIX=/usr BUILT=$built scripts/install.sh >"$work/installed"

# The first installation copies this file to /etc/netdiag. It is no conffile: netdiag setup and the administrator change it, and an upgrade would
# ask about it. netdiag setup compares the configuration with this copy, to find out whether it has been changed.
install -D -m 0644 packaging/debian/netdiag.yaml "$root/usr/share/netdiag/netdiag.yaml"
"$built/netdiagd" --check-config --config "$root/usr/share/netdiag/netdiag.yaml" >&2

# Debian already provides the licence, and has its own changelog format.
documents=$root/usr/share/doc/netdiag
rm "$documents/LICENSE"
install -m 0644 packaging/debian/copyright "$documents/copyright"
install -m 0644 CHANGELOG.md "$documents/NEWS.md"
cat >"$documents/changelog" <<END
netdiag ($version) unstable; urgency=medium

  * For changes that concern users, see NEWS.md.gz.

 -- $MAINTAINER  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
gzip -9n "$documents/changelog" "$documents/NEWS.md" "$documents/THIRD-PARTY-NOTICES.txt"
find "$root/usr/share/man" -type f -exec gzip -9n {} +
mkdir -p "$root/usr/share/lintian/overrides"
install -m 0644 packaging/debian/lintian-overrides "$root/usr/share/lintian/overrides/netdiag"

# The libraries that the programs are linked with, with the required versions, and those loaded at first use.
mkdir -p "$work/shlibs/debian"
printf 'Source: netdiag\n\nPackage: netdiag\nArchitecture: any\n' >"$work/shlibs/debian/control"
programs=("$root"/usr/bin/netdiag "$root"/usr/sbin/netdiagd "$root"/usr/libexec/netdiag-*)
options=()
if [ -n "${DEBUG:-}" ]; then
    strip "${programs[@]}"
    options=(--ignore-missing-info -l"$(dirname "$(readlink -f "$(command -v swift)")")/../lib/swift/linux")
fi
linked=$(cd "$work/shlibs" && dpkg-shlibdeps -O "${options[@]}" "${programs[@]/#/-e}" 2>"$work/shlibs.log") || {
    cat "$work/shlibs.log" >&2
    exit 1
}
linked=${linked#shlibs:Depends=}
loaded=$(scripts/loaded-libraries.sh --packages | paste -sd , | sed 's/,/, /g')

find "$root" -mindepth 1 -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
size=$(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f 1)
NETDIAG_DEPENDS="$linked, $loaded" awk -v version="$version" -v architecture="$architecture" -v size="$size" \
    -v maintainer="$MAINTAINER" -v homepage="$REPOSITORY" '
    /@HOMEPAGE@/ && homepage == "" { next }
    { sub("@VERSION@", version); sub("@ARCHITECTURE@", architecture); sub("@SIZE@", size); sub("@MAINTAINER@", maintainer)
      sub("@HOMEPAGE@", homepage); sub("@DEPENDS@", ENVIRON["NETDIAG_DEPENDS"]); print }' \
    packaging/debian/control.in >"$root/DEBIAN/control"
install -m 0755 packaging/debian/preinst packaging/debian/postinst packaging/debian/prerm packaging/debian/postrm "$root/DEBIAN/"
(cd "$root" && find . -path ./DEBIAN -prune -o -path ./etc -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) \
    >"$root/DEBIAN/md5sums"
find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

package=$output/netdiag_${version}_$architecture.deb
dpkg-deb --root-owner-group -Z"${COMPRESSION:-xz}" --build "$root" "$package" >&2
echo "$package"
