#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sourced by scripts that try things on a bare Debian: SUITE bookworm or trixie in $1. Makes the system in a folder, $root, with the
# committed tree in /cuprum (debootstrap --variant=minbase: no compiler, no make, no git, one locale); `inside COMMAND...` runs
# a command there as root, in the tree. Needs root, debootstrap and a Debian mirror; refuses with status 2 where they are missing.
# The environment is described in check_fresh.sh.
refuse() {
    echo "$(basename "$0" .sh): $1" >&2
    exit 2
}

suite=$1
case $suite in
bookworm | trixie) ;;
*) refuse "usage: $0 bookworm|trixie" ;;
esac
[ "$(id -u)" = 0 ] || refuse "needs root: it makes a system and enters it (chroot)"
command -v debootstrap >/dev/null 2>&1 || refuse "needs debootstrap (apt-get install debootstrap)"
git rev-parse HEAD >/dev/null 2>&1 || refuse "needs a git tree: it tries what is committed"
unshare --mount --pid --fork true 2>/dev/null || refuse "this machine lets nobody mount (unshare --mount fails)"
[ -n "$MIRROR" ] || MIRROR=$(sed -n 's/^URIs: *\([^ ]*debian\)\/* *$/\1/p; s/^deb *\(http[^ ]*debian\)\/* .*/\1/p' \
    /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -1)
MIRROR=${MIRROR:-http://deb.debian.org/debian}
CACHE=${CACHE:-$HOME/.cache/cuprum}
JOBS=${JOBS:-$(nproc)}
mkdir -p "$CACHE" || exit 2

root=${FOLDER:-}
finish() {
    if [ -n "$KEEP" ]; then echo "left: $root"; else rm -rf --one-file-system "$root"; fi
}
if [ -z "$root" ]; then
    root=$(mktemp -d "${TMPDIR:-/tmp}/cuprum-$suite-XXXXXX") || exit 2
    trap finish EXIT
    trap 'exit 1' INT TERM HUP
    bare=$CACHE/$suite.tar
    if [ ! -s "$bare" ]; then
        echo "making a bare $suite from $MIRROR"
        debootstrap --variant=minbase "$suite" "$root" "$MIRROR" >"$root.log" 2>&1 || {
            tail -20 "$root.log"
            refuse "debootstrap failed; its log is $root.log"
        }
        rm -f "$root.log"
        tar -C "$root" --one-file-system -cf "$bare.new" . && mv "$bare.new" "$bare" || exit 2
    else
        tar -C "$root" -xpf "$bare" || exit 2
    fi
fi
[ -x "$root/bin/sh" ] || refuse "$root holds no system"

# the way to the mirror, as this machine goes it
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
apt-config dump 2>/dev/null | grep -i '^Acquire::.*proxy' >"$root/etc/apt/apt.conf.d/90proxy"
mkdir -p "$root/cuprum"
git archive HEAD | tar -C "$root/cuprum" -x || exit 2

# A namespace of its own: whatever ends it, nothing stays mounted and nothing goes on running.
inside() {
    unshare --mount --pid --fork --kill-child sh -c '
        root=$1 && shift &&
        mount -t proc proc "$root/proc" && mkdir -p "$root/dev/shm" && mount -t tmpfs tmpfs "$root/dev/shm" &&
        exec chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
            DEBIAN_FRONTEND=noninteractive "$@"' sh "$root" JOBS="$JOBS" http_proxy="$http_proxy" sh -c 'cd /cuprum && exec "$@"' sh "$@"
}
