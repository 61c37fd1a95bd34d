#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The quick tests of a build for another machine, each program of it by an emulator (doc/ports.md):
#   make -j CC=aarch64-linux-gnu-gcc HOST_CC=gcc VDIR=aarch64 all units
#   tools/check_emulated.sh build/aarch64 "qemu-aarch64 -L /usr/aarch64-linux-gnu" [TEST...]       default: all tests and unit tests
# Tests that compile with the host's compilers are skipped: what these make is for this machine. The runner itself is native.
# The folder behind the emulator's -L has the machine's C headers, in include.
# COST: how many times longer all takes (default 20); JOBS. The last line is `N passed, N failed, N skipped`.
cd "$(dirname "$0")/.." || exit 2
build=$1 emulator=$2
shift 2 || exit 2
[ -x "$build/bin/cuprum" ] || { echo "usage: tools/check_emulated.sh BUILD EMULATOR [TEST...]" >&2; exit 2; }
skip() {
    echo "SKIP the tests of $build: $1"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}
command -v "${emulator%% *}" >/dev/null 2>&1 || skip "needs ${emulator%% *}"

# by its place: tests set a PATH of their own
emulator="$(command -v "${emulator%% *}")${emulator#"${emulator%% *}"}"

# the native runner, beside scripts with the names of the build's programs
make -s V=release VDIR="$(basename "$build")-host" CC="${HOST_CC:-gcc}" "$build-host/bin/test-run" >/dev/null || exit 2
wrapped=$build-emulated
rm -rf "$wrapped"
mkdir -p "$wrapped/bin" "$wrapped/test" "$wrapped/tools"
for f in "$build"/bin/* "$build"/test/* "$build"/tools/*; do
    [ -x "$f" ] && [ -f "$f" ] || continue
    to=$wrapped/${f#"$build/"}
    printf '#!/bin/sh\nexec %s -0 "$0" "%s" "$@"\n' "$emulator" "$PWD/$f" >"$to"
    chmod +x "$to"
done
rm -f "$wrapped/bin/test-run"
cp "$build-host/bin/test-run" "$wrapped/bin/"
for d in lib obj; do ln -s "../$(basename "$build")/$d" "$wrapped/$d"; done
mkdir "$wrapped/gen"
for f in "$build"/gen/*; do ln -s "../../$(basename "$build")/gen/${f##*/}" "$wrapped/gen/${f##*/}"; done
# a program of the build cannot start another, and its memory is the emulator's
rm -f "$wrapped/gen/direct"
# qemu before 8.1 reads sixteen bytes in two parts
${emulator%% *} --version 2>/dev/null | grep -q -E 'version ([0-7]|8\.0)\.' && rm -f "$wrapped/gen/whole16"
headers=$(printf '%s\n' "$emulator" | sed -n 's/.* -L *\([^ ]*\).*/\1/p')/include
[ -d "$headers" ] || headers=
[ $# -gt 0 ] || set -- --unit "$wrapped/test" test
HEADERS=$headers B=$wrapped QUICK=1 WITHOUT_C=1 ALSO="${emulator%% *}" exec tools/check_bare.sh --cost="${COST:-20}" "$@"
