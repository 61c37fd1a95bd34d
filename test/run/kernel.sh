#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One kernel, many ways: kernel.sh FILE.cu [--min-sm=N] [--std=c++20] [--relaxed] RUN-OPTIONS...
#  - compiles at -O0, -O1, -O3 for five targets; ptxas, where installed, must accept each;
#  - runs -O0, -O1, -O3, also in native code (and nvcc's PTX, where installed) in the virtual machine: the program's output
#    and the bytes left in its buffers must be the same, and what inputs/results.txt has of them: a mistake of all levels
#    would be seen by nvcc alone. KNOWN=1 adds the row of a new test there, if there is none (after nvcc has agreed).
# Multiplication and addition are not contracted (-fmad=false): rounding must not differ by chance.
# QUICK=1 (the sanitizer build): -O0 and -O3 for one target, without ptxas and nvcc.
set -u
src=$1
shift
min=75 std=c++17
case ${1:-} in --min-sm=*) min=${1#--min-sm=} && shift ;; esac
case ${1:-} in --std=*) std=${1#--std=} && shift ;; esac
relaxed=
case ${1:-} in --relaxed) relaxed=--expt-relaxed-constexpr && shift ;; esac
targets="75 80 90 100 120" levels="0 1 3"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
ptxas=$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
if [ -n "${QUICK:-}" ]; then
    targets=90 levels="0 3" ptxas=/none nvcc=/none
fi
fail() { echo "$src: $*"; exit 1; }

for sm in $targets; do
    [ $sm -ge "$min" ] || continue
    for o in $levels; do
        cuprum "$src" -std=$std $relaxed -arch=sm_$sm -O$o -fmad=false -o "$dir/$sm.$o.ptx" || fail "compiling for sm_$sm at -O$o"
        [ ! -x "$ptxas" ] || "$ptxas" -arch=sm_$sm "$dir/$sm.$o.ptx" -o /dev/null || fail "ptxas refuses sm_$sm at -O$o"
    done
done
cuprum run "$dir/90.0.ptx" "$@" --hash >"$dir/o0" 2>&1 || { cat "$dir/o0"; fail "running -O0"; }
for o in $levels; do
    cuprum run "$dir/90.$o.ptx" "$@" --hash --jit=on >"$dir/native" 2>&1 || { cat "$dir/native"; fail "running -O$o in native code"; }
    sed -i '/--jit=on has no effect/,+1d' "$dir/native" # without a processor for it: a warning and an empty line
    diff "$dir/o0" "$dir/native" || fail "-O$o in native code and -O0 differ"
    [ "$o" != 0 ] || continue
    cuprum run "$dir/90.$o.ptx" "$@" --hash >"$dir/o$o" 2>&1 || { cat "$dir/o$o"; fail "running -O$o"; }
    diff "$dir/o0" "$dir/o$o" || fail "-O0 and -O$o differ"
done
if [ -x "$nvcc" ]; then
    "$nvcc" -ptx -arch=sm_90 -std=$std $relaxed -fmad=false -w "$src" -o "$dir/nvcc.ptx" || fail "nvcc"
    cuprum run "$dir/nvcc.ptx" "$@" --hash >"$dir/nv" 2>&1 || { cat "$dir/nv"; fail "running nvcc's PTX"; }
    diff "$dir/o0" "$dir/nv" || fail "nvcc's PTX gives other results"
fi
known=$(dirname "$0")/inputs/results.txt
row="$(cksum <"$dir/o0") $src $*"
[ -z "${KNOWN:-}" ] || cut -d' ' -f3- "$known" | grep -qxF "$src $*" || echo "$row" >>"$known"
grep -qxF "$row" "$known" || { cat "$dir/o0"; fail "not the known result (inputs/results.txt): $row"; }
