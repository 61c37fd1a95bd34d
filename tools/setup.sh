# SPDX-License-Identifier: Apache-2.0
# Sourced by demo.sh and check.sh: installs what a build needs (a C compiler and make) on a fresh
# Debian or Ubuntu, builds the variant $V, sets B.
cd "$(dirname "$0")/.." || exit 2

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

missing=
command -v make >/dev/null 2>&1 || missing="$missing make"
if [ -z "$CC" ] && ! command -v gcc >/dev/null 2>&1 && ! command -v clang >/dev/null 2>&1; then
    missing="$missing gcc libc6-dev"
fi
if [ -n "$missing" ]; then
    echo "installing:$missing"
    command -v apt-get >/dev/null 2>&1 || { echo "no apt-get here: please install them" && exit 2; }
    { as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } \
        >build.log 2>&1 </dev/null || { tail -20 build.log && echo "they cannot be installed; the whole log is in build.log" && exit 2; }
fi
if [ -z "$CC" ]; then
    if command -v gcc >/dev/null 2>&1; then CC=gcc; else CC=clang; fi
fi
export CC
V=${V:-release}
B=build/$V
[ "$V" = release ] && B=build
JOBS=${JOBS:-$(nproc)}
export V B JOBS

build() {
    make -j "$JOBS" V="$V" "$@" >build.log 2>&1 && rm -f build.log && return 0
    tail -40 build.log
    echo "the build failed; the whole log is in build.log"
    exit 2
}
