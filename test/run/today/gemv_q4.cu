// SPDX-License-Identifier: Apache-2.0
// A matrix of 4-bit weights in blocks of 32 with a scale each (18 bytes) times a vector of 8-bit blocks: dp4a.
// RUN: sh %S/../kernel.sh %s --grid=8 --block=32,4 buf:u8:9216:rand:1 buf:u8:1152:rand:2 buf:f32:16:zero i32:512 i32:16
#include <cuda_fp16.h>
struct Q4 { __half d; unsigned char qs[16]; };
struct Q8 { __half d, s; signed char qs[32]; };

__device__ float tamed(__half h) {
    return __half2float(__ushort_as_half(__half_as_ushort(h) & 0xbbff));
}

__device__ float dot(const Q4 *w, const Q8 *a, int iqs) {
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 2; i++) {
        const unsigned short *x16 = (const unsigned short *)w->qs;
        int v = x16[2 * (iqs + i)] | x16[2 * (iqs + i) + 1] << 16;
        const int u0 = ((const int *)a->qs)[iqs + i], u1 = ((const int *)a->qs)[iqs + i + 4];
        sum = __dp4a((v >> 0) & 0x0F0F0F0F, u0, sum);
        sum = __dp4a((v >> 4) & 0x0F0F0F0F, u1, sum);
    }
    return tamed(w->d) * (sum * tamed(a->d) - 4 * tamed(a->s));
}

__global__ void gemv(const void *vx, const void *vy, float *dst, int columns, int rows) {
    const int row = blockIdx.x * 2, per = columns / 32, tid = 32 * threadIdx.y + threadIdx.x;
    float tmp[2] = {0, 0};
    for (int kbx = tid / 2; kbx < per; kbx += 64) {
        const int kqs = 2 * (tid % 2);
#pragma unroll
        for (int i = 0; i < 2; i++) tmp[i] += dot((const Q4 *)vx + (row + i) * per + kbx, (const Q8 *)vy + kbx, kqs);
    }
    __shared__ float shared[3][2][32];
    if (threadIdx.y > 0)
        for (int i = 0; i < 2; i++) shared[threadIdx.y - 1][i][threadIdx.x] = tmp[i];
    __syncthreads();
    if (threadIdx.y > 0) return;
#pragma unroll
    for (int i = 0; i < 2; i++) {
        for (int l = 0; l < 3; l++) tmp[i] += shared[l][i][threadIdx.x];
        for (int o = 16; o > 0; o >>= 1) tmp[i] += __shfl_xor_sync(~0u, tmp[i], o, 32);
    }
    if (threadIdx.x < 2 && row + threadIdx.x < rows) dst[row + threadIdx.x] = tmp[threadIdx.x];
}
