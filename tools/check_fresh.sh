#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tries the README's two commands on a bare Debian: tools/check_fresh.sh bookworm|trixie
# Makes the system in a folder (debootstrap --variant=minbase: no compiler, no make, no git, one locale), puts the committed
# tree into it and runs tools/demo.sh and tools/check.sh there as root.
# Needs root, debootstrap and a Debian mirror; refuses with status 2 where they are missing. Environment:
#   CACHE   where the bare systems are kept, one tar file each (default: ~/.cache/cuprum)
#   MIRROR  of Debian (default: the one that this machine's apt uses)
#   KEEP=1  leave the folder; FOLDER=DIR goes on in one that was left (the tree is renewed, build/ stays)
#   JOBS    at a time (default: as many as processors)
# The last line is `N passed, N failed, N skipped`.
cd "$(dirname "$0")/.." || exit 2

refuse() {
    echo "check_fresh: $1" >&2
    exit 2
}

suite=$1
case $suite in
bookworm | trixie) ;;
*) refuse "usage: tools/check_fresh.sh bookworm|trixie" ;;
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

passed=0 failed=0 skipped=0
echo "==== $suite: tools/demo.sh"
if inside tools/demo.sh; then passed=1; else failed=1 && echo "FAIL tools/demo.sh"; fi

echo "==== $suite: tools/check.sh"
log=$(mktemp)
inside tools/check.sh 2>&1 | tee "$log"
counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" | tail -1 | tr -cd '0-9 ')
rm -f "$log"
if [ -n "$counts" ]; then
    set -- $counts
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
else
    failed=$((failed + 1))
    echo "FAIL tools/check.sh: no result"
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
