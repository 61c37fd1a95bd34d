#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `make bench`: our numbers beside those of what we are compared with, measured in the same run and
# in turns. Times are processor time (user and system), medians of RUNS (20).
#   bench/run.sh [cold] [kernels] [cicc] [scale] [nvvm] [pp] [vm] [sass]      default: all
B=${B:-build}
export B
runs=${RUNS:-20}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cuprum=$B/bin/cuprum
nvrtc=$B/bench/nvrtc
"$nvrtc"
[ $? -ne 77 ] && have_nvrtc=1 || have_nvrtc=

# fresh LABEL FILE: a new process for each compilation
fresh() {
    if [ -n "$have_nvrtc" ]; then
        "$B/bench/paired" -n "$runs" "$1" "$cuprum" -arch=sm_90 "$2" -o "$tmp/o" -- "$nvrtc" "$2" -o "$tmp/n" -arch=compute_90
    else
        "$B/bench/paired" -n "$runs" "$1 (both cuprum)" "$cuprum" -arch=sm_90 "$2" -o "$tmp/o" -- "$cuprum" -arch=sm_90 "$2" -o "$tmp/o"
        echo "skipped: NVRTC (no libnvrtc; NVRTC=PATH names it)"
    fi
}

cold() {
    echo "new process, ms and MiB                 ours     NVRTC   ratio      ours     NVRTC"
    fresh "saxpy, no headers" bench/saxpy.cu
    fresh "20 kernels, 298 lines" bench/kernels20.cu
}

kernels() {
    echo "one process, warm, ms                   ours     NVRTC   ratio"
    "$B/bench/inproc" "saxpy" bench/saxpy.cu "$runs"
    "$B/bench/inproc" "20 kernels" bench/kernels20.cu "$runs"
}

# What nvcc has gcc preprocess, to PTX by cicc and by ours in its place; then the front ends alone
cicc() {
    theirs=${CUDA_HOME:-/usr/local/cuda}/nvvm/bin/cicc
    command -v nvcc >/dev/null && [ -x "$theirs" ] || { echo "skipped: cicc (no nvcc)"; return; }
    echo "cicc, new process, ms and MiB            ours    NVIDIA   ratio      ours    NVIDIA"
    common="--c++17 --gnu_version=120200 -w"
    for f in cuda_runtime cub; do
        nvcc -arch=sm_90 -ptx --keep --keep-dir "$tmp" "bench/$f.cu" -o "$tmp/$f.ptx" || return 1
        ii=$tmp/$f.cpp1.ii
        "$B/bench/paired" -n 5 "$f.h, $(wc -l <"$ii") lines" "$B/bin/cicc" $common -m64 -arch compute_90 "$ii" -o "$tmp/o" -- \
            "$theirs" $common -m64 -arch compute_90 "$ii" -o "$tmp/n"
        "$B/bench/paired" -n 5 "$f.h, front end" "$B/bin/cicc" $common -m64 -arch compute_90 --device-syntax-only "$ii" -o "$tmp/o" -- \
            "$theirs" -lgenfe $common --m64 --nv_arch compute_90 "$ii" --emit-llvm-bc -o "$tmp/n"
    done
}

# IR to PTX: the front end's IR as old bitcode, which all three read
nvvm() {
    toolkit=${CUDA_HOME:-/usr/local/cuda}
    theirs=$toolkit/nvvm/lib64/libnvvm.so.4
    [ -e "$theirs" ] || theirs=$toolkit/lib/libnvvm.so.4
    llvm=${LLVM:-/usr/lib/llvm-19/lib/libLLVM-19.so}
    ours=$B/lib/libnvvm.so.4
    for f in saxpy kernels20; do
        "$cuprum" bench/$f.cu -arch=sm_90 --emit=ir --passes= -o "$tmp/$f.ll" &&
            "$cuprum" as --dialect=llvm7 "$tmp/$f.ll" -o "$tmp/$f.bc" || return 1
    done
    echo "IR to PTX, one process, ms               ours    NVIDIA      LLVM   NVIDIA's    LLVM's"
    "$B/bench/nvvm" compile "saxpy, bitcode" "$runs" "$ours" "$theirs" "$llvm" "$tmp/saxpy.bc"
    "$B/bench/nvvm" compile "20 kernels, bitcode" "$runs" "$ours" "$theirs" "$llvm" "$tmp/kernels20.bc"
    "$B/bench/nvvm" compile "20 kernels, text" "$runs" "$ours" - "$llvm" "$tmp/kernels20.ll"
    "$B/bench/nvvm" load "$runs" "$ours" "$theirs" "$llvm"
    "$B/bench/nvvm" memory "$ours" "$theirs" "$llvm" "$tmp/kernels20.bc"
    for l in "$ours" "$theirs" "$llvm"; do
        [ -e "$l" ] && echo "size of $(basename "$l"): $(($(stat -Lc %s "$l") / 1024)) KiB"
    done
}

pp() {
    "$B/bench/pp" "$runs"
}

# millions of thread instructions per second, median of five: JOBS KERNEL TYPE OPTIONS
speed() {
    for i in 1 2 3 4 5; do
        "$cuprum" run "$tmp/vm.ptx" --jobs="$1" --kernel="$2" --grid=64 --block=256 --stats $4 "buf:$3:1048576:rand:1" i32:1000
    done | awk '/thread instructions\/s/ { print $(NF - 3) }' | sort -n | sed -n 3p
}

vm() {
    "$cuprum" -arch=sm_90 bench/vm.cu -o "$tmp/vm.ptx" || return 1
    echo "virtual machine, million thread instructions/s   1 job   2 jobs  1 job, --check"
    for k in integers:u32 fmas:f32 shared:f32 saxpy:f32 matmul:f32 bodies:f32; do
        printf "%-42s %12s %8s %15s\n" "${k%:*}" "$(speed 1 "${k%:*}" "${k#*:}")" "$(speed 2 "${k%:*}" "${k#*:}")" \
            "$(speed 1 "${k%:*}" "${k#*:}" --check)"
    done
}

[ $# -gt 0 ] || set -- cold kernels cicc scale nvvm pp vm sass
for part; do
    case $part in
    cold | kernels | cicc | nvvm | pp | vm) "$part" ;;
    sass | scale) sh "bench/$part.sh" ;;
    *) echo "run.sh: no part '$part'" >&2 && exit 2 ;;
    esac
    echo
done
