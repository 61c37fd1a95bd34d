// SPDX-License-Identifier: Apache-2.0
// Sums of the columns of a gradient: a warp's lanes take packets of columns, warps of a block rows; bfloats eight at a time, partial sums through shared memory.
// RUN: sh %S/../kernel.sh %s --grid=2,2 --block=8,4,2 buf:f32:256:zero buf:u32:8192:rand:1 i32:64 i32:128
#include <cuda_bf16.h>
template<class T> struct alignas(16) Packed128 {
    static constexpr int size = sizeof(int4) / sizeof(T);
    T payload[size];
    Packed128() = default;
    __device__ explicit Packed128(int4 bits) { memcpy(&payload, &bits, sizeof(bits)); }
    __device__ T &operator[](int i) { return payload[i]; }
    __device__ const T &operator[](int i) const { return payload[i]; }
};
using x128 = Packed128<__nv_bfloat16>;

__device__ x128 load128cs(const __nv_bfloat16 *at) { return x128{__ldcs(reinterpret_cast<const int4 *>(at))}; }

template<typename OUT> __device__ void sums(OUT *dbias, const __nv_bfloat16 *dout, int rows, int columns) {
    constexpr int bdx = 8, bdy = 4;
    const int warp_d = threadIdx.x, warp_c = threadIdx.y, block_d = threadIdx.z;
    const int oc_each = bdy * x128::size, local = warp_c * x128::size, global = blockIdx.x * oc_each + local, bt_each = bdx * blockDim.z;
    float accumulators[x128::size];
    for (int k = 0; k < x128::size; k++) accumulators[k] = 0.0f;
    if (global < columns)
        for (int idx = blockIdx.y * bt_each + warp_d + block_d * bdx; idx < rows; idx += gridDim.y * bt_each) {
            x128 packed = load128cs(dout + global + idx * columns);
            for (int k = 0; k < x128::size; k++) accumulators[k] += __bfloat162float(__ushort_as_bfloat16(__bfloat16_as_ushort(packed[k]) & 0xbfff));
        }
    __shared__ float sub[x128::size][32][bdy];
    for (int k = 0; k < x128::size; k++) {
        float v = accumulators[k];
        v += __shfl_down_sync(0xffffffff, v, 1, 4);
        v += __shfl_down_sync(0xffffffff, v, 2, 4);
        if (warp_d % 4 == 0) sub[k][block_d + (warp_d / 4) * blockDim.z][warp_c] = v;
    }
    __syncthreads();
    for (int k = block_d; k < x128::size; k += blockDim.z) {
        float a = 0;
        for (int r = warp_d; r < blockDim.z * bdx / 4; r += bdx) {
            float v = sub[k][r][warp_c];
            v += __shfl_down_sync(0x0f0f0f0f, v, 1, 4);
            v += __shfl_down_sync(0x0f0f0f0f, v, 2, 4);
            a += v;
        }
        if (warp_d == 0 && global < columns) dbias[global + k + blockIdx.y * columns] = a;
    }
}

__global__ void bias_gradient(float *dbias, const __nv_bfloat16 *dout, int rows, int columns) { sums(dbias, dout, rows, columns); }
