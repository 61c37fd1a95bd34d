#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A real client: numba-cuda (from PyPI, in a virtual environment of its own) compiles twenty kernels
# through our libnvvm.so.4 put in its place, and through NVIDIA's; ptxas takes ours, and both run in
# the virtual machine to the same memory.  tools/numba.sh [BUILD] [CC]    (needs the network once)
cd "$(dirname "$0")/.." || exit 2
B=${1:-build} CC=${2:-8.0} T=${NUMBA_DIR:-/tmp/cuprum-numba}
toolkit=${CUDA_HOME:-/usr/local/cuda}
if [ ! -x "$T/bin/python" ]; then
    python3 -m venv "$T" && "$T/bin/pip" -q install numba-cuda numba cuda-bindings || exit 2
fi
site=$("$T/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
place=$site/nvidia/cu13/lib # where cuda-pathfinder looks first
mkdir -p "$place"
for who in ours nvidia; do
    lib=$PWD/$B/lib/libnvvm.so.4
    [ $who = nvidia ] && lib=$toolkit/lib/libnvvm.so.4
    [ -e "$toolkit/nvvm/lib64/libnvvm.so.4" ] && [ $who = nvidia ] && lib=$toolkit/nvvm/lib64/libnvvm.so.4
    rm -rf "$T/$who"
    ln -sf "$lib" "$place/libnvvm.so.4"
    "$T/bin/python" tools/numba_kernels.py "$T/$who" "$CC" || echo "  ($who)"
done
arch=sm_$(echo "$CC" | tr -d .) assembled=0 same=0 all=0
for f in "$T"/ours/*.ptx; do
    name=$(basename "$f" .ptx) all=$((all + 1))
    "$toolkit/bin/ptxas" -arch="$arch" "$f" -o /dev/null && assembled=$((assembled + 1))
    for who in ours nvidia; do
        # shellcheck disable=SC2046
        "$B/bin/cuprum" run "$T/$who/$name.ptx" --grid=2 --block=32 --hash $(cat "$T/ours/$name.args") \
            >"$T/$who/$name.out" 2>&1 || echo "$name: does not run ($who): $(head -1 "$T/$who/$name.out")"
    done
    if cmp -s "$T/ours/$name.out" "$T/nvidia/$name.out"; then same=$((same + 1)); else echo "$name: results differ"; fi
done
echo "$all kernels: $assembled assembled, $same run to the same memory as NVIDIA's"
[ "$assembled" = 20 ] && [ "$same" = 20 ]
