#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cuprum run --on=gpu and --on=both: the driver's interface, here that of the virtual machine's own library.
# REQUIRES: %B/gen/direct, %B/lib/cuprum/libcuda.so.1, %B/lib/cuprum/cuprum-gpu
# RUN[SAME]: sh %s %B %t --on=both --hash --print=1:3
# SAME: n = 8, half 4.50
# SAME: arg 1: 1 3 5
# SAME: arg 1: 8 x f32 fnv1a64
# SAME: virtual machine and GPU: the same
# RUN[GPU]: sh %s %B %t --on=gpu --stats --print=1
# GPU: time: {{[0-9.]+}} microseconds on {{.*}}, compute capability 9.0, driver 13.5
# GPU: n = 8, half 4.50
# GPU: arg 1: 1 3 5 7 9 11 13 15
# RUN[PLACE]: sh %s %B %t --on=both --kernel=place
# EXIT[PLACE]: 1
# PLACE: arg 1: 8 of 8 x f32 differ, first [0]: {{.*}} and {{.*}}, at most {{[0-9]+}} ulp
# PLACE: what the kernel prints differs; on the GPU it is:
# PLACE: at 0x2
# PLACE: virtual machine and GPU: different
# RUN[TRAP]: sh %s %B %t --on=gpu --kernel=stops
# EXIT[TRAP]: 1
# TRAP: the GPU cannot run this: the kernel: CUDA_ERROR
# RUN[CHECK]: sh %s %B %t --on=gpu --check
# EXIT[CHECK]: 2
# CHECK: --check and --profile need the virtual machine (--on=vm or --on=both)
# RUN[ALONE]: mkdir -p %t.d/bin && cp %B/bin/cuprum %t.d/bin && %t.d/bin/cuprum run test/run/dot_product.cu --on=gpu
# EXIT[ALONE]: 2
# ALONE: the program that runs kernels on a GPU is not at "{{.*}}/lib/cuprum/cuprum-gpu"
# RUN[TIMES]: sh %s times %B %t
# TIMES: empty {{[0-9.]+}} {{[0-9.]+}} same
# TIMES: one {{[0-9.]+}} {{[0-9.]+}} same
# TIMES: two failed (theirs): no such file
# TIMES: three {{[0-9.]+}} {{[0-9.]+}} arg 1: 8 of 8 x f32 differ
source='
#include <cstdio>
extern "C" __global__ void k(int n, float *out) {
    int i = threadIdx.x;
    out[i] = 2 * i + 1.0f;
    if (i == 4) printf("n = %d, half %.2f\n", n, out[i] / 2);
}
extern "C" __global__ void place(int n, float *out) {
    if (threadIdx.x == 0) printf("at %p\n", out);
    for (int i = 0; i < n; i++) out[i] = (float)((unsigned long long)out >> 16);
}
extern "C" __global__ void stops(int n, float *out) { asm("trap;"); }
extern "C" __global__ void other(int n, float *out) { out[threadIdx.x] = n; }
'
if [ "$1" = times ]; then
    export LD_LIBRARY_PATH="$2/lib/cuprum"
    printf '%s' "$source" >"$3.cu"
    cuprum "$3.cu" --no-toolkit -O0 -o "$3.0.ptx" && cuprum "$3.cu" --no-toolkit -o "$3.3.ptx" || exit 1
    sed 's/\<k\>/x/; s/\<other\>/k/' "$3.3.ptx" >"$3.4.ptx"
    launch='--kernel=k --block=8 i32:8 buf:f32:8:zero'
    printf '%s\n' "one $3.0.ptx $3.3.ptx $launch" "two $3.0.ptx $3.none.ptx $launch" "three $3.0.ptx $3.4.ptx $launch" >"$3.list"
    exec "$2/tools/gpu-times" "$3.list" 3 2>&1
fi
export LD_LIBRARY_PATH="$1/lib/cuprum"
printf '%s' "$source" >"$2.cu"
shift 1
file=$1.cu
shift
case "$*" in *--kernel*) ;; *) set -- "$@" --kernel=k ;; esac
exec cuprum run "$file" --no-toolkit --block=8 "$@" i32:8 buf:f32:8:zero
