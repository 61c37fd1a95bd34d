// SPDX-License-Identifier: Apache-2.0
// Gradients of a root mean square norm with its residual: a block a row, gradients of the weights added up over a block's rows.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=128 buf:f32:8192:rand:1 buf:f32:8192:rand:2 buf:f32:512:rand:3 buf:f32:16:rand:4 buf:f32:8192:rand:5 buf:f32:2048:zero i32:16 i32:512
__device__ float block_sum(float v, float *shared) {
#pragma unroll
    for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(~0u, v, o);
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 0) shared[warp] = v;
    __syncthreads();
    v = lane < blockDim.x / 32 ? shared[lane] : 0;
#pragma unroll
    for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(~0u, v, o);
    __syncthreads();
    return v;
}

__global__ void backward(const float *__restrict__ grad, const float *__restrict__ x, const float *__restrict__ weight, const float *__restrict__ inverse,
                         float *__restrict__ dx, float *__restrict__ partial, int rows, int columns) {
    __shared__ float shared[32];
    const int vectors = columns / 4;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const float4 *g4 = reinterpret_cast<const float4 *>(grad + (long long)row * columns), *x4 = reinterpret_cast<const float4 *>(x + (long long)row * columns);
        float4 *d4 = reinterpret_cast<float4 *>(dx + (long long)row * columns);
        const float4 *w4 = reinterpret_cast<const float4 *>(weight);
        const float r = inverse[row];
        float dot = 0;
        for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
            const float4 g = g4[i], v = x4[i], w = w4[i];
            dot += g.x * w.x * v.x + g.y * w.y * v.y + g.z * w.z * v.z + g.w * w.w * v.w;
        }
        dot = block_sum(dot, shared) * r * r / columns;
        for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
            const float4 g = g4[i], v = x4[i], w = w4[i];
            float4 d = d4[i];
            d.x += r * (g.x * w.x - v.x * dot);
            d.y += r * (g.y * w.y - v.y * dot);
            d.z += r * (g.z * w.z - v.z * dot);
            d.w += r * (g.w * w.w - v.w * dot);
            d4[i] = d;
            float *p = partial + blockIdx.x * columns + 4 * i;
            p[0] += g.x * v.x * r;
            p[1] += g.y * v.y * r;
            p[2] += g.z * v.z * r;
            p[3] += g.w * v.w * r;
        }
    }
}
