#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One kernel that uses the toolkit's headers: kernel.sh FILE.cu [--min-sm=N] RUN-OPTIONS...
#  QUICK=1 (the sanitizer build): compiled and run once, and compared with nothing.
#  - compiles at -O0 and -O3 for four targets, in C++17 and C++20; ptxas must accept each;
#  - runs -O0, -O3 and nvcc's PTX in the virtual machine: what is left in the buffers must be the same.
set -u
src=$1
shift
min=75
case ${1:-} in --min-sm=*) min=${1#--min-sm=} && shift ;; esac
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cuda=${CUDA_HOME:-/usr/local/cuda}
fail() { echo "$src: $*"; exit 1; }
compile() { # SM LEVEL STD
    cuprum "$src" --cuda-path="$cuda" -std=c++$3 -arch=sm_$1 -O$2 -fmad=false -o "$dir/$1.$2.$3.ptx" ||
        fail "compiling for sm_$1 at -O$2, C++$3"
    "$cuda/bin/ptxas" -arch=sm_$1 "$dir/$1.$2.$3.ptx" -o /dev/null || fail "ptxas refuses sm_$1 at -O$2, C++$3"
}
if [ -n "${QUICK:-}" ]; then # the sanitizer build
    cuprum "$src" --cuda-path="$cuda" -std=c++17 -arch=sm_90 -fmad=false -o "$dir/quick.ptx" || fail "compiling"
    cuprum run "$dir/quick.ptx" "$@" --hash >"$dir/quick.out" 2>&1 || { cat "$dir/quick.out"; fail "running"; }
    exit 0
fi
for sm in 75 80 90 100; do
    [ $sm -lt "$min" ] || compile $sm 3 17
done
compile 90 0 17
compile 90 3 20
"$cuda/bin/nvcc" -ptx -arch=sm_90 -std=c++17 -fmad=false -w "$src" -o "$dir/nvcc.ptx" || fail "nvcc"
for f in 90.0.17 90.3.17 90.3.20 nvcc; do
    cuprum run "$dir/$f.ptx" "$@" --hash >"$dir/$f.out" 2>&1 || { cat "$dir/$f.out"; fail "running $f"; }
    cmp "$dir/90.0.17.out" "$dir/$f.out" || fail "-O0 and $f differ"
done
