// SPDX-License-Identifier: Apache-2.0
// Products of rows at the places of a sparse matrix (coordinates): a warp a place, by fours.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=128 buf:i32:64:rand:1 buf:i32:64:rand:2 buf:f32:4096:rand:3 buf:f32:4096:rand:4 buf:f32:64:zero i32:64 i32:128
__global__ void sddmm(const int *__restrict__ rows, const int *__restrict__ columns, const float *__restrict__ a, const float *__restrict__ b,
                      float *__restrict__ out, int places, int k) {
    const int lane = threadIdx.x & 31;
    for (int p = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; p < places; p += gridDim.x * blockDim.x >> 5) {
        const float4 *x = reinterpret_cast<const float4 *>(a + (long long)(rows[p] & 31) * k);
        const float4 *y = reinterpret_cast<const float4 *>(b + (long long)(columns[p] & 31) * k);
        float sum = 0;
        for (int i = lane; i < k / 4; i += 32) {
            const float4 u = x[i], v = y[i];
            sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
        }
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (!lane) out[p] = sum;
    }
}
