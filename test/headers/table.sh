#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A table of expressions (inputs/table.h) with our headers and with the toolkit's: the same lines.
#   table.sh FILE.cu ARCH... [-- OPTION...]
set -u
src=$1
shift
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cuda=${CUDA_HOME:-/usr/local/cuda}
fail() { echo "$src: $*"; exit 1; }
run() { # NAME ARCH CUDA-PATH OPTION...
    name=$1 arch=$2 path=$3
    shift 3
    cuprum "$src" --cuda-path="$path" --device-library=nvidia -arch=sm_$arch "$@" -o "$dir/$name.ptx" || fail "$name: sm_$arch"
    : >"$dir/$name"
    for k in $(sed -n 's/^\.visible \.entry \(.*\)($/\1/p; s/^\.visible \.entry \([^(]*\)()$/\1/p' "$dir/$name.ptx"); do
        cuprum run "$dir/$name.ptx" --kernel="$k" --block=256 >>"$dir/$name" 2>&1 ||
            { tail -5 "$dir/$name"; fail "$name: running $k, sm_$arch"; }
    done
}
archs=
while [ $# -gt 0 ] && [ "$1" != -- ]; do archs="$archs $1" && shift; done
[ $# = 0 ] || shift
[ -z "${QUICK:-}" ] || archs=${archs##* } # the sanitizer build: the last one
for a in $archs; do
    run ours $a "" "$@"
    run theirs $a "$cuda" "$@"
    diff "$dir/theirs" "$dir/ours" >"$dir/diff" || { head -40 "$dir/diff"; fail "sm_$a: $(grep -c '^>' "$dir/diff") rows differ"; }
done
