#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Random programs of Csmith as kernels: the checksum that the host's g++ finds must be that of our -O0
# and -O3 code in the virtual machine, and of nvcc's with NVCC=1.
# Usage: tools/run_csmith.sh [FIRST [COUNT]]   (seeds; 1 20). B: the build's folder. What fails is kept
# in $B/csmith/SEED. Programs that run long, or that g++ refuses, are not counted.
cd "$(dirname "$0")/.." || exit 2
first=${1:-1} count=${2:-20} B=${B:-build}
case $B in /*) ;; *) B=$PWD/$B ;; esac
for tool in csmith g++; do
    command -v $tool >/dev/null || { echo "SKIP random programs: $tool is not installed"; exit 0; }
done
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
include=$PWD/test/tools/csmith
PATH=$B/bin:$PATH
good=0 bad=0

# The program's three shapes in turn: pointers and unions, no unions but packed classes, volatiles.
options() {
    case $(($1 % 3)) in
    0) echo --no-packed-struct --no-volatiles ;;
    1) echo --no-pointers --no-volatiles ;;
    2) echo --no-packed-struct --no-structs --no-unions ;;
    esac
}

# checksum FILE.ptx
checksum() {
    timeout 100 cuprum run "$1" --kernel=_Z1kPj --grid=1 --block=1 buf:u32:1:zero 2>&1 | head -1
}

# seed N: prints what is wrong, if something is
seed() {
    csmith --seed "$1" --lang-cpp --no-argc --no-comma-operators --max-funcs 6 --max-block-depth 4 \
        $(options "$1") >program.h 2>csmith.log || return 0
    printf '#include "program.h"\n#undef main\n#undef static\n__global__ void k(unsigned *out) {\n    csmith_main();\n    *out = crc32_context;\n}\n' >kernel.cu
    printf '#include "program.h"\n' >host.cpp
    g++ -w -O1 -I"$include" -I. host.cpp -o host 2>g++.log || return 0
    want=$(timeout 0.2 ./host) || return 0
    for level in 0 3; do
        timeout 60 cuprum kernel.cu -w -I"$include" -arch=sm_90 -O$level -o our.ptx 2>our.log ||
            { echo "our compiler fails at -O$level: $(grep -m1 error our.log)"; return 1; }
        got=$(checksum our.ptx)
        [ "$got" = "$want" ] || { echo "-O$level: $got; host: $want"; return 1; }
    done
    if [ -n "${NVCC:-}" ] && "$nvcc" -w -ptx -arch=sm_90 -I"$include" kernel.cu -o nvcc.ptx 2>nvcc.log; then
        got=$(checksum nvcc.ptx)
        [ "$got" = "$want" ] || { echo "nvcc's: $got; host: $want"; return 1; }
    fi
    return 2
}

for n in $(seq "$first" $((first + count - 1))); do
    dir=$B/csmith/$n
    mkdir -p "$dir"
    wrong=$(cd "$dir" && seed "$n")
    case $? in
    2) good=$((good + 1)) && rm -rf "$dir" ;;
    1) bad=$((bad + 1)) && echo "FAIL seed $n: $wrong (kept in $dir)" ;;
    *) rm -rf "$dir" ;;
    esac
done
echo "$good programs agree, $bad do not"
[ "$bad" = 0 ]
