#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks compiler and programs on a computer with an NVIDIA GPU:
#   tools/gpu/check.sh DIR|DIR.tgz OUTDIR [SECONDS]
# DIR and DIR.tgz, which holds the same and is small, were made by tools/gpu/prepare.py. OUTDIR gets kernels.txt, programs.txt, times.txt; a summary ends standard output.
# SECONDS (default 230) limits all of it. GPU_LIBRARIES: folders where the driver's and the run-time library are looked
# for first (build/lib/cuprum: those of the virtual machine, to try this script without a GPU).
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
if [ -d "$1" ]; then
    dir=$(cd "$1" && pwd) || exit 2
else
    dir=$work/dir
    mkdir "$dir" && tar xzf "$1" -C "$dir" || exit 2
fi
mkdir -p "$2" || exit 2
out=$(cd "$2" && pwd)
seconds=${3:-230}

# the run-time library: given, the toolkit's, pip's, the one that was brought along
runtime=
for folder in ${GPU_LIBRARIES:-} /usr/local/cuda/lib64 /usr/local/cuda/targets/x86_64-linux/lib /opt/cuda/lib64 \
    /usr/lib/x86_64-linux-gnu /opt/torch/.venv/lib/python3*/site-packages/nvidia/cu13/lib "$dir"; do
    [ -z "$runtime" ] && [ -e "$folder/libcudart.so.13" ] && runtime=$folder
done
# only that library is wanted from its folder, not all the others there
lib=$work/lib
mkdir "$lib"
[ -n "$runtime" ] && ln -sf "$runtime/libcudart.so.13" "$lib/"
[ -n "${GPU_LIBRARIES:-}" ] && ln -sf "$GPU_LIBRARIES/libcuda.so.1" "$lib/"
# the driver's, where the linker does not find it by itself
if ! ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1' && [ -z "${GPU_LIBRARIES:-}" ]; then
    for folder in /usr/local/nvidia/lib64 /usr/lib/x86_64-linux-gnu /usr/lib64; do
        [ -e "$folder/libcuda.so.1" ] && LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$folder" && break
    done
fi
export LD_LIBRARY_PATH="$lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

echo "== this machine"
uname -srm
nproc | sed 's/^/processors: /'
nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.sm,clocks.max.sm,persistence_mode --format=csv,noheader 2>&1 | head -n 2
echo "LD_LIBRARY_PATH: $LD_LIBRARY_PATH"
echo "libcudart.so.13: ${runtime:-none} ($(readlink -f "$lib/libcudart.so.13" 2>/dev/null))"
ldconfig -p 2>/dev/null | grep -m1 'libcuda\.so\.1' || echo "libcuda.so.1: not in the linker's cache"
for tool in gcc nvcc ptxas ncu python3; do printf '%s: ' $tool; command -v $tool || echo none; done
command -v nvcc >/dev/null && nvcc --version | tail -n 1
ls /usr/local/nvidia/lib64 2>/dev/null | head -n 3

python3 "$here/check.py" "$dir" "$out" "$seconds"
