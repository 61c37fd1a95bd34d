#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tools/check_ports.sh [aarch64] [musl] [TEST...]: builds what is committed for other hosts, in a clone, and runs the quick tests there
# (doc/ports.md): aarch64 by cross compilation, under qemu-user; x86-64 with musl's C library. Default: both, all tests and unit tests.
# What has not its compiler here is skipped. Environment: JOBS, COST (tools/check_emulated.sh), WORK (a folder to build in, which stays).
# The last line is `N passed, N failed, N skipped`.
cd "$(dirname "$0")/.." || exit 2
JOBS=${JOBS:-$(nproc)}
ports=
while [ "$1" = aarch64 ] || [ "$1" = musl ]; do
    ports="$ports $1"
    shift
done
work=$WORK
if [ -z "$work" ]; then
    work=$(mktemp -d) || exit 2
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' INT TERM HUP
fi
passed=0 failed=0 skipped=0
count() { # FILE: adds the numbers of its last line
    set -- $(tail -1 "$1" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p')
    passed=$((passed + ${1:-0})) failed=$((failed + ${2:-1})) skipped=$((skipped + ${3:-0}))
}
skip() { echo "SKIP $1: needs $2" && skipped=$((skipped + 1)); }
build() { # PORT WORDS...: of make
    port=$1
    shift
    [ -d "$work/$port" ] || git clone -q . "$work/$port" || return 1
    make -C "$work/$port" -j "$JOBS" VDIR="$port" "$@" all units >"$work/$port.log" 2>&1 && return
    tail -20 "$work/$port.log"
    echo "FAIL $port: does not build"
    failed=$((failed + 1))
    return 1
}
for port in ${ports:-aarch64 musl}; do
    echo "==== $port"
    case $port in
    aarch64)
        command -v aarch64-linux-gnu-gcc >/dev/null 2>&1 || { skip aarch64 aarch64-linux-gnu-gcc && continue; }
        command -v qemu-aarch64 >/dev/null 2>&1 || { skip aarch64 qemu-aarch64 && continue; }
        build aarch64 CC=aarch64-linux-gnu-gcc HOST_CC=gcc || continue
        (cd "$work/aarch64" && tools/check_emulated.sh build/aarch64 "qemu-aarch64 -L /usr/aarch64-linux-gnu" "$@") >"$work/tests" 2>&1
        ;;
    musl)
        command -v musl-gcc >/dev/null 2>&1 || { skip musl musl-gcc && continue; }
        build musl CC=musl-gcc || continue
        (cd "$work/musl" && [ $# -gt 0 ] || set -- --unit build/musl/test test
            cd "$work/musl" && QUICK=1 build/musl/bin/test-run -j "$JOBS" "$@") >"$work/tests" 2>&1
        ;;
    esac
    grep -v '^SKIP' "$work/tests"
    count "$work/tests"
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
