#!/bin/bash
# image.sh PACKAGE.deb [BASE]: builds the image of the Containerfile with a package of `make deb`, starts the daemon in it in a network
# of its own, and prints the sizes of the base and of the image. Without BASE, the name of an image in a registry, the base is a
# minimal Debian that debootstrap makes. The image and all files are in a temporary folder, and removed at the end. Needs root.
set -euo pipefail
package=$(realpath "$1") base=${2:-}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo '{"default": [{"type": "insecureAcceptAnything"}]}' >"$work/policy.json"
buildah() { command buildah --root "$work/images" --runroot "$work/run" --storage-driver vfs "$@"; }

if [ -z "$base" ]; then
    base=localhost/base
    debootstrap --variant=minbase bookworm "$work/debian" http://deb.debian.org/debian >"$work/debootstrap.log" || {
        tail -n 5 "$work/debootstrap.log" >&2
        exit 1
    }
    rm -rf "$work"/debian/var/cache/apt/archives/*.deb "$work"/debian/var/lib/apt/lists/*
    container=$(buildah from --signature-policy "$work/policy.json" scratch)
    buildah add -q "$container" "$work/debian" / >&2
    buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
    buildah commit -q --signature-policy "$work/policy.json" --rm "$container" "$base" >"$work/log"
fi

# With PACKAGE, the first stage only copies, for which any image will do.
mkdir "$work/source"
cp Containerfile .dockerignore "$package" "$work/source"
buildah bud --isolation chroot --signature-policy "$work/policy.json" --build-arg "BASE=$base" --build-arg "BUILDER=$base" \
    --build-arg "PACKAGE=${package##*/}" -t localhost/netdiag "$work/source" >"$work/log" 2>&1 || {
    tail -n 20 "$work/log" >&2
    exit 1
}

for image in "$base" localhost/netdiag; do
    container=$(buildah from --signature-policy "$work/policy.json" --pull-never "$image")
    root=$(buildah mount "$container")
    echo "$image: $(du -sm --apparent-size "$root" | cut -f 1) MB"
done
for file in /usr/share/doc/netdiag/copyright /usr/share/doc/netdiag/THIRD-PARTY-NOTICES.txt.gz /usr/share/doc/libcurl4/copyright; do
    [ -s "$root$file" ] || { echo "$file must be passed on with the programs" >&2; exit 1; }
done
# The history is that of a daemon; without one, the command fails.
# shellcheck disable=SC2016
unshare --net sh -euc 'ip link set lo up && exec "$@"' - \
    buildah --root "$work/images" --runroot "$work/run" --storage-driver vfs run --isolation chroot "$container" -- sh -euc '
    [ "$(id -un)" = netdiag ]
    netdiagd & daemon=$!
    tries=100
    until netdiag history; do
        [ $((tries -= 1)) -gt 0 ] || exit 1
        sleep 0.1
    done
    kill $daemon
    wait $daemon' >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
echo "netdiagd runs in it as netdiag, and ends by itself"
