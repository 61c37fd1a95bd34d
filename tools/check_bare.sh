#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs the tests of a build that is there once more as if the machine had nothing but a C compiler: no CUDA, no LLVM, no C++,
# no Python, no git. What such a machine skips is skipped, everything else must pass. (tools/check_fresh.sh makes such a
# machine; this takes the rest of the running one out of sight, in a mount namespace of its own: a few minutes, no download.)
#   tools/check_bare.sh [TEST...]     default: all tests and unit tests; B=FOLDER of the build, JOBS, PART (K/N)
#   WITH_CXX=1 tools/check_bare.sh test/programs      leaves the C++ compiler in sight: whole programs, with nothing of NVIDIA's
#   WITHOUT_C=1                                       no C compiler and no make either: what they make runs on another machine
#   ALSO=PROGRAM                                      one more program that stays in sight
#   HEADERS=FOLDER                                    what stands in the place of /usr/include: another machine's C library
# The last line is `N passed, N failed, N skipped`.
cd "$(dirname "$0")/.." || exit 2
B=${B:-build}
JOBS=${JOBS:-$(nproc)}
[ $# -gt 0 ] || set -- --unit "$B/test" test

as_root=
[ "$(id -u)" = 0 ] || as_root=--map-root-user
skip() {
    echo "SKIP the tests on a bare machine: $1"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}
command -v dpkg-query >/dev/null 2>&1 || skip "dpkg tells what such a machine has"
unshare $as_root --mount --pid --fork true 2>/dev/null || skip "this machine lets nobody mount"
case $PWD/ in /usr/local/* | /opt/*) skip "the tree lies in a folder that would be hidden" ;; esac

# the programs of a minimal Debian, of gcc and of make, one link each
programs=$(mktemp -d) || exit 2
trap 'rm -rf "$programs"' EXIT
trap 'exit 1' INT TERM HUP
compilers=gcc hidden="/usr/include/c++ /usr/include/*/c++" cc1plus="/usr/lib/gcc/*/*/cc1plus"
[ -z "$WITH_CXX" ] || compilers='gcc|g[+][+]' hidden= cc1plus=
tools='apt|make' c_tools="|($compilers|cpp|binutils)(-[0-9]+|-x86-64-linux-gnu)*"
[ -z "$WITHOUT_C" ] || tools=apt c_tools=
dpkg-query -L $(dpkg-query -W -f='${binary:Package} ${Essential} ${Priority}\n' |
    awk -v names="$tools$c_tools" '$2 == "yes" || $3 == "required" || $1 ~ "^(" names ")(:|$)" { print $1 }') |
    grep -E '^(/usr)?/s?bin/[^/]+$' | while read -r f; do
    [ ! -x "$f" ] || ln -sf "$f" "$programs/"
done
ln -sf "$(command -v mawk || command -v awk)" "$programs/awk" # a link that dpkg does not know, as is the next
[ -n "$WITHOUT_C" ] || ln -sf "$(command -v gcc)" "$programs/cc"
[ -z "$ALSO" ] || ln -sf "$(command -v "$ALSO")" "$programs/"

# Mounted over: what the tests and the compiler would find without PATH.
unshare $as_root --mount --pid --fork --kill-child sh -c '
    programs=$1 hidden=$2 cc1plus=$3 && shift 3
    mount -t proc proc /proc 2>/dev/null
    for d in /usr/local /opt /usr/lib/llvm-* $hidden /usr/lib/python3*; do
        [ ! -d "$d" ] || mount -t tmpfs tmpfs "$d" || exit 2
    done
    for f in $cc1plus .git; do
        if [ -d "$f" ]; then mount -t tmpfs tmpfs "$f"; elif [ -e "$f" ]; then mount --bind /dev/null "$f"; fi || exit 2
    done
    [ -z "$HEADERS" ] || mount --bind "$HEADERS" /usr/include || exit 2
    exec env -i PATH="$programs" HOME=/root ${QUICK:+QUICK=1} "$@"' sh "$programs" "$hidden" "$cc1plus" "$B/bin/test-run" -j "$JOBS" ${PART:+--part="$PART"} "$@"
