#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The speed of the virtual machine on twelve kernels and an empty grid beside plain C (gcc -O3 -march=native) and, where
# it is installed, PoCL on the same kernels: processor time, one core, the least of seven runs in each of ROUNDS (2), in turns.
#   bench/machine/run.sh [--no-check] [--no-pocl] [--no-cores] [NAME...]      names as in cases.c; default: all
# CUPRUM=PATH names the program, CORE=N the core. Times on two cores are a clock's, beside the same of one: they need a quiet
# machine. The status is 1 where a result is not plain C's, or a checker has found something.
# shellcheck disable=SC2086 # words
here=$(cd "$(dirname "$0")" && pwd)
cuprum=${CUPRUM:-${B:-$here/../../build}/bin/cuprum}
core=${CORE:-0}
rounds=${ROUNDS:-2}
check=1 pocl=1 cores=1
second=$((core == 1 ? 0 : 1))
while :; do
    case $1 in
    --no-check) check= ;;
    --no-pocl) pocl= ;;
    --no-cores) cores= ;;
    -*) sed -n '3,7s/^# //p' "$0"; exit 2 ;;
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
build machine || exit 2
for file in kernels large; do "$cuprum" -arch=sm_90 --no-toolkit "$here/$file.cu" -o "$tmp/$file.ptx" || exit 2; done

# measure COLUMN COMMAND...: its lines, with the column's name in front
measure() {
    column=$1
    shift
    "$@" >"$tmp/lines" || failed=1
    sed "s/^/$column /" "$tmp/lines" >>"$tmp/rows"
}
# virtual COLUMN CORES OPTIONS DRIVER'S-OPTIONS FILE NAMES: on the virtual machine
virtual() { measure "$1" taskset -c "$2" "$cuprum" exec $3 "$tmp/machine" $4 cuda "$tmp/$5.ptx" $6; }

names=$*
failed=
round=0
while [ $((round += 1)) -le "$rounds" ]; do
    virtual large "$core" -j1 "" large large
    measure c taskset -c "$core" "$tmp/machine" c $names
    virtual machine "$core" -j1 "" kernels "$names"
    if [ -n "$check" ]; then virtual check "$core" "-j1 --check" "" kernels "$names"; fi
    if [ -n "$pocl" ]; then
        POCL_CACHE_DIR=$tmp/cache POCL_MAX_PTHREAD_COUNT=1 \
            measure pocl taskset -c "$core" "$tmp/opencl" opencl "$here/kernels.cu" $names
        grep -q '^open' "$tmp/lines" || { pocl='' failed=''; echo "skipped: PoCL (no device)"; }
    fi
    if [ -n "$cores" ] && [ "$(nproc)" -gt 1 ]; then
        virtual one "$core" -j1 --wall kernels "$names"
        virtual two "$core,$second" -j2 --wall kernels "$names"
    fi
done
[ -z "$cores" ] || [ "$(nproc)" -gt 1 ] || echo "skipped: two cores (there is one)"
[ -z "$cores" ] || awk '$1 > 1.5 { print "note: the load is " $1 ": what two cores gain cannot be told" }' /proc/loadavg

awk -v bytes="$(wc -c <"$tmp/large.ptx")" '
# the least of all rounds
{ if (!(($1, $2) in best) || $3 < best[$1, $2]) best[$1, $2] = $3 }
$1 == "large" { if ($2 == "large" && (!translated || $4 - $3 < translated)) translated = $4 - $3; next }
$5 == "DIFFERS" { wrong[$2] = 1 }
NF == 5 && !($2 in known) { known[$2] = 1; name[++n] = $2 }
function has(column, k) { return (column, k) in best }
function time(column, k) { return has(column, k) ? sprintf("%9.2f", best[column, k]) : sprintf("%9s", "-") }
function ratio(over, under, k) {
    if (!has(over, k) || !has(under, k)) return sprintf("%7s", "-")
    if (k != "empty") { sum[over, under] += log(best[over, k] / best[under, k]); count[over, under]++ }
    return sprintf("%7.2f", best[over, k] / best[under, k])
}
function mean(over, under) {
    return count[over, under] ? sprintf("%7.2f", exp(sum[over, under] / count[over, under])) : sprintf("%7s", "-")
}
END {
    row = "%-17s %9s %9s %7s %9s %7s %9s %7s %9s %9s %7s%s\n"
    printf row, "milliseconds", "plain C", "machine", "m / C", "--check", "m / ch", "PoCL", "m / P", "1 core", "2 cores", "times", ""
    for (i = 1; i <= n; i++) {
        k = name[i]
        printf row, k, time("c", k), time("machine", k), ratio("machine", "c", k), time("check", k), ratio("machine", "check", k),
            time("pocl", k), ratio("machine", "pocl", k), time("one", k), time("two", k), ratio("one", "two", k),
            k in wrong ? "  WRONG RESULT" : ""
    }
    printf row, "geometric mean", "", "", mean("machine", "c"), "", mean("machine", "check"), "", mean("machine", "pocl"), "", "",
        mean("one", "two"), ""
    printf "cuprum exec starts in %.1f ms\n", best["machine", "start"]
    printf "translation of %.2f MB of PTX: %.1f MB a second, %.1f with reading it\n", bytes / 1e6, bytes / 1e3 / translated,
        bytes / 1e3 / (translated + best["large", "open"])
}' "$tmp/rows"
[ -z "$failed" ]
