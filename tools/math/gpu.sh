#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The device math library on this machine's GPU (math-check --gpu): functions of one float on all 2^32, others on
# 10^9 arguments; then NVIDIA's library, where its file is, on a sixteenth of them.
#   tools/math/gpu.sh OUTDIR [SECONDS]     G: the folder of `make math-gpu` (build/gpu), JOBS: processes
# OUTDIR gets facts.txt, ours-gpu-*.txt and nvidia-gpu-*.txt, lines of math-check. A function that fails has a
# line there that says why. RANDOM_INPUTS, STRIDE: fewer of them, to try the script.
# OURS, THEIRS: names; then only those of Cuprum's and of NVIDIA's library are measured, both on the same arguments.
# (tools/math/merge.sh OUTDIR puts their lines into doc/math.)
out=${1:?usage: gpu.sh OUTDIR [SECONDS]} limit=${2:-280} start=$(date +%s)
G=${G:-build/gpu} jobs=${JOBS:-$(nproc 2>/dev/null || echo 4)} random=${RANDOM_INPUTS:-1000000000} stride=${STRIDE:-1}
export CUDA_CACHE_DISABLE=1
mkdir -p "$out" || exit 1
left() { echo $((limit - ($(date +%s) - start))); }

# with this machine's C library, or with the one that came along
check=$G/math-check
$check --stride=100000007 fabsf >/dev/null 2>&1 ||
    check="$G/ld-linux-x86-64.so.2 --library-path $G:$LD_LIBRARY_PATH:/usr/lib/x86_64-linux-gnu:/usr/lib64:/usr/local/nvidia/lib64 $G/math-check"

# ---- what is here

facts() {
    echo "$(uname -srm), $(nproc) processors, $jobs jobs, $check"
    timeout 60 $check --facts || return 1
    for one in "--stride=4099 expf" "--random=100000 exp" "--random=100000 erf" "--random=100000 j0"; do
        timeout 60 $check --gpu $one || echo "math-check --gpu $one: status $?"
    done
}
if ! facts >"$out/facts.txt" 2>&1; then
    cat "$out/facts.txt"
    echo "no GPU can be used here"
    exit 1
fi
cat "$out/facts.txt"

# ---- functions

# measure NAME SECONDS OPTION...: into NAME.txt, at most so long and not beyond the end
measure() {
    name=$1 seconds=$2 from=$(date +%s)
    shift 2
    [ "$(left)" -ge "$seconds" ] || seconds=$(left)
    [ "$seconds" -ge 5 ] || { echo "$name: the time is over"; return; }
    timeout -k 5 $((seconds + 20)) $check --gpu --total-seconds="$seconds" "$@" >"$out/$name.txt" 2>&1
    echo "$name: $(grep -c ' of [0-9]*, documented' "$out/$name.txt") functions in $(($(date +%s) - from)) s; $(
        grep -c EXCEEDED "$out/$name.txt") have errors larger than documented, $(
        grep -c UNDECIDED "$out/$name.txt") undecided results, $(
        grep -vc ' of [0-9]*, documented' "$out/$name.txt") other lines"
}

some=$(((jobs + 1) / 2))
if ! timeout 60 $check --gpu --jobs=2 --stride=4099 expf logf >"$out/two.txt" 2>&1; then
    echo "two processes do not go together here: one at a time"
    cat "$out/two.txt"
    some=1
fi
rm -f "$out/two.txt"

toolkit=${CUDA_HOME:-/usr/local/cuda}
[ -f "$toolkit/nvvm/libdevice/libdevice.10.bc" ] || toolkit=$(ls -d /usr/local/cuda*/ /opt/cuda*/ 2>/dev/null | head -1)
theirs="--library=nvidia --toolkit=$toolkit --jobs=$some"
if [ -n "$OURS$THEIRS" ]; then
    for group in f d; do
        kind=gpu-$([ $group = f ] && echo float || echo double) same="--group=$group --stride=$stride --random=$random"
        [ -z "$OURS" ] || measure ours-$kind $(($(left) / 2)) $same --jobs=$some $OURS
        [ -z "$THEIRS" ] || measure nvidia-$kind $(($(left) / 2)) $same $theirs $THEIRS
    done
    echo "all in $(($(date +%s) - start)) s"
    exit 0
fi

measure ours-gpu-float $((limit / 3)) --group=f --jobs=$some --stride="$stride" --random="$random"
measure ours-gpu-double $(($(left) - limit / 5)) --group=d --jobs=$some --random="$random"

if [ -f "$toolkit/nvvm/libdevice/libdevice.10.bc" ]; then
    theirs="$theirs --stride=$((stride * 16 - 1)) --random=$((random / 16))"
    measure nvidia-gpu-float $((limit / 10)) $theirs --group=f
    measure nvidia-gpu-double $((limit / 6)) $theirs --group=d
else
    echo "no libdevice.10.bc here: NVIDIA's library is not measured"
fi
echo "all in $(($(date +%s) - start)) s"
