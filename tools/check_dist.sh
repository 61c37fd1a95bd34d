#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tries the packages of `make dist` on a bare Debian: tools/check_dist.sh bookworm|trixie [tar|deb|wheel ...]
# Each kind: installed in a system that has what the kind asks for and nothing else, every example compiled and run (tools/run_examples.sh),
# uninstalled; no file may be left that was not there before. The Debian package is tried with a C++ compiler (its Recommends), which
# builds the whole programs of the examples; the wheel also runs CuPy from PyPI under `cuprum exec`.
# Environment: DIST the packages' folder (default build/dist), and what tools/check_fresh.sh has.
# The last line is `N passed, N failed, N skipped`.
cd "$(dirname "$0")/.." || exit 2

. tools/bare_debian.sh
shift
[ $# -gt 0 ] || set -- tar deb wheel
DIST=${DIST:-build/dist}
mkdir -p "$root/packages" "$root/state"
cp "$DIST"/*.tar.xz "$DIST"/*.deb "$DIST"/*.whl "$root/packages/" 2>/dev/null
passed=0 failed=0 skipped=0

# result NAME STATUS: counts one check
result() {
    if [ "$2" = 0 ]; then
        passed=$((passed + 1)) && echo "PASS $suite: $1"
    else
        failed=$((failed + 1)) && echo "FAIL $suite: $1"
    fi
}
skip() { skipped=$((skipped + 1)) && echo "SKIP $suite: $1"; }
# what of the system an installation may change: not the package managers' own records
files() { inside sh -c 'find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /cuprum -o -path /state -o -path /packages -o -path /tmp -o -path "/var/cache/*" \
    -o -path "/var/lib/apt/*" -o -path "/var/lib/dpkg/*" -o -path "/var/log/*" -o -name __pycache__ \) -prune -o -print | sort' >"$root/state/$1"; }
needs() { inside sh -c '{ apt-get update && apt-get install -y --no-install-recommends "$@"; } >/state/apt.log 2>&1 || { tail -5 /state/apt.log; exit 1; }' sh "$@"; }
examples() { inside tools/run_examples.sh "$1" /tmp >"$root/state/examples" 2>&1 || { tail -20 "$root/state/examples"; return 1; } && tail -1 "$root/state/examples"; }

# kind NAME PROGRAM INSTALL UNINSTALL: commands of sh, in the system
kind() {
    files before
    inside sh -c "$3" && inside "$2" --version >/dev/null
    result "$1 is installed" $?
    examples "$2"
    result "$1 runs the examples" $?
    $4
    inside sh -c "$5"
    files after
    if diff "$root/state/before" "$root/state/after" >"$root/state/left"; then result "$1 leaves nothing" 0; else
        result "$1 leaves nothing" 1
        head -20 "$root/state/left"
    fi
}

# CuPy's own wheel has neither headers nor NVRTC: both are Cuprum's. This machine's pip fetches it.
cupy() {
    version=$(inside /venv/bin/python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    if ! python3 -m pip -q download cupy-cuda13x -d "$root/packages/cupy" --only-binary=:all: --python-version "$version" \
        --platform manylinux_2_28_x86_64 --platform manylinux2014_x86_64 --platform manylinux_2_27_x86_64 --platform any >"$root/state/pip.log" 2>&1 ||
        ! inside sh -c '/venv/bin/pip -q install --no-index --find-links /packages/cupy cupy-cuda13x >/state/pip.log 2>&1'; then
        tail -1 "$root/state/pip.log"
        skip "CuPy under the wheel's cuprum exec: PyPI does not give it"
        return
    fi
    inside sh -c '/venv/bin/cuprum toolkit /tmp/cuda >/dev/null && CUDA_PATH=/tmp/cuda /venv/bin/cuprum exec /venv/bin/python3 tools/dist_cupy.py'
    result "CuPy under the wheel's cuprum exec" $?
    inside sh -c '/venv/bin/pip freeze | grep -v -e "^cuprum" | sed "s/ @.*//; s/==.*//" | xargs /venv/bin/pip -q uninstall -y; rm -rf /root/.cupy /root/.cache /root/.nv
        rmdir /venv/lib/python3*/site-packages/cuda 2>/dev/null' # cuda-pathfinder's, which pip leaves
}

for k in "$@"; do
    echo "==== $suite: $k"
    case $k in
    tar)
        ls "$root"/packages/*.tar.xz >/dev/null 2>&1 || { skip "tarball: none in $DIST" && continue; }
        needs xz-utils || { skip "tarball: no xz-utils" && continue; }
        kind tarball /opt/cuprum/bin/cuprum 'mkdir /opt/cuprum && tar -C /opt/cuprum --strip-components=1 -xf /packages/*.tar.xz' : 'rm -r /opt/cuprum'
        ;;
    deb)
        ls "$root"/packages/*.deb >/dev/null 2>&1 || { skip "Debian package: none in $DIST" && continue; }
        needs g++ || { skip "Debian package: no g++" && continue; }
        kind "Debian package" cuprum 'apt-get install -y --no-install-recommends /packages/*.deb >/state/apt.log 2>&1' : 'apt-get purge -y cuprum >/state/apt.log 2>&1'
        inside sh -c 'apt-get purge -y g++ gcc cpp && apt-get autoremove -y --purge' >/dev/null 2>&1
        ;;
    wheel)
        ls "$root"/packages/*.whl >/dev/null 2>&1 || { skip "wheel: none in $DIST" && continue; }
        needs python3-venv || { skip "wheel: no python3-venv" && continue; }
        inside python3 -m venv /venv
        kind wheel /venv/bin/cuprum '/venv/bin/pip -q install --no-index /packages/*.whl && /venv/bin/python3 -m cuprum_cuda --version >/dev/null' cupy '/venv/bin/pip -q uninstall -y cuprum-cuda'
        ;;
    *) refuse "what is $k?" ;;
    esac
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
