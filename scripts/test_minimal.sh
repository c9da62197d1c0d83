#!/bin/sh
# Runs test/consumer/run.sh inside a Debian system with gcc, libc6-dev, make and CMake, and then also with
# pkg-config. Needs root (chroot) and debootstrap.
#   scripts/test_minimal.sh [FOLDER of the system, kept for the next run]
set -eu
cd "$(dirname "$0")/.."
root=${1:-build-minimal}

if [ ! -e "$root/made" ]; then
    echo "== Debian in $root"
    release=$(. /etc/os-release && echo "$VERSION_CODENAME")
    mirror=$(sed -nE 's/^(deb .*|URIs:) *(https?:[^ ]*).*/\2/p' /etc/apt/sources.list \
        /etc/apt/sources.list.d/* 2>/dev/null | head -n 1)
    rm -rf "$root"
    debootstrap --variant=minbase --include=gcc,libc6-dev,make,cmake "$release" "$root" \
        ${mirror:+"$mirror"} >/dev/null
    touch "$root/made"
fi

# The files that are committed or will be.
rm -rf "$root/wend"
mkdir -p "$root/wend"
git ls-files -co --exclude-standard | while read -r file; do
    [ ! -e "$file" ] || echo "$file"
done | tar -c -T - | tar -x -C "$root/wend"

run() {
    chroot "$root" env PATH=/usr/bin:/bin HOME=/root sh -c "cd /wend && test/consumer/run.sh"
}

chroot "$root" dpkg --purge pkg-config pkgconf pkgconf-bin >/dev/null 2>&1 || true
echo "== gcc, make and CMake"
run
echo "== with pkg-config"
chroot "$root" sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends pkg-config' >/dev/null 2>&1
run
