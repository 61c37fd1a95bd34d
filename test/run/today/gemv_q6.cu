// SPDX-License-Identifier: Apache-2.0
// A matrix of 6-bit weights in blocks of 256 (low and high bits apart, 16 scales of 8 bits) times a vector of 8-bit blocks: dp4a.
// RUN: sh %S/../kernel.sh %s --grid=8 --block=32,2 buf:u8:16800:rand:1 buf:u8:2304:rand:2 buf:f32:16:zero i32:1024 i32:16
#include <cuda_fp16.h>
struct Q6 { unsigned char ql[128], qh[64]; signed char scales[16]; __half d; };
struct Q8 { __half d, s; signed char qs[32]; };

__device__ float tamed(__half h) { return __half2float(__ushort_as_half(__half_as_ushort(h) & 0xbbff)); }

__device__ int word(const unsigned char *x, int i) {
    const unsigned short *x16 = (const unsigned short *)x;
    return x16[2 * i] | x16[2 * i + 1] << 16;
}

__device__ float dot(const Q6 *w, const Q8 *a, int iqs) {
    const int of8 = 4 * (iqs / 16) + (iqs % 16) / 8, scale = 8 * (iqs / 16) + (iqs % 16) / 4, shift = 2 * ((iqs % 16) / 8);
    const int vl = word(w->ql, iqs), vh = word(w->qh, 8 * (iqs / 16) + iqs % 8) >> shift;
    const signed char *scales = w->scales + scale;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 2; i++) {
        const int sc = scales[4 * i], vil = (vl >> (4 * i)) & 0x0F0F0F0F, vih = ((vh >> (4 * i)) << 4) & 0x30303030;
        const int vi = __vsubss4(vil | vih, 0x20202020), u = ((const int *)a[of8 + 2 * i].qs)[iqs % 8];
        sum += tamed(a[of8 + 2 * i].d) * (__dp4a(vi, u, 0) * sc);
    }
    return tamed(w->d) * sum;
}

template<int WARPS, int ROWS> __device__ void gemv_rows(const void *vx, const void *vy, float *dst, int columns, int rows) {
    const int row = ROWS * blockIdx.x, per = columns / 256, tid = 32 * threadIdx.y + threadIdx.x;
    float tmp[ROWS] = {0.0f};
    for (int kbx = tid / 32; kbx < per; kbx += WARPS) {
        const int kby = kbx * 8, kqs = tid % 32;
#pragma unroll
        for (int i = 0; i < ROWS; ++i) tmp[i] += dot((const Q6 *)vx + (row + i) * per + kbx, (const Q8 *)vy + kby, kqs);
    }
    __shared__ float shared[WARPS - 1][ROWS][32];
    if (threadIdx.y > 0)
#pragma unroll
        for (int i = 0; i < ROWS; ++i) shared[threadIdx.y - 1][i][threadIdx.x] = tmp[i];
    __syncthreads();
    if (threadIdx.y > 0) return;
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int l = 0; l < WARPS - 1; ++l) tmp[i] += shared[l][i][threadIdx.x];
#pragma unroll
        for (int o = 16; o > 0; o >>= 1) tmp[i] += __shfl_xor_sync(~0u, tmp[i], o, 32);
    }
    if (threadIdx.x < ROWS && (ROWS == 1 || row + (int)threadIdx.x < rows)) dst[row + threadIdx.x] = tmp[threadIdx.x];
}

__global__ void gemv_q6(const void *vx, const void *vy, float *dst, int columns, int rows) { gemv_rows<2, 2>(vx, vy, dst, columns, rows); }
