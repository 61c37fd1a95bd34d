#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The speed of the virtual machine on twelve kernels and an empty grid beside plain C (gcc -O3 -march=native) and, where
# it is installed, PoCL on the same kernels: processor time, one core, the least of seven runs in each of ROUNDS (2), in turns.
#   bench/machine/run.sh [--no-check] [--no-pocl] [--no-cores] [NAME...]      names as in cases.c; default: all
# CUPRUM=PATH names the program, CORE=N the core. The status is 1 where a result is not plain C's.
here=$(cd "$(dirname "$0")" && pwd)
cuprum=${CUPRUM:-${B:-$here/../../build}/bin/cuprum}
core=${CORE:-0}
rounds=${ROUNDS:-2}
check=1 pocl=1 cores=1
while :; do
    case $1 in
    --no-check) check= ;;
    --no-pocl) pocl= ;;
    --no-cores) cores= ;;
    -*) sed -n '3,6s/^# //p' "$0"; exit 2 ;;
    *) break ;;
    esac
    shift
done
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
command -v gcc >/dev/null || { echo "skipped: all (no gcc)"; exit 0; }

# build NAME OPTIONS: the driver
build() {
    name=$1
    shift
    gcc -std=gnu11 -O3 -march=native -I"$here/../../lib/include" "$here"/main.c "$here"/cases.c "$here"/plain.c \
        "$here"/device_cuda.c -o "$tmp/$name" "$@" -ldl -lm
}
if [ -n "$pocl" ] && ! build opencl -DWITH_OPENCL "$here/device_opencl.c" -lOpenCL 2>/dev/null; then
    pocl=
    echo "skipped: PoCL (no CL/cl.h or no libOpenCL: opencl-headers, ocl-icd-opencl-dev, pocl-opencl-icd)"
fi
build machine && "$cuprum" -arch=sm_90 --no-toolkit "$here/kernels.cu" -o "$tmp/kernels.ptx" || exit 2

# measure COLUMN COMMAND...: its lines, with the column's name in front
measure() {
    column=$1
    shift
    "$@" >"$tmp/lines" || failed=1
    sed "s/^/$column /" "$tmp/lines" >>"$tmp/rows"
}
virtual() { measure "$1" taskset -c "$2" "$cuprum" exec $3 "$tmp/machine" $4 cuda "$tmp/kernels.ptx" $names; }

names=$*
failed=
round=0
while [ $((round += 1)) -le "$rounds" ]; do
    measure c taskset -c "$core" "$tmp/machine" c $names
    virtual machine "$core" -j1 ""
    if [ -n "$check" ]; then virtual check "$core" "-j1 --check" ""; fi
    if [ -n "$pocl" ]; then
        POCL_CACHE_DIR=$tmp/cache POCL_MAX_PTHREAD_COUNT=1 \
            measure pocl taskset -c "$core" "$tmp/opencl" opencl "$here/kernels.cu" $names
        grep -q . "$tmp/lines" || { pocl= failed=; echo "skipped: PoCL (no device)"; }
    fi
    if [ -n "$cores" ] && [ "$(nproc)" -gt 1 ]; then
        virtual one "$core" -j1 --wall
        virtual two "0,1" -j2 --wall
    fi
done
[ -z "$cores" ] || [ "$(nproc)" -gt 1 ] || echo "skipped: two cores (there is one)"

awk '
# the least of all rounds
{ if (!($1 SUBSEP $2 in best) || $3 < best[$1, $2]) best[$1, $2] = $3 }
$4 == "DIFFERS" || $5 == "DIFFERS" { wrong[$2] = 1 }
$2 != "open" && !($2 in known) { known[$2] = 1; name[++n] = $2 }
function has(column, k) { return (column, k) in best }
function time(column, k) { return has(column, k) ? sprintf("%9.2f", best[column, k]) : sprintf("%9s", "-") }
function ratio(over, under, k) {
    if (!has(over, k) || !has(under, k)) return sprintf("%7s", "-")
    if (k != "empty") { sum[over, under] += log(best[over, k] / best[under, k]); count[over, under]++ }
    return sprintf("%7.2f", best[over, k] / best[under, k])
}
function mean(over, under) { return count[over, under] ? sprintf("%7.2f", exp(sum[over, under] / count[over, under])) : sprintf("%7s", "-") }
END {
    print "milliseconds             C  machine     /C   check machine/    PoCL machine/   wall: 1        2   times"
    print "                                                check             PoCL     core    cores"
    for (i = 1; i <= n; i++) {
        k = name[i]
        printf "%-17s %s %s %s %s %s %s %s %s %s %s%s\n", k, time("c", k), time("machine", k), ratio("machine", "c", k),
            time("check", k), ratio("machine", "check", k), time("pocl", k), ratio("machine", "pocl", k),
            time("one", k), time("two", k), ratio("one", "two", k), k in wrong ? "  WRONG RESULT" : ""
    }
    printf "%-17s %19s %s %9s %s %9s %s %19s %s\n", "geometric mean", "", mean("machine", "c"), "", mean("machine", "check"), "",
        mean("machine", "pocl"), "", mean("one", "two")
}' "$tmp/rows"
[ -z "$failed" ]
