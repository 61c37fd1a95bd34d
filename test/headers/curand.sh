#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A kernel `k(unsigned *out)` that draws random numbers, compiled with NVIDIA's cuRAND header and with ours, both with
# NVIDIA's device library: what it leaves in `out` must be the same.
#   curand.sh FILE.cu STATE... [-- OPTION...]     STATE: the state's type, the macro S of the file
# Each state is compared at -O3, without fused multiplication and with -use_fast_math.
set -u
src=$1
shift
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cuda=${CUDA_HOME:-/usr/local/cuda}
fail() { echo "$src: $*"; exit 1; }
run() { # NAME OPTION...
    name=$1
    shift
    cuprum run "$src" "$@" --grid=8 --block=64 --hash buf:u32:131072:zero >"$dir/$name" 2>&1 ||
        { head -20 "$dir/$name"; fail "$*"; }
}
states=
while [ $# -gt 0 ] && [ "$1" != -- ]; do states="$states $1" && shift; done
[ $# = 0 ] || shift
options="-O3 -fmad=false -use_fast_math"
if [ -n "${QUICK:-}" ]; then # the sanitizer build: the last state at one level
    options=-O3 states=${states##* }
fi
for s in $states; do
    for option in $options; do
        run theirs "--cuda-path=$cuda" "-DS=$s" $option "$@"
        run ours --no-toolkit --device-library=nvidia "-DS=$s" $option "$@"
        cmp -s "$dir/ours" "$dir/theirs" || { cat "$dir/ours" "$dir/theirs"; fail "$s: $option: other numbers"; }
        # a kernel that writes nothing compares equal as well
        grep -q 'fnv1a64 [0-9a-f]*$' "$dir/ours" || fail "$s: $option: no hash"
    done
done
