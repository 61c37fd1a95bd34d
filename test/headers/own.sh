#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One kernel with our own headers: own.sh FILE.cu [--alone] [--min-sm=N] RUN-OPTIONS...
#  - compiles at -O0 and -O3 for four targets, in C++17 and C++20;
#  - runs -O0 and -O3 of several targets: what is left in the buffers must be the same;
#  - where a toolkit is installed the same kernel with its headers must leave the same (--alone: its
#    headers lack something of it).
set -u
src=$1
shift
min=75 alone=
[ "${1:-}" != --alone ] || { alone=1 && shift; }
case ${1:-} in --min-sm=*) min=${1#--min-sm=} && shift ;; esac
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cuda=${CUDA_HOME:-/usr/local/cuda}
fail() { echo "$src: $*"; exit 1; }
compile() { # NAME SM LEVEL STD OPTION...
    name=$1 sm=$2 level=$3 std=$4
    shift 4
    cuprum "$src" "$@" -std=c++$std -arch=sm_$sm -O$level -fmad=false -o "$dir/$name.ptx" 2>"$dir/log" ||
        { head -20 "$dir/log"; fail "$name: sm_$sm at -O$level, C++$std"; }
}
names=
for sm in 75 80 90 100; do
    [ $sm -lt "$min" ] && continue
    compile $sm $sm 3 17 --no-toolkit
    names="$names $sm"
done
compile O0 90 0 17 --no-toolkit
compile C20 90 3 20 --no-toolkit
names="O0 C20$names"
if [ -z "$alone" ] && [ -d "$cuda/include/cooperative_groups" ]; then
    compile theirs 90 3 17 --cuda-path="$cuda"
    names="$names theirs"
fi
for f in $names; do
    cuprum run "$dir/$f.ptx" "$@" --hash >"$dir/$f.out" 2>&1 || { cat "$dir/$f.out"; fail "running $f"; }
    cmp "$dir/O0.out" "$dir/$f.out" || fail "-O0 and $f differ"
done
grep '^arg' "$dir/O0.out"
