# SPDX-License-Identifier: Apache-2.0
# RUN: sh %s %B %t
# Where we go another way than NVIDIA's library: handles that are not live, -v, OptiX, precompiled headers.
# EXPECT:
#   NVRTC_SUCCESS
#   NVRTC_ERROR_INVALID_PROGRAM
#   NVRTC_ERROR_INVALID_PROGRAM
#   NVRTC_ERROR_INVALID_PROGRAM
#   NVRTC_SUCCESS
#   | nvrtc: --gen-opt-lto has no effect here: the container is optimized where it is linked
#   | nvrtc: --pch needs nothing here: headers are read faster than a precompiled one would be
#   | nvrtc: --split-compile needs nothing here: the code is the same for any number of threads
#   NVRTC_ERROR_COMPILATION
#   | nvrtc: error: there is no OptiX IR here: -optix-ir is not supported
#   NVRTC_SUCCESS
#   NVRTC_SUCCESS
#   NVRTC_SUCCESS
#   | remark: t.cu:2:29: '_Z1fi' is not inlined into '_Z1kPi': it says noinline
#   |
#   NVRTC_SUCCESS
#   NVRTC_SUCCESS
#   NVRTC_SUCCESS
#   NVRTC_ERROR_COMPILATION
#   | w.cu(2): error: A class static data member with non-const type is considered a host variable, and host variables are not allowed in JIT mode. Consider using -default-device flag to process such data members as __device__ variables in JIT mode
#   |       static int s;
#   |                  ^
#   |
#   | 1 error detected in the compilation of "w.cu".
#   NVRTC_SUCCESS
#   NVRTC_SUCCESS
#   NVRTC_SUCCESS
#   NVRTC_SUCCESS
#   PTX: sm_75 .entry _Z1kP6__halfPj
#   NVRTC_SUCCESS
#   NVRTC_SUCCESS
#   NVRTC_ERROR_COMPILATION
#   | b.cu(1): catastrophic error: could not open source file "cstdint" (no directories in search list)
#   |   #include <cstdint>
#   |                     ^
#   |
#   | 1 catastrophic error detected in the compilation of "b.cu".
#   | Compilation terminated.
#   NVRTC_SUCCESS
#   NVRTC_SUCCESS
#   NVRTC_SUCCESS
#   PTX: sm_75 .entry _Z1kPj
#   NVRTC_SUCCESS
#   lto: some
#   PTX empty:
#   NVRTC_SUCCESS
#   NVRTC_SUCCESS
#   NVRTC_ERROR_COMPILATION
#   | d.cu(2): error: A namespace scope variable without memory space annotations (__device__/__constant__/__shared__/__managed__) is considered a host variable, and host variables are not allowed in JIT mode. Consider using -default-device flag to process unannotated namespace scope variables as __device__ variables in JIT mode
#   |   int x;
#   |       ^
#   |
#   | 1 error detected in the compilation of "d.cu".
#   NVRTC_SUCCESS
# 72 calls
B=$1 T=$2.txt
cat >$T <<'END'
dead
text T
__global__ void k(int *p) { *p = 1; }
.
each -v -pch -split-compile=2 -gen-opt-lto
each -optix-ir
each -pch
each -fdevice-syntax-only
text T
__device__ __noinline__ int f(int x) { return x; }
__global__ void k(int *p) { *p = f(*p); }
.
each -opt-info=inline
each -Ofc=max
each -cuda-api-version=13.0
text W
struct W {
    static int s;
};
.
create w W w.cu
compile w
log w
compile w -default-device
destroy w
text A
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cuda/std/cstdint>
#include <cuda/std/type_traits>
__global__ void k(__half *h, unsigned *p) {
    auto block = cooperative_groups::this_thread_block();
    cuda::std::uint32_t rank = block.thread_rank();
    h[rank] = __float2half(1.0f);
    p[rank] = cuda::std::is_same<int, int>::value;
}
.
create a A a.cu
compile a
log a
ptx a
destroy a
text B
#include <cstdint>
.
create b B b.cu
compile b
log b
destroy b
text C
#include <cuda/std/cstdint>
__global__ void k(uint32_t *p) { *p = UINT32_MAX; }
.
create c C c.cu
compile c -minimal
ptx c
compile c -dlto
lto c
ptx c
destroy c
text D
#include "q.h"
int x;
.
text E
int y;
.
create d D d.cu q.h E
compile d
log d
destroy d
END
"$B/tools/nvrtc-client" "$B/lib/cuprum/libnvrtc.so.13" script $T | grep -v '^>'
