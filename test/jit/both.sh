#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# both.sh FILE.cu|FILE.ptx RUN-OPTIONS...: what `cuprum run` prints, buffers' bytes and exit status in native code are the
# interpreter's, at -O0, -O1 and -O3 (or LEVELS); prints them once (of the last).
src=$1
shift
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
for o in ${LEVELS:-0 1 3}; do
    f=$src
    case $src in *.cu)
        f=$dir/k.ptx
        cuprum "$src" -arch=sm_90 -O$o -fmad=false -o "$f" || exit 1
        ;;
    esac
    for jit in off on avx2; do
        cuprum run "$f" "$@" --hash --jit=$jit >"$dir/$jit" 2>&1
        echo "status $?" >>"$dir/$jit"
        sed -i '/--jit=[a-z0-9]* has no effect/,+1d' "$dir/$jit" # a warning and an empty line
    done
    diff "$dir/off" "$dir/on" || { echo "$src: -O$o in native code differs"; exit 1; }
    diff "$dir/on" "$dir/avx2" || { echo "$src: -O$o without AVX-512 differs"; exit 1; }
done
sed "s|$dir/||" "$dir/on"
# it has run in native code, or says why not
cuprum run "$f" "$@" --jit=on --stats 2>&1 | grep -E 'functions in native code|loops that lanes run|--jit=on has no effect' || true
grep -q avx512dq /proc/cpuinfo || echo "without AVX-512"
