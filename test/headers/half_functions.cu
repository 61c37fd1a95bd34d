// SPDX-License-Identifier: Apache-2.0
// cuda_fp16.h, cuda_bf16.h: functions of one argument are correctly rounded, for every argument.
// RUN: cuprum run %s --no-toolkit -arch=sm_80 --block=256
// CHECK: half: 0 wrong
// CHECK: bfloat16: 0 wrong
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>
__device__ int wrong[2];
__device__ void rounded(double d, __half &h) {
    h = __double2half(d);
}
__device__ void rounded(double d, __nv_bfloat16 &h) {
    h = __double2bfloat16(d);
}
__device__ __half from_bits(unsigned i, __half) {
    return __ushort_as_half(i);
}
__device__ __nv_bfloat16 from_bits(unsigned i, __nv_bfloat16) {
    return __ushort_as_bfloat16(i);
}
template <class H> __device__ void check(const char *name, H x, H y, double d, int &bad) {
    H want;
    rounded(d, want);
    bool same = *(unsigned short *)&y == *(unsigned short *)&want || (y != y && want != want);
    if (!same && atomicAdd(&bad, 1) < 8)
        printf("%s(%04x) = %04x, not %04x\n", name, *(unsigned short *)&x, *(unsigned short *)&y,
               *(unsigned short *)&want);
}
#define CHECK(name, value) check(#name, x, h##name(x), value, bad);
template <class H> __device__ void all(H kind, int &bad) {
    for (unsigned i = threadIdx.x; i < 65536; i += blockDim.x) {
        H x = from_bits(i, kind);
        double d = (double)(float)x;
        CHECK(exp, exp(d))
        CHECK(exp2, exp2(d))
        CHECK(exp10, exp10(d))
        CHECK(log, log(d))
        CHECK(log2, log2(d))
        CHECK(log10, log10(d))
        CHECK(sin, sin(d))
        CHECK(cos, cos(d))
        CHECK(tanh, tanh(d))
        CHECK(sqrt, sqrt(d))
        CHECK(rsqrt, 1 / sqrt(d))
        CHECK(rcp, 1 / d)
    }
}
__global__ void k() {
    all(__half(), wrong[0]);
    all(__nv_bfloat16(), wrong[1]);
    __syncthreads();
    if (threadIdx.x == 0) printf("half: %d wrong\nbfloat16: %d wrong\n", wrong[0], wrong[1]);
}
